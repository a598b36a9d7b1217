class Vault {
  #code = 1;

  open() {
    this.#check();
  }

  #check() {
    Vault.#log();
  }

  static #log() {}
}

new Vault().open();
