class Lamp { light() {} }
async function make() { return new Lamp(); }
async function run() { (await make()).light(); }
