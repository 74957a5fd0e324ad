import { beforeAll, describe, expect, it } from 'vitest';
import type * as Rooms from '../../../../oracle/toy-ups-rooms.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { withToyUps } from '../../../../support/with-toy-ups.js';

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
    for (let seed = 1; seed <= fuzzCount(30, 10); seed++) {
      all.push(await rooms.toyRoomOnGrid(100 + seed, 2 + (seed % 2), seed % 2 === 0 ? 9 : 5));
    }
    const found = solved(all);
    expectSound(found);
    const beaten = found.filter(({ best, found: { rewardPerS } }) => best !== null && rewardPerS < best * (1 - 1e-7));
    expect(beaten.length).toBeLessThanOrEqual(0.1 * found.length);
  });

  it('bounds hold of plans that survive the failure of any CRAC', async () => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(20, 8); seed++) all.push(await rooms.toyRoomThatSurvives(seed, 7));
    expectSound(solved(all));
  });

  it('method nlp keeps the cap', async () => {
    const all: Rooms.ToyRoom[] = [];
    for (let seed = 1; seed <= fuzzCount(20, 6); seed++) {
      all.push(await rooms.toyRoom(200 + seed, { mostPlans: 300 }, 'nlp'));
    }
    expectSound(solved(all));
  });
});
