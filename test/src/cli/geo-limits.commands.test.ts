import { describe, expect, test } from 'vitest';
import type { GeoInstance } from '../../../models/families/geo/instance.js';
import type { GeoPlan } from '../../../models/families/geo/plan.js';
import { bound as boundOf, check, type Plan } from '../../../src/library/index.js';
import { accepted } from '../../support/accepted.js';
import type { Enveloped } from '../../support/run-cli.js';
import { randomGeoInstance } from '../../support/geo.js';
import { temporaryDirectory } from '../../support/small-instance.js';
import { geoInstance, solveGeo, withCarbon, writtenGeo } from './geo-cases.js';
import type { GeoRunResult } from '../../../src/families/geo/runs/result.js';

const ROUNDING = 1e-9;

/** What solve finds, after check and bound have agreed with it. */
async function agreed(instance: GeoInstance): Promise<Enveloped<GeoRunResult>> {
  const file = writtenGeo(temporaryDirectory(), instance);
  const { ended, record, plan } = await solveGeo(file);
  expect([ended, record.feasible, record.violations]).toEqual(['solved', true, []]);
  expect(accepted(await check(file, plan!)).record).toMatchObject({ feasible: true, objective: record.objective });
  const bound = accepted(await boundOf(file));
  expect(bound.ended).toBe('proven');
  expect(bound.record.bound).toBeCloseTo(record.bound!, 9);
  expect(record.bound!).toBeLessThanOrEqual(record.objective! * (1 + ROUNDING));
  return record;
}

/** The same room where each of 1,024 cores takes 256 times as long as one of four, and draws as much less. */
function manyCores(): GeoInstance {
  const instance = geoInstance('tiny-arbitrage');
  const nodeTypes = instance.nodeTypes.map((type) => ({
    ...type,
    cores: 256 * type.cores,
    tasks: type.tasks.map((task) => ({
      ...task,
      timeS: { atHighestFrequency: 2560, atLowestFrequency: 4096 },
      corePowerW: { atHighestFrequency: 1000 / 256, atLowestFrequency: 400 / 256 },
    })),
  }));
  return { ...instance, nodeTypes };
}

const OPTIMUM = geoInstance('tiny-arbitrage').knownOptimum!.costUsd;

describe('solve, check and bound heed a limit and agree about it', () => {
  test('nodes of 1,024 cores', async () => {
    const { objective, bound } = await agreed(manyCores());
    expect(objective!).toBeCloseTo(OPTIMUM, 9);
    expect(bound! / OPTIMUM).toBeGreaterThan(1 - 1e-4);
  });

  test('power caps, and lists of allowed data centres', async () => {
    const instance = geoInstance('tiny-arbitrage');
    const [west, east] = instance.dataCentres;
    // Two nodes awake at the slower P-state draw 9.9 kW: west can have one.
    const capped = await agreed({ ...instance, dataCentres: [{ ...west!, powerCapW: 7500 }, east!] });
    expect(capped.objective!).toBeGreaterThan(OPTIMUM + 0.1);
    expect(capped.bound!).toBeGreaterThan(OPTIMUM + 0.1);
    const [task] = instance.taskTypes;
    const kept = await agreed({ ...instance, taskTypes: [{ ...task!, allowedDataCentres: ['east'] }] });
    // Two nodes of east in both epochs; those of west sleep: 1.375 (7.2 x 0.2 + 0.4 x 0.1 + 7.2 x 0.1 + 0.4 x 0.3).
    expect(kept.objective!).toBeCloseTo(1.375 * (1.44 + 0.04 + 0.72 + 0.12), 9);
    expect(kept.bound!).toBeCloseTo(kept.objective!, 6);
  });

  test('demand charges, on and off', async () => {
    const instance = randomGeoInstance(5, { prices: 'tariff', centres: 2, epochs: 3, nodesPerType: 8, hot: false });
    const charged = await agreed(instance);
    expect(charged.demandUsd!).toBeGreaterThan(0);
    const { demandChargeShare, ...rules } = instance.rules;
    expect(demandChargeShare).toBeGreaterThan(0);
    const free = await agreed({ ...instance, rules });
    expect(free.demandUsd).toBe(0);
    // They are in the bound, not only in the bill, and the plan pays less for them than the one that did not know.
    expect(charged.bound! - free.bound!).toBeGreaterThan(0.5 * charged.demandUsd!);
    expect(free.bound!).toBeLessThanOrEqual(free.objective! * (1 + ROUNDING));
  });

  test('a cap on carbon that can be kept, and one that nobody can keep', async () => {
    const instance = withCarbon();
    const kept = await agreed({ ...instance, rules: { ...instance.rules, carbonCapKg: 10.5 } });
    expect(kept.carbonKg!).toBeLessThanOrEqual(10.5 * (1 + ROUNDING));
    expect(kept.objective!).toBeGreaterThan(OPTIMUM + 0.1);
    const file = writtenGeo(temporaryDirectory(), { ...instance, rules: { ...instance.rules, carbonCapKg: 3.9 } });
    // The cleanest plan emits 3.905 kg.
    for (const { termination, bound, infeasibility, warnings } of [
      (await solveGeo(file)).record,
      (await solveGeo(file, { method: 'fdld-cl' })).record,
      accepted(await boundOf(file)).record,
    ]) {
      expect([termination, bound]).toEqual(['infeasible', null]);
      expect(infeasibility).toMatchObject({ constraint: 'carbonCap', unit: 'kg', proven: true });
      const { amount, message } = infeasibility as { amount: number; message: string };
      expect(amount).toBeCloseTo(0.005, 6);
      expect(message).toContain('Raise the cap');
      expect(JSON.stringify(warnings)).not.toContain('Nothing proves');
    }
  });

  test('sun throttled under a carbon cap: stated in plan and ledger, and judged', async () => {
    const instance = geoInstance('tiny-one-epoch');
    const irradiance = { source: 'series', wPerM2: [100] } as const;
    const centre = {
      ...instance.dataCentres[0]!,
      price: { source: 'series', usdPerKwh: [-0.02] } as const,
      carbon: { source: 'series', gramsPerKwh: [500] } as const,
      renewables: { solar: { panelAreaM2: 1000, efficiency: 0.2, irradiance } },
    };
    const rules = { ...instance.rules, surplus: { rule: 'curtailed' } as const, carbonCapKg: 2 };
    const file = writtenGeo(temporaryDirectory(), { ...instance, dataCentres: [centre], rules });
    const { ended, record: json, plan: found } = await solveGeo(file);
    // 2 kg are 4 kWh; the rest of what is drawn is sun.
    expect([ended, json.feasible]).toEqual(['solved', true]);
    expect(json.objective!).toBeCloseTo(-0.08, 8);
    expect(json.bound!).toBeCloseTo(-0.08, 6);
    const plan = found as unknown as GeoPlan;
    const [cell] = plan.epochs[0]!;
    expect(json.ledger!.gridKwh).toBeCloseTo(4, 8);
    expect(cell!.renewableKwh).toBeCloseTo(json.ledger!.renewablesUsedKwh, 8);
    expect(json.ledger!.surplusKwh).toBeCloseTo(20 - cell!.renewableKwh!, 8);
    const judge = async (renewableKwh: number | undefined): Promise<unknown> => {
      const own: Plan = { ...plan, epochs: [[{ ...cell!, renewableKwh }]] };
      return accepted(await check(file, own)).record.violations!.map(({ constraint }) => constraint);
    };
    // As much sun as can be used, none at all, and more than is drawn.
    expect(await judge(undefined)).toEqual([]);
    expect(await judge(0)).toEqual(['carbonCap']);
    expect(await judge(20)).toEqual(['renewableEnergy']);
  });
});
