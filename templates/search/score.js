// The arithmetic of a query, line by line that of store/score.py: sums of integers, and
// divisions in one written order, so that both sides get the same numbers.

import { lower, runs, termsOf, tokenize } from "./tokenize.js";
import { SENTENCE } from "./words.js";

/** @typedef {import("./types.d.ts").Postings} Postings */
/** @typedef {import("./types.d.ts").Scored} Scored */

export const BY_FILE = new Set(["files", "history"]);
export const ASIDE_SHARE = 0.5;
export const AROUND_SHARE = 0.4;

const SURE = 12;
const UNSURE = 9;
const READINGS = 5;
const FEWEST_READINGS = 3;
const FILES = 12;
const FRONT = 10;
const CHUNK_HAS = 4;
const FILE_HAS = 8;
const FILE_SHARE = 20;
const OTHER_CASE = 0.9;
const WRONG_CASE = 0.25;
const LAST_PART = 0.5;
const LAST_PART_OTHER_CASE = 0.4;
const AGAIN = 0.98;
const MOST_ORDERED = 400;
const SCORE_STEPS = 2048;

/**
 * Adds up the lists of the query's terms.
 * @param {[number, Postings][]} columns weight and postings
 */
export function lexical(columns) {
  /** @type {Map<number, number>} */
  const total = new Map();
  for (const [weight, { scale, documents, scores }] of columns) {
    const factor = weight * scale;
    for (let at = 0; at < documents.length; at += 1) {
      const document = /** @type {number} */ (documents[at]);
      const score = /** @type {number} */ (scores[at]) * factor;
      total.set(document, (total.get(document) ?? 0) + score);
    }
  }
  return total;
}

/**
 * What part of a query a chunk has, by the weights of the words and their rarity.
 * @param {[number, Postings, Postings][]} columns weight, postings of chunks and of files
 * @param {number[]} fileOf
 */
export function coverage(columns, fileOf) {
  /** @type {Map<number, number>} */
  const own = new Map();
  /** @type {Map<number, number>} */
  const through = new Map();
  let whole = 0;
  for (const [weight, chunks, files] of columns) {
    const rare = weight * chunks.scale;
    whole += 100 * rare;
    const having = new Set(has(files, FILE_HAS));
    for (const file of having) through.set(file, (through.get(file) ?? 0) + FILE_SHARE * rare);
    for (const chunk of has(chunks, CHUNK_HAS)) {
      const more = having.has(/** @type {number} */ (fileOf[chunk])) ? 100 - FILE_SHARE : 100;
      own.set(chunk, (own.get(chunk) ?? 0) + more * rare);
    }
  }
  return (/** @type {number} */ chunk) => {
    const file = /** @type {number} */ (fileOf[chunk]);
    return ((own.get(chunk) ?? 0) + (through.get(file) ?? 0)) / whole;
  };
}

/** The documents that have a term. @param {Postings} postings @param {number} steps */
function has({ documents, scores }, steps) {
  return documents.filter((_, at) => /** @type {number} */ (scores[at]) >= steps);
}

/**
 * Where to read vectors: the first neighbourhoods that the chunks, best first, stand in;
 * fewer for a query whose words are in many files.
 * @param {number[]} ordered
 * @param {number} together chunks of a neighbourhood
 * @param {number} files
 */
export function readings(ordered, together, files) {
  const most = Math.min(READINGS, Math.max(FEWEST_READINGS, FILES - files));
  return [...new Set(ordered.map((chunk) => Math.floor(chunk / together)))].slice(0, most);
}

/**
 * The first hits that stand in one of the neighbourhoods, then all others.
 * @param {Scored[]} scored
 * @param {number[]} places
 * @param {number} together
 */
export function inFront(scored, places, together) {
  const isRead = (/** @type {Scored} */ { chunk }) => places.includes(Math.floor(chunk / together));
  const first = new Set(scored.filter(isRead).slice(0, FRONT));
  return [...first, ...scored.filter((one) => !first.has(one))];
}

/**
 * Cosine of two rows of integers; a negative one, or one of no direction, is 0.
 * @param {ArrayLike<number>} query
 * @param {ArrayLike<number>} row
 */
export function cosine(query, row) {
  const product = dot(query, row);
  if (product <= 0) return 0;
  return product / (Math.sqrt(dot(query, query)) * Math.sqrt(dot(row, row)));
}

/** @param {ArrayLike<number>} one @param {ArrayLike<number>} other */
function dot(one, other) {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) {
    sum += /** @type {number} */ (one[at]) * /** @type {number} */ (other[at]);
  }
  return sum;
}

/** What cosines count to a query of so many words. @param {number} words */
export function sureness(words) {
  return (UNSURE + Math.min(words, SURE)) / (UNSURE + SURE);
}

/**
 * Divides by the maximum of the scores, each times what its document counts.
 * @param {Map<number, number>} scores
 * @param {(document: number) => number} counts
 */
export function shares(scores, counts) {
  return divided(scores, highest(scores, counts));
}

/**
 * Scores times the part of the query that a chunk has, divided so that 1 means all of it: by
 * what lies between the maximum of the scores and that of the products.
 * @param {Map<number, number>} scores
 * @param {(chunk: number) => number} part
 * @param {(chunk: number) => number} counts
 */
export function coveredShares(scores, part, counts) {
  const covered = new Map([...scores].map(([key, value]) => [key, value * part(key)]));
  return divided(covered, Math.sqrt(highest(scores, counts) * highest(covered, counts)));
}

/** @param {Map<number, number>} scores @param {(document: number) => number} counts */
function highest(scores, counts) {
  let top = 0;
  for (const [key, value] of scores) top = Math.max(top, value * counts(key));
  return top;
}

/** @param {Map<number, number>} scores @param {number} top */
function divided(scores, top) {
  /** @type {Map<number, number>} */
  const shares = new Map();
  if (top > 0) for (const [key, value] of scores) shares.set(key, value / top);
  return shares;
}

/**
 * Whether a word is meant as it is typed: with a capital, and something is called so.
 * @param {string} word
 * @param {string[]} names
 */
export function wantsCase(word, names) {
  return word !== lower(word) && names.some((name) => runs(name).at(-1) === word);
}

/**
 * How far a word of the query names what a chunk defines: the title of a document by the
 * whole of it alone, a definition by the end of its qualified name. Where the word is
 * `cased`, a name in another case counts so little that no other signal puts it before the
 * exact one.
 * @param {string} qualified
 * @param {string[]} words
 * @param {string} word
 * @param {boolean} cased
 */
export function nameShare(qualified, words, word, cased) {
  const parts = runs(qualified);
  const last = parts.at(-1);
  if (last === undefined || lower(last) !== lower(word)) return 0;
  const exact = last === word;
  const title = qualified.includes(" ");
  const end = (title ? parts : parts.slice(-words.length)).map(lower);
  if (end.length === words.length && words.every((one, at) => lower(one) === end[at])) {
    return exact ? 1 : cased ? WRONG_CASE : OTHER_CASE;
  }
  if (title || termsOf(word).length === 1) return 0;
  if (words.length >= SENTENCE) return 0;
  return exact ? LAST_PART : LAST_PART_OTHER_CASE;
}

/**
 * The first of the definitions whose name has the most of the query's terms.
 * @param {[string, number][]} definitions
 * @param {Map<string, number>} words
 */
export function meant(definitions, words) {
  let most = 0;
  let found;
  for (const [symbol, line] of definitions) {
    const count = new Set(tokenize(symbol).filter((term) => words.has(term))).size;
    if (count > most) {
      most = count;
      found = { symbol, title: symbol, line };
    }
  }
  return found;
}

/** The sum of the signals, for one chunk after the other. */
export class Sum {
  #parts;
  #highest;

  /**
   * @param {Map<string, Map<number, number>>} signals
   * @param {[string, number][]} weights
   */
  constructor(signals, weights) {
    this.#parts = weights.map(([name, weight]) => ({
      name, weight, byFile: BY_FILE.has(name), values: signals.get(name) ?? new Map(),
    }));
    this.#highest = this.#parts.reduce((sum, { weight }) => sum + weight, 0);
  }

  /**
   * @param {number} chunk
   * @param {number} file
   * @param {number} factor what the file counts
   */
  score(chunk, file, factor) {
    let total = 0;
    let named = 0;
    for (const { name, weight, byFile, values } of this.#parts) {
      const share = weight * (values.get(byFile ? file : chunk) ?? 0);
      if (name === "name") named = share;
      else total += share;
    }
    return this.#highest > 0 ? (total * factor + named) / this.#highest : 0;
  }

  /** Whether only the vectors speak for a chunk. @param {number} chunk @param {number} file */
  isWeak(chunk, file) {
    return this.#parts.every(({ name, weight, byFile, values }) =>
      name === "vectors" || weight * (values.get(byFile ? file : chunk) ?? 0) === 0,
    );
  }
}

/**
 * Chunks with their scores, best first; each further hit of a file counts less.
 * @param {number[]} chunks
 * @param {(chunk: number) => number} score
 * @param {number[]} fileOf
 * @returns {Scored[]}
 */
export function inOrder(chunks, score, fileOf) {
  const order = (/** @type {Scored} */ one, /** @type {Scored} */ other) =>
    other.score - one.score || one.chunk - other.chunk;
  /** @type {Map<number, number>} */
  const factors = new Map();
  return foremost(chunks, score, MOST_ORDERED)
    .sort(order)
    .slice(0, MOST_ORDERED)
    .map(({ chunk, score: own }) => {
      const file = /** @type {number} */ (fileOf[chunk]);
      const factor = factors.get(file) ?? 1;
      factors.set(file, factor * AGAIN);
      return { chunk, score: own * factor };
    })
    .sort(order);
}

/**
 * The chunks that have a score, without most of those after the count-th: counted by steps
 * of their scores, which is much cheaper than putting all of them in order.
 * @param {number[]} chunks
 * @param {(chunk: number) => number} score 0 to 1
 * @param {number} count
 * @returns {Scored[]}
 */
function foremost(chunks, score, count) {
  const scores = new Float64Array(chunks.length);
  const tally = new Uint32Array(SCORE_STEPS + 1);
  for (let at = 0; at < chunks.length; at += 1) {
    const own = score(/** @type {number} */ (chunks[at]));
    scores[at] = own;
    tally[Math.floor(own * SCORE_STEPS)] += 1;
  }
  let step = SCORE_STEPS;
  for (let seen = 0; step > 0; step -= 1) {
    seen += /** @type {number} */ (tally[step]);
    if (seen >= count) break;
  }
  const found = [];
  for (let at = 0; at < chunks.length; at += 1) {
    const own = /** @type {number} */ (scores[at]);
    if (own > 0 && own * SCORE_STEPS >= step) {
      found.push({ chunk: /** @type {number} */ (chunks[at]), score: own });
    }
  }
  return found;
}
