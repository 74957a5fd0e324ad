import { describe, expect, it } from 'vitest';
import { fastestTimeS } from '../../../../../src/facility/consistency-nodes.js';
import { DEFAULT_VARIATION, varyWorkload } from '../../../../../src/families/reward-rate/instances/generate.js';
import { jsonText } from '../../../../../src/instances/json-text.js';
import { rewardRateFiles } from '../../../../../src/families/reward-rate/instances/load.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { thesisInstance } from '../../../../../src/families/reward-rate/instances/thesis/instance.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const base = thesisInstance({
  racks: 30,
  workload: 'hybrid',
  airflow: 'balanced',
  coldAisles: 'open',
  powerCapW: 190_000,
  redLineC: 30,
  seed: 1,
});

describe('varyWorkload', () => {
  it('gives the same bytes for the same seed and others for another', () => {
    expect(jsonText(varyWorkload(base, 7))).toBe(jsonText(varyWorkload(base, 7)));
    expect(varyWorkload(base, 7).workload).not.toEqual(varyWorkload(base, 8).workload);
  });

  it('keeps every factor in its range, moves all three fields and leaves the facility alone', () => {
    for (let seed = 1; seed <= fuzzCount(48); seed++) {
      const varied = varyWorkload(base, seed);
      expect(varied.facility).toBe(base.facility);
      expect(varied.limits).toBe(base.limits);
      varied.workload.taskTypes.forEach((task, i) => {
        const original = base.workload.taskTypes[i]!;
        expectFactor(task.rewardPerTask / original.rewardPerTask, DEFAULT_VARIATION.reward);
        expectFactor(task.deadlineS / original.deadlineS, DEFAULT_VARIATION.deadline);
        expectFactor(task.arrivalRatePerS / original.arrivalRatePerS, DEFAULT_VARIATION.arrival);
      });
    }
  });

  it('gives instances that are in order, also when deadlines shrink below what any core can do', () => {
    const varied = varyWorkload(base, 3, { ...DEFAULT_VARIATION, deadline: [0.1, 0.2] });
    expect(rewardRateFiles.judge(varied).ok).toBe(true);
    for (const task of varied.workload.taskTypes) {
      const fastestS = Math.min(...base.facility.nodeTypes.map((type) => fastestTimeS(type, task.name)));
      expect(task.deadlineS / fastestS).toBeCloseTo(1.01, 3);
    }
  });

  it('draws each field from a stream of its own: one range does not move the others', () => {
    const narrow = varyWorkload(base, 5, { ...DEFAULT_VARIATION, reward: [1, 1] });
    const wide = varyWorkload(base, 5);
    expect(narrow.workload.taskTypes.map((task) => task.arrivalRatePerS)).toEqual(
      wide.workload.taskTypes.map((task) => task.arrivalRatePerS),
    );
    expect(narrow.workload.taskTypes.map((task) => task.rewardPerTask)).toEqual(
      base.workload.taskTypes.map((task) => task.rewardPerTask),
    );
  });
});

describe('randomStream', () => {
  it('has the mean and spread of a uniform distribution, also over neighbouring seeds', () => {
    const draws = Array.from({ length: fuzzCount(4000, 2000) }, (_, seed) => randomStream(seed, 'test').uniform(2, 4));
    const mean = draws.reduce((sum, draw) => sum + draw, 0) / draws.length;
    const variance = draws.reduce((sum, draw) => sum + (draw - mean) ** 2, 0) / draws.length;
    // Standard errors: 0.577 / sqrt(4000) = 0.009 and about 0.005.
    expect(Math.abs(mean - 3)).toBeLessThan(0.04);
    expect(Math.abs(variance - 1 / 3)).toBeLessThan(0.02);
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(2);
    expect(Math.max(...draws)).toBeLessThan(4);
  });
});

function expectFactor(factor: number, [low, high]: readonly [number, number]): void {
  // Rounded to four digits.
  expect(factor).toBeGreaterThan(low * 0.999);
  expect(factor).toBeLessThan(high * 1.001);
  expect(factor).not.toBe(1);
}
