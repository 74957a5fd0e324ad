import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import type { Schedule } from '../../../../../models/families/utility/schedule.js';
import { FILTERS, makePolicy, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import type { SimulationLedger } from '../../../../../src/families/utility/methods/outcome.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { playTwin } from '../../../../support/utility/parallel-twin.js';
import { preemptiveTwin } from '../../../../support/utility/preemptive-twin.js';
import { randomBursts } from '../../../../support/utility/random-bursts.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { serialTwin } from '../../../../support/utility/serial-twin.js';
import { randomParallel } from '../../../../support/utility/small-parallel.js';
import { tariffOfWeights, withTariff } from '../../../../support/utility/with-tariff.js';

const entryOf = (name: string): (typeof POLICIES)[number] => POLICIES.find((one) => one.name === name)!;
const filterOf = (name: string): (typeof FILTERS)[number] => FILTERS.find((one) => one.name === name)!;

/** Pieces of a schedule in the order of tasks. */
function piecesOf({ task, option, firstPiece, pieceStartS, pieceEndS }: Schedule) {
  return Array.from(task).flatMap((n, r) =>
    Array.from({ length: firstPiece[r + 1]! - firstPiece[r]! }, (_, k) => {
      const q = firstPiece[r]! + k;
      return { task: n, option: option[r]!, startS: pieceStartS[q]!, endS: pieceEndS[q]! };
    }),
  );
}

/** Holds the cost of every day against its budget; returns whether some budget was used in good part. */
function expectKept(model: UtilityModel, schedule: Schedule, ledger: SimulationLedger): boolean {
  const { costUsd, energyJ } = evaluateSchedule(model, schedule);
  const { usdPerJ } = model.tariff!;
  let isTight = false;
  for (const [d, { budgetJ }] of model.days.entries()) {
    expect(ledger.energyJ[d]!).toBeCloseTo(energyJ[d]!, 4);
    if (budgetJ === Infinity) continue;
    expect(costUsd![d]!).toBeLessThanOrEqual(budgetJ * usdPerJ * (1 + 1e-9));
    isTight ||= costUsd![d]! > 0.4 * budgetJ * usdPerJ;
  }
  return isTight;
}

describe('a budget of money that is charged by a tariff', () => {
  it('that is flat gives the schedules of the energy budget it amounts to', () => {
    for (let seed = 0; seed < fuzzCount(40); seed++) {
      for (const plain of [randomSerial(seed), randomParallel(seed)]) {
        const charging = tariffOfWeights([1], 1e6);
        for (const name of ['price', 'upe']) {
          const [ours, theirs] = [{ ...plain, tariff: charging, charging }, plain].map((model) =>
            piecesOf(
              simulate(model, makePolicy(entryOf(name), model, { seed }), filterOf('none').make(model, 1)).schedule,
            ),
          );
          expect([seed, name, ours]).toEqual([seed, name, theirs]);
        }
      }
    }
  });

  it.each(['price', 'upe', 'upt', 'random'])(
    'serial, %s: the engine starts and drops what the plain twin does, and no day costs more than its budget',
    (name) => {
      let [tight, postponed] = [0, 0];
      for (let seed = 0; seed < fuzzCount(150); seed++) {
        const model = withTariff(randomSerial(seed), seed);
        const filter = filterOf(seed % 2 === 0 ? 'none' : 'task');
        const make = (): ReturnType<typeof makePolicy> => makePolicy(entryOf(name), model, { seed });
        const twin = serialTwin(model, make(), filter.make(model, 1.2));
        const { schedule, series, ledger } = simulate(model, make(), filter.make(model, 1.2));
        const runs = twin.runs.map(({ task, option, startS, endS }) => ({ task, option, startS, endS }));
        expect({ seed, runs: piecesOf(schedule) }).toEqual({ seed, runs });
        expect([...schedule.dropped]).toEqual(twin.dropped.map(({ task }) => task));
        expect([...series.waiting]).toEqual(twin.waiting);
        if (expectKept(model, schedule, ledger)) tight++;
        if (twin.postponed.some((count) => count > 0)) postponed++;
      }
      expect(tight).toBeGreaterThan(1);
      expect(postponed).toBeGreaterThan(2);
    },
  );

  it('parallel: the engine agrees with its twin over policies, filters and reservations, and keeps the budget', () => {
    const names = ['price', 'upe', 'upr', 'task-based', 'event-based', 'conservative', 'easy', 'random'];
    let tight = 0;
    for (let seed = 0; seed < fuzzCount(300, 120); seed++) {
      const model = withTariff(randomParallel(seed), seed);
      const entry = entryOf(names[seed % names.length]!);
      const filter = filterOf(['none', 'per-task', 'per-resource'][seed % 3]!);
      const permanent = seed % 5 === 0;
      const make = (): ReturnType<typeof makePolicy> => makePolicy(entry, model, { seed: 3, permanent });
      const twin = playTwin(model, make(), filter.make(model, 1.1), 'late');
      const { schedule, ledger } = simulate(model, make(), filter.make(model, 1.1));
      const fixed = twin.flatMap((event) => event.fixed).sort((a, b) => a.task - b.task);
      const runs = piecesOf(schedule).map(({ task, option, startS }) => ({ task, option, startS }));
      expect({ seed, name: entry.name, runs }).toEqual({ seed, name: entry.name, runs: fixed });
      if (expectKept(model, schedule, ledger)) tight++;
    }
    expect(tight).toBeGreaterThan(6);
  });

  it('preemptive: the engine agrees with its twin, and keeps the budget', () => {
    const names = ['price', 'upe', 'upt', 'fcfs'];
    let tight = 0;
    for (let seed = 0; seed < fuzzCount(150, 60); seed++) {
      const bursts = randomBursts(seed);
      const days = bursts.days.map((day) => ({
        ...day,
        budgetJ: day.budgetJ < Infinity ? day.budgetJ : 100 * (day.endS - day.startS),
      }));
      const model = withTariff({ ...bursts, days }, seed);
      const name = names[seed % names.length]!;
      const preemption =
        name === 'fcfs' ? 'none' : (['none', 'greedy', 'difference', 'pair'] as const)[(seed >> 2) % 4]!;
      const make = (): ReturnType<typeof makePolicy> => makePolicy(entryOf(name), model, { seed });
      const twin = preemptiveTwin(model, make(), filterOf('none').make(model, 1), preemption);
      const { schedule, ledger } = simulate(model, make(), filterOf('none').make(model, 1), { preemption });
      const pieces = twin.pieces.toSorted((a, b) => a.task - b.task || a.startS - b.startS);
      expect([seed, name, preemption, piecesOf(schedule)]).toEqual([seed, name, preemption, pieces]);
      if (expectKept(model, schedule, ledger)) tight++;
    }
    expect(tight).toBeGreaterThan(15);
  });
});
