function one() {}
[1].map(one);
[one].forEach((call) => call());
