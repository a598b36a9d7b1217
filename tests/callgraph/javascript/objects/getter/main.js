const settings = {
  get mode() {
    return this.read();
  },
  read() {},
};

settings.read();
