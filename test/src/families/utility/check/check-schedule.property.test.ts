import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PlannedRun, UtilityPlan } from '../../../../../models/families/utility/plan.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { INTERVAL_S, type ScheduledInstance, scheduledInstances } from '../../../../support/utility/random-schedule.js';
import { utilityModelOf } from '../../../../support/utility/workload-of.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const verdictOf = ({ instance }: ScheduledInstance, plan: UtilityPlan): ReturnType<typeof checkSchedule> =>
  checkSchedule(instance, utilityModelOf(instance).workload, plan);

/** A schedule with one run changed. */
function withRun(plan: UtilityPlan, at: number, change: (run: PlannedRun) => PlannedRun): UtilityPlan {
  return { ...plan, runs: plan.runs.map((run, n) => (n === at ? change(run) : run)) };
}

const movedBy = (run: PlannedRun, byS: number): PlannedRun => ({
  ...run,
  pieces: run.pieces.map(([startS, endS]) => [startS + byS, endS + byS] as const),
});

/** Ways to falsify run `at`, each of which breaks a rule whatever the instance. */
const TAMPERED: Readonly<Record<string, (plan: UtilityPlan, at: number) => UtilityPlan>> = {
  'a task twice': (plan, at) => ({ ...plan, runs: [...plan.runs, plan.runs[at]!] }),
  'a task run and dropped': (plan, at) => ({ ...plan, dropped: [{ task: plan.runs[at]!.task, atS: 200 }] }),
  'an unknown task': (plan, at) => withRun(plan, at, (run) => ({ ...run, task: 'nobody' })),
  'an unknown pool': (plan, at) => withRun(plan, at, (run) => ({ ...run, pool: 'nowhere' })),
  'a P-state that does not exist': (plan, at) => withRun(plan, at, (run) => ({ ...run, pState: 2 })),
  'another P-state': (plan, at) => withRun(plan, at, (run) => ({ ...run, pState: 1 - run.pState })),
  'a fractional number of nodes': (plan, at) => withRun(plan, at, (run) => ({ ...run, nodes: run.nodes + 0.5 })),
  'one node more': (plan, at) => withRun(plan, at, (run) => ({ ...run, nodes: run.nodes + 1 })),
  'a start before the arrival': (plan, at) => withRun(plan, at, (run) => movedBy(run, -2000)),
  'a start between events': (plan, at) => withRun(plan, at, (run) => movedBy(run, 0.25)),
  'a start at the end of the period': (plan, at) => withRun(plan, at, (run) => movedBy(run, 90_000)),
  'a shorter run': (plan, at) =>
    withRun(plan, at, (run) => ({ ...run, pieces: run.pieces.map(([a, b]) => [a, b - 0.001] as const) })),
  'a run to infinity': (plan, at) =>
    withRun(plan, at, (run) => ({ ...run, pieces: run.pieces.map(([a]) => [a, Infinity] as const) })),
  'a moment that is no number': (plan, at) =>
    withRun(plan, at, (run) => ({ ...run, pieces: run.pieces.map(([, b]) => [NaN, b] as const) })),
  'a gap between two pieces': (plan, at) =>
    withRun(plan, at, (run) => {
      const [startS, endS] = run.pieces[0]!;
      return {
        ...run,
        pieces: [
          [startS, startS + 0.3],
          [startS + 3.3, endS + 5],
        ],
      };
    }),
  'a run left out and its utility kept': (plan, at) => ({ ...plan, runs: plan.runs.filter((_, n) => n !== at) }),
  'more utility claimed': (plan) => ({ ...plan, claimed: { ...plan.claimed, utility: plan.claimed.utility + 1e-3 } }),
  'less energy claimed': (plan) => ({
    ...plan,
    claimed: { ...plan.claimed, energyJ: plan.claimed.energyJ.map((e) => e - 1) },
  }),
};

describe('the checker of schedules', () => {
  it('finds nothing wrong with schedules that keep every rule, and the utility and energy worked out by hand', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const { utility, violations } = verdictOf(made, made.plan);
        expect(violations).toEqual([]);
        expect(utility).toBeCloseTo(made.plan.claimed.utility, 9);
      }),
      { seed: 61, numRuns: fuzzCount(200) },
    );
  });

  it('waiting, slowdown and utilisation are those of a plain count over the plan, of the tasks of the measured time', () => {
    fc.assert(
      fc.property(scheduledInstances, ({ instance, plan }) => {
        const { service } = verdictOf({ instance, plan }, plan);
        const { arrivals, period, pools } = instance;
        if (arrivals.source !== 'table') throw new Error('no table');
        const { measuredFromS: fromS, durationS: toS } = period;
        const today = arrivals.tasks.filter(({ arrivalS }) => arrivalS >= fromS);
        const served = plan.runs.flatMap(({ task, pieces, finished = true }) => {
          const arrival = today.find(({ name }) => name === task);
          if (arrival === undefined || !finished) return [];
          const ranS = pieces.reduce((sum, [a, b]) => sum + b - a, 0);
          const waitS = pieces.at(-1)![1] - arrival.arrivalS - ranS;
          return [{ waitS, slowdown: Math.max(1, (waitS + ranS) / Math.max(10, ranS)) }];
        });
        const told = (of: (one: (typeof served)[number]) => number): (number | null)[] => {
          const values = served.map(of);
          const enough = values.filter((one) => values.filter((other) => other <= one).length >= 0.95 * values.length);
          const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
          return values.length === 0 ? [null, null] : [mean, Math.min(...enough)];
        };
        const near = (found: readonly (number | null)[], truth: readonly (number | null)[]): void => {
          for (const [k, value] of truth.entries()) {
            if (value === null) expect(found[k]).toBeNull();
            else expect(found[k]).toBeCloseTo(value, 9);
          }
        };
        expect([service!.arrived, service!.ran]).toEqual([today.length, served.length]);
        near(
          [service!.waitMeanS, service!.wait95S],
          told(({ waitS }) => waitS),
        );
        near(
          [service!.slowdownMean, service!.slowdown95],
          told(({ slowdown }) => slowdown),
        );
        const busyS = pools.map(({ name }) =>
          plan.runs
            .filter(({ pool }) => pool === name)
            .flatMap(({ nodes, pieces }) =>
              pieces.map(([a, b]) => nodes * Math.max(0, Math.min(b, toS) - Math.max(a, fromS))),
            )
            .reduce((sum, one) => sum + one, 0),
        );
        const nodes = pools.reduce((sum, pool) => sum + pool.nodes, 0);
        near(
          [service!.utilisation, ...service!.pools.map(({ utilisation }) => utilisation)],
          [
            busyS.reduce((sum, one) => sum + one, 0) / nodes / (toS - fromS),
            ...pools.map((pool, j) => busyS[j]! / pool.nodes / (toS - fromS)),
          ],
        );
      }),
      { seed: 64, numRuns: fuzzCount(200) },
    );
  });

  it.each(Object.keys(TAMPERED))('refuses %s', (name) => {
    fc.assert(
      fc.property(scheduledInstances, fc.nat(), (made, where) => {
        const plan = TAMPERED[name]!(made.plan, where % made.plan.runs.length);
        expect(verdictOf(made, plan).violations.length).toBeGreaterThan(0);
      }),
      { seed: 72, numRuns: fuzzCount(30) },
    );
  });

  it('lets a task start at the mapping event that it arrives at, of any interval and environment, and not at the one before', () => {
    const intervals = fc.constantFrom(0.1, 0.3, 0.7, 1.1, 12.34, 60);
    fc.assert(
      fc.property(scheduledInstances, intervals, fc.integer({ min: 1, max: 1400 }), (made, eventIntervalS, k) => {
        const { arrivals } = made.instance;
        if (arrivals.source !== 'table') throw new Error('no table');
        // As a person writes it: 2.1 s and not 7 x 0.3.
        const arrivalS = Number((k * eventIntervalS).toFixed(2));
        const tasks = [{ ...arrivals.tasks[0]!, arrivalS }];
        const instance = { ...made.instance, eventIntervalS, arrivals: { ...arrivals, tasks } };
        const [run] = made.plan.runs;
        const kindsAt = (startS: number): readonly string[] => {
          const plan = { ...made.plan, runs: [movedBy(run!, startS - run!.pieces[0]![0])], dropped: [] };
          return verdictOf({ instance, plan }, plan).violations.map(({ constraint }) => constraint);
        };
        expect(kindsAt(k * eventIntervalS)).not.toContain('order');
        expect(kindsAt((k - 1) * eventIntervalS)).toContain('order');
      }),
      { seed: 83, numRuns: fuzzCount(200) },
    );
  });

  it('refuses two runs at one time where there is room for one', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const { plan, instance } = made;
        const wide = plan.runs.filter(({ pool, nodes }) => {
          const limit = instance.environment === 'serial' ? 1 : instance.pools.find(({ name }) => name === pool)!.nodes;
          return nodes === limit;
        });
        fc.pre(wide.length >= 2 && wide[0]!.pool === wide[1]!.pool);
        const [first, second] = [wide[0]!, wide[1]!];
        const startS = Math.max(first.pieces[0]![0], second.pieces[0]![0]);
        const over = withRun(
          withRun(plan, plan.runs.indexOf(first), (run) => movedBy(run, startS - run.pieces[0]![0])),
          plan.runs.indexOf(second),
          (run) => movedBy(run, startS - run.pieces[0]![0]),
        );
        expect(verdictOf(made, over).violations.map(({ constraint }) => constraint)).toContain('capacity');
      }),
      { seed: 104, numRuns: fuzzCount(50) },
    );
  });

  it('refuses a schedule that draws more than the budget of the day, by how much it does', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const drawnJ = made.plan.claimed.energyJ[1]!;
        fc.pre(drawnJ > 0);
        const instance = { ...made.instance, energyBudgetJPerDay: drawnJ - 0.5 };
        const [broken] = verdictOf({ ...made, instance }, made.plan).violations;
        expect(broken).toMatchObject({ constraint: 'energyBudget', unit: 'J' });
        expect(broken!.amount).toBeCloseTo(0.5, 6);
      }),
      { seed: 126, numRuns: fuzzCount(50) },
    );
  });

  it('refuses that nobody is dropped, also beside tasks that were preempted', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const { plan, instance } = made;
        fc.pre(instance.environment === 'preemptive' && plan.runs.length > 1);
        const unfinished = plan.runs.map((run) => ({ ...run, finished: false as const }));
        const { violations } = verdictOf(made, {
          ...plan,
          runs: unfinished,
          dropped: [{ task: 'nobody', atS: 80_000 }],
        });
        const ofNobody = violations.filter(({ where }) => where.startsWith('dropped[0]'));
        expect(ofNobody.map(({ constraint }) => constraint)).toEqual(['plan']);
      }),
      { seed: 140, numRuns: fuzzCount(20) },
    );
  });

  it('lets a task that was preempted be dropped from the end of its last piece on, and no earlier', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const { plan, instance } = made;
        fc.pre(instance.environment === 'preemptive');
        const [startS, endS] = plan.runs[0]!.pieces[0]!;
        const unfinished = withRun(plan, 0, (run) => ({ ...run, finished: false }));
        const kindsAt = (atS: number): readonly string[] => {
          const dropped = [{ task: plan.runs[0]!.task, atS }];
          const { violations } = verdictOf(made, { ...unfinished, dropped });
          return violations.filter(({ where }) => where.startsWith('dropped')).map(({ constraint }) => constraint);
        };
        expect([kindsAt(endS), kindsAt((startS + endS) / 2)]).toEqual([[], ['order']]);
      }),
      { seed: 158, numRuns: fuzzCount(20) },
    );
  });

  it('forgives 1e-8 of a budget, which the bound counts in, and no more', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const drawnJ = made.plan.claimed.energyJ[1]!;
        fc.pre(drawnJ > 0);
        const brokenBy = (share: number): number => {
          const instance = { ...made.instance, energyBudgetJPerDay: drawnJ / (1 + share) };
          return verdictOf({ ...made, instance }, made.plan).violations.length;
        };
        expect([brokenBy(0.99e-8), brokenBy(1.01e-8)]).toEqual([0, 1]);
      }),
      { seed: 176, numRuns: fuzzCount(20) },
    );
  });

  it('lets a task be preempted at an event by one that may, and resume with the overhead', () => {
    fc.assert(
      fc.property(scheduledInstances, (made) => {
        const preempted = preemptedOnce(made);
        fc.pre(preempted !== null);
        const { plan, mayBePreempted } = preempted;
        const kinds = verdictOf(made, plan).violations.map(({ constraint }) => constraint);
        expect(kinds.filter((kind) => kind !== 'claim')).toEqual(mayBePreempted ? [] : ['preemption']);
      }),
      { seed: 191, numRuns: fuzzCount(100) },
    );
  });
});

/** The last run of a preemptive schedule put inside the first, which is interrupted for it, where both are in one pool and the first lasts. */
function preemptedOnce({ instance, plan }: ScheduledInstance): { plan: UtilityPlan; mayBePreempted: boolean } | null {
  const { tasks } = utilityModelOf(instance).workload;
  const [first, last] = [plan.runs[0]!, plan.runs[plan.runs.length - 1]!];
  if (instance.environment !== 'preemptive' || first === last || first.pool !== last.pool) return null;
  const [startS, endS] = first.pieces[0]!;
  const splitS = INTERVAL_S * Math.ceil(Math.max(startS + 1, tasks.arrivalS[tasks.count - 1]!) / INTERVAL_S);
  if (splitS >= endS) return null;
  const inner = movedBy(last, splitS - last.pieces[0]![0]);
  const againS = INTERVAL_S * Math.ceil(inner.pieces[0]![1] / INTERVAL_S);
  const runs = [
    {
      ...first,
      pieces: [
        [startS, splitS],
        [againS, againS + endS - splitS + 2],
      ] as const,
    },
    inner,
  ];
  return { plan: { ...plan, runs }, mayBePreempted: tasks.mayBePreempted[0] === 1 };
}
