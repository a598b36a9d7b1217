// The words of a query: what each counts, and what an unknown one may mean. The same as
// store/query.py and store/near.py.

import { isUnspaced, lower, runs, split, term, termsOf, tokenize } from "./tokenize.js";

/** @typedef {import("./types.d.ts").QueryTables} QueryTables */
/** @typedef {Map<string, string[]>} Japanese words and what they are in English */
/** @typedef {import("./shards.js").Shards} Lists of words */

const WORD = 100;
const CHANGE = 50;
const WHOLE = 200;
const STOP = 30;
const SAME = 40;
const SPOKEN = 60;
export const NEAR = 60;
const LONG = 4; // from so many other words on, stop words are left out
export const SENTENCE = 5; // a query of so many words mentions what it names
const MOST_WORDS = 9; // those of scripts without blanks apart

/** Files that tell what an unknown word may mean. */
export const LISTS = 2;

export const SHORTEST_PREFIX = 3;
const SHORTEST_SLIP = 4;
const MOST_PREFIXED = 4;
const MOST_SLIPS = 3;
const RARE = 10; // words of fewer chunks are less likely meant than frequent ones

/**
 * Weights for the lexical signals, in hundredths.
 * @param {string} query
 * @param {QueryTables} tables
 * @param {Japanese} japanese
 */
export function weigh(query, tables, japanese) {
  const weights = strongest(terms(query, tables));
  for (const term of [...weights.keys()]) {
    for (const other of tables.same.get(term) ?? []) {
      if (!weights.has(other)) weights.set(other, SAME);
    }
  }
  return new Map([...translated(query, japanese), ...weights]);
}

/**
 * Weights for the vectors.
 * @param {string} query
 * @param {QueryTables} tables
 * @param {Japanese} japanese
 */
export function direction(query, tables, japanese) {
  return new Map([...translated(query, japanese), ...said(query, tables)]);
}

/**
 * Weights of the terms that the query itself has; here stop words are words.
 * @param {string} query
 * @param {QueryTables} tables
 */
export function said(query, tables) {
  return strongest(terms(query, tables).map(([term, at]) => [term, at === STOP ? WORD : at]));
}

/** The query's terms that are words of a script with blanks. @param {string} query @param {QueryTables} tables */
export function wordsOf(query, tables) {
  return [...said(query, tables).keys()].filter((term) => !isUnspaced(term));
}

/** Whether the query may have Japanese words. @param {string} query */
export function isJapanese(query) {
  return runs(query).some(isUnspaced);
}

/**
 * Weights of English terms for the Japanese words of the query, the longest at each place.
 * @param {string} query
 * @param {Japanese} japanese
 */
function translated(query, japanese) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  const longest = Math.max(0, ...Array.from(japanese.keys(), (word) => [...word].length));
  for (const run of runs(query).filter(isUnspaced)) {
    const signs = [...run];
    for (let at = 0; at < signs.length; ) {
      let end = Math.min(signs.length, at + longest);
      while (end > at && !japanese.has(signs.slice(at, end).join(""))) end -= 1;
      for (const term of japanese.get(signs.slice(at, end).join("")) ?? []) {
        weights.set(term, SPOKEN);
      }
      at = Math.max(end, at + 1);
    }
  }
  return weights;
}

/** @param {[string, number][]} weighed */
function strongest(weighed) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const [term, weight] of weighed) {
    weights.set(term, Math.max(weights.get(term) ?? 0, weight));
  }
  return weights;
}

/** Terms with their weights, as often as they stand in the query. @param {string} query @param {QueryTables} tables */
function terms(query, tables) {
  const every = runs(query).flatMap((run) => weighed(run, tables));
  const loud = every.filter(([, weight]) => weight !== STOP);
  const weights = strongest(loud);
  if (weights.size < LONG) return every;
  const order = (/** @type {[string, number]} */ [one, weight], /** @type {[string, number]} */ [other, heavy]) =>
    heavy - weight || (tables.common.get(one) ?? 0) - (tables.common.get(other) ?? 0);
  const words = [...weights].filter(([term]) => !isUnspaced(term)).sort(order);
  const leftOut = new Set(words.slice(MOST_WORDS).map(([term]) => term));
  return loud.filter(([term]) => !leftOut.has(term));
}

/** @param {string} run @param {QueryTables} tables @returns {[string, number][]} */
function weighed(run, tables) {
  const terms = termsOf(run);
  if (isUnspaced(run)) {
    return terms.filter((term) => terms.length === 1 || [...term].length > 1).map((term) => [term, WORD]);
  }
  return terms.map((term, place) => {
    if (terms.length > 1 && place === terms.length - 1) return [term, WHOLE];
    if (tables.stop.has(term)) return [term, STOP];
    return [term, tables.change.has(term) ? CHANGE : WORD];
  });
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
  return tokenize(query).some((term) => tables.aside.has(term));
}

/** Whether the query asks for what surrounds functions. @param {string} query @param {QueryTables} tables */
export function asksAround(query, tables) {
  if (runs(query).length >= SENTENCE) return false;
  return tokenize(query).some((term) => tables.around.has(term));
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

/**
 * The most frequent terms that begin with a prefix.
 * @param {string} prefix
 * @param {Lists} lists
 */
export async function prefixed(prefix, lists) {
  const { wide, words } = await lists.beginnings(prefix);
  if (Object.hasOwn(wide, prefix)) return (wide[prefix] ?? "").split(" ");
  return most([...words].filter(([word]) => word.startsWith(prefix)), MOST_PREFIXED);
}

/**
 * The most frequent terms of the words that differ from a word, as typed, by a slip. It
 * leaves the first half of the word whole, or it is in that half.
 * @param {string} word
 * @param {Lists} lists
 */
export async function slips(word, lists) {
  if (word.length < SHORTEST_SLIP || !/^[a-z]{3,24}$/.test(word)) return [];
  const head = word.slice(0, Math.floor(word.length / 2));
  const meant = new Map(Array.from(variants(word), (one) => [one, term(one)]));
  /** @type {Map<string, number>} */
  const found = new Map();
  const add = (/** @type {string} */ one, /** @type {Map<string, number>} */ words) => {
    const count = words.get(one);
    if (count) found.set(one, count);
  };
  const alike = [...meant].filter(([one]) => one.startsWith(head)).map(([, term]) => term);
  await Promise.all(alike.map(async (one) => add(one, (await lists.beginnings(one)).words)));
  if (Math.max(0, ...found.values()) < RARE) {
    const frequent = await lists.frequent();
    for (const one of meant.values()) add(one, frequent);
  }
  return most([...found], MOST_SLIPS);
}

/** Every string that is one slip away: a letter more, less or other, or two swapped. @param {string} word */
export function* variants(word) {
  for (let at = 0; at <= word.length; at += 1) {
    const before = word.slice(0, at);
    const after = word.slice(at);
    if (after) {
      yield before + after.slice(1);
      yield before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
    }
    for (const letter of "abcdefghijklmnopqrstuvwxyz") {
      yield before + letter + after;
      yield before + letter + after.slice(1);
    }
  }
}

/** How the parts of the query's words are spelled, by their terms. @param {string} query */
export function spelled(query) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const run of runs(query)) {
    if (!isUnspaced(run)) for (const part of split(run)) found.set(term(part), lower(part));
  }
  return found;
}

/** @param {[string, number][]} counted @param {number} count */
function most(counted, count) {
  return [...counted]
    .sort(([one, few], [other, many]) => many - few || (one < other ? -1 : 1))
    .slice(0, count)
    .map(([one]) => one);
}
