// The tokenizer by the vectors that it shares with Python's.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { split, tokenize, whole } from "../../templates/search/tokenize.js";

const vectors = new URL("../search/tokenizer.json", import.meta.url);

test("the shared vectors hold", async () => {
  const { vectors: rows } = JSON.parse(await readFile(vectors, "utf8"));
  assert.ok(rows.length > 20);
  for (const [text, terms] of rows) assert.deepEqual(tokenize(text), terms, text);
});

test("a lone surrogate separates words and nothing throws", () => {
  assert.deepEqual(tokenize("one\ud800two"), ["one", "two"]);
});

test("words that are properties of every object are words", () => {
  for (const word of ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"]) {
    assert.ok(tokenize(word).length > 0, word);
    assert.equal(typeof whole(word), "string");
    assert.ok(split(word).every((part) => typeof part === "string"));
  }
  assert.equal(/** @type {any} */ ({}).polluted, undefined);
});
