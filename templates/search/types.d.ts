/** What `search/manifest.json` holds. */
export interface Manifest {
  format: number;
  /** Folder of the index and script of the client, relative to `search/`. */
  index: string;
  client: string;
}

/** Documents of a term, in ascending order, and their scores in steps. */
export interface Postings {
  scale: number;
  documents: number[];
  scores: number[];
}

export interface TermRow {
  /** Whether it occurs in any text; a row may hold a vector alone. */
  occurs: boolean;
  /** In how many chunks the term occurs. */
  count: number;
  functions: Postings;
  files: Postings;
  history: Postings;
  vector: number[] | undefined;
  /** Qualified names whose last part is this term: name, chunk that defines it, line. */
  names: [string, number, number][];
}

/** What `tables.json` holds, unpacked. */
export interface Tables {
  tokenizer: number;
  embedder: { name: string; dimension: number };
  /** Signal -> weight, in the order of the sum. */
  weights: Record<string, number>;
  /** Whether vectors bring hits of their own. */
  brings: boolean;
  /** Hits below this share of the best score are left out. */
  least: number;
  facets: Facets;
  /** For each shard of terms a text between the last term before it and its first. */
  terms: string[];
  /** The same for words in order. */
  beginnings: string[];
  /** Documents in one shard. */
  documents: number;
  fileOf: number[];
  starts: number[];
  aside: number[];
  languages: string[];
  scopes: string[];
  /** For each file, languages of queries and how far it belongs to them, in tenths. */
  tongues: [number, number][][];
  query: QueryTables;
}

/** A file of a list of words. */
export interface WordFile {
  /** Beginnings that go on in the next file, with the most frequent words that have them. */
  wide: Record<string, string>;
  /** Words with their frequency. */
  words: Map<string, number>;
}

/** Values that the filters may take, most frequent first. */
export interface Facets {
  kinds: string[];
  scopes: string[];
  languages: string[];
}

/** What is known of a query's words. */
export interface QueryTables {
  /** Frequent terms, with the greater numbers for the more frequent. */
  common: Map<string, number>;
  stop: Set<string>;
  change: Set<string>;
  aside: Set<string>;
  around: Set<string>;
  same: Map<string, string[]>;
  /** How each language is written. */
  languages: string[][];
}

/** Chunks that are read together. */
export interface Neighbours {
  /** Number of the first. */
  start: number;
  kinds: string[];
  /** Their vectors. */
  rows: Int8Array[];
  /** What results show of them, and what several have in common. */
  documents: any[][];
  pages: [string, string, string][];
}

export interface Document {
  id: string;
  title: string;
  kind: string;
  path: string;
  line: number;
  endLine: number;
  symbol: string;
  signature: string;
  summary: string;
  /** Relative to the site's root. */
  url: string;
  /** `extracted`, or `model:<name>`. */
  origin: string;
  confidence: number;
  /** What a module-level chunk, which has no name of its own, defines: name and line. */
  definitions: [string, number][];
}

export interface Hit extends Omit<Document, "definitions"> {
  /** Between 0 and 1. */
  score: number;
  /** No word of the query occurs: only the vectors speak for it. */
  weak: boolean;
  /** The terms of the index that the query's words led to. */
  matched: string[];
}

export interface Scored {
  chunk: number;
  score: number;
}

export interface Options {
  top?: number;
  kind?: string;
  /** A scope of the facets, or else a folder. */
  scope?: string;
  language?: string;
  /** A file, a folder, or a glob. */
  path?: string;
  signal?: AbortSignal;
}
