import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { startingUtility, utilityAt } from '../../../../../models/families/utility-function.js';
import { DROP_REASONS } from '../../../../../src/families/utility/methods/drop-reason.js';
import type { Candidate, MappingEvent } from '../../../../../src/families/utility/methods/policy.js';
import { FILTERS, makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { NOT_RUN_REASONS, notRun } from '../../../../../src/families/utility/runs/not-run.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomBursts } from '../../../../support/utility/random-bursts.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { randomParallel, withPowerRows } from '../../../../support/utility/small-parallel.js';
import { stretched } from '../../../../support/utility/stretched.js';

const DRAWN = {
  serial: randomSerial,
  parallel: randomParallel,
  'parallel with limits of power': (seed: number): UtilityModel => withPowerRows(randomParallel(seed), seed),
  preemptive: randomBursts,
} as const;

/** Answers that policy and filter gave at a mapping event, asked for every option of every task that had arrived. */
interface Asked {
  readonly event: MappingEvent;
  readonly allowed: ReadonlyMap<string, Answer>;
  /** The one option of each task that a random policy considers; empty for other policies. */
  readonly drawn: ReadonlyMap<number, number>;
}

interface Answer {
  readonly passes: boolean;
  readonly key: number;
  readonly paidForEnergy: number;
  readonly paidWithPower: number;
}

/** Everything of a run is drawn from its seed; the answers of policy and filter are noted at every mapping event. */
function played(kind: keyof typeof DRAWN, seed: number) {
  const { integer, uniform } = randomStream(seed, 'reasons');
  const single = DRAWN[kind](seed);
  const { environment } = single;
  // Beside limits of power nothing is reserved.
  const hasRows = single.powerRows !== undefined;
  const policies = POLICIES.filter(
    (entry) =>
      entry.environments.includes(environment) &&
      (!hasRows || makePolicy(entry, single, { seed, permanent: false }).reservations === 'none'),
  );
  const filters = FILTERS.filter((entry) => entry.environments.includes(environment));
  // Prices and draws give reasons of their own: half of the cases are theirs.
  const often = [undefined, 'price', undefined, 'random'][seed % 4];
  const entry = policies.find(({ name }) => name === often) ?? policies[(seed >> 1) % policies.length]!;
  const model = entry.name === 'price' && environment !== 'preemptive' ? stretched(single) : single;
  const policy = makePolicy(entry, model, { seed, permanent: uniform() < 0.3 && !hasRows });
  const filterEntry = filters[integer(0, filters.length - 1)]!;
  const filter = filterEntry.make(model, uniform(0.3, 2));
  const asked: Asked[] = [];
  const ask = (event: MappingEvent): Asked => {
    const [allowed, drawn] = [new Map<string, Answer>(), new Map<number, number>()];
    for (let task = 0; task < model.tasks.count && model.tasks.arrivalS[task]! <= event.nowS; task++) {
      for (const o of optionsOf(model, task, policy.pStates)) {
        const one = candidateOf(model, task, o, event.nowS);
        const paidForEnergy = policy.paidForEnergy?.(one) ?? 0;
        const paidWithPower = policy.paidWithPower?.(one) ?? paidForEnergy;
        allowed.set(`${task} ${o}`, { passes: filter.allows(one), key: policy.key(one), paidForEnergy, paidWithPower });
      }
      // Preemptive tasks draw among the options that are allowed.
      if (policy.draw === undefined || environment === 'preemptive') continue;
      const places = optionsOf(model, task, policy.pStates).flatMap((o) =>
        new Array<number>(environment === 'serial' ? model.pools[model.options.pool[o]!]!.nodes : 1).fill(o),
      );
      drawn.set(task, places[policy.draw(task, places.length)]!);
    }
    return { event, allowed, drawn };
  };
  const told = {
    ...filter,
    begin(event: MappingEvent): void {
      filter.begin(event);
      asked.push(ask(event));
    },
  };
  const preemption = environment === 'preemptive' && policy.order === 'best-first' ? 'greedy' : 'none';
  const outcome = simulate(model, policy, told, { preemption });
  return { model, policy, asked, outcome, name: `${entry.name}, ${filterEntry.name}`, filterName: filterEntry.name };
}

function optionsOf({ tasks, options }: UtilityModel, task: number, pStates: string): number[] {
  const [first, end] = [options.first[tasks.kind[task]!]!, options.first[tasks.kind[task]! + 1]!];
  const all = Array.from({ length: end - first }, (_, k) => first + k);
  return pStates === 'all' ? all : all.filter((o) => options.pState[o] === 0);
}

function candidateOf({ tasks, options, pools, functions }: UtilityModel, task: number, option: number, startS: number) {
  const timeS = options.timeS[option]!;
  const pool = options.pool[option]!;
  const nodes = options.nodes[option]!;
  const endS = startS + timeS;
  return {
    task,
    option,
    pool,
    pState: options.pState[option]!,
    nodes,
    cores: nodes * pools[pool]!.coresPerNode,
    startS,
    endS,
    timeS,
    energyJ: options.powerW[option]! * timeS,
    utility: utilityAt(functions, tasks.utility[task]!, endS - tasks.arrivalS[task]!),
  } satisfies Candidate;
}

/**
 * Returns true if an option can start before the next event beside the runs of a schedule that start before it, and keep
 * all power limits from then on. Coefficients and powers are exact.
 */
function fitsPower(
  { options, powerRows, pools }: UtilityModel,
  { option, pieceStartS, pieceEndS }: Schedule,
  o: number,
  nowS: number,
  nextS: number,
): boolean {
  if (powerRows === undefined) return true;
  const runs = [...option.keys()].filter((k) => pieceStartS[k]! < nextS && pieceEndS[k]! > nowS);
  const moments = [nowS, ...runs.flatMap((k) => [pieceStartS[k]!, pieceEndS[k]!])].filter((atS) => atS >= nowS);
  const keepsAt = (atS: number, r: number): boolean => {
    const perW = (one: number): number => powerRows.coefficient[r * pools.length + options.pool[one]!]!;
    const those = runs.filter((k) => pieceStartS[k]! <= atS && pieceEndS[k]! > atS).map((k) => option[k]!);
    const load = [...those, o].reduce((sum, one) => sum + perW(one) * options.powerW[one]!, 0);
    return perW(o) === 0 || load <= powerRows.limit[r]!;
  };
  return moments.some(
    (startS) =>
      startS < nextS &&
      moments.every((atS) => atS < startS || Array.from(powerRows.limit.keys()).every((r) => keepsAt(atS, r))),
  );
}

/** Reasons that the drawn cases of each kind must meet beside `crowded` and `budget`. */
const MET = {
  serial: ['filter', 'energyPrice', 'nodePrice', 'notDrawn'],
  parallel: ['filter', 'energyPrice', 'notDrawn'],
  'parallel with limits of power': ['filter', 'energyPrice', 'powerPrice', 'power', 'notDrawn'],
  preemptive: ['energyPrice', 'nodePrice'],
} as const;

describe.each(['serial', 'parallel', 'parallel with limits of power', 'preemptive'] as const)(
  'reasons for which tasks did not run, %s',
  (environment) => {
    // As many as it takes to meet each reason.
    const seeds = Array.from({ length: fuzzCount(150, 66) }, (_, seed) => seed);
    const runs = new Map<number, ReturnType<typeof played>>();
    const playedOnce = (seed: number): ReturnType<typeof played> => {
      const run = runs.get(seed) ?? played(environment, seed);
      runs.set(seed, run);
      return run;
    };

    it('part the tasks of the measured time that did not run, and what they were worth', () => {
      for (const seed of seeds) {
        const { model, outcome, name } = playedOnce(seed);
        const { schedule, series } = outcome;
        const names = Array.from({ length: 1 + Math.max(...model.tasks.type) }, (_, type) => `type ${type}`);
        const { all, types } = notRun(model, schedule, series, names);
        const unfinished = new Set(schedule.unfinished);
        const ran = new Set([...schedule.task].filter((task) => !unfinished.has(task)));
        const today = Array.from({ length: model.tasks.count }, (_, n) => n).filter(
          (n) => model.tasks.arrivalS[n]! >= model.measuredFromS,
        );
        const worth = (tasks: readonly number[]): number =>
          tasks.reduce((sum, n) => sum + startingUtility(model.functions, model.tasks.utility[n]!), 0);
        const left = today.filter((n) => !ran.has(n));
        const where = { seed, name };
        expect({ ...where, tasks: all.tasks }).toEqual({ ...where, tasks: left.length });
        expect(all.startingUtility).toBeCloseTo(worth(left), 9);
        expect(all.reasons.reduce((sum, { tasks }) => sum + tasks, 0)).toBe(left.length);
        expect(all.reasons.reduce((sum, one) => sum + one.startingUtility, 0)).toBeCloseTo(worth(left), 9);
        expect(types.reduce((sum, { arrived }) => sum + arrived, 0)).toBe(today.length);
        for (const reason of NOT_RUN_REASONS) {
          const of = (list: typeof all.reasons): number => list.find((one) => one.reason === reason)?.tasks ?? 0;
          expect(types.reduce((sum, type) => sum + of(type.reasons), 0)).toBe(of(all.reasons));
        }
      }
    });

    it('are what policy, filter and budget answered at the last event before the drop, asked for every option', () => {
      const seen = new Set<string>();
      for (const seed of seeds) {
        const { model, policy, asked, outcome, name } = playedOnce(seed);
        const { schedule, series } = outcome;
        const { options, tasks, days, droppingThreshold } = model;
        const keeps = (utility: number): boolean =>
          droppingThreshold > 0 ? utility >= droppingThreshold : utility > 0;
        for (const [k, task] of schedule.dropped.entries()) {
          if (schedule.task.includes(task)) continue;
          const at = asked.findIndex(({ event }) => event.nowS === schedule.droppedS[k]);
          const found = DROP_REASONS[series.dropReason[task]!];
          const before = asked[at - 1];
          if (before === undefined || tasks.arrivalS[task]! > before.event.nowS) {
            expect({ seed, name, task, found }).toEqual({
              seed,
              name,
              task,
              found: expect.stringMatching(/late|budget|crowded/) as string,
            });
            continue;
          }
          // What an event left of the budgets is what the next one of the same day sees.
          const next = asked[at]!.event;
          if (next.day !== before.event.day) continue;
          const today = days.indexOf(next.day);
          const leftJ = (d: number): number =>
            d === today ? next.day.budgetJ - next.committedJ : days[d]!.budgetJ - (next.next?.committedJ ?? 0);
          const { nowS } = before.event;
          const those = optionsOf(model, task, policy.pStates).map((o) => {
            const one = candidateOf(model, task, o, nowS);
            const fits = days.every(({ startS, endS }, d) => {
              const insideS = Math.max(0, Math.min(one.endS, endS) - Math.max(nowS, startS));
              return d < today || d > today + 1 || insideS === 0 || options.powerW[o]! * insideS <= leftJ(d);
            });
            return { o, one, fits, ...before.allowed.get(`${task} ${o}`)! };
          });
          const kept = those.filter(({ one }) => keeps(one.utility));
          const affordable = kept.filter(({ fits }) => fits);
          const passing = affordable.filter(({ passes }) => passes);
          const wanted = passing.filter(({ key }) => key > -Infinity);
          const fitting = wanted.filter(({ o }) => fitsPower(model, schedule, o, nowS, next.nowS));
          const drawn = before.drawn.get(task);
          const truth =
            kept.length === 0
              ? 'late'
              : affordable.length === 0
                ? 'budget'
                : passing.length === 0
                  ? 'filter'
                  : wanted.length > 0
                    ? fitting.length === 0
                      ? 'power'
                      : drawn === undefined || fitting.some(({ o }) => o === drawn)
                        ? 'crowded'
                        : 'notDrawn'
                    : passing.some(({ paidWithPower, one }) => one.utility > paidWithPower)
                      ? 'nodePrice'
                      : passing.some(({ paidForEnergy, one }) => one.utility > paidForEnergy)
                        ? 'powerPrice'
                        : passing.some(({ paidForEnergy }) => paidForEnergy < Infinity)
                          ? 'energyPrice'
                          : 'budget';
          expect({ seed, name, task, found }).toEqual({ seed, name, task, found: truth });
          seen.add(truth);
        }
      }
      expect([...seen]).toEqual(expect.arrayContaining(['crowded', 'budget', ...MET[environment]]));
    });
  },
);
