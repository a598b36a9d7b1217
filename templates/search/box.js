// The search box: a combobox over a list of results, with filters, history and address.
//
// The focus stays in the field; arrow keys move the active option. A query starts after a
// short silence and ends the one before it. The same box stands in the dialog of every
// page and, with its state in the address, on the search page.

import { drawn, groupOf, mended, written } from "./results.js";
import { tokenize } from "./tokenize.js";
import { element } from "./nodes.js";

/**
 * @typedef {import("./results.js").Hit} Hit
 * @typedef {import("./results.js").Words} Words
 *
 * @typedef {{kind?: string, scope?: string, language?: string, path?: string}} Filters
 * @typedef {Filters & {text: string}} State
 *
 * @typedef {import("./types.d.ts").Facets} Facets
 * @typedef {import("./types.d.ts").Options} Options
 *
 * @typedef {object} Search
 * @property {Facets} facets
 * @property {boolean} vectors
 * @property {(text: string, options?: Options) => Promise<{hits: Hit[], near: string[]}>} query
 *
 * @typedef {object} Context
 * @property {URL} root the site's root
 * @property {Words} words
 * @property {() => Promise<Search>} search opens the index, once
 * @property {boolean} [page] the box stands on the search page
 */

const SILENCE = 80; // milliseconds without a key before a query starts
const STEP = 10; // results shown at once
const REMEMBERED = 8; // queries

/** @type {readonly (keyof Filters)[]} */
const FILTERS = ["kind", "language", "scope", "path"];

/** @param {URLSearchParams} params @returns {State} */
export function stateOf(params) {
  /** @type {State} */
  const state = { text: params.get("q") ?? "" };
  for (const name of FILTERS) {
    const value = params.get(name);
    if (value !== null) state[name] = value;
  }
  return state;
}

/** @param {State} state */
export function paramsOf(state) {
  const params = new URLSearchParams();
  if (state.text) params.set("q", state.text);
  for (const name of FILTERS) {
    const value = state[name];
    if (value !== undefined) params.set(name, value);
  }
  return params;
}

/** Filters as the search takes them: a bare path is meant as a part of a path. @param {Filters} filters */
export function wanted({ path, ...others }) {
  if (!path) return others;
  return { ...others, path: /[*?[]/.test(path) ? path : `*${path}*` };
}

/** Past queries of this site, newest first. A browser may forbid the storage. */
export class History {
  /** @param {string} site @param {() => Storage} storage */
  constructor(site, storage = () => localStorage) {
    this.key = `sourcebook:${site}:queries`;
    this.storage = storage;
  }

  /** @returns {string[]} */
  read() {
    try {
      const stored = JSON.parse(this.storage().getItem(this.key) ?? "[]");
      if (!Array.isArray(stored)) return [];
      return stored.filter((query) => typeof query === "string").slice(0, REMEMBERED);
    } catch {
      return [];
    }
  }

  /** @param {string} query */
  add(query) {
    const rest = this.read().filter((other) => other !== query);
    this.#write([query, ...rest].slice(0, REMEMBERED));
  }

  clear() {
    this.#write([]);
  }

  /** @param {string[]} queries */
  #write(queries) {
    try {
      this.storage().setItem(this.key, JSON.stringify(queries));
    } catch {
      // The queries are not remembered, the search works all the same.
    }
  }
}

let boxes = 0;

export class Box {
  /** @param {Context} context */
  constructor({ root, words, search, page = false }) {
    this.words = words;
    this.root = root;
    this.page = page;
    this.open = search;
    this.prefix = `sb-search-${boxes++}`;
    this.history = new History(root.pathname);
    this.element = element("div", page ? "sb-search sb-search--page" : "sb-search");
    this.element.setAttribute("role", "search");
    this.input = this.#field();
    this.filters = element("div", "sb-search__filters");
    this.message = element("div", "sb-search__message");
    this.list = element("div", "sb-search__list");
    this.list.id = `${this.prefix}-list`;
    this.list.setAttribute("role", "listbox");
    this.list.setAttribute("aria-label", words["search"]);
    this.live = element("div", "sb-search__live");
    this.live.setAttribute("role", "status");
    this.foot = this.#footer();
    const body = element("div", "sb-search__body");
    body.append(this.message, this.list);
    this.element.append(this.#head(), this.filters, body, this.foot, this.live);

    /** @type {Filters} */
    this.chosen = {};
    this.top = STEP;
    this.shown = ""; // the query whose results are in the list
    this.entered = false; // Enter was pressed before the results came
    /** @type {number | undefined} */
    this.timer = undefined;
    /** @type {AbortController | undefined} */
    this.running = undefined;
    this.#listen();
  }

  // ------------------------------------------------------------------- what it is made of

  #field() {
    const input = element("input", "sb-search__input");
    input.type = "search";
    input.placeholder = this.words["placeholder"];
    input.autocomplete = "off";
    input.spellcheck = false;
    input.enterKeyHint = "search";
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-label": this.words["placeholder"],
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": `${this.prefix}-list`,
      autocapitalize: "none",
    })) input.setAttribute(name, value);
    return input;
  }

  #head() {
    const head = element("div", "sb-search__field");
    head.append(this.input);
    if (!this.page) {
      const close = element("button", "sb-search__close", this.words["key.close"]);
      close.type = "button";
      close.addEventListener("click", () => this.#leave());
      head.append(close);
    }
    return head;
  }

  #footer() {
    const foot = element("div", "sb-search__foot");
    foot.hidden = true;
    if (this.page) {
      this.more = element("button", "sb-search__more", this.words["more"]);
      this.more.type = "button";
      this.more.addEventListener("click", () => {
        this.top += STEP;
        this.#run();
      });
      foot.append(this.more);
      return foot;
    }
    for (const [keys, word] of [["↑ ↓", "key.move"], ["↵", "key.open"], ["Esc", "key.close"]]) {
      const hint = element("span", "sb-search__keys");
      hint.append(element("kbd", "", keys), ` ${this.words[word]}`);
      foot.append(hint);
    }
    this.all = element("a", "sb-search__all", this.words["all"]);
    foot.append(this.all);
    return foot;
  }

  /** One choice for each filter that can make a difference. @param {Search["facets"]} facets */
  #drawFilters(facets) {
    if (this.filters.hasChildNodes()) return;
    const choices = /** @type {const} */ ([
      ["kind", facets.kinds],
      ["language", facets.languages],
      ["scope", facets.scopes],
    ]);
    for (const [name, all] of choices) {
      const values = all.filter((value) => value !== "");
      if (all.length < 2) continue;
      const select = element("select");
      select.append(new Option(this.words["filter.any"], "*"));
      for (const value of values) {
        const word = name === "kind" ? this.words[`kind.${value}`] : undefined;
        select.append(new Option(word ?? value, value));
      }
      select.value = this.chosen[name] ?? "*";
      select.addEventListener("change", () => {
        this.#choose(name, select.value === "*" ? undefined : select.value);
      });
      this.filters.append(this.#labelled(name, select));
    }
    const path = element("input");
    path.type = "text";
    path.placeholder = "src/";
    path.spellcheck = false;
    path.value = this.chosen.path ?? "";
    path.addEventListener("input", () => this.#choose("path", path.value || undefined));
    this.filters.append(this.#labelled("path", path));
  }

  /** @param {keyof Filters} name @param {HTMLInputElement | HTMLSelectElement} control */
  #labelled(name, control) {
    const label = element("label", "sb-search__filter");
    label.append(element("span", "", this.words[`filter.${name}`]), control);
    control.name = name;
    label.toggleAttribute("data-set", this.chosen[name] !== undefined);
    return label;
  }

  // ------------------------------------------------------------------------ what it does

  focus() {
    this.input.focus();
    this.input.select();
    this.open().then((search) => this.#drawFilters(search.facets), () => {});
    if (!this.input.value) this.#showHistory();
  }

  /** Takes the state of the page's address and answers it. */
  restore() {
    const { text, ...filters } = stateOf(new URLSearchParams(location.search));
    this.input.value = text;
    this.chosen = filters;
    this.filters.replaceChildren();
    this.#run();
  }

  #listen() {
    const { input, list } = this;
    input.addEventListener("input", (event) => {
      const typed = /** @type {InputEvent} */ (event);
      if (!typed.isComposing) this.#schedule();
    });
    input.addEventListener("compositionend", () => this.#schedule());
    input.addEventListener("keydown", (event) => this.#key(event));
    list.addEventListener("click", ({ target }) => this.#clicked(/** @type {Element} */ (target)));
    if (this.page) addEventListener("popstate", () => this.restore());
  }

  #schedule() {
    clearTimeout(this.timer);
    this.entered = false;
    this.top = STEP;
    this.running?.abort();
    this.timer = window.setTimeout(() => this.#run(), SILENCE);
  }

  /** @param {keyof Filters} name @param {string | undefined} value */
  #choose(name, value) {
    if (value === undefined) delete this.chosen[name];
    else this.chosen[name] = value;
    const control = this.filters.querySelector(`[name="${name}"]`);
    control?.closest("label")?.toggleAttribute("data-set", value !== undefined);
    this.#schedule();
  }

  async #run() {
    clearTimeout(this.timer);
    this.running?.abort();
    const text = this.input.value.trim();
    this.#address(text);
    if (!text) return this.#showHistory();
    const { signal } = (this.running = new AbortController());
    const slow = setTimeout(() => this.list.setAttribute("aria-busy", "true"), 200);
    if (!this.list.hasChildNodes()) this.#say(this.words["loading"]);
    try {
      const search = await this.open();
      this.#drawFilters(search.facets);
      const answer = await search.query(text, { ...wanted(this.chosen), top: this.top, signal });
      if (!signal.aborted) this.#show(text, answer, search);
    } catch (error) {
      if (!signal.aborted) this.#fail(error);
    } finally {
      clearTimeout(slow);
      if (!signal.aborted) this.list.removeAttribute("aria-busy");
    }
  }

  /** Keeps the state where it can be shared. @param {string} text */
  #address(text) {
    const query = paramsOf({ ...this.chosen, text }).toString();
    const url = new URL(query ? `search/index.html?${query}` : "search/index.html", this.root);
    if (this.all) this.all.href = url.href;
    if (this.page && url.search !== location.search) {
      window.history.replaceState(window.history.state, "", url);
    }
  }

  /**
   * @param {string} text
   * @param {{hits: Hit[], near: string[]}} answer
   * @param {Search} search
   */
  #show(text, { hits, near }, search) {
    const { words, root, prefix } = this;
    this.shown = text;
    this.element.dataset.answered = text;
    this.list.replaceChildren(drawn(hits, { words, root, tokenize, prefix }));
    this.input.setAttribute("aria-expanded", String(hits.length > 0));
    this.#activate(this.#options()[0]);
    this.foot.hidden = !hits.length;
    if (this.more) this.more.hidden = hits.length < this.top;
    this.message.replaceChildren();
    const found = hits.some((hit) => !hit.weak);
    if (!found) this.#showNothing(text);
    if (near.length) this.#showNear(text, near, hits);
    if (!search.vectors) this.message.append(element("p", "sb-search__note", words["lexical"]));
    this.#say(found ? counted(hits.length, words) : words["nothing"].replace("{query}", text));
    if (this.entered) this.#enter();
  }

  /** @param {string} text */
  #showNothing(text) {
    const { words, message } = this;
    message.append(element("p", "sb-search__nothing", words["nothing"].replace("{query}", text)));
    if (!Object.keys(this.chosen).length) return;
    const line = element("p", "sb-search__near", `${words["nothing.filtered"]} `);
    line.append(this.#offer(words["filters.reset"], () => this.#resetFilters()));
    message.append(line);
  }

  /**
   * Words of the index that are near to those of the query which are not in it.
   * @param {string} text
   * @param {string[]} near
   * @param {Hit[]} hits
   */
  #showNear(text, near, hits) {
    const line = element("p", "sb-search__near", `${this.words["near"]} `);
    const matched = new Set(hits[0]?.matched);
    for (const word of new Set(near.map((term) => written(term, hits, tokenize)))) {
      line.append(this.#offer(word, () => {
        this.input.value = mended(text, word, matched, tokenize);
        this.input.focus();
        this.#run();
      }), " ");
    }
    this.message.append(line);
  }

  #resetFilters() {
    this.chosen = {};
    this.filters.replaceChildren();
    this.input.focus();
    this.#run();
  }

  /** @param {string} text @param {() => void} act */
  #offer(text, act) {
    const button = element("button", "sb-search__offer", text);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  #showHistory() {
    const { words, list } = this;
    this.foot.hidden = true;
    this.shown = "";
    this.message.replaceChildren(hint(words["hint"]), hint(words["hint.facets"]));
    const queries = this.history.read();
    list.replaceChildren();
    if (queries.length) {
      const group = groupOf(words["history"], `${this.prefix}-history`);
      queries.forEach((query, at) => {
        const option = element("div", "sb-search__past", query);
        option.id = `${this.prefix}-${at}`;
        option.setAttribute("role", "option");
        option.setAttribute("aria-selected", "false");
        group.append(option);
      });
      list.append(group);
      this.message.append(this.#offer(words["history.clear"], () => {
        this.history.clear();
        this.focus();
      }));
    }
    this.input.setAttribute("aria-expanded", String(queries.length > 0));
    this.#activate(undefined);
    this.#say("");
  }

  /** @param {unknown} error */
  #fail(error) {
    console.error(error);
    this.entered = false;
    const { words } = this;
    const line = element("p", "sb-search__nothing", `${words["broken"]} `);
    line.append(this.#offer(words["retry"], () => this.#run()));
    this.list.replaceChildren();
    this.message.replaceChildren(line);
    this.#say(words["broken"]);
  }

  /** Tells a screen reader. @param {string} text */
  #say(text) {
    this.live.textContent = text;
  }

  // ---------------------------------------------------------------------------- its keys

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.isComposing) return; // the key belongs to the input method
    const options = this.#options();
    const at = options.findIndex((option) => option.getAttribute("aria-selected") === "true");
    const steps = { ArrowDown: at + 1, ArrowUp: at < 0 ? -1 : at - 1 };
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (options.length) this.#activate(options.at(steps[event.key] % options.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#enter(event);
    } else if (event.key === "Escape") {
      event.preventDefault(); // it would only empty the field
      this.#leave();
    }
  }

  #leave() {
    const dialog = this.element.closest("dialog");
    if (dialog) return dialog.close();
    this.input.value = "";
    this.#run();
  }

  /** Opens the active option, or waits for the results of what was typed last. */
  #enter({ ctrlKey = false, metaKey = false } = {}) {
    const active = this.list.querySelector('[aria-selected="true"]');
    if (this.input.value.trim() !== this.shown && !active?.matches(".sb-search__past")) {
      this.entered = true;
      return;
    }
    this.entered = false;
    if (!(active instanceof HTMLElement)) return;
    active.dispatchEvent(new MouseEvent("click", {
      bubbles: true, cancelable: true, ctrlKey, metaKey,
    }));
  }

  /** @param {Element} target */
  #clicked(target) {
    const past = target.closest(".sb-search__past");
    if (past) {
      this.input.value = past.textContent ?? "";
      this.input.focus();
      this.#run();
    } else if (target.closest(".sb-search__hit")) {
      this.history.add(this.shown);
    }
  }

  /** @returns {HTMLElement[]} */
  #options() {
    return Array.from(this.list.querySelectorAll('[role="option"]'));
  }

  /** @param {HTMLElement | undefined} option */
  #activate(option) {
    for (const other of this.list.querySelectorAll('[aria-selected="true"]')) {
      other.setAttribute("aria-selected", "false");
    }
    if (option) {
      option.setAttribute("aria-selected", "true");
      option.scrollIntoView({ block: "nearest" });
      this.input.setAttribute("aria-activedescendant", option.id);
    } else {
      this.input.removeAttribute("aria-activedescendant");
    }
  }
}

/** A line of help; what stands in backticks is code. @param {string} text */
function hint(text) {
  const line = element("p", "sb-search__hint");
  line.append(...text.split("`").map((part, at) => element(at % 2 ? "code" : "span", "", part)));
  return line;
}

/** @param {number} n @param {Words} words */
function counted(n, words) {
  return words[n === 1 ? "results.one" : "results.other"].replace("{n}", String(n));
}
