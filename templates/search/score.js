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
  let top = 0;
  for (const [key, value] of scores) top = Math.max(top, value * counts(key));
  /** @type {Map<number, number>} */
  const divided = new Map();
  if (top > 0) for (const [key, value] of scores) divided.set(key, value / top);
  return divided;
}

/**
 * How far a word of the query names what a chunk defines: the title of a document by the
 * whole of it alone, a definition by the end of its qualified name.
 * @param {string} qualified
 * @param {string[]} words
 * @param {string} word
 */
export function nameShare(qualified, words, word) {
  const parts = runs(qualified);
  const last = parts.at(-1);
  if (last === undefined || lower(last) !== lower(word)) return 0;
  const exact = last === word;
  const title = qualified.includes(" ");
  const end = (title ? parts : parts.slice(-words.length)).map(lower);
  if (end.length === words.length && words.every((one, at) => lower(one) === end[at])) {
    return exact ? 1 : 0.9;
  }
  if (title || termsOf(word).length === 1) return 0;
  if (words.length >= SENTENCE) return 0;
  return exact ? 0.5 : 0.4;
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
