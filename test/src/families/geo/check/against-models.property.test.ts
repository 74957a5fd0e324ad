import { describe, expect, it } from 'vitest';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoInstance } from '../../../../../models/families/geo/instance.js';
import type { GeoCell, GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { geoPlanOf } from '../../../../../models/families/geo/plan-of.js';
import type { CentreSeries } from '../../../../../models/families/geo/series.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import { randomStream, type Uniform } from '../../../../../src/random/stream.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import {
  type GeoCase,
  geoCase,
  geoCaseWith,
  randomAllocation,
  withRandomRenewables,
} from '../../../../models/families/geo/geo-case.js';
import { randomRooms } from './random-rooms.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const CASES = fuzzCount(80, 80);
const KEYS = ['costUsd', 'energyUsd', 'transitionUsd', 'demandUsd', 'carbonUsd', 'carbonKg', 'costByCupUsd'] as const;

function expectClose(value: number, known: number, scale: number, what: string): void {
  expect(Math.abs(value - known) <= 1e-9 * scale, `${what}: ${value}, known ${known}`).toBe(true);
}

/** Both evaluate the same random plan. Returns the checker's word. */
function expectAgreement(one: GeoCase, draw: Uniform): GeoEvaluation {
  const { instance, series, matrixOfRoom, model } = one;
  const allocation = withRandomRenewables(model, randomAllocation(model, draw), draw);
  const known = evaluateAllocation(model, allocation);
  const plan = geoPlanOf(model, allocation, { method: 'random', claimedCostUsd: 0, sha256: '0'.repeat(64) });
  const found = checkGeoPlan(instance, series, matrixOfRoom, plan);
  // A bill may be a small difference of large sums: what is bought and what surplus earns.
  const energyUsd = known.cells.flat().reduce((sum, cell) => sum + Math.abs(cell.energyUsd) + cell.transitionUsd, 1e-9);
  const money = energyUsd + known.demandUsd;
  for (const key of KEYS) expectClose(found[key], known[key], key === 'carbonKg' ? 1 + known[key] : money, key);
  for (const [t, row] of known.cells.entries()) {
    for (const [d, cell] of row.entries()) expectSameCell(found.cells[t]![d]!, cell, `${instance.name} [${t}][${d}]`);
    for (const [i, rate] of known.servedPerS[t]!.entries()) {
      expectClose(found.servedPerS[t]![i]!, rate, 1 + rate, 'rate');
      expect(found.arrivalPerS[t]![i]).toBe(known.arrivalPerS[t]![i]);
    }
  }
  expect(found.demand.map(({ period }) => period)).toEqual(known.demand.map(({ period }) => period));
  for (const [n, { usd }] of known.demand.entries()) expectClose(found.demand[n]!.usd, usd, 1 + usd, 'demand');
  const named = ({ violations }: GeoEvaluation): string[] =>
    violations.map(({ constraint, where, unit }) => `${constraint} ${where} ${unit}`).sort();
  expect(named(found)).toEqual(named(known));
  for (const { constraint, where, amount } of known.violations) {
    const other = found.violations.find((one) => one.constraint === constraint && one.where === where)!;
    expectClose(other.amount, amount, 100 + Math.abs(other.limit) + amount, `amount of ${constraint}`);
  }
  return found;
}

function expectSameCell(found: GeoCell, known: GeoCell, where: string): void {
  for (const key of Object.keys(known) as (keyof GeoCell)[]) {
    const [a, b] = [[found[key]].flat(), [known[key]].flat()];
    expect(a.length).toBe(b.length);
    for (const [n, value] of b.entries()) {
      const scale = key.endsWith('Kwh') || key.endsWith('Usd') ? 1e-3 + known.nodeKwh + known.renewableKwh : 1;
      expectClose(a[n]!, value, scale + Math.abs(value), `${key} of ${where}`);
    }
  }
}

describe('checker and models, which share no code', () => {
  it('agree on random plans, over every rule, boundary and broken limit', () => {
    const seen = {
      printed: 0,
      curtailed: 0,
      'feed-in': 0,
      cyclic: 0,
      open: 0,
      surplus: 0,
      turns: 0,
      feasible: 0,
      demand: 0,
    };
    const broken = new Set<string>();
    for (let seed = 1; seed <= CASES; seed++) {
      const draw = randomStream(seed, 'plan').uniform;
      const carbon = (['none', 'price', 'cap'] as const)[seed % 3]!;
      const drawn = randomGeoInstance(seed, { carbon, powerCaps: 0.3, load: 0.05, epochs: 1 + (seed % 4) });
      const instance =
        seed % 5 === 0 ? drawn : { ...drawn, rules: { ...drawn.rules, demandChargeShare: draw(0, 0.1) } };
      const found = expectAgreement(geoCase(instance, demandPeriods(instance, draw)), draw);
      seen[instance.rules.surplus.rule]++;
      seen[instance.horizon.boundary]++;
      if (found.cells.flat().some(({ surplusKwh }) => surplusKwh > 0)) seen.surplus++;
      if (found.transitionUsd > 0) seen.turns++;
      if (found.demandUsd > 0) seen.demand++;
      if (found.violations.length === 0) seen.feasible++;
      for (const { constraint } of found.violations) broken.add(constraint);
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(9);
    expect([...broken].sort()).toEqual([
      'allowedDataCentres',
      'carbonCap',
      'powerCap',
      'redLine',
      'renewableEnergy',
      'setPointRange',
      'unservedRate',
    ]);
  });

  it('agree in rooms of several CRACs with capacities, one of them failed', () => {
    let limited = 0;
    for (let seed = 1; seed <= fuzzCount(60, 30); seed++) {
      const draw = randomStream(seed, 'rooms').uniform;
      const { instance, matrixOfRoom } = randomRooms(seed);
      const found = expectAgreement(geoCaseWith(instance, matrixOfRoom), draw);
      if (found.violations.some(({ constraint }) => constraint === 'coolingCapacity')) limited++;
    }
    expect(limited).toBeGreaterThan(5);
  });

  it('agree where prices are negative', () => {
    const broken = new Set<string>();
    for (let seed = 1; seed <= fuzzCount(20); seed++) {
      const draw = randomStream(seed, 'negative').uniform;
      const instance = randomGeoInstance(seed, { renewables: 1 });
      const dataCentres = instance.dataCentres.map((centre) => ({
        ...centre,
        price: {
          source: 'series' as const,
          usdPerKwh: Array.from({ length: instance.horizon.epochs }, () => draw(-0.1, 0.1)),
        },
      }));
      const { violations } = expectAgreement(geoCase({ ...instance, dataCentres }), draw);
      for (const { constraint } of violations) broken.add(constraint);
    }
    expect([...broken]).toEqual(expect.arrayContaining(['renewableEnergy', 'unarrivedWork']));
  });
});

function demandPeriods(
  { dataCentres, horizon }: GeoInstance,
  draw: Uniform,
): Map<string, CentreSeries['demandPeriods']> {
  const epochs = [...Array(horizon.epochs).keys()];
  return new Map(
    dataCentres.map(({ name }) => [
      name,
      [
        { name: 'peak', usdPerKwMonth: draw(0, 20), epochs: epochs.filter((t) => t % 2 === 0) },
        { name: 'all', usdPerKwMonth: draw(0, 20), epochs },
      ],
    ]),
  );
}
