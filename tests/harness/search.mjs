// Runs the shipped search client on the static files of a site, without a network.
//
//   node search.mjs SITE/search < '[{"text": "…", "options": {…}}, …]'
//
// Prints {"results": [...], "fetched": {name: bytes}, "prototype": [names that were added]}.
import {readFileSync, readdirSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath, pathToFileURL} from "node:url";

const folder = process.argv[2];
const before = new Set(Object.getOwnPropertyNames(Object.prototype));
/** @type {Record<string, number>} */
const fetched = {};

globalThis.fetch = async (address) => {
  const url = new URL(String(address instanceof Request ? address.url : address));
  if (url.protocol !== "file:") throw new TypeError(`network is not there: ${url}`);
  url.search = "";
  url.hash = "";
  try {
    const body = readFileSync(fileURLToPath(url));
    fetched[url.pathname.split("/search/").pop() ?? ""] = body.length;
    return new Response(body, {status: 200});
  } catch {
    return new Response("", {status: 404});
  }
};

const client = readdirSync(folder).find((name) => name.startsWith("client-"));
const {open} = await import(pathToFileURL(join(folder, client, "client.js")).href);
const search = await open(new URL("..", pathToFileURL(folder + "/")));
const results = [];
for (const {text, options} of JSON.parse(readFileSync(0, "utf8"))) {
  try {
    results.push(await search.query(text, options));
  } catch (error) {
    results.push({error: String(error?.stack ?? error)});
  }
}
const prototype = Object.getOwnPropertyNames(Object.prototype).filter((name) => !before.has(name));
const polluted = {}.polluted === undefined ? prototype : [...prototype, "polluted"];
process.stdout.write(JSON.stringify({results, fetched, prototype: polluted}));
