/** What `search/manifest.json` holds. */
export interface Manifest {
  format: number;
  tokenizer: number;
  embedder: { name: string; dimension: number };
  counts: { chunks: number; files: number };
  /** Signal -> weight, in the order of the sum. */
  weights: Record<string, number>;
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
  /** In how many chunks the term occurs. */
  count: number;
  functions: Postings;
  files: Postings;
  history: Postings;
  vector: Int8Array | undefined;
  /** Qualified names whose last part is this term, and the chunks that define them. */
  names: [string, number][];
}

export interface Tables {
  fileOf: number[];
  starts: number[];
  aside: Uint8Array;
  languages: string[];
  scopes: string[];
  centroids: Int8Array[];
}

/** Items are chunks by number, then files. */
export interface VectorList {
  items: number[];
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
}

export interface Hit extends Document {
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
  scope?: string;
  language?: string;
  /** A file, a folder, or a glob. */
  path?: string;
  signal?: AbortSignal;
}
