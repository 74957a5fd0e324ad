import type { SqlValue } from 'sql.js';
import type { PricesOfVents, TemplatePrices } from '../../../../models/families/templates/template.js';
import type { LocalFault } from '../../../instances/fault.js';
import { MAX_FAULTS, numbersOf } from '../../../runs/database/form.js';
import type { Row } from '../../../runs/database/rows.js';
import type { SolvedTemplate } from './chunks.js';
import { ALL_VENTS } from './database-schema.js';
import { floatBytes, floatsOf } from './float-bytes.js';

/** Size of a stored dual value of an outlet limit, bytes: single precision. */
const BYTES_PER_PRICE = 4;

/**
 * Returns the rows of the tables `prices` (vectors of dual values, in order of first use) and `proofs` (vectors that
 * each state uses).
 */
export function priceRows(solved: readonly SolvedTemplate[]): { readonly prices: Row[]; readonly proofs: Row[] } {
  const prices: Row[] = [];
  const proofs: Row[] = [];
  const numbers = new Map<TemplatePrices, number>();
  const numberOf = (one: TemplatePrices): number => {
    const known = numbers.get(one);
    if (known !== undefined) return known;
    const made = prices.length;
    numbers.set(one, made);
    prices.push([made, one.wattPerWork, JSON.stringify([...one.blocks]), floatBytes(one.wattPerK, BYTES_PER_PRICE)]);
    return made;
  };
  for (const { template } of solved) {
    const own = (template.proof ?? []).map(({ vents, prices: one }) => [vents ?? ALL_VENTS, numberOf(one)] as const);
    own.sort(([one, first], [other, second]) => one - other || first - second);
    for (const [vents, price] of own) proofs.push([template.state, vents, price]);
  }
  return { prices, proofs };
}

/** Returns the stored dual values by state, from rows that are known to be well-formed. */
export function proofsOf(prices: readonly Row[], proofs: readonly Row[]): Map<number, PricesOfVents[]> {
  const all = prices.map(([, wattPerWork, blocks, heat]): TemplatePrices => ({
    wattPerWork: Number(wattPerWork),
    blocks: Int32Array.from(JSON.parse(blocks as string) as number[]),
    wattPerK: floatsOf(heat as Uint8Array, BYTES_PER_PRICE),
  }));
  const found = new Map<number, PricesOfVents[]>();
  for (const [state, vents, price] of proofs) {
    const one = { vents: vents === ALL_VENTS ? null : Number(vents), prices: all[Number(price)]! };
    const known = found.get(Number(state));
    if (known === undefined) found.set(Number(state), [one]);
    else known.push(one);
  }
  return found;
}

/** Adds faults of the form of rows in the tables `prices` and `proofs`, up to MAX_FAULTS in total. */
export function priceFaults(
  { prices, proofs }: { readonly prices: readonly Row[]; readonly proofs: readonly Row[] },
  sizes: { readonly blocks: number; readonly vents: number; readonly optimal: readonly boolean[] },
  faultAt: (path: string, value: unknown, allowed: string) => LocalFault,
  faults: LocalFault[],
): void {
  const demand = (holds: boolean, path: string, value: SqlValue, allowed: string): void => {
    if (!holds && faults.length < MAX_FAULTS) faults.push(faultAt(path, value, allowed));
  };
  for (const [n, [price, , blocks, heat]] of prices.entries()) {
    if (faults.length >= MAX_FAULTS) return;
    demand(price === n, `prices, row ${n}, price`, price!, `${n}`);
    const priced = (blocks as string) === '[]' ? [] : numbersOf(blocks as string, countOf(blocks as string));
    const isThere = (b: number, k: number): boolean =>
      Number.isInteger(b) && b >= 0 && b < sizes.blocks && (k === 0 || b > priced![k - 1]!);
    demand(
      priced?.every(isThere) ?? false,
      `prices, row ${n}, blocks`,
      blocks!,
      `an ascending JSON list of blocks, 0 to ${sizes.blocks - 1}`,
    );
    const bytes = heat as Uint8Array;
    const isWhole = priced !== null && bytes.length === BYTES_PER_PRICE * priced.length;
    demand(isWhole, `prices, row ${n}, heat_w_per_k`, `${bytes.length} bytes`, 'a float32 per block of the list');
    if (!isWhole) continue;
    const isNumber = floatsOf(bytes, BYTES_PER_PRICE).every((value) => value >= 0 && value < Infinity);
    demand(isNumber, `prices, row ${n}, heat_w_per_k`, 'a price that is none', 'finite numbers, at least 0');
  }
  const forAll = new Set<SqlValue>();
  for (const [n, [state, vents, price]] of proofs.entries()) {
    if (faults.length >= MAX_FAULTS) return;
    const at = `proofs, state ${String(state)}`;
    demand(sizes.optimal[state as number] === true, at, state!, 'an optimal state');
    const isVents = (vents as number) >= ALL_VENTS && (vents as number) < sizes.vents;
    demand(isVents, `${at}, vents`, vents!, `-1 (all) to ${sizes.vents - 1}`);
    const isPrice = (price as number) >= 0 && (price as number) < prices.length;
    demand(isPrice, `${at}, price`, price!, `0 to ${prices.length - 1}`);
    const isTwice = n > 0 && proofs[n - 1]!.every((value, c) => value === proofs[n]![c]);
    demand(!isTwice, at, 'a row twice', 'each row once');
    if (vents === ALL_VENTS) forAll.add(state!);
  }
  const without = sizes.optimal.findIndex((isOptimal, state) => isOptimal && !forAll.has(state));
  demand(without < 0, `proofs, state ${without}`, 'no prices', 'prices for all vents of each optimal state');
}

/** Returns the number of elements of a JSON list, estimated from the commas in its text. */
function countOf(text: string): number {
  return text.split(',').length;
}
