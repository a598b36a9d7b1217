// The arithmetic of a query, line by line that of store/score.py: sums of integers, and
// divisions in one written order, so that both sides get the same numbers.

import { lower, runs, termsOf } from "./tokenize.js";

/** @typedef {import("./types.d.ts").Postings} Postings */
/** @typedef {import("./types.d.ts").Scored} Scored */

export const BY_FILE = new Set(["files", "history", "file vectors"]);
export const DENSE = new Set(["vectors", "file vectors"]);

const PROBES = 6;
const ASIDE_SHARE = 0.5;

/**
 * Adds up the lists of the query's terms.
 * @param {[number, Postings][]} columns weight and postings
 */
export function lexical(columns) {
  /** @type {Map<number, number>} */
  const total = new Map();
  for (const [weight, { scale, documents, scores }] of columns) {
    const factor = weight * scale;
    documents.forEach((document, at) => {
      const score = /** @type {number} */ (scores[at]) * factor;
      total.set(document, (total.get(document) ?? 0) + score);
    });
  }
  return total;
}

/**
 * The lists whose centroids have the greatest dot products with the query.
 * @param {ArrayLike<number>} query
 * @param {ArrayLike<number>[]} centroids
 */
export function nearestLists(query, centroids) {
  const dots = centroids.map((row) => dot(query, row));
  return best(dots.keys(), (at) => /** @type {number} */ (dots[at])).slice(0, PROBES);
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

/** Divides by the maximum. @param {Map<number, number>} scores */
export function shares(scores) {
  let top = 0;
  for (const value of scores.values()) top = Math.max(top, value);
  /** @type {Map<number, number>} */
  const divided = new Map();
  if (top > 0) for (const [key, value] of scores) divided.set(key, value / top);
  return divided;
}

/**
 * How far a word of the query names what a chunk defines.
 * @param {string} qualified
 * @param {string[]} words
 * @param {string} word
 */
export function nameShare(qualified, words, word) {
  const parts = runs(qualified);
  const last = parts.at(-1);
  if (last === undefined || lower(last) !== lower(word)) return 0;
  const exact = last === word;
  const end = parts.slice(-words.length).map(lower);
  if (end.length === words.length && words.every((one, at) => lower(one) === end[at])) {
    return exact ? 1 : 0.9;
  }
  if (qualified.includes(" ") || termsOf(word).length === 1) return 0;
  return exact ? 0.5 : 0.4;
}

/**
 * Sums the signals of one chunk.
 * @param {number} chunk
 * @param {number} file
 * @param {Map<string, Map<number, number>>} signals
 * @param {[string, number][]} weights
 * @param {boolean} aside
 * @returns {Scored}
 */
export function combine(chunk, file, signals, weights, aside) {
  let total = 0;
  let highest = 0;
  let weak = true;
  for (const [name, weight] of weights) {
    highest += weight;
    const share = weight * (signals.get(name)?.get(BY_FILE.has(name) ? file : chunk) ?? 0);
    total += share;
    if (share > 0 && !DENSE.has(name)) weak = false;
  }
  const score = highest > 0 ? total / highest : 0;
  return { chunk, score: aside ? score * ASIDE_SHARE : score, weak };
}

/**
 * Numbers by falling value; where values are equal the lower number comes first.
 * @param {Iterable<number>} numbers
 * @param {(number: number) => number} value
 */
export function best(numbers, value) {
  return [...numbers].sort((one, other) => value(other) - value(one) || one - other);
}
