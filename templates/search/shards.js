// The files of the index: what they hold, and when they are fetched. Every file is fetched
// at most once; arrays of numbers are unpacked here and nowhere else.

/** @typedef {import("./types.d.ts").Manifest} Manifest */
/** @typedef {import("./types.d.ts").Postings} Postings */
/** @typedef {import("./types.d.ts").TermRow} TermRow */
/** @typedef {import("./types.d.ts").Tables} Tables */
/** @typedef {import("./types.d.ts").Neighbours} Neighbours */
/** @typedef {import("./types.d.ts").Document} Document */
/** @typedef {import("./types.d.ts").WordFile} WordFile */

const FIRST = 35; // code of the character for 0
const DIGIT = 27000; // numbers from here on are two characters

/** The numbers of a packed text. @param {string} text */
export function unpacked(text) {
  const numbers = [];
  for (let at = 0; at < text.length; at += 1) {
    let number = text.charCodeAt(at) - FIRST;
    if (number >= DIGIT) {
      at += 1;
      number = (number - DIGIT) * DIGIT + text.charCodeAt(at) - FIRST;
    }
    numbers.push(number);
  }
  return numbers;
}

/** Rows of numbers around 0. @param {string} text @param {number} width @param {number} zero */
function rows(text, width, zero) {
  const all = new Int8Array(text.length);
  for (let at = 0; at < text.length; at += 1) all[at] = text.charCodeAt(at) - FIRST - zero;
  return Array.from({ length: all.length / width }, (_, at) =>
    all.subarray(at * width, (at + 1) * width),
  );
}

const PATHS = 5000; // in one file
const STEPS = 7; // of a row, on both sides of 0

export class Shards {
  /** @type {Map<string, Promise<any>>} */
  #fetched = new Map();
  #folder;
  /** What every query needs; open() reads it. @type {Tables} */
  tables = /** @type {any} */ (undefined);

  /** @param {URL} folder of the index, with a slash at the end */
  constructor(folder) {
    this.#folder = folder;
  }

  /** Fetches the tables. @param {(raw: any) => void} check throws when they cannot be used */
  async open(check) {
    this.tables = await this.#file("tables.json", (raw) => {
      check(raw);
      return readTables(raw);
    });
    return this;
  }

  /**
   * @template T
   * @param {string} name
   * @param {(raw: any) => T} read
   * @returns {Promise<T>}
   */
  #file(name, read) {
    let file = this.#fetched.get(name);
    if (!file) {
      file = fetch(new URL(name, this.#folder)).then(async (answer) => {
        if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}`);
        return read(await answer.json());
      });
      file.catch(() => this.#fetched.delete(name));
      this.#fetched.set(name, file);
    }
    return file;
  }

  /**
   * The row of a term, or undefined when it does not occur.
   * @param {string} term
   * @param {string} [by] a term in whose shard it stands as another form
   */
  async term(term, by = term) {
    const shard = shardOf(this.tables.terms, by);
    return shard < 0 ? undefined : (await this.#terms(shard)).get(term);
  }

  /**
   * The words of the file where a text stands, if any, and beginnings that go on in the next.
   * @param {string} text
   * @returns {Promise<WordFile>}
   */
  async beginnings(text) {
    const shard = shardOf(this.tables.beginnings, text);
    if (shard < 0) return { wide: {}, words: new Map() };
    return this.#file(`beginnings/${shard}.json`, (raw) => ({ wide: raw.wide, words: wordCounts(raw) }));
  }

  /** The frequent words, with their frequency. @returns {Promise<Map<string, number>>} */
  frequent() {
    return this.#file("frequent.json", wordCounts);
  }

  /** Japanese words and the terms of what they are in English. @returns {Promise<Map<string, string[]>>} */
  japanese() {
    return this.#file("japanese.json", (raw) =>
      new Map(raw.words.map((/** @type {string[]} */ [word, ...terms]) => [word, terms])),
    );
  }

  /** @param {number} shard @returns {Promise<Map<string, TermRow>>} */
  #terms(shard) {
    return this.#file(`terms/${shard}.json`, (raw) => readTerms(raw, this.#dimension));
  }

  /** What a result shows. @param {number} chunk @returns {Promise<Document>} */
  async document(chunk) {
    const { start, pages, documents } = await this.around(Math.floor(chunk / this.tables.documents));
    return readDocument(documents[chunk - start], pages);
  }

  /** Chunks that are read together. @param {number} place @returns {Promise<Neighbours>} */
  around(place) {
    return this.#file(`documents/${place}.json`, (raw) => ({
      ...raw,
      start: place * this.tables.documents,
      kinds: raw.documents.map((/** @type {any[]} */ row) => row[1]),
      rows: rows(raw.rows, this.#dimension, STEPS),
    }));
  }

  /** The kind of every chunk. @returns {Promise<(chunk: number) => string>} */
  kinds() {
    return this.#file("kinds.json", (raw) => {
      const kinds = unpacked(raw.kinds);
      return (/** @type {number} */ chunk) => raw.names[/** @type {number} */ (kinds[chunk])];
    });
  }

  /** The path of every file. @returns {Promise<string[]>} */
  async paths() {
    const parts = Array.from({ length: Math.ceil(this.tables.starts.length / PATHS) }, (_, at) =>
      this.#file(`paths/${at}.json`, (raw) => raw.paths),
    );
    return (await Promise.all(parts)).flat();
  }

  get #dimension() {
    return Math.max(this.tables.embedder.dimension, 1);
  }
}

/** Words with their frequency. @param {any} raw @returns {Map<string, number>} */
function wordCounts(raw) {
  const counts = unpacked(raw.counts);
  return new Map(raw.words.split(" ").map((/** @type {string} */ word, /** @type {number} */ at) => [word, counts[at]]));
}

/** The last shard whose first term is not after the term. @param {string[]} firsts @param {string} term */
function shardOf(firsts, term) {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (/** @type {string} */ (firsts[middle]) <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** @param {number[]} differences */
function summed(differences) {
  let sum = 0;
  return differences.map((difference) => (sum += difference));
}

/** @param {any} raw @returns {Tables} */
function readTables(raw) {
  const counts = unpacked(raw.chunks);
  let next = 0;
  return {
    ...raw,
    fileOf: counts.flatMap((count, file) => new Array(count).fill(file)),
    starts: counts.map((count) => (next += count) - count),
    aside: unpacked(raw.aside),
    languages: unpacked(raw.language).map((at) => raw.languages[at]),
    scopes: unpacked(raw.scope).map((at) => raw.scopes[at]),
    tongues: readTongues(unpacked(raw.tongues)),
    query: {
      common: ranked(raw.query.common),
      stop: new Set(raw.query.stop),
      change: new Set(raw.query.change),
      aside: new Set(raw.query.aside),
      around: new Set(raw.query.around),
      same: new Map(raw.query.same.map((/** @type {string[]} */ [word, ...others]) => [word, others])),
      languages: raw.query.languages,
    },
  };
}

/** Numbers of frequent terms, which come the most frequent first. @param {string[]} frequent */
function ranked(frequent) {
  return new Map(frequent.map((term, at) => [term, frequent.length - at]));
}

/** For each file, the languages it belongs to and how far. @param {number[]} numbers */
function readTongues(numbers) {
  /** @type {[number, number][][]} */
  const files = [];
  for (let at = 0; at < numbers.length; ) {
    const count = /** @type {number} */ (numbers[at]);
    at += 1;
    files.push(
      Array.from({ length: count }, (_, own) => [
        /** @type {number} */ (numbers[at + 2 * own]),
        /** @type {number} */ (numbers[at + 2 * own + 1]),
      ]),
    );
    at += 2 * count;
  }
  return files;
}

/** @param {any} raw @param {number} dimension @returns {Map<string, TermRow>} */
function readTerms(raw, dimension) {
  const numbers = unpacked(raw.numbers);
  const scores = unpacked(raw.scores);
  const vectors = rows(raw.vectors, dimension, STEPS);
  let at = 0;
  let score = 0;
  let vector = 0;
  const next = () => /** @type {number} */ (numbers[at++]);
  /** @returns {Postings} */
  const postings = () => {
    const count = next();
    const scale = count ? next() : 0;
    const documents = summed(numbers.slice(at, at + count));
    const own = scores.slice(score, score + count);
    at += count;
    score += count;
    return { scale, documents, scores: own };
  };
  /** @type {[string, TermRow][]} */
  const read = [...raw.terms, ...raw.others].map((/** @type {string} */ term) => {
    const occurs = next() === 1;
    const count = next();
    const [functions, files, history] = [postings(), postings(), postings()];
    const step = next();
    const row = step ? Array.from(vectors[vector++] ?? [], (value) => value * step) : undefined;
    return [term, { occurs, count, functions, files, history, vector: row, names: [] }];
  });
  for (const [term, ...name] of raw.names) read[term]?.[1].names.push(name);
  return new Map(read);
}

/**
 * A row says what does not follow from the rest.
 * @param {any[]} row
 * @param {[string, string, string][]} pages path, page and origin
 * @returns {Document}
 */
function readDocument(row, pages) {
  const [page, kind, line, endLine, own, summary = "", confidence = 0, signature = "", anchor = "", symbol = "", title = "", definitions = ""] =
    row;
  const [path, address, origin] = /** @type {[string, string, string]} */ (pages[page]);
  const fragment = anchor || own.replaceAll("_", "-");
  return {
    id: `${path}::${own}`,
    title: title || own,
    kind,
    path,
    line,
    endLine,
    symbol: symbol === null ? "" : symbol || own,
    signature,
    summary,
    url: fragment && address ? `${address}#${fragment}` : address,
    origin,
    confidence,
    definitions: definitions || [],
  };
}
