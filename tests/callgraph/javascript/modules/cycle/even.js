import { odd } from "./odd.js";

export function even(n) {
  return n === 0 || odd(n - 1);
}
