import { describe, expect, it } from 'vitest';
import {
  aboveBound,
  dayLedger,
  energyOf,
  tasksOf,
} from '../../../../../../src/families/reward-rate/studies/day/ledger.js';
import type { EpochResult } from '../../../../../../src/families/reward-rate/studies/day/result.js';
import { smallInstance } from '../../../../../support/small-instance.js';

/** An epoch of 100 s with so much reward per second and so much proven; only what the ledger reads. */
function epoch(objective: number, bound: number): EpochResult {
  const [reward, rewardBound] = [100 * objective, 100 * bound];
  return {
    epoch: `earns ${objective}`,
    startS: 0,
    epochS: 100,
    feasible: true,
    objective,
    bound,
    gap: (bound - objective) / bound,
    reward,
    rewardBound,
    energy: { idleJ: 1, coresJ: 2, coolingJ: 3, upsLossJ: 4, otherJ: 5, totalJ: 15 },
    tasks: [{ arrived: 10, completed: 4, lost: 6, reward }],
  } as unknown as EpochResult;
}

describe('the ledger of a day', () => {
  it('has the gap of the sums, as a share of the bound', () => {
    // 600 of 800, and 100 of 200: 700 of 1,000 are earned.
    const { reward, rewardBound, gap, lengthS } = dayLedger([epoch(6, 8), epoch(1, 2)], 1);
    expect([reward, rewardBound, lengthS]).toEqual([700, 1000, 200]);
    expect(gap).toBeCloseTo(0.3, 12);
  });

  it('has no gap where one epoch earns more than its bound, though others have slack', () => {
    const epochs = [epoch(6, 8), epoch(2 + 3e-9, 2)];
    expect(dayLedger(epochs, 1).gap).toBeNull();
    expect(aboveBound(epochs, dayLedger(epochs, 1))[0]).toMatch(/in 1 of 2 epochs.*one of the two is wrong/);
    // A billionth is rounding.
    const rounded = [epoch(6, 8), epoch(2 + 1e-9, 2)];
    expect(dayLedger(rounded, 1).gap).toBeCloseTo(0.2, 9);
    expect(aboveBound(rounded, dayLedger(rounded, 1))).toEqual([]);
  });

  it('adds up energy by use, and says so where the uses are not the total', () => {
    const whole = dayLedger([epoch(6, 8), epoch(1, 2)], 1);
    expect(whole.energy).toEqual({ idleJ: 2, coresJ: 4, coolingJ: 6, upsLossJ: 8, otherJ: 10, totalJ: 30 });
    expect(whole.closure.closes).toBe(true);
    const leaking = { ...epoch(6, 8), energy: { ...epoch(6, 8).energy!, coolingJ: 2.9 } };
    const { closure } = dayLedger([leaking], 1);
    expect(closure.closes).toBe(false);
    expect(closure.energyParts).toBeCloseTo(0.1 / 15, 12);
  });

  it('takes powers times seconds, and no more tasks than arrive', () => {
    const power = { idleW: 1, coresW: 2, coolingW: 3, upsLossW: 4, otherW: 5, totalW: 15, capW: 20 };
    expect(energyOf(power, 1800)).toEqual({
      idleJ: 1800,
      coresJ: 3600,
      coolingJ: 5400,
      upsLossJ: 7200,
      otherJ: 9000,
      totalJ: 27_000,
    });
    const instance = smallInstance();
    const [a, b] = instance.workload.taskTypes;
    const ratePerS = [a!.arrivalRatePerS / 4, 2 * b!.arrivalRatePerS];
    const [first, second] = tasksOf(instance, { ratePerS } as never, 1800);
    expect(first!.lost / first!.arrived).toBeCloseTo(0.75, 12);
    expect(first!.reward).toBeCloseTo((a!.rewardPerTask * a!.arrivalRatePerS * 1800) / 4, 9);
    expect(second).toMatchObject({ completed: b!.arrivalRatePerS * 1800, lost: 0 });
  });
});
