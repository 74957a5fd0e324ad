/** Decay factor of the running average of subgradients in each iteration. Our choice: as Kingma and Ba (2015). */
const FIRST_MEMORY = 0.9;
/** Decay factor of the running average of squared subgradients. Our choice: less than the paper's 0.999. */
const SECOND_MEMORY = 0.9;
/** Added to the divisor of a step, so that it is never 0. Our choice: as Kingma and Ba (2015). */
const TINY = 1e-8;

/**
 * Computes the steps of a subgradient method for dual values (prices of resources) by the Adam rule (Kingma and Ba,
 * 2015): mean subgradient / root mean square. So each dual value has its own step length.
 */
export interface AdaptiveSteps {
  /** Starts the next iteration; call it before `step`. */
  readonly begin: () => void;
  /**
   * Returns by how much dual value q changes in this iteration.
   *
   * @param excess subgradient: use of the resource minus its supply
   * @param reach step length of a dual value whose subgradient always has the same sign
   */
  readonly step: (q: number, excess: number, reach: number) => number;
}

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
