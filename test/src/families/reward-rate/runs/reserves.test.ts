import { describe, expect, it } from 'vitest';
import { reserveUse } from '../../../../../src/families/reward-rate/runs/reserves.js';
import { slopeAlong } from '../../../../../src/families/reward-rate/studies/sweep/slopes.js';
import type { Certificate } from '../../../../../src/families/reward-rate/methods/outcome.js';
import { check } from '../check/changed-case.js';
import { twoZones } from '../check/two-zones.js';

/** The hand case (4,000 W at the meter, inlets up to 20 + 56/87 C, 3,000 W of heat) with reserves. */
function reservedCase() {
  const { instance, matrix } = twoZones();
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: 4000 }));
  return {
    matrix,
    instance: {
      ...instance,
      facility: { ...instance.facility, cracs },
      limits: { powerCapW: 20_000, redLineC: 30, reserve: { powerW: 500, inletK: 2, coolingShare: 0.25 } },
    },
  };
}

describe('reserves of a result', () => {
  it('say limit, reserve, what plans keep, what the plan uses and what it leaves free', () => {
    const { instance, matrix } = reservedCase();
    const [power, inlet, cooling] = reserveUse(instance, matrix, check({ limits: instance.limits }));
    expect(power).toMatchObject({ constraint: 'powerCap', limit: 20_000, reserve: 500, kept: 19_500 });
    expect([power!.used, power!.left].map((value) => Math.round(value! * 1e6) / 1e6)).toEqual([4000, 16_000]);
    expect(inlet).toMatchObject({ constraint: 'redLine', limit: 30, reserve: 2, kept: 28 });
    expect(inlet!.left).toBeCloseTo(10 - 56 / 87, 9);
    expect(cooling).toMatchObject({
      constraint: 'coolingCapacity',
      where: 'C1',
      limit: 4000,
      reserve: 1000,
      kept: 3000,
    });
    expect(cooling!.left).toBeCloseTo(1000, 6);
  });

  it('are none where the instance has none, and have no use without a plan', () => {
    const { instance, matrix } = twoZones();
    expect(reserveUse(instance, matrix, null)).toEqual([]);
    const reserved = reservedCase();
    const unused = reserveUse(reserved.instance, reserved.matrix, null);
    expect(unused.map(({ used, left }) => [used, left])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
  });

  it('have slopes against those of their limits', () => {
    const { instance } = reservedCase();
    const certificate = {
      marginal: { perCapW: 3, perRedLineC: 7, redLineZones: [], arrivalPerTaskPerS: [], limits: [] },
      lines: { cap: { belowPerW: 5, abovePerW: 2, aboveAnyRedLinePerW: 2 } },
    } as unknown as Certificate;
    const along = (field: string) =>
      slopeAlong({ places: [['limits', 'reserve', field]], factors: false }, instance, certificate, null);
    // More reserve is less cap: the sides change places.
    expect(along('powerW')).toEqual({ perUnit: -3, below: -2, above: -5 });
    expect(along('inletK')).toEqual({ perUnit: -7, below: -7, above: -7 });
    expect(along('coolingShare')).toEqual({ perUnit: null, below: null, above: null });
  });
});
