/** Weight of the earlier average in the running average of excesses. Our choice: as Kingma and Ba (2015). */
const FIRST_MEMORY = 0.9;
/**
 * Weight of the earlier average in the running average of squared excesses. Our choice: smaller than the paper's 0.999.
 */
const SECOND_MEMORY = 0.9;
/** Number that keeps the division finite. Our choice: as Kingma and Ba (2015). */
const TINY = 1e-8;

/**
 * Steps of prices along subgradients, by Adam (Kingma and Ba, 2015): the mean excess divided by its size, so that each
 * price gets a step length of its own.
 */
export interface AdaptiveSteps {
  /** Starts the next move. */
  readonly begin: () => void;
  /**
   * Returns the change of price q for an excess of use over supply.
   *
   * @param reach step length of a price that always moves in one direction
   */
  readonly step: (q: number, excess: number, reach: number) => number;
}

/** Returns the steps of `count` prices. */
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
