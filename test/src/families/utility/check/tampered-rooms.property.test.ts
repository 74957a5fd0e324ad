import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { FacilityOperation, UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { utilityPlanOf } from '../../../../../models/families/utility/plan-of.js';
import type { PlannedRun, UtilityPlan } from '../../../../../models/families/utility/plan.js';
import type { Violation } from '../../../../../models/families/violation.js';
import { checkSchedule } from '../../../../../src/families/utility/check/check-schedule.js';
import { noFilter } from '../../../../../src/families/utility/methods/filters/fair-share.js';
import { makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import {
  handTimeS,
  INTERVAL_S,
  type RandomRoom,
  randomRoom,
  type RoomLedger,
  roomLedger,
  withRunAt,
} from '../../../../support/utility/random-room.js';

const ROOMS = fuzzCount(60, 24);
const METHODS = ['price', 'upe', 'upt', 'upr', 'util', 'fcfs', 'random'];

function planned({ open }: RandomRoom, instance: UtilityInstance, method: string, seed: number): UtilityPlan {
  const { model } = open(instance);
  const entry = POLICIES.find(({ name }) => name === method)!;
  const { schedule } = simulate(model!, makePolicy(entry, model!, { seed }), noFilter());
  const made = { instance: { name: instance.name, sha256: '0'.repeat(64) }, method };
  return utilityPlanOf(model!, schedule, evaluateSchedule(model!, schedule), made);
}

function violationsOf({ open }: RandomRoom, instance: UtilityInstance, plan: UtilityPlan): readonly Violation[] {
  const { workload, room } = open(instance);
  return checkSchedule(instance, workload!, plan, room!.matrix).violations;
}

/** Kinds of violations other than of claims, which any tampering breaks as well. */
const kindsOf = (violations: readonly Violation[]): readonly string[] => [
  ...new Set(violations.map(({ constraint }) => constraint).filter((kind) => kind !== 'claim')),
];

/** Instance with other limits of operation, and of one CRAC. */
const limited = (
  instance: UtilityInstance,
  limits: Partial<FacilityOperation>,
  capacity?: { readonly crac: number; readonly watts: number },
): UtilityInstance => ({
  ...instance,
  operation: { ...instance.operation!, ...limits },
  facility: {
    ...instance.facility!,
    cracs: instance.facility!.cracs.map((crac, c) =>
      c === capacity?.crac ? { ...crac, coolingCapacityW: capacity.watts } : crac,
    ),
  },
});

/**
 * Plans with one run moved to another event, to where another one starts, or run in the other P-state, that break no rule of an instance without
 * limits.
 */
function moves(made: RandomRoom, plan: UtilityPlan, seed: number): readonly UtilityPlan[] {
  const { integer } = randomStream(seed, 'moves');
  const { types, tasks } = made.open(made.instance).workload!;
  const taskOf = new Map(Array.from({ length: tasks.count }, (_, n) => [tasks.name(n), n]));
  const anyRun = (): number => integer(0, plan.runs.length - 1);
  const kept: UtilityPlan[] = [];
  for (let trial = 0; trial < 15 && kept.length < 3; trial++) {
    const otherS = plan.runs[anyRun()]!.pieces[0]![0];
    const byS = INTERVAL_S * integer(-18, 18);
    const moved = (run: PlannedRun): PlannedRun => {
      const [startS, endS] = run.pieces[0]!;
      if (trial % 3 === 0) {
        const pool = made.instance.pools.findIndex(({ name }) => name === run.pool);
        const timeS = types[tasks.type[taskOf.get(run.task)!]!]!.runs[pool]!.timeS(run.nodes, 1 - run.pState);
        return { ...run, pState: 1 - run.pState, pieces: [[startS, startS + timeS]] };
      }
      const toS = INTERVAL_S * Math.ceil((trial % 3 === 1 ? otherS : startS + byS) / INTERVAL_S);
      return { ...run, pieces: [[toS, toS + endS - startS]] };
    };
    const tampered = withRunAt(plan, anyRun(), moved);
    if (kindsOf(violationsOf(made, made.instance, tampered)).length === 0) kept.push(tampered);
  }
  return kept;
}

/** Room, a schedule of some policy without limits, a schedule tampered with, and what both do to the room by hand. */
interface Pair {
  readonly made: RandomRoom;
  readonly plan: UtilityPlan;
  readonly tampered: UtilityPlan;
  readonly before: RoomLedger;
  readonly after: RoomLedger;
}

/** Schedules of policies without limits. */
const policies = Array.from({ length: ROOMS }, (_, seed) => seed).flatMap((seed) => {
  const made = randomRoom(seed);
  const plan = planned(made, made.instance, METHODS[seed % METHODS.length]!, seed);
  return plan.runs.length < 2 ? [] : [{ made, plan, seed, before: roomLedger(made, plan.runs) }];
});

const pairs: readonly Pair[] = policies.flatMap(({ made, plan, seed, before }) => {
  return moves(made, plan, seed).flatMap((tampered): Pair[] => {
    const after = roomLedger(made, tampered.runs);
    // Each may be the one that keeps a limit, the other the one that does not.
    return [
      { made, plan, tampered, before, after },
      { made, plan: tampered, tampered: plan, before: after, after: before },
    ];
  });
});

/** Limit half way between what both schedules reach, where the one tampered with reaches clearly more. */
const between = (before: number, after: number, atLeast: number): number | null =>
  after - before > atLeast ? (before + after) / 2 : null;

/** Test that the schedule passes and the one tampered with breaks that rule alone, by how much it does by hand; null: the pair says nothing. */
function breaks(
  { made, plan, tampered }: Pair,
  instance: UtilityInstance | null,
  kind: string,
  value: number,
): boolean {
  if (instance === null) return false;
  expect(kindsOf(violationsOf(made, instance, plan))).toEqual([]);
  const found = violationsOf(made, instance, tampered).filter(({ constraint }) => constraint !== 'claim');
  expect([...new Set(found.map(({ constraint }) => constraint))]).toEqual([kind]);
  const greatest = Math.max(...found.map((violation) => violation.value));
  expect(Math.abs(greatest - value)).toBeLessThan(1e-6 * Math.max(1, Math.abs(value)));
  return true;
}

describe('the checker on random rooms', () => {
  it('finds what every policy makes right, with the energy and cost at the meter worked out by hand', () => {
    for (const { made, plan, before } of policies) {
      expect(violationsOf(made, made.instance, plan)).toEqual([]);
      for (const d of [0, 1]) {
        expect(plan.claimed.energyJ[d]).toBeCloseTo(before.energyJ[d]!, 3);
        expect(plan.claimed.costUsd![d]).toBeCloseTo(before.costUsd[d]!, 9);
      }
    }
    expect(policies.length).toBeGreaterThan(ROOMS / 2);
  });

  it('holds runs to the time that the company taken for granted leaves them, worked out by hand', () => {
    for (const { made, plan } of policies) {
      for (const run of plan.runs) {
        const [startS, endS] = run.pieces[0]!;
        expect(endS - startS).toBeCloseTo(handTimeS(made, run), 6);
      }
      const longer = withRunAt(plan, 0, (run) => ({
        ...run,
        pieces: run.pieces.map(([a, b]) => [a, b + 0.01] as const),
      }));
      expect(kindsOf(violationsOf(made, made.instance, longer))).toContain('duration');
    }
  });

  it('finds nothing wrong with schedules that policies make under limits that bind', () => {
    let bound = 0;
    for (const [n, { made, plan, before }] of policies.entries()) {
      const { uniform } = randomStream(n, 'limits');
      const idle = roomLedger(made, []);
      const some = (least: number, most: number): number => least + uniform(0.3, 0.9) * (most - least);
      const crac = n % 3 === 0 ? 0 : 1;
      const limits =
        n % 2 === 0 ? { powerCapW: some(idle.meterW, before.meterW) } : { redLineC: some(idle.inletC, before.inletC) };
      const watts = some(idle.heatW[crac]!, before.heatW[crac]!);
      const instance: UtilityInstance = {
        ...limited(made.instance, limits, { crac, watts }),
        costBudgetUsdPerDay: Math.max(...idle.idleUsd) + uniform(0.4, 0.9) * Math.max(...before.costUsd),
      };
      const kept = planned(made, instance, METHODS[n % METHODS.length]!, n);
      expect(violationsOf(made, instance, kept)).toEqual([]);
      if (JSON.stringify(kept.runs) !== JSON.stringify(plan.runs)) bound++;
    }
    expect(bound).toBeGreaterThan(ROOMS / 4);
  });

  it.each<[string, number, (pair: Pair) => boolean]>([
    [
      'redLine',
      ROOMS / 3,
      (pair) => {
        const redLineC = between(pair.before.inletC, pair.after.inletC, 1e-3);
        const instance = redLineC === null ? null : limited(pair.made.instance, { redLineC });
        return breaks(pair, instance, 'redLine', pair.after.inletC);
      },
    ],
    [
      'powerCap',
      ROOMS / 3,
      (pair) => {
        const powerCapW = between(pair.before.meterW, pair.after.meterW, 0.1);
        const instance = powerCapW === null ? null : limited(pair.made.instance, { powerCapW });
        return breaks(pair, instance, 'powerCap', pair.after.meterW);
      },
    ],
    [
      'coolingCapacity',
      ROOMS / 3,
      (pair) =>
        [0, 1].some((crac) => {
          const watts = between(pair.before.heatW[crac]!, pair.after.heatW[crac]!, 0.1);
          const instance = watts === null ? null : limited(pair.made.instance, {}, { crac, watts });
          return breaks(pair, instance, 'coolingCapacity', pair.after.heatW[crac]!);
        }),
    ],
    [
      'energyBudget',
      ROOMS / 3,
      (pair) => {
        const most = [pair.before, pair.after].map(({ energyJ }) => Math.max(...energyJ));
        const workJ = between(most[0]!, most[1]!, 1);
        if (workJ === null) return false;
        const energyBudgetJPerDay = workJ + pair.before.idleW * 86_400;
        return breaks(pair, { ...pair.made.instance, energyBudgetJPerDay }, 'energyBudget', most[1]!);
      },
    ],
    [
      'costBudget',
      ROOMS / 3,
      ({ made, ...pair }) => {
        // The day whose idle room and work cost most.
        const { idleUsd } = pair.before;
        const most = [pair.before, pair.after].map(({ costUsd }) => Math.max(...costUsd));
        const workUsd = between(most[0]!, most[1]!, 1e-4);
        if (workUsd === null) return false;
        const instance = { ...made.instance, costBudgetUsdPerDay: workUsd + idleUsd[0]! };
        return breaks({ made, ...pair }, instance, 'costBudget', most[1]!);
      },
    ],
    [
      'capacity',
      ROOMS / 3,
      ({ made, plan, tampered, ...pair }) => {
        const busiest = (runs: readonly PlannedRun[], pool: string, fromS: number): number =>
          Math.max(
            0,
            ...[fromS, ...runs.map(({ pieces }) => pieces[0]![0])]
              .filter((atS) => atS >= fromS)
              .map((atS) =>
                runs
                  .filter((run) => run.pool === pool && run.pieces[0]![0] <= atS && atS < run.pieces[0]![1])
                  .reduce((sum, { nodes }) => sum + nodes, 0),
              ),
          );
        for (const { pool, pieces } of tampered.runs) {
          const fromS = pieces[0]![0] + 1;
          const cores = busiest(plan.runs, pool, fromS);
          const more = busiest(tampered.runs, pool, fromS);
          if (more <= cores) continue;
          const instance = { ...made.instance, allowedCores: [{ pool, fromS, cores }] };
          expect(kindsOf(violationsOf(made, instance, plan))).toEqual([]);
          const found = violationsOf(made, instance, tampered).filter(({ constraint }) => constraint !== 'claim');
          expect([...new Set(found.map(({ constraint }) => constraint))]).toEqual(['capacity']);
          return pair.after !== pair.before;
        }
        return false;
      },
    ],
  ])('reports %s, and nothing else, where a task that was moved breaks it', (_, least, reports) => {
    let told = 0;
    for (const pair of pairs) if (reports(pair)) told++;
    expect(told).toBeGreaterThan(least);
  });

  it('reports claims of other energy, cost and utility by their place', () => {
    for (const { made, plan } of policies.slice(0, ROOMS / 2)) {
      const { claimed } = plan;
      const more = (list: readonly number[], day: number): number[] =>
        list.map((one, d) => (d === day ? one * (1 + 1e-6) + 1e-5 : one));
      const where = (changed: Partial<UtilityPlan['claimed']>): readonly string[] =>
        violationsOf(made, made.instance, { ...plan, claimed: { ...claimed, ...changed } }).map((one) => one.where);
      for (const d of [0, 1]) {
        expect(where({ energyJ: more(claimed.energyJ, d) })).toEqual([`claimed.energyJ[${d}]`]);
        expect(where({ costUsd: more(claimed.costUsd!, d) })).toEqual([`claimed.costUsd[${d}]`]);
      }
      expect(where({ utility: claimed.utility + 1e-6 })).toEqual(['claimed.utility']);
      expect(where({ energyJ: [claimed.energyJ[0]!] })).toEqual(['claimed.energyJ[1]', 'claimed.energyJ']);
      expect(where({ costUsd: [claimed.costUsd![0]!] })).toEqual(['claimed.costUsd[1]']);
    }
  });
});
