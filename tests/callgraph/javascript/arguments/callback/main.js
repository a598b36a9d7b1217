function one() {}
function use(chosen) { chosen(); }
use(one);
