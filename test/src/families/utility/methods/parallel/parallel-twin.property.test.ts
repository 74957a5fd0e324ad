import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../../models/families/utility/evaluate.js';
import {
  FILTERS,
  makePolicy,
  POLICIES,
  type PolicyEntry,
  type PolicyOptions,
} from '../../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import type { Filter, MappingEvent, Policy } from '../../../../../../src/families/utility/methods/policy.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { playTwin } from '../../../../../support/utility/parallel-twin.js';
import {
  randomParallel,
  withAllowedNodes,
  withPowerRows,
  withTwinPools,
} from '../../../../../support/utility/small-parallel.js';
import { stretched } from '../../../../../support/utility/stretched.js';

/** Every policy there is for parallel tasks, with every choice it has. */
const MADE: readonly { readonly entry: PolicyEntry; readonly options: PolicyOptions }[] = POLICIES.filter((entry) =>
  entry.environments.includes('parallel'),
).flatMap((entry) => {
  const choices: readonly Partial<PolicyOptions>[] = [
    {},
    { goalCounts: 'committed', easy: { scope: 'group' } },
    ...(entry.name === 'easy'
      ? ([{ easy: { ends: 'event' } }, { easy: { scope: 'group', ends: 'event' } }] as const)
      : []),
  ];
  return choices.map((choice) => ({ entry, options: { seed: 7, ...choice } }));
});
const PARALLEL_FILTERS = FILTERS.filter(({ environments }) => environments.includes('parallel'));

/** What a test looks at in particular; the rest is drawn. */
interface Focus {
  readonly methods?: readonly string[];
  readonly permanent?: boolean;
  readonly binding?: 'late' | 'early';
  /** Flag: power rows, beside which nothing is reserved. */
  readonly hasRows?: boolean;
  /** Flag: pools with limits over time, and nodes bound late. */
  readonly isLimited?: boolean;
  /** Flag: every pool twice over. */
  readonly isDoubled?: boolean;
  /** Flag: no task is dropped, whatever it can still earn. */
  readonly dropsNone?: boolean;
}

/** Policies that reserve no later start. */
const UNRESERVED = MADE.map(({ entry }) => entry.name).filter(
  (name) => !['conservative', 'easy', 'multi-queue'].includes(name),
);

/** Everything of a simulation is drawn from its seed. */
function settingOf(seed: number, focus: Focus = {}) {
  const { integer, uniform } = randomStream(seed, 'setting');
  const made = MADE.filter(({ entry }) => focus.methods?.includes(entry.name) ?? true);
  const { entry, options } = made[seed % made.length]!;
  // Prices follow from what arrived after a quarter of an hour: minutes become days.
  const isLong = entry.name === 'price' && uniform() < 0.7;
  const single = isLong ? stretched(randomParallel(seed)) : randomParallel(seed);
  const plain = focus.isDoubled === true ? withTwinPools(single) : single;
  const limited = focus.isLimited === true ? withAllowedNodes(plain, seed) : plain;
  const rowed = focus.hasRows === true ? withPowerRows(limited, seed) : limited;
  const model = focus.dropsNone === true ? { ...rowed, droppingThreshold: -Infinity } : rowed;
  const filterEntry = PARALLEL_FILTERS[integer(0, PARALLEL_FILTERS.length - 1)]!;
  const leniency = uniform(0.3, 3);
  const permanent = focus.permanent ?? uniform() < 0.3;
  const binding = focus.binding ?? (uniform() < 0.35 ? 'early' : 'late');
  const make = (): { policy: Policy; filter: Filter; seen: MappingEvent[] } => {
    const policy = makePolicy(entry, model, { ...options, permanent });
    const seen: MappingEvent[] = [];
    const begin = (event: MappingEvent): void => {
      // The engine uses the array of powers again.
      seen.push(event.poolW === undefined ? event : { ...event, poolW: event.poolW.slice() });
      policy.begin?.(event);
    };
    return { policy: { ...policy, begin }, filter: filterEntry.make(model, leniency), seen };
  };
  return { model, make, name: entry.name, binding } as const;
}

/** Plays as many problems with the engine and with its twin, and holds them equal. Returns how many tasks started and how many were dropped. */
function expectEqual(count: number, focus: Focus): { starts: number; drops: number } {
  let [starts, drops] = [0, 0];
  for (let seed = 0; seed < count; seed++) {
    const { model, make, binding, name } = settingOf(seed, focus);
    const ours = make();
    const theirs = make();
    const { schedule, series } = simulate(model, ours.policy, ours.filter, { binding });
    const twin = playTwin(model, theirs.policy, theirs.filter, binding);
    const where = { seed, method: name, binding, reservations: ours.policy.reservations };
    expect({ ...where, events: ours.seen }).toEqual({ ...where, events: twin.map(({ event }) => event) });
    const fixed = twin.flatMap((event) => event.fixed).sort((a, b) => a.task - b.task);
    const runs = [...schedule.task].map((task, r) => {
      return { task, option: schedule.option[r], startS: schedule.pieceStartS[r] };
    });
    const dropped = twin.flatMap((event) => event.dropped.map((task) => [task, event.event.nowS]));
    dropped.sort((a, b) => a[0]! - b[0]!);
    expect({ ...where, runs }).toEqual({ ...where, runs: fixed });
    expect([...schedule.dropped].map((task, k) => [task, schedule.droppedS[k]])).toEqual(dropped);
    expect([...series.dropped]).toEqual(twin.map((event) => event.dropped.length));
    starts += fixed.length;
    drops += dropped.length;
  }
  return { starts, drops };
}

describe('the simulation of parallel tasks', () => {
  it('agrees with its plain twin event by event where the nodes allowed change over time', () => {
    const count = fuzzCount(200);
    const { starts, drops } = expectEqual(count, { isLimited: true, binding: 'late' });
    expect(starts).toBeGreaterThan(2 * count);
    expect(drops).toBeGreaterThan(count);
  });

  it('agrees with its plain twin event by event beside power rows', () => {
    const count = fuzzCount(300);
    const { starts, drops } = expectEqual(count, { hasRows: true, permanent: false, methods: UNRESERVED });
    expect(starts).toBeGreaterThan(4 * count);
    expect(drops).toBeGreaterThan(count);
  });

  it('agrees with its plain twin event by event where pools are alike but for their number', () => {
    const count = fuzzCount(150);
    const { starts } = expectEqual(count, { isDoubled: true });
    const beside = expectEqual(count, { isDoubled: true, hasRows: true, permanent: false, methods: UNRESERVED });
    expect(Math.min(starts, beside.starts)).toBeGreaterThan(5 * count);
  });

  it('agrees with its plain twin event by event, over all policies, filters, bindings and reservations', () => {
    const count = fuzzCount(600);
    const { starts, drops } = expectEqual(count, {});
    expect(starts).toBeGreaterThan(5 * count);
    expect(drops).toBeGreaterThan(1.3 * count);
  });

  it('agrees with its plain twin where no task is dropped', () => {
    const count = fuzzCount(150);
    const { starts, drops } = expectEqual(count, { dropsNone: true });
    expect(starts).toBeGreaterThan(5 * count);
    expect(drops).toBe(0);
  });

  it('agrees with its twin where a policy changes its mind within an event', () => {
    const count = fuzzCount(300);
    const { starts } = expectEqual(count, { methods: ['task-based'], permanent: false });
    expect(starts).toBeGreaterThan(3 * count);
  });

  it('agrees with its twin on which nodes are bound early, as later starts depend on it', () => {
    const count = fuzzCount(200);
    const { starts } = expectEqual(count, {
      methods: ['util', 'conservative', 'min-min'],
      permanent: true,
      binding: 'early',
    });
    expect(starts).toBeGreaterThan(5 * count);
  });

  it('knows nothing of later tasks: others after some moment change no start before it, even with a goal by expected arrivals', () => {
    let compared = 0;
    for (let seed = 0; seed < fuzzCount(100); seed++) {
      const { integer, uniform } = randomStream(seed, 'later tasks');
      const plain = stretched(randomParallel(seed));
      const hours = Array.from({ length: 24 }, () => uniform());
      const whole = hours.reduce((sum, one) => sum + one, 0);
      const model = { ...plain, workByHour: Float64Array.from(hours, (one) => one / whole) };
      const fromS = model.endS * uniform();
      const { tasks, options, functions } = model;
      const others = {
        ...tasks,
        kind: tasks.kind.map((kind, n) => (tasks.arrivalS[n]! < fromS ? kind : integer(0, options.kindCount - 1))),
        utility: tasks.utility.map((own, n) => (tasks.arrivalS[n]! < fromS ? own : integer(0, functions.count - 1))),
      };
      for (const name of ['event-based', 'task-based']) {
        const entry = POLICIES.find((one) => one.name === name)!;
        const [one, other] = [model, { ...model, tasks: others }].map((each) => {
          const policy = makePolicy(entry, each, { seed: 1, goalRate: 'arrivals' });
          const { schedule } = simulate(each, policy, PARALLEL_FILTERS[0]!.make(each, 1));
          return [...schedule.task]
            .map((task, r) => ({ task, option: schedule.option[r], startS: schedule.pieceStartS[r]! }))
            .filter(({ startS }) => startS < fromS);
        });
        expect({ seed, name, starts: other }).toEqual({ seed, name, starts: one });
        compared += one!.length;
      }
    }
    expect(compared).toBeGreaterThan(100);
  });

  it('gives away no node twice, no energy beyond a budget that was free of earlier work, and adds up to what its schedule says', () => {
    let held = 0;
    const count = fuzzCount(400);
    for (let seed = 0; seed < count; seed++) {
      const { model, make, binding } = settingOf(seed);
      const { policy, filter } = make();
      const { schedule, ledger } = simulate(model, policy, filter, { binding });
      const { task, option, pieceStartS, pieceEndS } = schedule;
      for (const [j, { nodes }] of model.pools.entries()) {
        // What ends gives its nodes back before others start.
        const changes = [...task.keys()]
          .filter((r) => model.options.pool[option[r]!] === j)
          .flatMap((r) => [
            { atS: pieceStartS[r]!, nodes: model.options.nodes[option[r]!]! },
            { atS: pieceEndS[r]!, nodes: -model.options.nodes[option[r]!]! },
          ])
          .sort((a, b) => a.atS - b.atS || a.nodes - b.nodes);
        let busy = 0;
        for (const change of changes) {
          busy += change.nodes;
          expect(busy).toBeLessThanOrEqual(nodes);
        }
      }
      const outcome = evaluateSchedule(model, schedule);
      expect([...ledger.energyJ]).toEqual([...outcome.energyJ]);
      for (const [d, { budgetJ, startS }] of model.days.entries()) {
        expect(ledger.utilityByDay[d]).toBeCloseTo(outcome.utilityByDay[d]!, 9);
        let carriedJ = 0;
        for (const [r, fromS] of pieceStartS.entries()) {
          if (fromS < startS) carriedJ += Math.max(0, pieceEndS[r]! - startS) * model.options.powerW[option[r]!]!;
        }
        if (carriedJ <= budgetJ) expect(ledger.energyJ[d]).toBeLessThanOrEqual(budgetJ);
        if (budgetJ < Infinity && ledger.energyJ[d]! > 0.8 * budgetJ) held++;
      }
    }
    expect(held).toBeGreaterThan(count / 8);
  });
});
