// Start of the search in a page: the button in the header with its dialog, the box of the
// search page, and the keys that open them. loader.js calls start(). The index is fetched
// when somebody searches.

import { Box } from "./box.js";
import { element } from "./nodes.js";
import { SENTENCES } from "./sentences.js";
import { openBeside } from "./worker.js";

/**
 * @typedef {import("./box.js").Search} Search
 * @typedef {import("./results.js").Words} Words
 * @typedef {import("./types.d.ts").Manifest} Manifest
 */

const LENS =
  "M9.5 3A6.5 6.5 0 0 1 16 9.5c0 1.61-.59 3.09-1.56 4.23l.27.27h.79l5 5-1.5 1.5-5-5v-.79l" +
  "-.27-.27A6.516 6.516 0 0 1 9.5 16 6.5 6.5 0 1 1 9.5 3m0 2a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9";

/**
 * @param {URL} root the site's root
 * @param {Manifest} manifest
 */
export async function start(root, manifest) {
  const words = spoken();
  /** @type {Promise<Search> | undefined} */
  let opened;
  const search = () => {
    opened ??= openBeside(root, manifest);
    opened.catch(() => (opened = undefined)); // so that the next query tries anew
    return opened;
  };
  const box = (/** @type {boolean} */ page) => {
    search().catch(() => {}); // comes meanwhile; whoever asks for it later sees the error
    return new Box({ root, words, search, page });
  };

  const dialog = new Dialog(words["search"], () => box(false));
  const show = () => {
    const field = document.querySelector(".sb-search--page input");
    if (field instanceof HTMLInputElement) field.focus();
    else dialog.open();
  };
  const button = headerButton(words);
  button.addEventListener("click", show);
  document.querySelector(".md-header__title")?.after(button);
  followNavigation(() => mount(() => box(true)));
  document.addEventListener("keydown", (event) => {
    if (!asksForSearch(event)) return;
    event.preventDefault();
    show();
  });
}

/** Puts the box into the search page, if this is it. @param {() => Box} made */
function mount(made) {
  const place = document.querySelector("[data-sb-search]:not([data-sb-ready])");
  if (!place) return;
  place.setAttribute("data-sb-ready", "");
  const box = made();
  place.replaceChildren(box.element);
  box.restore();
  if (!box.input.value) box.focus();
}

/** The sentences in the language of the page. @returns {Words} */
function spoken() {
  return { ...SENTENCES["en"], ...SENTENCES[document.documentElement.lang.slice(0, 2)] };
}

/**
 * Acts on this page and, where the theme replaces pages without loading them, on the next.
 * @param {() => void} act
 */
function followNavigation(act) {
  const { document$: pages } = /** @type {{document$?: {subscribe(act: () => void): void}}} */ (
    /** @type {unknown} */ (window)
  );
  if (pages) pages.subscribe(act);
  else act();
}

/** @param {Words} words */
function headerButton(words) {
  const button = element("button", "sb-search-button");
  button.type = "button";
  button.title = words["open"];
  button.setAttribute("aria-haspopup", "dialog");
  button.setAttribute("aria-keyshortcuts", "/ Control+K");
  button.append(lens(), element("span", "sb-search-button__word", words["search"]));
  button.append(element("kbd", "sb-search-button__key", "/"));
  return button;
}

function lens() {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", LENS);
  svg.append(path);
  return svg;
}

/**
 * `/` and Ctrl-K (Command-K), unless the key belongs to a field being written in.
 * @param {KeyboardEvent} event
 */
export function asksForSearch(event) {
  if (event.defaultPrevented || event.altKey) return false;
  const control = event.ctrlKey || event.metaKey;
  if (control) return event.key.toLowerCase() === "k" && !event.shiftKey;
  const target = /** @type {HTMLElement | null} */ (event.target);
  return event.key === "/" && !target?.isContentEditable &&
    !/^(input|textarea|select)$/i.test(target?.tagName ?? "");
}

/** The box in a modal dialog: the browser keeps the focus in it and closes it on Escape. */
class Dialog {
  /** @param {string} label @param {() => Box} made */
  constructor(label, made) {
    this.made = made;
    /** @type {Box | undefined} */
    this.box = undefined;
    this.element = element("dialog", "sb-search-dialog");
    this.element.setAttribute("aria-label", label);
    this.element.addEventListener("click", ({ target }) => {
      const within = /** @type {HTMLElement} */ (target);
      if (within === this.element || within.closest("a[href]")) this.element.close();
    });
  }

  open() {
    if (!this.element.isConnected) document.body.append(this.element);
    if (!this.element.open) this.element.showModal();
    if (!this.box) {
      this.box = this.made();
      this.element.replaceChildren(this.box.element);
    }
    this.box.focus();
  }
}
