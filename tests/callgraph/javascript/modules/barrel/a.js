export function work() {}
