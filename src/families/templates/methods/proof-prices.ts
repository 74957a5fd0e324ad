import type { PricesOfVents, TemplatePrices } from '../../../../models/families/templates/template.js';

/**
 * Collects the dual values that prove which vent combination is best in a state. For the best combination, they prove
 * that its setting is optimal. For every other combination, they prove that it is not better.
 */
export class ProofPrices {
  private readonly byVents = new Map<number, Set<Float64Array>>();

  /** Adds the dual values that prove a vent combination's bound, in the order of OperatingPoint. */
  add(vents: number, prices: Float64Array): void {
    const known = this.byVents.get(vents);
    if (known === undefined) this.byVents.set(vents, new Set([prices]));
    else known.add(prices);
  }

  /**
   * Returns the dual values to store with a template. The first are those of the best setting, for use in all vent
   * combinations (vents null). Dual values for single vent combinations follow.
   *
   * @param known records made so far, by vector of dual values; new ones are added
   */
  records(ofBest: Float64Array, known: Map<Float64Array, TemplatePrices>): PricesOfVents[] {
    const recordOf = (prices: Float64Array): TemplatePrices => {
      const before = known.get(prices);
      if (before !== undefined) return before;
      const made = sparsePrices(prices);
      known.set(prices, made);
      return made;
    };
    const others = [...this.byVents].sort(([one], [other]) => one - other);
    return [
      { vents: null, prices: recordOf(ofBest) },
      ...others.flatMap(([vents, all]) =>
        [...all].filter((prices) => prices !== ofBest).map((prices) => ({ vents, prices: recordOf(prices) })),
      ),
    ];
  }
}

function sparsePrices(prices: Float64Array): TemplatePrices {
  const blocks: number[] = [];
  for (let b = 1; b < prices.length; b += 1) if (prices[b]! > 0) blocks.push(b - 1);
  return {
    wattPerWork: prices[0]!,
    blocks: Int32Array.from(blocks),
    // Any prices prove something; single precision is what is stored.
    wattPerK: Float64Array.from(blocks, (b) => Math.fround(prices[b + 1]!)),
  };
}
