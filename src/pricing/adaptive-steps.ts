/** Share of the average of excesses that a move keeps (Kingma and Ba, 2015). */
const FIRST_MEMORY = 0.9;
/** Share of the average of squared excesses that a move keeps. Chosen: the paper has 0.999. */
const SECOND_MEMORY = 0.9;
/** Summand that keeps the division finite (Kingma and Ba, 2015). */
const TINY = 1e-8;

/** Steps of prices along subgradients, by Adam (Kingma and Ba, 2015): mean excess over its size, so that each price finds a step of its own. */
export interface AdaptiveSteps {
  /** Start of the next move. */
  readonly begin: () => void;
  /**
   * Returns the change of price q after an excess of what is taken over what there is.
   * @param reach length of a step that always goes one way
   */
  readonly step: (q: number, excess: number, reach: number) => number;
}

/** Returns the steps of so many prices. @param count number of prices */
export function adaptiveSteps(count: number): AdaptiveSteps {
  const first = new Float64Array(count);
  const second = new Float64Array(count);
  let moved = 0;
  return {
    begin() {
      moved++;
    },
    step(q, excess, reach) {
      first[q] = FIRST_MEMORY * first[q]! + (1 - FIRST_MEMORY) * excess;
      second[q] = SECOND_MEMORY * second[q]! + (1 - SECOND_MEMORY) * excess * excess;
      const mean = first[q] / (1 - FIRST_MEMORY ** moved);
      const size = Math.sqrt(second[q] / (1 - SECOND_MEMORY ** moved));
      return (reach * mean) / (size + TINY);
    },
  };
}
