import { describe, expect, it } from 'vitest';
import { perResourceFilter, perTaskFilter } from '../../../../../../src/families/utility/methods/filters/fair-share.js';
import { eventBased, taskBased } from '../../../../../../src/families/utility/methods/policies/goal.js';
import type { Candidate, Filter, MappingEvent } from '../../../../../../src/families/utility/methods/policy.js';
import { parallelModel } from '../../../../../support/utility/small-parallel.js';

const candidate = (change: Partial<Candidate>): Candidate => ({
  task: 0,
  option: 0,
  pool: 0,
  pState: 0,
  nodes: 1,
  cores: 4,
  startS: 0,
  endS: 100,
  timeS: 100,
  energyJ: 500,
  utility: 5,
  ...change,
});
const event = (change: Partial<MappingEvent>): MappingEvent => ({
  nowS: 250,
  nextS: 310,
  day: { startS: 0, endS: 1000, budgetJ: 10_000 },
  consumedJ: 2000,
  committedJ: 4000,
  powerW: 10,
  committedW: 1,
  freeNodeS: 1,
  freeCoreS: 16_000,
  ...change,
});

/** Greatest energy of a candidate that passes, found by trying, J. */
function mostJ(filter: Filter, change: Partial<MappingEvent>): number {
  filter.begin(event(change));
  let most = -1;
  for (let energyJ = 0; energyJ <= 20_000; energyJ++) if (filter.allows(candidate({ energyJ }))) most = energyJ;
  return most;
}

/** Two types. The first: 2 nodes of 4 cores for 100 s at 5 W, 800 core-s and 500 J. The second, in two kinds: 1600 and 2400 core-s, 1000 and 2000 J. */
const MODEL = parallelModel({
  pools: [{ nodes: 8, coresPerNode: 4 }],
  kinds: [
    [{ pool: 0, nodes: 2, timeS: 100, powerW: 5 }],
    [{ pool: 0, nodes: 4, timeS: 100, powerW: 10 }],
    [{ pool: 0, nodes: 6, timeS: 100, powerW: 20 }],
  ],
  functions: [[[0, 8]]],
  tasks: [
    { arrivalS: 0, kind: 0, utility: 0, type: 0 },
    { arrivalS: 0, kind: 1, utility: 0, type: 1 },
    { arrivalS: 0, kind: 1, utility: 0, type: 1 },
    { arrivalS: 0, kind: 2, utility: 0, type: 1 },
  ],
  days: [{ startS: 0, endS: 1000, budgetJ: 10_000 }],
});

describe('energy filters of parallel tasks', () => {
  it('per task: where energy limits how many tasks are to come, the limit is the leniency times the mean energy', () => {
    // Means: 1400 core-s and 1000 J; 6000 J are left for 6 tasks, 16,000 core-s would do for 11.4.
    const filter = perTaskFilter(MODEL, 1.5);
    expect(mostJ(filter, {})).toBe(1500);
    expect(mostJ(filter, { committedJ: 8000 })).toBe(1500);
    expect(filter.branches()).toEqual({ resources: 0, energy: 2 });
  });

  it('per task: where nodes limit it, what is left is shared between the tasks that they can run', () => {
    const filter = perTaskFilter(MODEL, 1.5);
    // Two tasks on 2800 core-s, 6000 J for them.
    expect(mostJ(filter, { freeCoreS: 2800 })).toBe(4500);
    expect(filter.branches()).toEqual({ resources: 1, energy: 0 });
  });

  it('per resource: energy per core-second may be the leniency times what is left of energy per free core-second', () => {
    // 2 x 6000 J / 16,000 core-s = 0.75 W a core; the candidate takes 400 core-s.
    expect(mostJ(perResourceFilter(MODEL, 2), {})).toBe(300);
  });

  it('let everything pass without a budget, and nothing when no time is left', () => {
    const noBudget = { day: { startS: 0, endS: 1000, budgetJ: Infinity } };
    for (const filter of [perTaskFilter(MODEL, 1), perResourceFilter(MODEL, 1)]) {
      expect(mostJ(filter, noBudget)).toBe(20_000);
      expect(mostJ(filter, { freeCoreS: 0 })).toBe(-1);
    }
  });
});

describe('metaheuristics between UPE and UPR', () => {
  /** The thrifty one has the better UPE (1/50 against 1/100), the quick one the better UPR (1/400 against 1/800). */
  const thrifty = candidate({ utility: 5, energyJ: 250, timeS: 1000 });
  const quick = candidate({ utility: 1, energyJ: 100, timeS: 100 });

  it('by event: goes by UPE where more was consumed than the even goal of 2500 J, else by UPR', () => {
    const policy = eventBased();
    policy.begin?.(event({ consumedJ: 2501 }));
    expect([policy.key(thrifty), policy.key(quick)]).toEqual([1 / 50, 1 / 100]);
    policy.begin?.(event({ consumedJ: 2500 }));
    expect([policy.key(thrifty), policy.key(quick)]).toEqual([1 / 800, 1 / 400]);
  });

  it('grows with the work expected by the hour, where the goal follows arrivals', () => {
    // Half of the work in the second hour, half in the fourth: 2500 J by a quarter past one, 5000 J until three o'clock.
    const workByHour = Float64Array.from({ length: 24 }, (_, hour) => (hour === 1 || hour === 3 ? 0.5 : 0));
    const day = { startS: 7200, endS: 7200 + 86_400, budgetJ: 20_000 };
    const goalJ = (atS: number, of = day): number => {
      const policy = eventBased('consumed', workByHour);
      for (let consumedJ = 0; ; consumedJ += 100) {
        policy.begin?.(event({ nowS: 7200 + atS, day: of, consumedJ }));
        if (policy.key(quick) === 1 / 100) return consumedJ - 100;
      }
    };
    expect([1800, 3600 + 900, 7200, 10_000, 3 * 3600 + 1800].map((atS) => goalJ(atS))).toEqual([
      0, 2500, 10_000, 10_000, 15_000,
    ]);
    // A measured time of two hours has all of it in the second.
    expect(goalJ(3600 + 900, { ...day, endS: 7200 + 7200 })).toBe(5000);
    // Where no work is expected, the goal grows at a constant rate.
    expect(goalJ(900, { ...day, endS: 7200 + 3600 })).toBe(5000);
    const byTask = taskBased('consumed', workByHour);
    byTask.begin?.(event({ nowS: 7200 + 1800, day, consumedJ: 1 }));
    expect(byTask.key(quick)).toBe(1 / 100);
  });

  it('by event: running tasks count in full where what is committed counts', () => {
    const policy = eventBased('committed');
    policy.begin?.(event({ consumedJ: 2000, committedJ: 2501 }));
    expect(policy.key(quick)).toBe(1 / 100);
  });

  it('goes by UPR throughout where energy has no budget', () => {
    for (const policy of [eventBased(), taskBased()]) {
      policy.begin?.(event({ consumedJ: 1e12, day: { startS: 0, endS: 1000, budgetJ: Infinity } }));
      expect(policy.key(quick)).toBe(1 / 400);
    }
  });

  it('by task: changes to UPE when the energy that tasks mapped in this event will draw today reaches the goal', () => {
    const policy = taskBased();
    const now = event({ consumedJ: 2000 });
    policy.begin?.(now);
    // 300 J each; the second one half beyond midnight: 2300, 2450, 2750 J.
    const inside = candidate({ startS: 250, endS: 350, energyJ: 300 });
    const beyond = candidate({ startS: 950, endS: 1050, energyJ: 300 });
    expect(policy.taken?.(inside, now)).toBe(false);
    expect(policy.taken?.(beyond, now)).toBe(false);
    expect(policy.key(quick)).toBe(1 / 400);
    expect(policy.taken?.(inside, now)).toBe(true);
    expect(policy.key(quick)).toBe(1 / 100);
  });
});
