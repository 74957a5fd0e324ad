import { adaptiveSteps } from '../../../../pricing/adaptive-steps.js';
import type { MonthWork } from './month-work.js';
import type { MonthPass } from './rigid.js';

/** Length of the last step, as a share of the mean price. */
const LAST_STEP = 0.003;

/**
 * Search for prices that minimise a relaxation's bound. It proves nothing itself; each pass proves a bound at its
 * prices.
 */
export interface PriceSearch {
  /** Prices of the next pass, by node type, then slot, value/(core s). */
  readonly perCoreS: readonly Float64Array[];
  /** Changes the prices after a pass: up where too many cores were used, down where too few. */
  readonly move: (pass: MonthPass) => void;
}

/**
 * Returns a search whose steps, in units of the jobs' total value per core-second, shrink by a constant factor. @param
 * from initial prices @param passes number of moves @param firstStep length of the first step in that unit
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
