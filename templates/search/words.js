// The words of a query: what each counts, and what an unknown one may mean. The same as
// store/query.py and store/near.py.

import { isUnspaced, runs, termsOf } from "./tokenize.js";

/** @typedef {import("./types.d.ts").QueryTables} QueryTables */

const WORD = 100;
const CHANGE = 50;
const WHOLE = 200;
const STOP = 30;
const SAME = 40;
export const NEAR = 60;

export const SHORTEST_PREFIX = 3;
const SHORTEST_SLIP = 4;
const MOST_PREFIXED = 4;
const MOST_SLIPS = 3;

/** Weights for the lexical signals, in hundredths. @param {string} query @param {QueryTables} tables */
export function weigh(query, tables) {
  const weights = strongest(query, tables, STOP);
  for (const term of [...weights.keys()]) {
    for (const other of tables.same.get(term) ?? []) {
      if (!weights.has(other)) weights.set(other, SAME);
    }
  }
  return weights;
}

/** Weights for the vectors: stop words are words. @param {string} query @param {QueryTables} tables */
export function direction(query, tables) {
  return strongest(query, tables, WORD);
}

/** @param {string} query @param {QueryTables} tables @param {number} stop */
function strongest(query, tables, stop) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  const add = (/** @type {string} */ term, /** @type {number} */ weight) =>
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  for (const run of runs(query)) {
    const terms = termsOf(run);
    const unspaced = isUnspaced(run);
    terms.forEach((term, place) => {
      if (unspaced) {
        if (terms.length === 1 || [...term].length > 1) add(term, WORD);
      } else if (terms.length > 1 && place === terms.length - 1) add(term, WHOLE);
      else if (tables.stop.has(term)) add(term, stop);
      else add(term, tables.change.has(term) ? CHANGE : WORD);
    });
  }
  return weights;
}

/**
 * Whether the query is one identifier that is unknown as a whole and in a part: what it
 * asks for is not there.
 * @param {string} query
 * @param {Set<string>} lost
 */
export function namesNothing(query, lost) {
  const [only, ...more] = runs(query);
  if (only === undefined || more.length || isUnspaced(only)) return false;
  const terms = termsOf(only);
  const whole = terms.pop();
  return terms.length > 0 && lost.has(whole ?? "") && terms.some((part) => lost.has(part));
}

/** Whether the query asks for tests, examples or third-party code. @param {string} query @param {QueryTables} tables */
export function asksAside(query, tables) {
  return runs(query).flatMap(termsOf).some((term) => tables.aside.has(term));
}

/** The languages that the query mentions, by number. @param {string} query @param {QueryTables} tables */
export function mentioned(query, tables) {
  const spoken = new Set();
  for (const [word] of query.matchAll(/[A-Za-z0-9_+#.-]+/g)) {
    const bare = word.replace(/\.+$/, "");
    spoken.add(bare).add(bare.toLowerCase());
  }
  return new Set(
    [...tables.languages.keys()].filter((at) => tables.languages[at]?.some((word) => spoken.has(word))),
  );
}

/** The most frequent terms that begin with a word. @param {[string, number][]} terms */
export function prefixed(terms) {
  return most(terms, MOST_PREFIXED);
}

/** The most frequent words that are one slip away. @param {string} word @param {[string, number][]} words */
export function slips(word, words) {
  if (word.length < SHORTEST_SLIP) return [];
  return most(words.filter(([other]) => isSlip(word, other)), MOST_SLIPS);
}

/** Whether two different words differ by one letter, or by two that are swapped. @param {string} one @param {string} other */
export function isSlip(one, other) {
  if (Math.abs(one.length - other.length) > 1 || one === other) return false;
  let start = 0;
  while (start < Math.min(one.length, other.length) && one[start] === other[start]) start += 1;
  const rest = one.slice(start);
  const goal = other.slice(start);
  const swapped = rest.slice(1, 2) + rest.slice(0, 1) + rest.slice(2);
  return (
    goal === rest.slice(1) || goal === swapped || rest.slice(1) === goal.slice(1) || rest === goal.slice(1)
  );
}

/** @param {[string, number][]} counted @param {number} count */
function most(counted, count) {
  return [...counted]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, count)
    .map(([term]) => term);
}
