// What of the search interface can be tested without a browser.

import assert from "node:assert/strict";
import { readFile, readdir } from "node:fs/promises";
import { test } from "node:test";

import { History, paramsOf, stateOf, wanted } from "../../templates/search/box.js";
import { grouped, mended, pieces, telling, written } from "../../templates/search/results.js";
import { tokenize } from "../../templates/search/tokenize.js";
import { SENTENCES } from "../../templates/search/sentences.js";
import { asksForSearch } from "../../templates/search/ui.js";

const folder = new URL("../../templates/search/", import.meta.url);

/** The marked parts of a text, for a query whose terms all matched. */
function marked(text, query) {
  const found = pieces(text, new Set(tokenize(query)), tokenize);
  assert.equal(found.map((piece) => piece.text).join(""), text, "no character is lost");
  return found.filter((piece) => piece.hit).map((piece) => piece.text);
}

test("a part of a name is marked where it stands", () => {
  assert.deepEqual(marked("Msg_IDT_ZOOM", "IDT"), ["IDT"]);
  assert.deepEqual(marked("app.setTimeout", "timeout"), ["Timeout"]);
  assert.deepEqual(marked("parseJSONBody", "body"), ["Body"]);
});

test("neighbouring matches are one mark, an exact name is marked whole", () => {
  assert.deepEqual(marked("getURLFromID", "url from id"), ["URLFromID"]);
  assert.deepEqual(marked("check_tool_call", "tool_call"), ["tool_call"]);
  assert.deepEqual(marked("HTTPServer2", "HTTPServer2"), ["HTTPServer2"]);
});

test("a near term is offered as it is written, in place of the word that was not found", () => {
  const hits = [{ title: "BaseBackend.authenticate", signature: "def authenticate()", summary: "" }];
  assert.equal(written("authent", hits, tokenize), "authenticate");
  assert.equal(written("zzqx", hits, tokenize), "zzqx");
  const matched = new Set(["backend", "authent"]);
  assert.equal(mended("authentciation backend", "authenticate", matched, tokenize), "authenticate backend");
  assert.equal(mended("athentciate bakend", "authenticate", matched, tokenize), "authenticate");
});

test("letters inside another word are not marked", () => {
  assert.deepEqual(marked("the width of it", "id"), []);
});

test("other forms of a word are marked", () => {
  assert.deepEqual(marked("Handles requests by handler", "request"), ["requests"]);
});

test("Japanese is marked by what matched of it", () => {
  assert.deepEqual(marked("利用者の認証を行う", "認証"), ["認証"]);
});

test("words that every object has are words", () => {
  assert.deepEqual(marked("__proto__ and constructor", "constructor"), ["constructor"]);
});

test("small words are marked only when nothing else was asked for", () => {
  assert.deepEqual([...telling(["read", "a", "struct", "of"])], ["read", "struct"]);
  assert.deepEqual([...telling(["a", "of"])], ["a", "of"]);
  assert.deepEqual([...telling(["認", "id"])], ["認", "id"]);
});

test("groups follow their best hit, hits by meaning alone come last", () => {
  const hit = (id, kind, weak = false) => ({ id, kind, weak });
  const groups = grouped([
    hit("a", "function"), hit("b", "section", true), hit("c", "class"), hit("d", "method"),
  ]);
  assert.deepEqual(
    groups.map(({ name, hits }) => [name, hits.map(({ id }) => id)]),
    [["kind.function", ["a", "d"]], ["kind.class", ["c"]], ["weak", ["b"]]],
  );
});

test("the state goes into the address and comes back", () => {
  for (const state of [
    { text: "" },
    { text: "a&b=c #?+ 設定" },
    { text: "x", kind: "class", language: "c++", scope: "", path: "src/a b" },
  ]) {
    assert.deepEqual(stateOf(new URLSearchParams(paramsOf(state).toString())), state);
  }
});

test("a bare path means a part of a path, a glob means itself", () => {
  assert.deepEqual(wanted({ path: "payments", kind: "class" }), { path: "*payments*", kind: "class" });
  assert.deepEqual(wanted({ path: "src/*.py" }), { path: "src/*.py" });
  assert.deepEqual(wanted({ path: "", scope: "web" }), { scope: "web" });
});

test("the history keeps the newest, once each", () => {
  const storage = new Map();
  const history = new History("/repo/", () => ({
    getItem: (key) => storage.get(key) ?? null,
    setItem: (key, value) => storage.set(key, value),
  }));
  for (let n = 0; n < 20; n += 1) history.add(`query ${n}`);
  history.add("query 15");
  assert.deepEqual(history.read().slice(0, 3), ["query 15", "query 19", "query 18"]);
  assert.equal(history.read().length, 8);
  history.clear();
  assert.deepEqual(history.read(), []);
});

test("a browser that forbids storage, or holds rubbish, does not matter", () => {
  const forbidden = new History("/", () => {
    throw new Error("SecurityError");
  });
  forbidden.add("x");
  assert.deepEqual(forbidden.read(), []);
  for (const rubbish of ["{", "7", '{"a":1}', "[1,null]"]) {
    assert.deepEqual(new History("/", () => ({ getItem: () => rubbish })).read(), []);
  }
});

test("the keys that open the search leave fields alone", () => {
  const key = (name, more = {}) => ({ key: name, target: { tagName: "BODY" }, ...more });
  assert.ok(asksForSearch(key("/")));
  assert.ok(asksForSearch(key("k", { ctrlKey: true })));
  assert.ok(asksForSearch(key("K", { metaKey: true })));
  assert.ok(!asksForSearch(key("k")));
  assert.ok(!asksForSearch(key("/", { target: { tagName: "INPUT" } })));
  assert.ok(!asksForSearch(key("/", { target: { tagName: "DIV", isContentEditable: true } })));
  assert.ok(!asksForSearch(key("/", { defaultPrevented: true })));
});

test("every sentence is in both languages, and none is unused", async () => {
  const { en, ja } = SENTENCES;
  assert.deepEqual(Object.keys(ja), Object.keys(en));
  const scripts = (await readdir(folder)).filter((name) => name.endsWith(".js") && name !== "sentences.js");
  const sources = await Promise.all(
    scripts.map((name) => readFile(new URL(name, folder), "utf8")));
  const source = sources.join("\n");
  for (const [name, sentence] of Object.entries(en)) {
    const computed = /^(kind|filter)\./.test(name);
    assert.ok(computed || source.includes(`"${name}"`), `${name} is never shown`);
    const slots = (text) => (text.match(/\{\w+\}/g) ?? []).sort();
    assert.deepEqual(slots(ja[name]), slots(sentence), name);
  }
  for (const [, name] of source.matchAll(/words\["([\w.]+)"\]/g)) {
    assert.ok(name in en, `${name} is shown and not in the catalogue`);
  }
});
