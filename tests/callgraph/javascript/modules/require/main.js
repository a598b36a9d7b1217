const { work } = require('./a');
work();
