// The one script of the search that pages name. It never changes: it asks the manifest,
// which no cache may answer, for the client that belongs to the index, so that an upgrade
// never pairs an old client with a new index.
//
// A classic script and not a module, because a browser runs no module of a page that was
// opened from disk; there and wherever the client cannot be loaded, the header gets a
// link to the search page, and that page shows what to do.
(() => {
  const script = /** @type {HTMLScriptElement | null} */ (
    document.currentScript ?? document.querySelector('script[src*="search/loader.js"]')
  );
  if (!script) return;
  const folder = new URL(".", script.src);

  const load = async () => {
    const answer = await fetch(new URL("manifest.json", folder), { cache: "no-cache" });
    if (!answer.ok) throw new Error(`manifest.json: ${answer.status}`);
    const manifest = await answer.json();
    const client = await import(new URL(manifest.client, folder).href);
    await client.start(new URL("..", folder), manifest);
  };

  const explain = () => {
    const link = document.createElement("a");
    link.href = new URL("index.html", folder).href;
    link.className = "md-header__button";
    link.textContent = document.documentElement.lang === "ja" ? "検索" : "Search";
    document.querySelector(".md-header__title")?.after(link);
    document.querySelector("[data-sb-search-failed]")?.removeAttribute("hidden");
  };

  if (location.protocol === "file:") return explain();
  load().catch((error) => {
    console.warn(error);
    explain();
  });
})();
