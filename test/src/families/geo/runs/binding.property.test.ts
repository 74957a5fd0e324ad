import { describe, expect, it } from 'vitest';
import type { GeoCell, GeoEvaluation } from '../../../../../models/families/geo/outcome.js';
import { geoBinding } from '../../../../../src/families/geo/runs/binding.js';
import { tinyGeo } from '../../../../support/geo.js';
import { reportCase } from '../report/case.js';

const { model: given, instance } = tinyGeo('arbitrage');
const model = { ...given, carbonCapKg: 50, centres: given.centres.map((centre) => ({ ...centre, powerCapW: 1000 })) };
const { evaluation } = reportCase(instance);
const slack: Partial<GeoCell> = { powerW: 1, hottestInletC: 1, setPointC: 1, awake: [0] };

/** All cells far from every limit but the first centre's, epoch by epoch. */
function evaluated(carbonKg: number, ...first: readonly Partial<GeoCell>[]): GeoEvaluation {
  const cells = evaluation.cells.map((row, t) =>
    row.map((cell, d) => ({ ...cell, ...slack, ...(d === 0 ? first[t] : {}) })),
  );
  return { ...evaluation, carbonKg, cells };
}

describe('limits a geo plan meets', () => {
  const [centre] = model.centres;
  const { redLineC, setPointMaxC } = centre!.thermal;
  const [count] = centre!.nodeCount;

  it.each([
    ['powerCap', { powerW: 999.5 }, { powerW: 998 }, { powerW: 1200 }],
    ['redLine', { hottestInletC: redLineC }, { hottestInletC: redLineC - 0.01 }, { hottestInletC: redLineC + 1 }],
    ['setPointRange', { setPointC: setPointMaxC }, { setPointC: setPointMaxC - 1 }, { setPointC: setPointMaxC + 1 }],
    ['nodeCount', { awake: [count!] }, { awake: [count! - 1] }, { awake: [count! + 1] }],
  ])('%s: is told where it is met, not where there is room or where it is broken', (constraint, met, room, broken) => {
    expect(geoBinding(model, evaluated(0, met, met))).toEqual([expect.objectContaining({ constraint, epochs: 2 })]);
    expect(geoBinding(model, evaluated(0, met, room))).toEqual([expect.objectContaining({ constraint, epochs: 1 })]);
    expect(geoBinding(model, evaluated(0, room, broken))).toEqual([]);
  });

  it('a temperature binds within a thousandth of a degree, and no farther', () => {
    const hottest = (below: number) => geoBinding(model, evaluated(0, { hottestInletC: redLineC - below })).length;
    const setPoint = (below: number) => geoBinding(model, evaluated(0, { setPointC: setPointMaxC - below })).length;
    expect([hottest(0.0009), hottest(0.0011), setPoint(0.0009), setPoint(0.0011)]).toEqual([1, 0, 1, 0]);
  });

  it('of node types that a data centre does not have nothing binds', () => {
    const without = { ...model, centres: model.centres.map((one) => ({ ...one, nodeCount: Int32Array.of(0) })) };
    expect(geoBinding(without as typeof model, evaluated(0, { awake: [0] }))).toEqual([]);
  });

  it('of several epochs that meet a limit unequally the greatest value is told', () => {
    const met = [{ powerW: 999.25 }, { powerW: 999.75 }];
    expect(geoBinding(model, evaluated(0, ...met))).toMatchObject([{ value: 999.75, limit: 1000, epochs: 2 }]);
    expect(geoBinding(model, evaluated(0, ...met.reverse()))).toMatchObject([{ value: 999.75, epochs: 2 }]);
  });

  it('the carbon cap binds only close below; nothing binds in a plan without a rating', () => {
    expect(geoBinding(model, evaluated(49.96))).toMatchObject([{ constraint: 'carbonCap', unit: 'kg', limit: 50 }]);
    expect(geoBinding(model, evaluated(49.9))).toEqual([]);
    expect(geoBinding(model, evaluated(51))).toEqual([]);
    expect(geoBinding(model, { ...evaluated(50), cells: [] })).toEqual([]);
  });
});
