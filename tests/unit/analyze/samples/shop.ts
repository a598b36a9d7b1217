import { log } from './log';
export * as money from './money';

/** A shop. */
@sealed
export abstract class Shop<T> extends Base<T> implements Seller {
  private stock: T[] = [];
  constructor(readonly name: string, limit = 10) { super(); }
  get size(): number { return this.stock.length; }
  /** Sells.
   * @param n how many */
  async sell(n: number, ...rest: T[]): Promise<boolean> {
    if (n > 10) throw new RangeError('x');
    return n === 1 ? log(n) : this.check?.(rest);
  }
  abstract check(rest: T[]): boolean;
}
export interface Seller { sell(n: number): Promise<boolean>; name: string }
export type Name = string;
export enum Kind { One, Two }
export const make = <T,>(name: string): Shop<T> => build(name);
const helpers = { one() { return 1; }, two: () => 2 };
namespace Inner { export function deep() {} }
export default function () { return helpers.one(); }
