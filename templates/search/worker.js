// The search beside the page: a worker fetches and counts, so that typing never waits for
// it. The same file is the client of the page and the program of the worker. Where a
// browser allows no worker, the search runs in the page.

import { open } from "./search.js";

/** @typedef {import("./box.js").Search} Search */
/** @typedef {import("./types.d.ts").Facets} Facets */
/** @typedef {import("./types.d.ts").Manifest} Manifest */
/** @typedef {import("./types.d.ts").Options} Options */
/** @typedef {{id: number, result?: any, error?: string}} Answer */

/**
 * Opens the search of a site in a worker.
 * @param {URL} root
 * @param {Manifest} manifest
 * @returns {Promise<Search>}
 */
export async function openBeside(root, manifest) {
  const beside = Beside.start();
  if (!beside) return open(root, manifest);
  try {
    const { facets, vectors } = await beside.ask({ root: root.href, manifest });
    return {
      facets,
      vectors,
      query: (text, { signal, ...options } = {}) => beside.ask({ text, options }, signal),
    };
  } catch {
    beside.end();
    return open(root, manifest); // tells what is wrong, if anything still is
  }
}

/** A worker with the questions that it has not answered yet. */
class Beside {
  /** @type {Map<number, {resolve: (result: any) => void, reject: (error: unknown) => void}>} */
  #waiting = new Map();
  #last = 0;
  #worker;

  /** @returns {Beside | undefined} */
  static start() {
    try {
      return new Beside(new Worker(new URL(import.meta.url), { type: "module" }));
    } catch {
      return undefined; // forbidden, or not known
    }
  }

  /** @param {Worker} worker */
  constructor(worker) {
    this.#worker = worker;
    worker.onmessage = (/** @type {MessageEvent<Answer>} */ { data: { id, result, error } }) => {
      const asked = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) asked?.resolve(result);
      else asked?.reject(new Error(error));
    };
    worker.onerror = ({ message }) => {
      for (const { reject } of this.#waiting.values()) reject(new Error(message || "the worker failed"));
      this.#waiting.clear();
    };
  }

  end() {
    this.#worker.terminate();
  }

  /**
   * @param {object} question
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  ask(question, signal) {
    this.#last += 1;
    const id = this.#last;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, ...question });
      signal?.addEventListener("abort", () => {
        if (!this.#waiting.delete(id)) return;
        this.#worker.postMessage({ cancel: id });
        reject(signal.reason);
      });
    });
  }
}

/** The worker's side. @param {{onmessage: any, postMessage: (answer: Answer) => void}} page */
export function serve(page) {
  /** @type {Promise<import("./search.js").Search> | undefined} */
  let search;
  /** @type {Map<number, AbortController>} */
  const running = new Map();
  const answer = async (/** @type {any} */ { id, root, manifest, text, options }) => {
    if (root) {
      search = open(root, manifest);
      const { facets, vectors } = await search;
      return { facets, vectors };
    }
    const control = new AbortController();
    running.set(id, control);
    return (await search)?.query(text, { ...options, signal: control.signal });
  };
  page.onmessage = async (/** @type {MessageEvent} */ { data }) => {
    if (data.cancel) return running.get(data.cancel)?.abort();
    try {
      page.postMessage({ id: data.id, result: await answer(data) });
    } catch (error) {
      page.postMessage({ id: data.id, error: String(error) });
    } finally {
      running.delete(data.id);
    }
  };
}

if ("importScripts" in globalThis) serve(/** @type {any} */ (globalThis));
