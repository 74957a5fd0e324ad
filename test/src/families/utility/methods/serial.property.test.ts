import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../../models/families/utility/model.js';
import { energyPrice } from '../../../../../src/families/utility/methods/policies/price.js';
import type { Policy } from '../../../../../src/families/utility/methods/policy.js';
import { FILTERS, POLICIES } from '../../../../../src/families/utility/methods/registry.js';
import { simulate } from '../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { randomSerial } from '../../../../support/utility/random-serial.js';
import { stretched } from '../../../../support/utility/stretched.js';
import { serialTwin } from '../../../../support/utility/serial-twin.js';

const INSTANCES = fuzzCount(500);
const LENIENCIES = [0.3, 0.75, 1.5, 4];

const serial = ({ environments }: { readonly environments: readonly string[] }): boolean =>
  environments.includes('serial');

function makers(): [string, (model: UtilityModel, seed: number) => Policy][] {
  const made = POLICIES.filter(serial).map(
    ({ name, make }): [string, (model: UtilityModel, seed: number) => Policy] => [
      name,
      (model, seed) => make(model, { seed }),
    ],
  );
  return [...made, ['price, minutes become days', (model) => energyPrice(model)]];
}

describe('the serial engine', () => {
  it.each(makers())('%s: starts and drops what the plain twin does, event by event, to the bit', (name, make) => {
    const seen = { dropped: 0, postponed: 0, filtered: 0, midnight: 0 };
    for (let seed = 0; seed < INSTANCES; seed++) {
      // Prices follow from what arrived after a quarter of an hour.
      const model = name.includes('become days') ? stretched(randomSerial(seed)) : randomSerial(seed);
      const choices = FILTERS.filter(serial);
      const filter = choices[seed % choices.length]!;
      const leniency = LENIENCIES[seed % LENIENCIES.length]!;
      const twin = serialTwin(model, make(model, seed), filter.make(model, leniency));
      const { schedule, series, ledger } = simulate(model, make(model, seed), filter.make(model, leniency));
      const first = model.pools.map((_pool, j) => model.pools.slice(0, j).reduce((sum, { nodes }) => sum + nodes, 0));
      const runs = Array.from(schedule.task, (task, r) => ({
        task,
        option: schedule.option[r],
        machine: first[model.options.pool[schedule.option[r]!]!]! + schedule.node[r]!,
        startS: schedule.pieceStartS[r],
        endS: schedule.pieceEndS[r],
      }));
      const dropped = Array.from(schedule.dropped, (task, k) => ({ task, atS: schedule.droppedS[k] }));
      expect({ seed, runs, dropped }).toEqual({ seed, runs: twin.runs, dropped: twin.dropped });
      expect(Array.from(series.waiting)).toEqual(twin.waiting);
      expect(Array.from(series.postponed)).toEqual(twin.postponed);
      expect(Array.from(series.price)).toEqual(twin.price);

      const outcome = evaluateSchedule(model, schedule);
      model.days.forEach(({ budgetJ, endS }, d) => {
        expect(ledger.energyJ[d]).toBeCloseTo(outcome.energyJ[d]!, 5);
        expect(ledger.utilityByDay[d]).toBeCloseTo(outcome.utilityByDay[d]!, 8);
        expect(outcome.energyJ[d]).toBeLessThanOrEqual(budgetJ * (1 + 1e-12));
        if (runs.some((run) => run.startS! < endS && run.endS! > endS)) seen.midnight++;
      });
      if (dropped.length > 0) seen.dropped++;
      if (twin.postponed.some((count) => count > 0)) seen.postponed++;
    }
    // Whatever is compared does happen.
    expect(seen.dropped).toBeGreaterThan(INSTANCES / 20);
    expect(seen.postponed).toBeGreaterThan(INSTANCES / 20);
    expect(seen.midnight).toBeGreaterThan(INSTANCES / 20);
  });
});
