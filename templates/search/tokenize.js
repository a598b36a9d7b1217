// How text becomes search terms. The rules are those of reference/tokenizer.md; Python
// implements them once more, and one set of vectors tests both.

import { stem } from "./stem.js";

/** Version of the rules; the manifest names the one its index was made with. */
export const VERSION = 2;

const LONGEST = 64;
const MOST_PARTS = 16;

const SEPARATORS =
  "\\u0080-\\u00a9\\u00ab-\\u00b4\\u00b6-\\u00b9\\u00bb-\\u00bf\\u00d7\\u00f7" +
  "\\u02c2-\\u02df\\u2000-\\u206f\\u20a0-\\u20cf\\u2190-\\u2bff\\u2e00-\\u2e7f" +
  "\\u3000-\\u3004\\u3008-\\u3020\\u3030\\u303d-\\u303f\\u30a0\\u30fb" +
  "\\ud800-\\uf8ff\\ufe10-\\ufe1f\\ufe30-\\ufe6f\\uff00-\\uff0f\\uff1a-\\uff20" +
  "\\uff3b-\\uff40\\uff5b-\\uff65\\uffe0-\\uffff" +
  "\\u{1f000}-\\u{1faff}\\u{e0000}-\\u{10ffff}";
const UNSPACED =
  "\\u0e00-\\u0eff\\u1000-\\u109f\\u1100-\\u11ff\\u1780-\\u17ff\\u2e80-\\u2fdf\\u3005-\\u3007" +
  "\\u3021-\\u302f\\u3031-\\u303c\\u3040-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff\\u3100-\\u318f" +
  "\\u31a0-\\u31bf\\u31f0-\\u31ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\ua960-\\ua97f\\uac00-\\ud7ff" +
  "\\uf900-\\ufaff\\uff66-\\uffdf\\u{1b000}-\\u{1b2ff}\\u{20000}-\\u{3ffff}";

const RUN = new RegExp(
  `[${UNSPACED}]+|(?:[A-Za-z0-9_]|[^\\x00-\\x7f${SEPARATORS}${UNSPACED}])+`, "gu",
);
const UNSPACED_RUN = new RegExp(`^[${UNSPACED}]`, "u");
const PART = /A{2,}s(?![Aas])|A+(?=A[as])|A?[as]+|A+|0+/g;
const GROUPED = /^_*[0-9]+_+[0-9]/;
const DUNDER = /^__.*[^_].*__$/su;
const ASCII = /^[\x00-\x7f]*$/;

/**
 * The terms of a text, in order, with repetitions.
 * @param {string} text
 * @returns {string[]}
 */
export function tokenize(text) {
  return runs(text).flatMap(termsOf);
}

/**
 * The runs of word characters: identifiers as written, and unspaced text.
 * @param {string} text
 * @returns {string[]}
 */
export function runs(text) {
  const joined = text.normalize("NFKC").replace(/([0-9])'(?=[0-9])/g, "$1_");
  return joined.match(RUN) ?? [];
}

/**
 * The terms of one run: its parts, then the whole, then a dunder name itself.
 * @param {string} run
 * @returns {string[]}
 */
export function termsOf(run) {
  if (isUnspaced(run)) {
    const letters = [...run];
    return [...letters, ...letters.slice(1).map((letter, at) => letters[at] + letter)];
  }
  const parts = split(run);
  const dunder = DUNDER.test(run);
  if (parts.length === 1 && !dunder) return [term(/** @type {string} */ (parts[0]))];
  const terms = parts.length <= MOST_PARTS ? parts.map(term) : [];
  if (parts.length > 1) terms.push(whole(run));
  if (dunder) terms.push(cut(lower(run)));
  return terms;
}

/** Whether a run is in a script without blanks between words. @param {string} run */
export function isUnspaced(run) {
  return UNSPACED_RUN.test(run);
}

/**
 * The parts of an identifier.
 * @param {string} run
 * @returns {string[]}
 */
export function split(run) {
  const joined = GROUPED.test(run) ? run.replace(/([0-9])_+(?=[0-9])/g, "$1") : run;
  const letters = [...joined];
  const classes = letters.map(classOf).join("");
  const parts = [...classes.matchAll(PART)].map((found) =>
    letters.slice(found.index, found.index + found[0].length).join(""),
  );
  return parts.length ? parts : [joined];
}

/** The term of the whole identifier: the key under which its name is found. @param {string} run */
export function whole(run) {
  return term(run.replaceAll("_", "") || run);
}

/** The term of a single word. @param {string} word */
export function term(word) {
  const short = cut(lower(word));
  return /^[a-z]{3,}$/.test(short) ? stem(short) : short;
}

/** Lower case, letter by letter. @param {string} word */
export function lower(word) {
  return ASCII.test(word)
    ? word.toLowerCase()
    : Array.from(word, (letter) => letter.toLowerCase()).join("");
}

/** @param {string} word */
function cut(word) {
  return word.length <= LONGEST ? word : [...word].slice(0, LONGEST).join("");
}

/** A upper case, a lower case or none, s the letter s, 0 digit, _ itself. @param {string} letter */
function classOf(letter) {
  if (letter === "_" || letter === "s") return letter;
  if (letter >= "0" && letter <= "9" && letter.length === 1) return "0";
  return letter.toLowerCase() === letter ? "a" : "A";
}
