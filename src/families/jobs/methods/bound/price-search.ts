import { adaptiveSteps } from '../../../../pricing/adaptive-steps.js';
import type { MonthWork } from './month-work.js';
import type { MonthPass } from './rigid.js';

/** Length of the last subgradient step, relative to the mean dual value of a core-second. */
const LAST_STEP = 0.003;

/**
 * Subgradient search for dual values that minimize the bound of a relaxation. Each pass proves a bound at its own dual
 * values, so a poor search gives a weak bound but never a wrong one.
 */
export interface PriceSearch {
  /** Dual values for the next pass, value/(core s): [node type][slot]. */
  readonly perCoreS: readonly Float64Array[];
  /**
   * Changes the dual values after a pass: up in slots where jobs used more cores than exist, down where they used
   * fewer.
   */
  readonly move: (pass: MonthPass) => void;
}

/**
 * Returns a search whose steps shrink by a constant factor. Step lengths are relative to the jobs' total value at age 0
 * divided by all core-seconds.
 *
 * @param from initial dual values
 * @param passes number of steps
 * @param firstStep relative length of the first step
 */
export function priceSearch(
  { startingValue, slots, borderS, capacity }: MonthWork,
  from: readonly Float64Array[],
  passes: number,
  firstStep: number,
): PriceSearch {
  const perCoreS = from.map((prices) => prices.slice());
  const steps = adaptiveSteps(capacity.length * slots);
  const cores = capacity.reduce((sum, one) => sum + one, 0);
  const unit = startingValue.reduce((sum, one) => sum + one, 0) / (cores * (borderS[slots]! - borderS[0]!));
  let moved = 0;
  return {
    perCoreS,
    move({ takenCoreS }) {
      steps.begin();
      moved++;
      const reach = unit * firstStep * (LAST_STEP / firstStep) ** (moved / passes);
      for (const [n, prices] of perCoreS.entries()) {
        for (let s = 0; s < slots; s++) {
          const excess = takenCoreS[n]![s]! / (capacity[n]! * (borderS[s + 1]! - borderS[s]!)) - 1;
          prices[s] = Math.max(0, prices[s]! + steps.step(n * slots + s, excess, reach));
        }
      }
    },
  };
}
