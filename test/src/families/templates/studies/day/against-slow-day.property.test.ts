import { describe, expect, it } from 'vitest';
import {
  MAPPING_NAMES,
  type MappingName,
  THERMAL_NAMES,
  type ThermalName,
} from '../../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../../../src/online/arrivals.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import {
  DAY_DEFAULTS,
  type DayOptions,
  type DayRequest,
} from '../../../../../../src/families/templates/studies/day/request.js';
import { simulateDay } from '../../../../../../src/families/templates/studies/day/simulate-day.js';
import { slowDay } from '../../../../../oracle/slow-day.js';
import { dayRoom, randomArrivals, randomBook, smallFacility } from '../../../../../support/templates-day.js';

const room = dayRoom(smallFacility());
const DURATION_S = 1200;
const NONE = Infinity;

/** Of tasks, some short and some long. */
function lengthsOf({ timeS }: ArrivalSequence, [least, most]: readonly [number, number]): Float64Array {
  const random = randomStream(8, 'lengths');
  return timeS.map(() => random.uniform(least, most));
}

function expectSame(
  mapping: MappingName,
  thermal: ThermalName,
  seed: number,
  perS: number,
  changes: Partial<DayOptions>,
  budgets: number[],
  lengths?: readonly [number, number],
): ReturnType<typeof simulateDay> {
  const options = { ...DAY_DEFAULTS, throttlingC: 26, overcoolingC: 20, ...changes };
  const arrivals = randomArrivals(perS, DURATION_S, 3, seed);
  const request: DayRequest = {
    ...room,
    mapping,
    thermal,
    seed,
    options,
    arrivals: lengths === undefined ? arrivals : { ...arrivals, length: lengthsOf(arrivals, lengths) },
    book: thermal === 'templates' ? randomBook(room.model, seed) : null,
    energyBudgetsJ: budgets,
  };
  const quick = simulateDay(request);
  slowDay(request, options).forEach((slow, k) => {
    const one = quick.outcomes[k]!;
    const { arrived, ...tasks } = one.tasks;
    expect(tasks).toEqual(slow.counts);
    expect(arrived).toBe(request.arrivals.timeS.length);
    // Rewards of lengths are summed in another order.
    if (lengths === undefined) expect(one.reward).toBe(slow.reward);
    else expect(one.reward).toBeCloseTo(slow.reward, 9);
    expect(one.throttlings).toBe(slow.throttlings);
    const near = (a: number, b: number): void => {
      expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(b)));
    };
    near(one.stoppedAtS ?? -1, slow.stoppedAtS ?? -1);
    near(one.energyJ.cores, slow.coresJ);
    near(one.energyJ.crac, slow.cracJ);
    near(one.throttledCoreS, slow.throttledCoreS);
    near(one.hottestOutletC, slow.hottestOutletC);
    near(one.nodeSecondsTooHot, slow.nodeSecondsTooHot);
  });
  return quick;
}

describe('the day is that of a slow and plain simulation', () => {
  const pairs = MAPPING_NAMES.flatMap((mapping) => THERMAL_NAMES.map((thermal) => ({ mapping, thermal })));

  it.each(pairs)('$mapping with $thermal, few tasks and too many', ({ mapping, thermal }) => {
    const budgets = thermal === 'templates' ? [2.5e6] : [5e5, NONE, 1.7e6];
    const few = expectSame(mapping, thermal, 1, 0.3, { thermalIntervalS: 120 }, budgets);
    const many = expectSame(mapping, thermal, 2, 0.6, {}, budgets);
    expect(few.outcomes[0]!.stoppedAtS).not.toBeNull();
    if (thermal === 'throttling') expect(many.outcomes[1]!.throttlings).toBeGreaterThan(0);
    if (thermal !== 'templates') return;
    expect(few.lookups!.ventChanges).toBeGreaterThan(0);
    expect(few.lookups!.infeasible + many.lookups!.infeasible).toBeGreaterThan(0);
  });

  it.each<[string, MappingName, ThermalName, Partial<DayOptions>]>([
    ['any node of the best type', 'greedy', 'throttling', { ties: 'random' }],
    ['late tasks are dropped', 'lbbr', 'throttling', { lateTasks: 'drop' }],
    ['the largest limit of an infeasible state', 'greedy', 'templates', { infeasibleState: 'largest-limit' }],
    ['the best effort of an infeasible state', 'greedy', 'templates', { infeasibleState: 'best-effort' }],
    ['other intervals', 'lbbn', 'templates', { mappingIntervalS: 30, thermalIntervalS: 90, thermalStepS: 15 }],
    ['a warm start', 'consolidation', 'overcooling', { startSetPointC: 28, thermalStepS: 60 }],
  ])('%s', (_, mapping, thermal, changes) => {
    expectSame(mapping, thermal, 3, 0.6, changes, [thermal === 'templates' ? 2.9e6 : NONE]);
  });

  it.each(pairs)('$mapping with $thermal, tasks of lengths of their own', ({ mapping, thermal }) => {
    const budgets = thermal === 'templates' ? [2.5e6] : [NONE, 1.7e6];
    const found = expectSame(mapping, thermal, 5, 0.5, { thermalIntervalS: 120 }, budgets, [0.3, 2.5]);
    expect(found.outcomes[0]!.tasks.completedInTime).toBeGreaterThan(20);
  });
});
