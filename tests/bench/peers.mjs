// Runs the search engines that peers.py compares, on the same pages and questions.
//
//   node peers.mjs INPUT.json SITE FOLDER      packages are taken from FOLDER/node_modules
//
// Prints {engine: {"results": [[page, …] a question], "bytes": [of the first query, …],
// "later": [of the query after it, …]}}. Bytes are what a browser without a cache receives as gzip to answer the one question: the
// engine's script, its index or the parts of it that the question needs, and what shows ten
// results. Engines are told the same of a page: title, path, signature and text.
import { createRequire } from "node:module";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [input, site, folder] = process.argv.slice(2);
const { pages, questions, rows, wanted } = JSON.parse(readFileSync(input, "utf8"));
const packages = createRequire(join(folder, "package.json"));
const FIELDS = ["title", "path", "signature", "text"];
const TOP = 10;
const MEASURED = 20; // questions whose bytes are counted where they differ

/** @type {Map<string, number>} */
let fetched = new Map();
globalThis.fetch = async (address) => {
  const file = fileURLToPath(new URL(String(address.url ?? address).replace(/[?#].*$/, "")));
  const body = readFileSync(file);
  if (!fetched.has(file)) fetched.set(file, packed(body));
  return new Response(body, { status: 200 });
};

const packed = (body) => gzipSync(body).length;
const script = (name) => packed(readFileSync(packages.resolve(name)));
const fetchedBytes = () => [...fetched.values()].reduce((sum, bytes) => sum + bytes, 0);
const words = (text) => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

/** The same index for every question. */
function whole(bytes, ask) {
  return { bytes: [bytes], later: [0], results: questions.map(ask) };
}

function lunr() {
  const make = packages("lunr");
  const index = make(function () {
    this.ref("at");
    for (const field of FIELDS) this.field(field, { boost: field === "title" ? 10 : 1 });
    pages.forEach((page, at) => this.add({ ...page, at }));
  });
  const ask = (text) =>
    index
      .query((query) => words(text).forEach((word) => query.term(make.tokenizer(word))))
      .slice(0, TOP)
      .map(({ ref }) => Number(ref));
  const shown = pages.map(({ title, path }) => [title, path]);
  return whole(script("lunr/lunr.min.js") + packed(JSON.stringify([index, shown])), ask);
}

function minisearch() {
  const MiniSearch = packages("minisearch");
  const index = new MiniSearch({ fields: FIELDS, storeFields: ["title", "path"] });
  index.addAll(pages.map((page, id) => ({ ...page, id })));
  const options = { boost: { title: 3 }, prefix: true, fuzzy: 0.2 };
  const ask = (text) => index.search(text, options).slice(0, TOP).map(({ id }) => id);
  return whole(script("minisearch") + packed(JSON.stringify(index)), ask);
}

async function orama() {
  const { create, insertMultiple, save, search } = await import(
    pathToFileURL(packages.resolve("@orama/orama")).href
  );
  const dimension = rows[0].length;
  const text = Object.fromEntries(FIELDS.map((field) => [field, "string"]));
  const index = create({ schema: { at: "number", ...text, row: `vector[${dimension}]` } });
  await insertMultiple(index, pages.map((page, at) => ({ at, ...page, row: rows[at] })));
  const results = [];
  for (const [at, term] of questions.entries()) {
    const vector = { value: wanted[at], property: "row" };
    const { hits } = await search(index, {
      mode: "hybrid", term, vector, similarity: 0, boost: { title: 3 }, limit: TOP,
    });
    results.push(hits.map(({ document }) => document.at));
  }
  const bytes = [script("@orama/orama") + packed(JSON.stringify(save(index)))];
  return { bytes, later: [0], results };
}

async function pagefind() {
  const build = await import(
    pathToFileURL(join(folder, "node_modules/pagefind/lib/index.js")).href
  );
  const { index } = await build.createIndex({ forceLanguage: "en" });
  for (const [at, page] of pages.entries()) {
    const content = FIELDS.map((field) => page[field]).join("\n");
    await index.addCustomRecord({ url: `/${at}`, content, language: "en", meta: { title: page.title } });
  }
  const output = join(folder, "pagefind");
  await index.writeFiles({ outputPath: output });
  await build.close();
  const file = pathToFileURL(join(output, "pagefind.js")).href;
  const own = packed(readFileSync(join(output, "pagefind.js")));
  const fresh = async (number) => {
    const engine = await import(`${file}?${number}`);
    await engine.options({ basePath: pathToFileURL(`${output}/`).href, noWorker: true });
    return engine;
  };
  const asked = async (engine, text) => {
    const { results } = await engine.search(text);
    const data = await Promise.all(results.slice(0, TOP).map((one) => one.data()));
    return data.map(({ raw_url, url }) => Number((raw_url ?? url).split("/").pop()));
  };
  return counted(fresh, asked, own);
}

async function sourcebook() {
  const folder = readdirSync(site).find((name) => name.startsWith("client-")) ?? "";
  const client = join(site, folder, "client.js");
  const scripts = packed(readFileSync(join(site, "loader.js"))) + packed(readFileSync(client));
  const { open } = await import(pathToFileURL(client).href);
  const places = new Map(pages.map(({ id }, at) => [id, at]));
  const fresh = () => open(new URL("..", pathToFileURL(`${site}/`)));
  const asked = async (engine, text) => {
    const { hits } = await engine.query(text, { top: TOP });
    return hits.map(({ id }) => places.get(id));
  };
  return counted(fresh, asked, scripts);
}

/** Bytes of some questions, each the first of an engine; results of all. */
async function counted(fresh, asked, scripts) {
  const bytes = [];
  const later = [];
  const step = Math.max(Math.floor(questions.length / MEASURED), 1);
  for (let at = 0; at < questions.length; at += step) {
    fetched = new Map();
    const engine = await fresh(at);
    await asked(engine, questions[at]);
    bytes.push(scripts + fetchedBytes());
    fetched = new Map();
    await asked(engine, questions[(at + 1) % questions.length]);
    later.push(fetchedBytes());
  }
  const engine = await fresh("all");
  const results = [];
  for (const text of questions) results.push(await asked(engine, text));
  return { bytes, later, results };
}

const engines = {
  sourcebook: await sourcebook(),
  pagefind: await pagefind(),
  minisearch: minisearch(),
  lunr: lunr(),
  orama: await orama(),
};
process.stdout.write(JSON.stringify(engines));
