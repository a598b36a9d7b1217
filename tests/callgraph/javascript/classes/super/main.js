class Top { act() {} }
class Low extends Top { act() { super.act(); } }
new Low().act();
