import type { GeoMethodRequest, GeoMethodOutcome } from '../outcome.js';
import { Day } from './day.js';
import { isServed } from './epoch-search.js';
import { evenFounder } from './founders.js';
import { GALD } from './gald.js';

/**
 * Runs the baseline `even-split`. Arrivals are divided in proportion to capacity, whatever energy costs, and cores are
 * assigned greedily.
 */
export async function evenSplit({ model, control }: GeoMethodRequest): Promise<GeoMethodOutcome> {
  const day = new Day(model, GALD.reading, 'even-split');
  const { epochCount } = model;
  for (let epoch = 0; epoch < epochCount; epoch++) {
    const chosen = day.byRule(epoch, ({ tables }) => [evenFounder(tables)]);
    if (!isServed(chosen)) return day.nothing(epoch, chosen, false, {});
    day.chosen[epoch] = chosen;
    const isStopped = await control.step({
      phase: `epoch ${epoch + 1} of ${epochCount}`,
      bound: null,
      incumbent: null,
    });
    if (!isStopped || epoch + 1 === epochCount) continue;
    // A day that is divided in part is no plan.
    const warnings = [`even-split: stopped after ${epoch + 1} of ${epochCount} epochs: there is no plan.`];
    return { allocation: null, certificate: null, stoppedEarly: true, warnings, work: {}, figures: {} };
  }
  return day.outcome(false, {});
}
