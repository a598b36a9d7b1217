/** What `search/manifest.json` holds. */
export interface Manifest {
  format: number;
  tokenizer: number;
  embedder: { name: string; dimension: number };
  counts: { chunks: number; files: number };
  /** Signal -> weight, in the order of the sum. */
  weights: Record<string, number>;
  /** Whether vectors bring hits of their own. */
  brings: boolean;
  /** Hits below this share of the best score are left out. */
  least: number;
  /** First term of each shard. */
  terms: string[];
  lists: number;
  /** Documents in one shard. */
  documents: number;
  facets: { kinds: string[]; scopes: string[]; languages: string[] };
  /** Folder of the index and script of the client, relative to `search/`. */
  index: string;
  client: string;
}

/** Documents of a term, in ascending order, and their scores of 1 to 255. */
export interface Postings {
  scale: number;
  documents: number[];
  scores: Uint8Array;
}

export interface TermRow {
  /** Whether it occurs in any text; a row may hold a vector alone. */
  occurs: boolean;
  /** In how many chunks the term occurs. */
  count: number;
  functions: Postings;
  files: Postings;
  history: Postings;
  vector: Int8Array | undefined;
  /** Qualified names whose last part is this term: name, chunk that defines it, line. */
  names: [string, number, number][];
}

export interface Tables {
  fileOf: number[];
  starts: number[];
  aside: Uint8Array;
  languages: string[];
  scopes: string[];
  /** For each file, languages of queries and how far it belongs to them, in tenths. */
  tongues: [number, number][][];
  centroids: Int8Array[];
  query: QueryTables;
}

/** What is known of a query's words. */
export interface QueryTables {
  stop: Set<string>;
  change: Set<string>;
  aside: Set<string>;
  same: Map<string, string[]>;
  /** How each language is written. */
  languages: string[][];
}

export interface VectorList {
  chunks: number[];
  rows: Int8Array[];
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
  weak: boolean;
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
