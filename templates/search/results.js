// Results as nodes: groups by kind, and the matched parts of names and sentences marked.
//
// Whatever comes from the repository enters the page as text of text nodes, never as
// markup, so that no name and no docstring can become an element.

import { element } from "./nodes.js";

/**
 * @typedef {import("./types.d.ts").Hit} Hit
 * @typedef {(text: string) => string[]} Tokenize
 * @typedef {Record<string, string>} Words the interface's sentences by name
 * @typedef {{text: string, hit: boolean}} Piece
 * @typedef {{name: string, hits: Hit[]}} Group
 */

/** Kinds that a reader takes for one, under the name of the first. */
const TOGETHER = new Map([
  ["method", "function"],
  ["block", "function"],
  ["section", "document"],
  ["statements", "file"],
  ["window", "file"],
]);

/** Kinds whose hits have no name but their place, and those whose signature says something. */
const UNNAMED = new Set(["statements", "window"]);
const SIGNED = new Set(["function", "method", "class", "block"]);

/** Words that are marked only when nothing else was asked for. */
const QUIET = new Set(["an", "and", "by", "for", "from", "in", "is", "of", "on", "the", "to", "with"]);

const SIGN = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}ー]";
const SIGNS = new RegExp(`^${SIGN}`, "u");
const WORD_OR_SIGNS = new RegExp(`${SIGN}+|(?:(?!${SIGN})[\\p{L}\\p{M}\\p{N}_])+`, "gu");
const PIECE = /\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|\p{Lu}+|[\p{Lo}\p{M}]+|\p{N}+/gu;

/**
 * Hits by kind, in the order of each kind's best hit; hits that only the meaning supports
 * come last, under a name that says so.
 * @param {readonly Hit[]} hits best first
 * @returns {Group[]}
 */
export function grouped(hits) {
  /** @type {Map<string, Hit[]>} */
  const groups = new Map();
  const named = hits.filter((hit) => !hit.weak);
  for (const hit of named) {
    const name = `kind.${TOGETHER.get(hit.kind) ?? hit.kind}`;
    const group = groups.get(name);
    if (group) group.push(hit);
    else groups.set(name, [hit]);
  }
  const weak = hits.filter((hit) => hit.weak);
  if (weak.length) groups.set("weak", weak);
  return Array.from(groups, ([name, members]) => ({ name, hits: members }));
}

/**
 * The terms worth a mark: single letters and small words only if there are no others.
 * @param {readonly string[]} matched
 */
export function telling(matched) {
  const loud = matched.filter((term) => !QUIET.has(term) && !/^[a-z]$/.test(term));
  return new Set(loud.length ? loud : matched);
}

/**
 * Cuts a text where the matched terms stand in it. A whole identifier is marked when it
 * matched as a whole, otherwise those of its words that did.
 * @param {string} text
 * @param {ReadonlySet<string>} matched
 * @param {Tokenize} tokenize
 * @returns {Piece[]}
 */
export function pieces(text, matched, tokenize) {
  /** @type {[number, number][]} */
  const ranges = [];
  for (const run of text.matchAll(WORD_OR_SIGNS)) {
    const start = run.index;
    for (const [from, to] of matches(run[0], matched, tokenize)) {
      const last = ranges.at(-1);
      if (last && /^[_.\-]?$/.test(text.slice(last[1], start + from))) last[1] = start + to;
      else ranges.push([start + from, start + to]);
    }
  }
  /** @type {Piece[]} */
  const cut = [];
  let end = 0;
  for (const [from, to] of ranges) {
    if (from > end) cut.push({ text: text.slice(end, from), hit: false });
    cut.push({ text: text.slice(from, to), hit: true });
    end = to;
  }
  if (end < text.length) cut.push({ text: text.slice(end), hit: false });
  return cut;
}

/**
 * How a term is written in what was found, in lower case: the index has stems alone.
 * @param {string} term
 * @param {readonly Hit[]} hits
 * @param {Tokenize} tokenize
 */
export function written(term, hits, tokenize) {
  for (const { title, signature, summary } of hits) {
    for (const [part] of `${title} ${signature} ${summary}`.matchAll(PIECE)) {
      if (tokenize(part).includes(term)) return part.toLowerCase();
    }
  }
  return term;
}

/**
 * The query with another word in place of the only one that nothing was found for, or the
 * other word alone.
 * @param {string} query
 * @param {string} word
 * @param {ReadonlySet<string>} matched
 * @param {Tokenize} tokenize
 */
export function mended(query, word, matched, tokenize) {
  const lost = query.split(/\s+/).filter((one) => !tokenize(one).some((term) => matched.has(term)));
  return lost.length === 1 ? query.replace(/** @type {string} */ (lost[0]), () => word) : word;
}

/**
 * Ranges of one run of letters and digits that matched.
 * @param {string} run
 * @param {ReadonlySet<string>} matched
 * @param {Tokenize} tokenize
 * @returns {[number, number][]}
 */
function matches(run, matched, tokenize) {
  if (SIGNS.test(run)) return signs(run, matched);
  const terms = tokenize(run).filter((term) => matched.has(term));
  if (!terms.length) return [];
  /** @type {[number, number][]} */
  const found = [];
  const explained = new Set();
  for (const { 0: part, index } of run.matchAll(PIECE)) {
    const own = tokenize(part).filter((term) => matched.has(term));
    if (!own.length) continue;
    for (const term of own) explained.add(term);
    found.push([index, index + part.length]);
  }
  return terms.every((term) => explained.has(term)) ? found : [[0, run.length]];
}

/**
 * Ranges of a text without blanks: pairs of signs, or single ones if no pair was asked for.
 * @param {string} run
 * @param {ReadonlySet<string>} matched
 * @returns {[number, number][]}
 */
function signs(run, matched) {
  const length = Array.from(matched).some((term) => SIGNS.test(term) && [...term].length > 1) ? 2 : 1;
  const all = Array.from(run);
  /** @type {[number, number][]} */
  const found = [];
  let start = 0;
  for (const [at, sign] of all.entries()) {
    const piece = all.slice(at, at + length).join("");
    const last = found.at(-1);
    if (matched.has(piece.normalize("NFKC"))) {
      if (last && last[1] > start) last[1] = start + piece.length;
      else found.push([start, start + piece.length]);
    }
    start += sign.length;
  }
  return found;
}

/**
 * The options of a list box: one group a kind, one link a hit.
 * @param {readonly Hit[]} hits
 * @param {{root: URL, words: Words, tokenize: Tokenize, prefix: string}} context
 * @returns {DocumentFragment}
 */
export function drawn(hits, { root, words, tokenize, prefix }) {
  const list = document.createDocumentFragment();
  let count = 0;
  for (const { name, hits: members } of grouped(hits)) {
    const title = words[name] ?? name.replace("kind.", "");
    const group = groupOf(title, `${prefix}-${name.replace(".", "-")}`);
    for (const hit of members) {
      const option = drawnHit(hit, root, words, tokenize);
      option.id = `${prefix}-${count++}`;
      group.append(option);
    }
    list.append(group);
  }
  return list;
}

/**
 * A group of options under a heading.
 * @param {string} title
 * @param {string} id of the heading
 */
export function groupOf(title, id) {
  const heading = element("div", "sb-search__kind", title);
  heading.id = id;
  heading.setAttribute("role", "presentation");
  const group = element("div", "sb-search__group");
  group.setAttribute("role", "group");
  group.setAttribute("aria-labelledby", id);
  group.append(heading);
  return group;
}

/**
 * @param {Hit} hit
 * @param {URL} root
 * @param {Words} words
 * @param {Tokenize} tokenize
 */
function drawnHit(hit, root, words, tokenize) {
  const matched = telling(hit.matched);
  /** @param {string} tag @param {string} name @param {string} text */
  const marked = (tag, name, text) => {
    const node = element(tag, name);
    node.append(...pieces(text, matched, tokenize).map(({ text: piece, hit: on }) =>
      on ? element("mark", "", piece) : document.createTextNode(piece)));
    return node;
  };
  const option = document.createElement("a");
  option.className = "sb-search__hit";
  option.href = new URL(hit.url, root).href;
  option.tabIndex = -1;
  option.setAttribute("role", "option");
  option.setAttribute("aria-selected", "false");
  const named = !UNNAMED.has(hit.kind);
  const place = hit.line ? `${hit.path}:${hit.line}` : hit.path;
  const head = element("span", "sb-search__head");
  head.append(marked("span", "sb-search__title", named ? hit.title : hit.path));
  head.append(marked("span", "sb-search__place", named ? place : `${hit.line}–${hit.endLine}`));
  option.append(head);
  if (hit.signature && SIGNED.has(hit.kind)) {
    option.append(marked("code", "sb-search__signature", hit.signature));
  }
  if (hit.summary) {
    const summary = element("span", "sb-search__summary");
    summary.append(...hit.summary.split("`").map((part, at) =>
      marked(at % 2 ? "code" : "span", "", part)));
    if (hit.origin?.startsWith("model:")) {
      summary.append(element("span", "sb-search__origin", words["by"]));
    }
    option.append(summary);
  }
  return option;
}
