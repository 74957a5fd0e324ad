import { describe, expect, it } from 'vitest';
import { type AtCap, capStepW, nextKilowatt } from '../../../../../../src/families/reward-rate/runs/explain/next-kw.js';

/** Reward of a cap, reward/s: 2 per kW from 90 to 106 kW, then 1.5 up to 110 kW, then .5. Nothing below 90 kW. */
function rewardOf(capW: number): number | null {
  const kW = capW / 1000;
  if (kW < 90) return null;
  return 2 * Math.min(16, kW - 90) + 1.5 * Math.min(4, Math.max(0, kW - 106)) + 0.5 * Math.max(0, kW - 110);
}

const runAt = (capW: number): Promise<AtCap> => {
  const bound = rewardOf(capW);
  return Promise.resolve({ capW, bound, objective: bound === null ? null : bound - 0.25 });
};

describe('the worth of the next kW', () => {
  it('is the difference over the next step, with the caps between which it holds and the knee, of those tried', async () => {
    expect(await nextKilowatt(await runAt(100_000), runAt)).toMatchObject({
      stepW: 1000,
      boundPerKW: 2,
      planPerKW: 2,
      // Tried: 92, 96, 98, 99, 100, 101, 102, 104, 108, 116 and 132 kW. From 104 to 108 kW it is 1.75 per kW, from 108 to 116 kW .75.
      holdsFromW: 92_000,
      holdsToW: 104_000,
      kneeW: 108_000,
    });
  });

  it('is followed downwards while there is a bound and the price stays', async () => {
    const { holdsFromW, runs } = await nextKilowatt(await runAt(93_000), runAt);
    // The step is 100 W: 92.2 kW are the least tried.
    expect([holdsFromW, runs[0]!.capW]).toEqual([92_200, 92_200]);
  });

  it('has its knee above the present cap alone, also where less cap costs hardly anything', async () => {
    const rising = (capW: number): Promise<AtCap> => {
      const bound = 0.002 * Math.max(100_000, capW) + 0.0001 * capW;
      return Promise.resolve({ capW, bound, objective: bound });
    };
    const { boundPerKW, holdsFromW, kneeW, runs } = await nextKilowatt(await rising(100_000), rising);
    expect(boundPerKW).toBeCloseTo(2.1, 9);
    // One run below, whose price differs, ends the search there.
    expect([holdsFromW, kneeW, runs[0]!.capW]).toEqual([100_000, null, 99_000]);
  });

  it('is nothing where the bound does not move, and unknown without bounds', async () => {
    const flat = (capW: number): Promise<AtCap> => Promise.resolve({ capW, bound: 5, objective: 5 });
    expect(await nextKilowatt(await flat(100_000), flat)).toMatchObject({ boundPerKW: 0, kneeW: null });
    const none = (capW: number): Promise<AtCap> => Promise.resolve({ capW, bound: null, objective: 5 });
    expect(await nextKilowatt(await none(100_000), none)).toMatchObject({ boundPerKW: null, holdsToW: null });
  });

  it('has steps of a power of ten, at most a hundredth of the cap', () => {
    expect([190_000, 100_000, 99_999, 62.5].map(capStepW)).toEqual([1000, 1000, 100, 0.1]);
  });
});
