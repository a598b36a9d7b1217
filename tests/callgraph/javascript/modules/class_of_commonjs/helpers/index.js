exports.helper = function helper() {};
