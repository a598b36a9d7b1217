// Reading aids of a page: buttons that copy code, and keys that walk from symbol to symbol.
//
// `j` and `k` go to the next and the previous heading; where the reader types, in a field
// or with a modifier, they are letters. Without this script nothing is missing but these.
(() => {
  const japanese = document.documentElement.lang.startsWith("ja");
  const words = japanese
    ? { copy: "コピー", copied: "コピーしました" }
    : { copy: "Copy", copied: "Copied" };
  const BLOCKS = ".sb pre.sb-sig, .sb-block > details > pre, .sb-doc > pre";

  /** @param {HTMLElement} block */
  const withButton = (block) => {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sb-copy";
    button.title = words.copy;
    button.setAttribute("aria-label", words.copy);
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText((block.textContent ?? "").trimEnd());
      button.classList.add("sb-copy--done");
      button.setAttribute("aria-label", words.copied);
      setTimeout(() => {
        button.classList.remove("sb-copy--done");
        button.setAttribute("aria-label", words.copy);
      }, 1500);
    });
    const frame = document.createElement("div");
    frame.className = "sb-copied";
    block.replaceWith(frame);
    frame.append(block, button);
  };

  /** Headings with an address, in order. */
  const headings = () =>
    /** @type {HTMLElement[]} */ (
      [...document.querySelectorAll(".md-content :is(h1, h2, h3, h4)[id]")]
    );

  /** @param {number} step */
  const walk = (step) => {
    const all = headings();
    const at = all.findIndex((heading) => heading === document.activeElement);
    const edge = (document.querySelector(".md-header")?.clientHeight ?? 0) + 24;
    const above = all.filter((heading) => heading.getBoundingClientRect().top <= edge).length;
    const target = all[at >= 0 ? at + step : step > 0 ? above : above - 2];
    if (!target) return;
    target.tabIndex = -1;
    history.replaceState(null, "", `#${target.id}`);
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };

  /** @param {EventTarget | null} target */
  const types = (target) =>
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || types(event.target)) return;
    const step = { j: 1, k: -1 }[event.key];
    if (!step || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    walk(step);
  });

  /** An address from before a long file had parts leads on to the part. */
  const forward = () => {
    const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const link = entry?.matches(".sb-later > li") ? entry.querySelector("a") : null;
    if (link) location.replace(link.href);
  };
  addEventListener("hashchange", forward);

  const mount = () => {
    forward();
    if (!navigator.clipboard) return; // pages from a disk, or without encryption
    for (const block of document.querySelectorAll(BLOCKS)) {
      if (block instanceof HTMLElement && !block.parentElement?.matches(".sb-copied")) {
        withButton(block);
      }
    }
  };

  const { document$: pages } = /** @type {{document$?: {subscribe(act: () => void): void}}} */ (
    /** @type {unknown} */ (window)
  );
  if (pages) pages.subscribe(mount);
  else mount();
})();
