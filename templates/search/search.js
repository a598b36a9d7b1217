// The search: `const search = await open(siteRoot); await search.query("open a session")`.
// It fetches what the words of a query need and leaves the arithmetic to score.js.

import {
  AROUND_SHARE, ASIDE_SHARE, BY_FILE, Sum, cosine, coverage, coveredShares, inOrder, lexical, inFront, meant, nameShare,
  readings, shares, sureness, wantsCase,
} from "./score.js";
import { facetsOf, fits } from "./facets.js";
import { Shards } from "./shards.js";
import { VERSION, runs, whole } from "./tokenize.js";
import {
  LISTS, NEAR, SHORTEST_PREFIX, asksAround, asksAside, direction, isJapanese, mentioned, namesNothing,
  prefixed, said, slips, spelled, weigh, wordsOf,
} from "./words.js";

/** @typedef {import("./types.d.ts").Manifest} Manifest */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {import("./types.d.ts").Hit} Hit */
/** @typedef {import("./types.d.ts").Scored} Scored */
/** @typedef {import("./types.d.ts").TermRow} TermRow */
/** @typedef {import("./types.d.ts").Tables} Tables */

const LEXICAL = /** @type {const} */ (["functions", "files", "history"]);
const AROUND = new Set(["class", "statements"]);
const MOST_WEAK = 3;
const TOP = 20;
const MOST_PLACES = 32; // that a query with facets reads
const AHEAD = 20; // hits that it looks at together

/**
 * Opens the search of a site.
 * @param {URL | string} root the site's address, with a slash at the end
 * @param {Manifest} [manifest] when the caller has it already
 */
export async function open(root, manifest) {
  const folder = new URL("search/", root);
  if (!manifest) {
    const answer = await fetch(new URL("manifest.json", folder), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`manifest.json: ${answer.status} ${answer.statusText}`);
    manifest = /** @type {Manifest} */ (await answer.json());
  }
  return new Search(await new Shards(new URL(manifest.index, folder)).open(({ tokenizer }) => {
    if (tokenizer === VERSION) return;
    throw new Error(`the index has terms of version ${tokenizer}, not ${VERSION}`);
  }));
}

export class Search {
  #shards;
  #weights;

  /** @param {Shards} shards opened */
  constructor(shards) {
    const { weights, facets, embedder } = shards.tables;
    this.#shards = shards;
    this.#weights = Object.entries(weights);
    /** Values that the filters may take, most frequent first. */
    this.facets = facets;
    /** Whether vectors take part. */
    this.vectors = embedder.dimension > 0 && (weights["vectors"] ?? 0) > 0;
  }

  /**
   * The best hits, best first; none when nothing fits. Near terms are what stands for words
   * of the query that the index does not hold.
   * @param {string} asked
   * @param {Options} [options]
   * @returns {Promise<{hits: Hit[], near: string[]}>}
   */
  async query(asked, options = {}) {
    const { tables } = this.#shards;
    const { query: text, facets } = facetsOf(asked);
    const { rows, words, toward, near, files } = await this.#words(text, tables);
    options.signal?.throwIfAborted();
    if (!words.size) return { hits: [], near };
    const names = named(text, rows, said(text, tables.query));
    const factor = factors(text, tables);
    const file = (/** @type {number} */ chunk) => /** @type {number} */ (tables.fileOf[chunk]);
    const counts = (/** @type {number} */ chunk) => factor(file(chunk));
    const signals = lexicalSignals(words, rows, tables.fileOf, factor);
    signals.set("name", new Map([...names].map(([chunk, { share }]) => [chunk, share])));
    const accepted = await this.#filter(options, tables);
    let sum = new Sum(signals, this.#weights);
    const score = (/** @type {number} */ chunk) => sum.score(chunk, file(chunk), counts(chunk));
    const ordered = (/** @type {Iterable<number>} */ chunks) =>
      inOrder([...chunks].filter(accepted), score, tables.fileOf);
    const spoken = candidates(signals, tables);
    let found = ordered(spoken);
    const { direction, pointing } = this.#direction(toward, rows);
    const places = direction.length
      ? readings(found.map(({ chunk }) => chunk), tables.documents, files)
      : [];
    const vectors = await this.#around(text, places, direction, sureness(pointing));
    options.signal?.throwIfAborted();
    if (vectors.size) {
      sum = new Sum(signals.set("vectors", vectors), this.#weights);
      found = ordered(tables.brings ? new Set([...spoken, ...vectors.keys()]) : spoken);
      found = inFront(found, places, tables.documents);
    }
    const isWeak = (/** @type {Scored} */ { chunk }) => sum.isWeak(chunk, file(chunk));
    if (found.every(isWeak)) found = found.slice(0, MOST_WEAK);
    const least = tables.least * (found[0]?.score ?? 0);
    found = found.filter(({ score }) => score >= least);
    const matched = [...words.keys()].filter((term) => rows.has(term));
    const shown = async (/** @type {Scored} */ one) => {
      const { definitions, ...document } = await this.#shards.document(one.chunk);
      const own = names.get(one.chunk)?.shown ?? meant(definitions, words);
      return { ...document, ...own, score: one.score, weak: isWeak(one), matched };
    };
    const top = Math.max(options.top ?? TOP, 0);
    const hits = facets.length
      ? await this.#fitting(found, top, shown, (hit) => fits(hit, facets))
      : await Promise.all(found.slice(0, top).map(shown));
    options.signal?.throwIfAborted();
    return { hits, near };
  }

  /**
   * The first hits that fit, of those in the places of the best. Some are read ahead.
   * @param {Scored[]} found
   * @param {number} top
   * @param {(one: Scored) => Promise<Hit>} shown
   * @param {(hit: Hit) => boolean} fits
   */
  async #fitting(found, top, shown, fits) {
    const placeOf = (/** @type {Scored} */ { chunk }) => Math.floor(chunk / this.#shards.tables.documents);
    const places = new Set([...new Set(found.map(placeOf))].slice(0, MOST_PLACES));
    const near = found.filter((one) => places.has(placeOf(one)));
    /** @type {Hit[]} */
    const hits = [];
    for (let at = 0; at < near.length && hits.length < top; at += AHEAD) {
      const next = await Promise.all(near.slice(at, at + AHEAD).map(shown));
      hits.push(...next.filter(fits));
    }
    return hits.slice(0, top);
  }

  /**
   * Weighted terms with their rows, and about how many files they cost; unknown ones are
   * replaced by what they may mean.
   * @param {string} text
   * @param {Tables} tables
   */
  async #words(text, tables) {
    const japanese = isJapanese(text) ? await this.#shards.japanese() : new Map();
    const words = weigh(text, tables.query, japanese);
    const toward = direction(text, tables.query, japanese);
    const rows = await this.#rows([...toward.keys()]);
    for (const [term, row] of await this.#others(words, rows, tables)) rows.set(term, row);
    const own = new Set(words.keys());
    const unknown = [...said(text, tables.query).keys()].filter(
      (term) =>
        [...term].length >= SHORTEST_PREFIX &&
        /^[\x00-\x7f]+$/.test(term) &&
        !occurs(rows.get(term)),
    );
    /** @type {Set<string>} */
    const lost = new Set();
    const spelling = spelled(text);
    for (const term of unknown) {
      let found = await prefixed(term, this.#shards);
      if (!found.length) found = await slips(spelling.get(term) ?? "", this.#shards);
      if (!found.length) lost.add(term);
      for (const other of found) if (!words.has(other)) words.set(other, NEAR);
    }
    if (namesNothing(text, lost)) words.clear();
    const near = [...words.keys()].filter((term) => !own.has(term));
    for (const term of near) if (!toward.has(term)) toward.set(term, NEAR);
    for (const [term, row] of await this.#rows(near)) rows.set(term, row);
    const files = wordsOf(text, tables.query).length + near.length + (unknown.length ? LISTS : 0);
    return { rows, words, toward, near, files };
  }

  /**
   * The rows of other forms, from the shards of the words that led to them.
   * @param {Map<string, number>} words
   * @param {Map<string, TermRow>} rows
   * @param {Tables} tables
   */
  async #others(words, rows, tables) {
    /** @type {Map<string, TermRow>} */
    const found = new Map();
    for (const word of rows.keys()) {
      for (const other of tables.query.same.get(word) ?? []) {
        if (!words.has(other) || rows.has(other) || found.has(other)) continue;
        const row = await this.#shards.term(other, word);
        if (row) found.set(other, row);
      }
    }
    return found;
  }

  /** The rows of the terms that occur. @param {string[]} terms */
  async #rows(terms) {
    const rows = await Promise.all(terms.map((term) => this.#shards.term(term)));
    /** @type {Map<string, TermRow>} */
    const known = new Map();
    rows.forEach((row, at) => {
      if (row) known.set(/** @type {string} */ (terms[at]), row);
    });
    return known;
  }

  /**
   * The direction of the query among the vectors, empty where it has none, and how many terms
   * have one.
   * @param {Map<string, number>} toward
   * @param {Map<string, TermRow>} rows
   */
  #direction(toward, rows) {
    /** @type {number[]} */
    const query = [];
    let pointing = 0;
    for (const [term, weight] of this.vectors ? toward : []) {
      const vector = rows.get(term)?.vector;
      if (!vector?.some((value) => value !== 0)) continue;
      pointing += 1;
      vector.forEach((value, at) => {
        query[at] = (query[at] ?? 0) + weight * value;
      });
    }
    return { direction: query.some((value) => value !== 0) ? query : [], pointing };
  }

  /**
   * Cosines of the chunks of these places, as far as the query is sure of them.
   * @param {string} text
   * @param {number[]} places
   * @param {number[]} direction
   * @param {number} sure
   */
  async #around(text, places, direction, sure) {
    /** @type {Map<number, number>} */
    const found = new Map();
    const share = asksAround(text, this.#shards.tables.query) ? 1 : AROUND_SHARE;
    const read = await Promise.all(places.map((place) => this.#shards.around(place)));
    for (const { start, kinds, rows: vectors } of read) {
      vectors.forEach((row, at) => {
        const value = cosine(direction, row) * (AROUND.has(kinds[at] ?? "") ? share : 1) * sure;
        if (value > 0) found.set(start + at, value);
      });
    }
    return found;
  }

  /** A test of chunks by the wanted filters. @param {Options} options @param {Tables} tables */
  async #filter({ kind, scope, language, path }, tables) {
    const folder = scope && !tables.scopes.includes(scope) ? scope : "";
    const [kinds, paths] = await Promise.all([
      kind ? this.#shards.kinds() : undefined,
      path || folder ? this.#shards.paths() : undefined,
    ]);
    const fits = path ? pathTest(path) : () => true;
    const within = folder ? pathTest(folder) : () => true;
    return (/** @type {number} */ chunk) => {
      const file = /** @type {number} */ (tables.fileOf[chunk]);
      return (
        (!kinds || kinds(chunk) === kind) &&
        (!scope || folder !== "" || tables.scopes[file] === scope) &&
        (!language || tables.languages[file] === language) &&
        (!paths || (fits(paths[file] ?? "") && within(paths[file] ?? "")))
      );
    };
  }
}

/**
 * The shares of each signal of words: by chunk, or by file.
 * @param {Map<string, number>} words
 * @param {Map<string, TermRow>} rows
 * @param {number[]} fileOf
 * @param {(file: number) => number} factor what a file counts
 */
function lexicalSignals(words, rows, fileOf, factor) {
  const known = [...words].flatMap(([term, weight]) => {
    const row = rows.get(term);
    return row ? [/** @type {const} */ ([weight, row])] : [];
  });
  /** @type {Map<string, Map<number, number>>} */
  const signals = new Map();
  for (const name of LEXICAL) {
    const scores = lexical(known.map(([weight, row]) => [weight, row[name]]));
    signals.set(name, BY_FILE.has(name) ? shares(scores, factor) : coveredShares(
      scores,
      coverage(known.map(([weight, row]) => [weight, row.functions, row.files]), fileOf),
      (chunk) => factor(/** @type {number} */ (fileOf[chunk])),
    ));
  }
  return signals;
}

/** Whether a term occurs in any text; a row may hold a vector alone. @param {TermRow | undefined} row */
function occurs(row) {
  return row !== undefined && row.occurs;
}

/** What each file counts for this query. @param {string} text @param {Tables} tables */
function factors(text, tables) {
  const aside = asksAside(text, tables.query) ? 1 : ASIDE_SHARE;
  const several = tables.tongues.some((own) => own.length > 0);
  const languages = several ? mentioned(text, tables.query) : new Set();
  return (/** @type {number} */ file) => {
    const own = tables.aside[file] === 1 ? aside : 1;
    if (!languages.size) return own;
    let share = 0;
    for (const [language, tenths] of tables.tongues[file] ?? []) {
      if (languages.has(language)) share = Math.max(share, tenths);
    }
    return (own * (10 + share)) / 20;
  };
}

/**
 * Chunks that define what the query, or a word of it, names.
 * @param {string} text
 * @param {Map<string, TermRow>} rows
 * @param {Map<string, number>} own terms of the query itself
 */
function named(text, rows, own) {
  /** @type {Map<number, {share: number, shown: {symbol: string, title: string, line: number}}>} */
  const found = new Map();
  const words = runs(text);
  for (const word of words) {
    const name = whole(word);
    if (!own.has(name)) continue;
    const names = rows.get(name)?.names ?? [];
    const cased = wantsCase(word, names.map(([symbol]) => symbol));
    for (const [symbol, chunk, line] of names) {
      const share = nameShare(symbol, words, word, cased);
      if (share > (found.get(chunk)?.share ?? 0)) {
        found.set(chunk, { share, shown: { symbol, title: symbol, line } });
      }
    }
  }
  return found;
}

/**
 * Chunks that words speak for; a file is represented by its first.
 * @param {Map<string, Map<number, number>>} signals
 * @param {Tables} tables
 */
function candidates(signals, tables) {
  const names = [...LEXICAL, "name"];
  /** @type {Set<number>} */
  const found = new Set();
  for (const name of names) {
    for (const number of signals.get(name)?.keys() ?? []) {
      found.add(BY_FILE.has(name) ? /** @type {number} */ (tables.starts[number]) : number);
    }
  }
  return [...found];
}

/** Whether a path is the wanted file, lies in the wanted folder or fits the glob. @param {string} wanted */
function pathTest(wanted) {
  if (!/[*?[]/.test(wanted)) {
    const folder = `${wanted.replace(/\/+$/, "")}/`;
    return (/** @type {string} */ path) => path === wanted || path.startsWith(folder);
  }
  const pattern = globPattern(wanted);
  return (/** @type {string} */ path) => pattern.test(path);
}

/** A glob as Python's fnmatch reads it: * goes over slashes. @param {string} glob */
function globPattern(glob) {
  const source = glob.replace(/\[(!?)([^\]]+)\]|[\s\S]/g, (sign, not, inside) => {
    if (inside !== undefined) return `[${not ? "^" : ""}${inside.replace(/[\\\]^[]/g, "\\$&")}]`;
    if (sign === "*") return ".*";
    if (sign === "?") return ".";
    return sign.replace(/[$()*+./?[\\\]^{|}-]/g, "\\$&");
  });
  return new RegExp(`^(?:${source})$`, "su");
}
