export const tax = function () {};
