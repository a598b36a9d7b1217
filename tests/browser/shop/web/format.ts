/** Shows an amount the way a reader of the language writes it. */
export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat("en", { style: "currency", currency }).format(amount / 100);
}

export class PriceTag {
  constructor(private readonly amount: number, private readonly currency: string) {}

  /** The text on the tag. */
  label(): string {
    return formatAmount(this.amount, this.currency);
  }
}
