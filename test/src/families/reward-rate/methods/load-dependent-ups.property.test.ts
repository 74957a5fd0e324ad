import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type * as Rooms from '../../../../oracle/toy-ups-rooms.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { withoutToyUps, withToyUps } from '../../../../support/with-toy-ups.js';

const COOLING = {
  'of the thesis': { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
  'that hardly rises': { quadraticPerC2: 0.0005, linearPerC: 0.001, constant: 1 },
  'that does not depend on the set-point': { quadraticPerC2: 0, linearPerC: 0, constant: 3 },
} as const;

type Room = Rooms.ToyRoom & { readonly found: NonNullable<Rooms.ToyRoom['found']> };

describe('a UPS whose losses depend on its load, added as one entry', () => {
  let rooms: typeof Rooms;
  beforeAll(async () => {
    rooms = await withToyUps(() => import('../../../../oracle/toy-ups-rooms.js'));
  });
  afterAll(withoutToyUps);

  /** The rooms with a plan. None of the others has one on the grid of brute force. */
  function solved(all: readonly Rooms.ToyRoom[]): Room[] {
    expect(all.filter(({ best, found }) => best !== null && found === null)).toEqual([]);
    return all.flatMap((room) => (room.found === null ? [] : [{ ...room, found: room.found }]));
  }

  function expectSound(found: readonly Room[]): void {
    expect(found.length).toBeGreaterThan(0);
    const above = (bound: number): number => bound * (1 + 1e-9) + 1e-12;
    expect(
      found.filter(({ best, found: { bound } }) => best !== null && bound !== null && best > above(bound)),
    ).toEqual([]);
    expect(found.filter(({ found: { bound, rewardPerS } }) => bound !== null && rewardPerS > above(bound))).toEqual([]);
    expect(found.filter(({ found: { broken } }) => broken.length > 0)).toEqual([]);
    expect(found.filter(({ found: { claim, rewardPerS } }) => Math.abs(claim - rewardPerS) > 1e-9 * claim)).toEqual([]);
    expect(
      found.filter(({ found: { lossW, ownLossW } }) => !(Math.abs(lossW - ownLossW) <= 1e-9 * (1 + ownLossW))),
    ).toEqual([]);
  }

  it.each(Object.entries(COOLING))('bounds and plans hold with one CRAC and a CoP %s', async (_, cooling) => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(60, 16); seed++) {
      all.push(await rooms.toyRoom(seed, { cracs: 1, cooling, mostPlans: 600 }, 'configLp'));
    }
    const found = solved(all);
    expectSound(found);
    const beaten = found.filter(({ best, found: { rewardPerS } }) => best !== null && rewardPerS < best * (1 - 1e-7));
    expect(beaten.length).toBeLessThanOrEqual(0.1 * found.length);
  });

  it('bounds and plans hold with two and three CRACs at set-points of their own', async () => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(30, 4); seed++) {
      all.push(await rooms.toyRoomOnGrid(100 + seed, 2 + (seed % 2), seed % 2 === 0 ? 9 : 4));
    }
    const found = solved(all);
    expectSound(found);
    const beaten = found.filter(({ best, found: { rewardPerS } }) => best !== null && rewardPerS < best * (1 - 1e-7));
    expect(beaten.length).toBeLessThanOrEqual(0.1 * found.length);
  });

  it('bounds hold of plans that survive the failure of any CRAC', async () => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(20, 5); seed++) all.push(await rooms.toyRoomThatSurvives(seed, 7));
    expectSound(solved(all));
  });

  it('the bound with set-points of their own is what mixtures earn at those of the answer', async () => {
    const met: { readonly bound: number; readonly mixture: number }[] = [];
    for (let seed = 1; seed <= fuzzCount(60, 30); seed++) {
      const found = await rooms.toyMixture(300 + seed);
      if (found !== null) met.push(found);
    }
    expect(met.length).toBeGreaterThan(5);
    expect(met.filter(({ bound, mixture }) => mixture > bound * (1 + 1e-5))).toEqual([]);
    expect(met.filter(({ bound, mixture }) => mixture < bound * (1 - 1e-3)).length).toBeLessThanOrEqual(
      0.15 * met.length,
    );
  });

  it('rows of the cap after failures say what the meter shows at the point about which they are taken', () => {
    const errorsW = Array.from({ length: fuzzCount(200, 40) }, (_, n) => rooms.toyFailureRowErrorsW(n + 1)).flat();
    expect(errorsW.length).toBeGreaterThan(50);
    expect(errorsW.filter((errorW) => !(Math.abs(errorW) < 1e-6))).toEqual([]);
  });

  it('the cap at fixed set-points and the tangent that restricts plans are exact where they are taken', () => {
    const errors = Array.from({ length: fuzzCount(200, 60) }, (_, n) => rooms.toyRowErrors(400 + n));
    // The row is tightened by a billionth of the cap.
    expect(errors.filter(({ fixedW }) => !(Math.abs(fixedW) < 1e-5))).toEqual([]);
    expect(errors.filter(({ nlpW }) => !(Math.abs(nlpW) < 1e-6))).toEqual([]);
    expect(errors.filter(({ slope }) => !(Math.abs(slope) < 1e-3))).toEqual([]);
    expect(errors.filter(({ slope }) => slope !== 0).length).toBeGreaterThan(0.5 * errors.length);
  });

  it('method nlp keeps the cap', async () => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(20, 6); seed++) {
      all.push(await rooms.toyRoom(200 + seed, { mostPlans: 300 }, 'nlp'));
    }
    expectSound(solved(all));
  });
});
