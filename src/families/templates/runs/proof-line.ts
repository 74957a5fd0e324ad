import type { PricesOfVents, TemplatePrices } from '../../../../models/families/templates/template.js';
import type { SolvedTemplate } from './chunks.js';

/** Proofs in a journal line: distinct prices, and for each template pairs of vents (-1: all) and prices, or null. */
interface LineProofs {
  readonly prices: readonly (readonly [number, readonly number[], readonly number[]])[];
  readonly of: readonly (readonly (readonly [number, number])[] | null)[];
}

/** Returns the proofs of solved templates, null if none has any. */
export function proofsLine(solved: readonly SolvedTemplate[]): LineProofs | null {
  const numbers = new Map<TemplatePrices, number>();
  const of = solved.map(
    ({ template: { proof } }) =>
      proof?.map(({ vents, prices }): [number, number] => {
        const number = numbers.get(prices) ?? numbers.size;
        numbers.set(prices, number);
        return [vents ?? -1, number];
      }) ?? null,
  );
  if (numbers.size === 0) return null;
  return {
    prices: [...numbers.keys()].map(({ wattPerWork, blocks, wattPerK }) => [wattPerWork, [...blocks], [...wattPerK]]),
    of,
  };
}

/** Returns the proofs by template of a line; null if it is not valid. */
export function parseProofs(value: unknown): (PricesOfVents[] | null)[] | null {
  try {
    const { prices, of } = value as LineProofs;
    const all = prices.map(([wattPerWork, blocks, wattPerK]): TemplatePrices => ({
      wattPerWork,
      blocks: Int32Array.from(blocks),
      wattPerK: Float64Array.from(wattPerK),
    }));
    return of.map((pairs) => {
      if (pairs === null) return null;
      return pairs.map(([vents, number]) => {
        const found = all[number];
        if (found === undefined) throw new RangeError(`no prices ${number}`);
        return { vents: vents < 0 ? null : vents, prices: found };
      });
    });
  } catch {
    return null;
  }
}
