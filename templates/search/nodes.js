// Elements of the page.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @overload
 * @param {T} tag @param {string} [name] @param {string} [text]
 * @returns {HTMLElementTagNameMap[T]}
 */
/**
 * @overload
 * @param {string} tag @param {string} [name] @param {string} [text]
 * @returns {HTMLElement}
 */
/**
 * A new element with a class and a text.
 * @param {string} tag @param {string} [name] @param {string} [text]
 */
export function element(tag, name = "", text = "") {
  const node = document.createElement(tag);
  if (name) node.className = name;
  if (text) node.textContent = text;
  return node;
}
