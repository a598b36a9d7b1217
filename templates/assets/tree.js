// The tree of files in the side bar: read when it is opened, built folder by folder.
//
// A tree in the sense of the accessibility guidelines: one item is in the tab order, arrow
// keys walk, right and left open and close, Enter follows. It opens where the page is.
(() => {
  /**
   * A row is a name, a page ("" for none) and, for a folder, its rows or the name of the
   * file they stand in.
   * @typedef {[name: string, url: string, children?: Row[] | string]} Row
   * @typedef {{title: string, filter: string, none: string, more: string}} Words
   */

  const MOST = 200; // rows drawn at once in a folder or as answer to the filter
  const OPEN = "sourcebook:tree";

  const script = /** @type {HTMLScriptElement | null} */ (
    document.currentScript ?? document.querySelector('script[src*="assets/tree.js"]')
  );
  if (!script || location.protocol === "file:") return; // from disk no JSON can be read
  const assets = new URL(".", script.src);
  const root = new URL("..", assets);

  /** @param {string} name @returns {Promise<any>} */
  const read = async (name) => {
    const answer = await fetch(new URL(name, assets));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer.json();
  };

  /** The rows of a folder, read once if they stand in a file of their own. @param {Row} row */
  const childrenOf = async (row) => {
    if (typeof row[2] === "string") row[2] = /** @type {Row[]} */ (await read(row[2]));
    return row[2] ?? [];
  };

  /** @param {string} tag @param {string} name @param {string} [text] */
  const element = (tag, name, text = "") => {
    const node = document.createElement(tag);
    node.className = name;
    node.textContent = text;
    return node;
  };

  /** What the page is about: the path of a file or a folder, or null. */
  const place = () => {
    const marked = /** @type {HTMLElement | null} */ (
      document.querySelector(".md-content [data-file], .md-content [data-module]")
    );
    return marked?.dataset["file"] ?? marked?.dataset["module"] ?? null;
  };

  /** Scrolls the side bar, and only it, until an item is seen. @param {HTMLElement} item */
  const intoView = (item) => {
    const frame = item.closest(".md-sidebar__scrollwrap");
    if (!frame) return;
    const { top, bottom } = frame.getBoundingClientRect();
    const at = item.getBoundingClientRect();
    if (at.top < top || at.bottom > bottom) frame.scrollTop += at.top - (top + bottom) / 2;
  };

  class Tree {
    /** @param {Words} words @param {Row[]} rows */
    constructor(words, rows) {
      this.words = words;
      /** @type {Row} */
      this.top = ["", "", rows];
      this.here = place();
      this.filter = /** @type {HTMLInputElement} */ (element("input", "sb-tree__filter"));
      this.filter.type = "search";
      this.filter.placeholder = words.filter;
      this.filter.setAttribute("aria-label", words.filter);
      this.list = element("ul", "sb-tree__list");
      this.list.setAttribute("role", "tree");
      this.list.setAttribute("aria-label", words.title);
      this.note = element("p", "sb-tree__note");
      this.note.setAttribute("role", "status");
      this.nodes = [this.filter, this.list, this.note];
      this.filter.addEventListener("input", () => this.#search(this.filter.value));
      this.list.addEventListener("keydown", (event) => this.#key(event));
      this.list.addEventListener("click", (event) => this.#clicked(event));
      /** @type {WeakMap<Element, {row: Row, path: string}>} */
      this.rows = new WeakMap();
    }

    async show() {
      await this.#fill(this.list, this.top, "");
      if (this.here !== null) await this.#reveal(this.here);
      this.#rove(this.list.querySelector('[aria-current]') ?? this.list.querySelector("li"));
    }

    /** Draws the rows of a folder. @param {Element} list @param {Row} folder @param {string} path */
    async #fill(list, folder, path, from = 0) {
      const rows = await childrenOf(folder);
      const shown = rows.slice(from, from + MOST);
      list.append(...shown.map((row) => this.#item(row, path ? `${path}/${row[0]}` : row[0])));
      const rest = rows.length - from - shown.length;
      if (rest <= 0) return;
      const more = element("li", "sb-tree__item sb-tree__more");
      more.append(element("span", "sb-tree__line", this.words.more.replace("{n}", String(rest))));
      more.setAttribute("role", "treeitem");
      more.tabIndex = -1;
      more.addEventListener("click", async () => {
        await this.#fill(list, folder, path, from + MOST);
        this.#rove(more.nextElementSibling, true);
        more.remove();
      });
      list.append(more);
    }

    /** @param {Row} row @param {string} path */
    #item(row, path, label = row[0]) {
      const item = element("li", "sb-tree__item");
      item.setAttribute("role", "treeitem");
      item.tabIndex = -1;
      const line = element(row[1] ? "a" : "span", "sb-tree__line", label);
      if (row[1]) {
        line.setAttribute("href", new URL(row[1], root).href);
        line.tabIndex = -1;
      }
      item.append(line);
      if (row[2]) {
        item.setAttribute("aria-expanded", "false");
        const arrow = element("span", "sb-tree__arrow");
        arrow.setAttribute("aria-hidden", "true");
        item.prepend(arrow);
      }
      if (path === this.here) item.setAttribute("aria-current", "page");
      this.rows.set(item, { row, path });
      return item;
    }

    /** Opens the folders down to a path. @param {string} path */
    async #reveal(path) {
      let at = "";
      for (const name of path.split("/")) {
        at = at ? `${at}/${name}` : name;
        const item = this.#items().find((other) => this.rows.get(other)?.path === at);
        if (!item) return;
        if (item.hasAttribute("aria-expanded")) await this.#open(item);
        if (at === path) intoView(item);
      }
    }

    /** @param {HTMLElement} item */
    async #open(item) {
      const known = this.rows.get(item);
      if (!known || item.getAttribute("aria-expanded") !== "false") return;
      item.setAttribute("aria-expanded", "true");
      if (item.querySelector("ul")) return;
      const list = element("ul", "sb-tree__group");
      list.setAttribute("role", "group");
      item.append(list);
      await this.#fill(list, known.row, known.path);
    }

    /** @param {Event} event */
    #clicked(event) {
      const target = /** @type {Element} */ (event.target);
      const item = /** @type {HTMLElement | null} */ (target.closest('[role="treeitem"]'));
      if (!item) return;
      this.#rove(item);
      if (!target.closest("a") && item.hasAttribute("aria-expanded")) this.#toggle(item);
    }

    /** @param {HTMLElement} item */
    #toggle(item) {
      if (item.getAttribute("aria-expanded") === "true") item.setAttribute("aria-expanded", "false");
      else this.#open(item);
    }

    /** Items that can be seen, from the top. */
    #items() {
      const all = /** @type {HTMLElement[]} */ (
        Array.from(this.list.querySelectorAll('[role="treeitem"]'))
      );
      return all.filter((item) => !item.parentElement?.closest('[aria-expanded="false"]'));
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const items = this.#items();
      const item = /** @type {HTMLElement | null} */ (
        /** @type {Element} */ (event.target).closest('[role="treeitem"]')
      );
      if (!item) return;
      const at = items.indexOf(item);
      const state = item.getAttribute("aria-expanded");
      const parent = /** @type {HTMLElement | null | undefined} */ (
        item.parentElement?.closest('[role="treeitem"]')
      );
      /** @type {Record<string, () => unknown>} */
      const acts = {
        ArrowDown: () => this.#rove(items[at + 1], true),
        ArrowUp: () => this.#rove(items[at - 1], true),
        Home: () => this.#rove(items[0], true),
        End: () => this.#rove(items.at(-1), true),
        ArrowRight: () => (state === "true" ? this.#rove(items[at + 1], true) : this.#open(item)),
        ArrowLeft: () => (state === "true" ? this.#toggle(item) : this.#rove(parent, true)),
        Enter: () => {
          const link = item.querySelector(":scope > a");
          if (link instanceof HTMLElement) link.click();
          else item.click();
        },
      };
      const act = acts[event.key];
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    }

    /** Makes one item the one in the tab order. @param {Element | null | undefined} item */
    #rove(item, focus = false) {
      if (!(item instanceof HTMLElement)) return;
      this.list.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
      item.tabIndex = 0;
      if (focus) item.focus();
    }

    /** @param {string} text */
    async #search(text) {
      const wanted = text.trim().toLowerCase();
      this.list.replaceChildren();
      this.note.textContent = "";
      if (!wanted) return this.show();
      /** @type {[Row, string][]} */
      const waiting = [[this.top, ""]];
      /** @type {HTMLElement[]} */
      const found = [];
      let left = 0;
      while (waiting.length) {
        const [folder, path] = /** @type {[Row, string]} */ (waiting.pop());
        const rows = await childrenOf(folder);
        if (this.filter.value !== text) return; // another key came meanwhile
        const below = /** @type {[Row, string][]} */ ([]);
        for (const row of rows) {
          const full = path ? `${path}/${row[0]}` : row[0];
          if (row[2]) below.push([row, full]);
          else if (!full.toLowerCase().includes(wanted)) continue;
          else if (found.length < MOST) found.push(this.#item(row, full, full));
          else left += 1;
        }
        waiting.push(...below.reverse());
      }
      this.list.replaceChildren(...found);
      this.#rove(found[0]);
      if (!found.length) this.note.textContent = this.words.none;
      if (left) this.note.textContent = this.words.more.replace("{n}", String(left));
    }
  }

  /** @returns {boolean} */
  const wasOpen = () => {
    try {
      return localStorage.getItem(OPEN) !== "closed";
    } catch {
      return true;
    }
  };

  /** @param {boolean} open */
  const remember = (open) => {
    try {
      localStorage.setItem(OPEN, open ? "open" : "closed");
    } catch {
      // Not remembered, nothing else.
    }
  };

  const mount = () => {
    const nav = document.querySelector(".md-nav--primary > .md-nav__list");
    if (!nav || nav.querySelector(".sb-tree")) return;
    const details = /** @type {HTMLDetailsElement} */ (element("details", "sb-tree__details"));
    const word = document.documentElement.lang.startsWith("ja") ? "ファイル" : "Files";
    const summary = element("summary", "sb-tree__title md-nav__link", word);
    details.append(summary);
    const item = element("li", "md-nav__item sb-tree");
    item.append(details);

    /** @type {Promise<void> | undefined} */
    let filled;
    const fill = async () => {
      const { words, rows } = await read("tree.json");
      const tree = new Tree(words, rows);
      details.append(...tree.nodes);
      await tree.show();
    };
    details.addEventListener("toggle", () => {
      remember(details.open);
      if (details.open) filled ??= fill().catch((error) => {
        console.warn(error);
        item.remove(); // a site without the tree's data has no tree
      });
    });
    nav.append(item);
    details.open = wasOpen();
  };

  const { document$: pages } = /** @type {{document$?: {subscribe(act: () => void): void}}} */ (
    /** @type {unknown} */ (window)
  );
  if (pages) pages.subscribe(mount);
  else mount();
})();
