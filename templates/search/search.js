// The search: `const search = await open(siteRoot); await search.query("open a session")`.
// It fetches what the words of a query need and leaves the arithmetic to score.js.

import { BY_FILE, best, combine, cosine, lexical, nameShare, nearestLists, shares } from "./score.js";
import { Shards } from "./shards.js";
import { VERSION, runs, termsOf, whole } from "./tokenize.js";

/** @typedef {import("./types.d.ts").Manifest} Manifest */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {import("./types.d.ts").Hit} Hit */
/** @typedef {import("./types.d.ts").TermRow} TermRow */
/** @typedef {import("./types.d.ts").Tables} Tables */

const LEXICAL = /** @type {const} */ (["functions", "files", "history"]);
const MOST_WEAK = 3;
const TOP = 20;

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
  return new Search(new Shards(new URL(manifest.index, folder), manifest), manifest);
}

export class Search {
  #shards;
  #weights;
  #chunks;

  /** @param {Shards} shards @param {Manifest} manifest */
  constructor(shards, manifest) {
    if (manifest.tokenizer !== VERSION) {
      throw new Error(`the index has terms of version ${manifest.tokenizer}, not ${VERSION}`);
    }
    this.#shards = shards;
    this.#weights = Object.entries(manifest.weights);
    this.#chunks = manifest.counts.chunks;
    /** Values that the filters may take, most frequent first. */
    this.facets = manifest.facets;
    /** Whether vectors take part. */
    this.vectors = manifest.embedder.dimension > 0;
  }

  /**
   * The best hits, best first; none when nothing fits.
   * @param {string} text
   * @param {Options} [options]
   * @returns {Promise<{hits: Hit[], near: string[]}>}
   */
  async query(text, options = {}) {
    const weights = weigh(text);
    const [tables, rows] = await Promise.all([this.#shards.tables(), this.#rows(weights)]);
    options.signal?.throwIfAborted();
    const signals = await this.#signals(text, weights, rows, tables);
    options.signal?.throwIfAborted();
    const accepted = await this.#filter(options, tables);
    const scored = new Map(
      candidates(signals, tables)
        .filter(accepted)
        .map((chunk) => {
          const file = /** @type {number} */ (tables.fileOf[chunk]);
          return [chunk, combine(chunk, file, signals, this.#weights, tables.aside[file] === 1)];
        }),
    );
    let found = best(scored.keys(), (chunk) => scored.get(chunk)?.score ?? 0)
      .map((chunk) => /** @type {import("./types.d.ts").Scored} */ (scored.get(chunk)))
      .filter(({ score }) => score > 0);
    if (found.every(({ weak }) => weak)) found = found.slice(0, MOST_WEAK);
    found = found.slice(0, Math.max(options.top ?? TOP, 0));
    const documents = await Promise.all(found.map(({ chunk }) => this.#shards.document(chunk)));
    options.signal?.throwIfAborted();
    const matched = [...rows.keys()];
    const hits = found.map(({ score, weak }, at) => ({
      .../** @type {import("./types.d.ts").Document} */ (documents[at]),
      score,
      weak,
      matched,
    }));
    return { hits, near: [] };
  }

  /** The rows of the terms that occur. @param {Map<string, number>} weights */
  async #rows(weights) {
    const terms = [...weights.keys()];
    const rows = await Promise.all(terms.map((term) => this.#shards.term(term)));
    /** @type {Map<string, TermRow>} */
    const known = new Map();
    rows.forEach((row, at) => {
      if (row) known.set(/** @type {string} */ (terms[at]), row);
    });
    return known;
  }

  /**
   * Each signal's shares: by chunk, or by file.
   * @param {string} text
   * @param {Map<string, number>} weights
   * @param {Map<string, TermRow>} rows
   * @param {Tables} tables
   */
  async #signals(text, weights, rows, tables) {
    /** @type {Map<string, Map<number, number>>} */
    const signals = new Map();
    for (const name of LEXICAL) {
      signals.set(name, shares(lexical([...rows].map(([term, row]) => [weights.get(term) ?? 0, row[name]]))));
    }
    const items = await this.#cosines(weights, rows, tables);
    const chunks = new Map();
    const files = new Map();
    for (const [item, value] of items) {
      if (item < this.#chunks) chunks.set(item, value);
      else files.set(item - this.#chunks, value);
    }
    signals.set("vectors", shares(chunks));
    signals.set("file vectors", shares(files));
    signals.set("name", named(text, rows));
    return signals;
  }

  /**
   * Cosines of the items in the lists nearest to the query.
   * @param {Map<string, number>} weights
   * @param {Map<string, TermRow>} rows
   * @param {Tables} tables
   */
  async #cosines(weights, rows, tables) {
    /** @type {Map<number, number>} */
    const found = new Map();
    /** @type {number[]} */
    const query = [];
    for (const [term, { vector }] of rows) {
      const weight = weights.get(term) ?? 0;
      vector?.forEach((value, at) => {
        query[at] = (query[at] ?? 0) + weight * value;
      });
    }
    if (!query.some((value) => value !== 0)) return found;
    const lists = await Promise.all(
      nearestLists(query, tables.centroids).map((number) => this.#shards.list(number)),
    );
    for (const list of lists) {
      list.items.forEach((item, at) => {
        const value = cosine(query, /** @type {Int8Array} */ (list.rows[at]));
        if (value > 0) found.set(item, value);
      });
    }
    return found;
  }

  /** A test of chunks by the wanted filters. @param {Options} options @param {Tables} tables */
  async #filter({ kind, scope, language, path }, tables) {
    const [kinds, paths] = await Promise.all([
      kind ? this.#shards.kinds() : undefined,
      path ? this.#shards.paths() : undefined,
    ]);
    const fits = path ? pathTest(path) : () => true;
    return (/** @type {number} */ chunk) => {
      const file = /** @type {number} */ (tables.fileOf[chunk]);
      return (
        (!kinds || kinds(chunk) === kind) &&
        (!scope || tables.scopes[file] === scope) &&
        (!language || tables.languages[file] === language) &&
        (!paths || fits(paths[file] ?? ""))
      );
    };
  }
}

/** Weights of the query's terms, in hundredths. @param {string} text */
function weigh(text) {
  /** @type {Map<string, number>} */
  const weights = new Map();
  for (const run of runs(text)) {
    const terms = termsOf(run);
    terms.forEach((term, at) => {
      const weight = terms.length > 1 && at === terms.length - 1 ? 200 : 100;
      weights.set(term, Math.max(weights.get(term) ?? 0, weight));
    });
  }
  return weights;
}

/** Chunks that define what the query, or a word of it, names. @param {string} text @param {Map<string, TermRow>} rows */
function named(text, rows) {
  /** @type {Map<number, number>} */
  const found = new Map();
  const words = runs(text);
  for (const word of words) {
    for (const [qualified, chunk] of rows.get(whole(word))?.names ?? []) {
      const share = nameShare(qualified, words, word);
      if (share > (found.get(chunk) ?? 0)) found.set(chunk, share);
    }
  }
  return found;
}

/** Chunks that some signal speaks for; a file is represented by its first. @param {Map<string, Map<number, number>>} signals @param {Tables} tables */
function candidates(signals, tables) {
  /** @type {Set<number>} */
  const found = new Set();
  for (const [name, values] of signals) {
    if (name === "file vectors") continue;
    for (const number of values.keys()) {
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
