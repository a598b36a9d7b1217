// Facets of a query: `name:session`, `purpose:"closes a file"`, `signature:timeout`. Their
// words are words of the query like others, and a hit must have all of them in its name, its
// summary or its signature. The same as answers.py.

import { tokenize } from "./tokenize.js";

/** @typedef {"title" | "summary" | "signature"} Field */

/** Facets, and the field of a hit that each asks. @type {Record<string, Field>} */
const FACETS = { name: "title", purpose: "summary", signature: "signature" };

const FACET = new RegExp(`(?<!\\S)(${Object.keys(FACETS).join("|")}):(?:"([^"]+)"|(\\S+))`, "gu");

/**
 * The query without the names of its facets, and the terms of each.
 * @param {string} text
 * @returns {{query: string, facets: [Field, string[]][]}}
 */
export function facetsOf(text) {
  const facets = Array.from(text.matchAll(FACET), ([, name = "", quoted, plain = ""]) =>
    /** @type {[Field, string[]]} */ ([FACETS[name], tokenize(quoted ?? plain)]));
  return { query: text.replace(FACET, (_, __, quoted, plain) => quoted ?? plain), facets };
}

/** Whether a hit has what the facets ask. @param {Record<Field, string>} hit @param {[Field, string[]][]} facets */
export function fits(hit, facets) {
  return facets.every(([field, terms]) => {
    const own = new Set(tokenize(hit[field]));
    return terms.every((term) => own.has(term));
  });
}
