function one() {}
let chosen;
function choose() { chosen = one; }
choose();
chosen();
