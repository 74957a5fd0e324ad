import type { GeoMethodRequest, GeoMethodOutcome } from '../outcome.js';
import { Day } from './day.js';
import { isServed } from './epoch-search.js';
import { evenFounder } from './founders.js';
import { GALD } from './gald.js';

/**
 * `even-split`: a baseline. Work is divided over the data centres in proportion to their capacities, whatever energy
 * costs (50:50 between two equal ones), and placed greedily within them.
 */
export async function evenSplit({ model, control }: GeoMethodRequest): Promise<GeoMethodOutcome> {
  const day = new Day(model, GALD.reading, 'even-split');
  let stopped = false;
  for (let epoch = 0; epoch < model.epochCount; epoch++) {
    const chosen = day.byRule(epoch, ({ tables }) => [evenFounder(tables)]);
    if (!isServed(chosen)) return day.nothing(epoch, chosen, stopped, {});
    day.chosen[epoch] = chosen;
    const phase = `epoch ${epoch + 1} of ${model.epochCount}`;
    stopped = await control.step({ phase, bound: null, incumbent: null });
  }
  return day.outcome(stopped, {});
}
