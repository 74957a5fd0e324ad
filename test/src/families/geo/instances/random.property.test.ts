import { describe, expect, it } from 'vitest';
import { geoFiles } from '../../../../../src/families/geo/instances/load.js';
import { geoCase, randomGeoInstance, randomGeoModel } from '../../../../support/geo.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const SEEDS = Array.from({ length: fuzzCount(40, 40) }, (_, seed) => seed);

describe('random geo instances', () => {
  it('are accepted, the same for a seed, and differ between seeds', () => {
    for (const seed of SEEDS) {
      const instance = randomGeoInstance(seed);
      expect(geoFiles.judge(JSON.parse(JSON.stringify(instance)))).toMatchObject({ ok: true });
      expect(randomGeoInstance(seed)).toEqual(instance);
    }
    expect(new Set(SEEDS.map((seed) => JSON.stringify(randomGeoInstance(seed)))).size).toBe(SEEDS.length);
  });

  it('tariffs, carbon and caps on demand', () => {
    for (const seed of SEEDS.slice(0, 10)) {
      const options = { prices: 'tariff', carbon: 'cap', powerCaps: 1, epochs: 4 } as const;
      const instance = randomGeoInstance(seed, options);
      expect(geoFiles.judge(JSON.parse(JSON.stringify(instance)))).toMatchObject({ ok: true });
      const { model } = geoCase(instance);
      expect(model.carbonCapKg).toBeLessThan(Infinity);
      expect(model.centres.every(({ powerCapW }) => powerCapW < Infinity)).toBe(true);
      expect(model.centres[0]!.demandPeriods.length).toBeGreaterThan(0);
    }
  });

  it('cover what small instances have to cover', () => {
    const cases = SEEDS.map((seed) => randomGeoModel(seed).model);
    const some = (holds: (model: (typeof cases)[number]) => boolean): number => cases.filter(holds).length;
    expect(some(({ cyclic }) => cyclic)).toBeGreaterThan(8);
    expect(some(({ cyclic }) => !cyclic)).toBeGreaterThan(8);
    expect(some(({ centres }) => centres.length > 1)).toBeGreaterThan(15);
    expect(some(({ centres }) => new Set(centres.map(({ thermal }) => thermal)).size < centres.length)).toBeGreaterThan(
      5,
    );
    expect(some(({ centres }) => centres.some(({ allowed }) => allowed.includes(0)))).toBeGreaterThan(5);
    expect(some(({ centres }) => centres.some(({ nodeCount }) => nodeCount.includes(0)))).toBeGreaterThan(5);
    expect(some(({ centres }) => centres.some(({ renewableKwh }) => Math.max(...renewableKwh) > 0))).toBeGreaterThan(
      15,
    );
    for (const rule of ['printed', 'curtailed', 'feed-in']) {
      expect(some(({ instance }) => instance.rules.surplus.rule === rule)).toBeGreaterThan(5);
    }
    // Full power keeps the red line in most rooms, not in all.
    const hot = (model: (typeof cases)[number]): boolean =>
      model.centres.some(({ thermal, nodeCount }) => {
        const most = model.nodeTypes.map(
          (type, j) =>
            nodeCount[j]! * (type.staticW + type.cores * Math.max(...type.tasks.map(({ powerW }) => powerW[0]!))),
        );
        const rise = (row: number): number =>
          most.reduce((sum, powerW, j) => sum + thermal.riseKPerW[row * most.length + j]! * powerW, 0);
        return Array.from({ length: thermal.rowCount }, (_, row) => rise(row)).some(
          (riseK) => thermal.setPointMinC + riseK > thermal.redLineC,
        );
      });
    expect(some(hot)).toBeGreaterThan(3);
    expect(some(hot)).toBeLessThan(30);
  });
});
