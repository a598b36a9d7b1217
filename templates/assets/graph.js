// Makes a picture interactive when its button is pressed: the same graph at the same
// places, drawn by vis-network, which is loaded then and not before.
//
// The picture in the page stays the model: each node and edge takes its colours from what
// the picture shows, so that there is one palette and both follow the colour scheme.
(() => {
  /**
   * @typedef {{id: string, label: string, x: number, y: number, title?: string, url?: string,
   *   external?: boolean, shape?: string}} Node
   * @typedef {{from: string, to: string, title?: string, dashes?: boolean}} Edge
   * @typedef {{nodes: Node[], edges: Edge[]}} Graph
   * @typedef {{find: string, external: string, close: string, open: string, failed: string}} Words
   *
   * What is used of vis-network:
   * @typedef {{selectNodes(ids: string[]): void, unselectAll(): void, destroy(): void,
   *   focus(id: string, options: object): void, fit(options?: object): void,
   *   on(event: string, act: (event: {nodes: string[]}) => void): void,
   *   once(event: string, act: () => void): void,
   *   getConnectedNodes(id: string): string[]}} Network
   * @typedef {{add(rows: object[]): void, update(rows: object[]): void}} Rows
   * @typedef {{Network: new (place: Element, data: object, options: object) => Network,
   *   DataSet: new (rows: object[]) => Rows}} Vis
   */

  const ROOM = 160; // pixels around the outermost nodes

  const script = /** @type {HTMLScriptElement | null} */ (
    document.currentScript ?? document.querySelector('script[src*="assets/graph.js"]')
  );
  if (!script) return;
  const assets = new URL(".", script.src);
  const root = new URL("..", assets);

  /** @type {Promise<Vis> | undefined} */
  let loading;

  const library = () => {
    loading ??= new Promise((resolve, reject) => {
      const tag = document.createElement("script");
      tag.src = new URL("vis-network.min.js", assets).href;
      tag.onload = () => resolve(/** @type {{vis: Vis}} */ (/** @type {unknown} */ (window)).vis);
      tag.onerror = () => reject(new Error(`${tag.src} cannot be loaded`));
      document.head.append(tag);
    });
    loading.catch(() => (loading = undefined));
    return loading;
  };

  /** @param {HTMLElement} figure @returns {Promise<Graph>} */
  const read = async (figure) => {
    const own = figure.querySelector("script.sb-graph__data");
    if (own) return JSON.parse(own.textContent ?? "");
    const answer = await fetch(new URL(figure.dataset["graph"] ?? "", location.href));
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
    return answer.json();
  };

  class Picture {
    /** @param {HTMLElement} figure @param {Graph} graph @param {Vis} vis */
    constructor(figure, graph, vis) {
      this.figure = figure;
      this.svg = /** @type {SVGSVGElement} */ (figure.querySelector("svg"));
      this.graph = graph;
      this.words = /** @type {Words} */ (JSON.parse(figure.dataset["words"] ?? "{}"));
      this.byId = new Map(graph.nodes.map((node) => [node.id, node]));
      this.panel = document.createElement("div");
      this.panel.className = "sb-graph__panel";
      this.canvas = document.createElement("div");
      this.canvas.className = "sb-graph__canvas";
      this.canvas.setAttribute("role", "application");
      this.canvas.setAttribute("aria-label", this.svg.getAttribute("aria-label") ?? "");
      const heights = graph.nodes.map((node) => node.y);
      const height = Math.max(...heights) - Math.min(...heights) + ROOM;
      this.canvas.style.setProperty("--sb-height", `${Math.round(height)}px`);
      this.told = document.createElement("p");
      this.told.className = "sb-graph__told";
      this.told.setAttribute("role", "status");
      this.panel.append(this.#tools(), this.canvas, this.told);
      (this.svg.closest(".sb-graph__scroll") ?? this.svg).after(this.panel);
      figure.classList.add("sb-graph--live");

      this.nodes = new vis.DataSet(this.#nodes());
      this.edges = new vis.DataSet(this.#edges());
      this.network = new vis.Network(
        this.canvas, { nodes: this.nodes, edges: this.edges }, this.#options());
      this.network.once("afterDrawing", () => figure.setAttribute("data-drawn", ""));
      this.network.on("click", ({ nodes }) => this.#tell(nodes[0]));
      this.network.on("doubleClick", ({ nodes }) => this.#follow(nodes[0]));
      this.scheme = new MutationObserver(() => this.#recolour());
      this.scheme.observe(document.body, { attributeFilter: ["data-md-color-scheme"] });
    }

    #tools() {
      const { words } = this;
      const tools = document.createElement("div");
      tools.className = "sb-graph__tools";
      const find = document.createElement("input");
      find.type = "search";
      find.placeholder = words.find;
      find.setAttribute("aria-label", words.find);
      find.addEventListener("input", () => this.#find(find.value));
      find.addEventListener("keydown", ({ key }) => {
        if (key === "Enter") this.#follow(this.chosen);
      });
      tools.append(find);
      if (this.graph.nodes.some((node) => node.external)) {
        const label = document.createElement("label");
        const box = document.createElement("input");
        box.type = "checkbox";
        box.checked = true;
        box.addEventListener("change", () => this.#showExternal(box.checked));
        label.append(box, ` ${words.external}`);
        tools.append(label);
      }
      const close = document.createElement("button");
      close.type = "button";
      close.textContent = words.close;
      close.addEventListener("click", () => this.close());
      tools.append(close);
      return tools;
    }

    #options() {
      return {
        physics: false,
        layout: { improvedLayout: false },
        interaction: { hover: true, keyboard: { enabled: true, bindToWindow: false },
          navigationButtons: false, tooltipDelay: 150 },
        nodes: { shape: "box", margin: 6, borderWidth: 1,
          widthConstraint: { maximum: 220 }, chosen: true },
        edges: { arrows: { to: { enabled: true, scaleFactor: 0.5 } },
          smooth: { enabled: true, type: "cubicBezier", roundness: 0.4 } },
      };
    }

    /** The colours of a node as the picture shows them. @param {string} id */
    #colours(id) {
      const drawn = this.svg.querySelector(`[data-node="${CSS.escape(id)}"]`);
      const shape = drawn?.querySelector("rect, ellipse, circle, polygon, path");
      const text = drawn?.querySelector("text");
      const page = getComputedStyle(document.body);
      const box = shape && getComputedStyle(shape);
      const accent = page.getPropertyValue("--md-accent-fg-color").trim() || "#526cfe";
      const solid = (/** @type {string | undefined} */ colour) =>
        colour && colour !== "none" ? colour : undefined;
      const background = solid(box?.fill) ?? page.backgroundColor;
      const border = solid(box?.stroke) ?? page.color;
      return {
        color: { background, border, highlight: { background, border: accent },
          hover: { background, border: accent } },
        font: { color: solid(text ? getComputedStyle(text).fill : undefined) ?? page.color,
          face: page.fontFamily, size: 13 },
      };
    }

    #nodes() {
      return this.graph.nodes.map((node) => ({
        id: node.id,
        label: node.label,
        title: node.title ?? node.label,
        x: node.x,
        y: node.y,
        ...this.#colours(node.id),
      }));
    }

    #edges() {
      const drawn = this.svg.querySelector(".sb-graph__edge");
      const colour = drawn ? getComputedStyle(drawn).stroke : getComputedStyle(document.body).color;
      const accent = getComputedStyle(document.body).getPropertyValue("--md-accent-fg-color");
      return this.graph.edges.map((edge, id) => ({
        id: String(id),
        from: edge.from,
        to: edge.to,
        dashes: edge.dashes ?? false,
        ...(edge.title && { title: edge.title }),
        color: { color: colour, highlight: accent.trim(), hover: accent.trim() },
      }));
    }

    #recolour() {
      this.nodes.update(this.graph.nodes.map(({ id }) => ({ id, ...this.#colours(id) })));
      this.edges.update(this.#edges());
    }

    /** @param {string} text */
    #find(text) {
      const wanted = text.trim().toLowerCase();
      const names = this.graph.nodes.filter((node) => node.label.toLowerCase().includes(wanted));
      if (!wanted || !names.length) {
        this.network.unselectAll();
        this.#tell(undefined);
        return;
      }
      names.sort((a, b) => a.label.length - b.label.length);
      this.network.selectNodes(names.map((node) => node.id));
      this.network.focus(names[0].id, { scale: 1, animation: false });
      this.#tell(names[0].id);
    }

    /** @param {boolean} shown */
    #showExternal(shown) {
      const outside = this.graph.nodes.filter((node) => node.external);
      this.nodes.update(outside.map(({ id }) => ({ id, hidden: !shown })));
    }

    /** Says which node is meant, with the link to its page. @param {string | undefined} id */
    #tell(id) {
      this.chosen = id;
      const node = id === undefined ? undefined : this.byId.get(id);
      this.told.replaceChildren();
      if (!node) return;
      const name = document.createElement("strong");
      name.textContent = node.title ?? node.label;
      this.told.append(name);
      if (node.url) {
        const link = document.createElement("a");
        link.href = new URL(node.url, root).href;
        link.textContent = this.words.open;
        this.told.append(" ", link);
      }
    }

    /** @param {string | undefined} id */
    #follow(id) {
      const url = id === undefined ? undefined : this.byId.get(id)?.url;
      if (url) location.href = new URL(url, root).href;
    }

    close() {
      this.scheme.disconnect();
      this.network.destroy();
      this.panel.remove();
      this.figure.classList.remove("sb-graph--live");
      this.figure.removeAttribute("data-drawn");
      this.figure.querySelector("button")?.focus();
    }
  }

  /** @param {HTMLElement} figure */
  const enliven = async (figure) => {
    figure.setAttribute("aria-busy", "true");
    try {
      const [vis, graph] = await Promise.all([library(), read(figure)]);
      new Picture(figure, graph, vis);
    } catch (error) {
      console.error(error);
      const { failed } = JSON.parse(figure.dataset["words"] ?? "{}");
      figure.append(Object.assign(document.createElement("p"), { textContent: failed }));
    } finally {
      figure.removeAttribute("aria-busy");
    }
  };

  const prepare = () => {
    for (const button of document.querySelectorAll(".sb-graph__open[hidden]")) {
      const figure = /** @type {HTMLElement | null} */ (button.closest(".sb-graph"));
      if (!figure) continue;
      button.removeAttribute("hidden");
      button.addEventListener("click", () => {
        if (!figure.classList.contains("sb-graph--live")) enliven(figure);
      });
    }
  };

  const { document$: pages } = /** @type {{document$?: {subscribe(act: () => void): void}}} */ (
    /** @type {unknown} */ (window)
  );
  if (pages) pages.subscribe(prepare);
  else prepare();
})();
