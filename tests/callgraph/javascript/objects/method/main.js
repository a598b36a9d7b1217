const shop = { open() { this.light(); }, light() {} };
shop.open();
