import { formatAmount, PriceTag } from "./format";

/** Draws all price tags of a page. */
export function drawPriceTags(amounts: number[]): string[] {
  return amounts.map((amount) => new PriceTag(amount, "EUR").label());
}

export const banner = () => formatAmount(0, "EUR");
