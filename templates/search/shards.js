// The files of the index: what they hold, and when they are fetched. Every file is fetched
// at most once; arrays of numbers are unpacked here and nowhere else.

/** @typedef {import("./types.d.ts").Manifest} Manifest */
/** @typedef {import("./types.d.ts").Postings} Postings */
/** @typedef {import("./types.d.ts").TermRow} TermRow */
/** @typedef {import("./types.d.ts").Tables} Tables */
/** @typedef {import("./types.d.ts").VectorList} VectorList */
/** @typedef {import("./types.d.ts").Document} Document */

/** @param {string} packed */
function octets(packed) {
  return Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
}

/** Numbers of seven bits a byte, the lowest first. @param {string} packed */
function varints(packed) {
  const numbers = [];
  let number = 0;
  let place = 1;
  for (const octet of octets(packed)) {
    number += (octet & 127) * place;
    place *= 128;
    if (octet < 128) {
      numbers.push(number);
      number = 0;
      place = 1;
    }
  }
  return numbers;
}

/** Rows of signed bytes. @param {string} packed @param {number} width */
function rows(packed, width) {
  const all = new Int8Array(octets(packed).buffer);
  return Array.from({ length: all.length / width }, (_, at) =>
    all.subarray(at * width, (at + 1) * width),
  );
}

/** Rows of signed halves of a byte, the low one first. @param {string} packed @param {number} width */
function halves(packed, width) {
  const all = octets(packed);
  const bytes = Math.ceil(width / 2);
  return Array.from({ length: all.length / bytes }, (_, at) =>
    Int8Array.from({ length: width }, (_unused, place) => {
      const octet = /** @type {number} */ (all[at * bytes + (place >> 1)]);
      return (place % 2 ? octet << 24 : octet << 28) >> 28;
    }),
  );
}

export class Shards {
  /** @type {Map<string, Promise<any>>} */
  #fetched = new Map();
  #folder;
  #manifest;

  /** @param {URL} folder of the index, with a slash at the end @param {Manifest} manifest */
  constructor(folder, manifest) {
    this.#folder = folder;
    this.#manifest = manifest;
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

  /** What every query needs. @returns {Promise<Tables>} */
  tables() {
    return this.#file("tables.json", (raw) => readTables(raw, this.#dimension));
  }

  /** The row of a term, or undefined when it does not occur. @param {string} term */
  async term(term) {
    const shard = shardOf(this.#manifest.terms, term);
    if (shard < 0) return undefined;
    return (await this.#terms(shard)).get(term);
  }

  /** The terms that begin so, with their frequency. @param {string} prefix */
  async beginning(prefix) {
    const { terms } = this.#manifest;
    /** @type {[string, number][]} */
    const found = [];
    for (let shard = Math.max(shardOf(terms, prefix), 0); shard < terms.length; shard += 1) {
      const first = /** @type {string} */ (terms[shard]);
      if (first > prefix && !first.startsWith(prefix)) break;
      for (const [term, { count }] of await this.#terms(shard)) {
        if (count > 0 && term.startsWith(prefix)) found.push([term, count]);
      }
    }
    return found;
  }

  /** The words that a slip is looked for among. @returns {Promise<Map<string, number>>} */
  words() {
    return this.#file("words.json", (raw) => {
      const counts = varints(raw.counts);
      const words = raw.words ? raw.words.split(" ") : [];
      return new Map(words.map((/** @type {string} */ word, /** @type {number} */ at) => [word, counts[at]]));
    });
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

  /** @param {number} number @returns {Promise<VectorList>} */
  list(number) {
    return this.#file(`lists/${number}.json`, (raw) => ({
      chunks: summed(varints(raw.chunks)),
      rows: halves(raw.rows, this.#dimension),
    }));
  }

  /** What a result shows. @param {number} chunk @returns {Promise<Document>} */
  async document(chunk) {
    const size = this.#manifest.documents;
    const shard = Math.floor(chunk / size);
    const read = await this.#file(`documents/${shard}.json`, (raw) => raw.documents);
    return readDocument(read[chunk - shard * size]);
  }

  /** The kind of every chunk. @returns {Promise<(chunk: number) => string>} */
  kinds() {
    return this.#file("kinds.json", (raw) => {
      const kinds = octets(raw.kinds);
      return (/** @type {number} */ chunk) => raw.names[/** @type {number} */ (kinds[chunk])];
    });
  }

  /** The path of every file. @returns {Promise<string[]>} */
  paths() {
    return this.#file("paths.json", (raw) => raw.paths);
  }

  get #dimension() {
    return Math.max(this.#manifest.embedder.dimension, 1);
  }
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

/** @param {any} raw @param {number} dimension @returns {Tables} */
function readTables(raw, dimension) {
  const counts = varints(raw.chunks);
  const fileOf = counts.flatMap((count, file) => new Array(count).fill(file));
  let next = 0;
  return {
    fileOf,
    starts: counts.map((count) => (next += count) - count),
    aside: octets(raw.aside),
    languages: varints(raw.language).map((at) => raw.languages[at]),
    scopes: varints(raw.scope).map((at) => raw.scopes[at]),
    tongues: readTongues(varints(raw.tongues)),
    centroids: rows(raw.centroids, dimension),
    query: {
      stop: new Set(raw.query.stop),
      change: new Set(raw.query.change),
      aside: new Set(raw.query.aside),
      same: new Map(raw.query.same.map((/** @type {string[]} */ [word, ...others]) => [word, others])),
      languages: raw.query.languages,
    },
  };
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
  const numbers = varints(raw.numbers);
  const scores = octets(raw.scores);
  const vectors = rows(raw.vectors, dimension);
  let at = 0;
  let score = 0;
  let vector = 0;
  const next = () => /** @type {number} */ (numbers[at++]);
  /** @returns {Postings} */
  const postings = () => {
    const count = next();
    const scale = count ? next() : 0;
    const documents = summed(numbers.slice(at, at + count));
    const own = scores.subarray(score, score + count);
    at += count;
    score += count;
    return { scale, documents, scores: own };
  };
  /** @type {TermRow[]} */
  const read = raw.terms.map(() => {
    const occurs = next() === 1;
    const count = next();
    const [functions, files, history] = [postings(), postings(), postings()];
    const row = next() ? vectors[vector++] : undefined;
    return { occurs, count, functions, files, history, vector: row, names: [] };
  });
  for (const [term, ...name] of raw.names) read[term]?.names.push(name);
  return new Map(raw.terms.map((/** @type {string} */ term, /** @type {number} */ number) => [term, read[number]]));
}

/** @param {any[]} row @returns {Document} */
function readDocument(row) {
  const [id, title, kind, path, line, endLine, symbol, signature, summary, url, origin, confidence, definitions] =
    row;
  return { id, title, kind, path, line, endLine, symbol, signature, summary, url, origin, confidence, definitions };
}
