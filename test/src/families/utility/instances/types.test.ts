import { describe, expect, it } from 'vitest';
import type { CovTaskTypes, DowneyTaskTypes } from '../../../../../models/families/utility/task-types.js';
import { bundledUtilityInstances } from '../../../../support/bundled.js';
import { downeyTime } from '../../../../../src/families/utility/instances/types/downey.js';
import { downeyTypes } from '../../../../../src/families/utility/instances/types/parallel-types.js';
import { twoLevelTypes } from '../../../../../src/families/utility/instances/types/preemptive-types.js';
import { covTypes } from '../../../../../src/families/utility/instances/types/serial-types.js';
import { interpolated } from '../../../../../src/families/utility/instances/types/table-types.js';

function named(name: string) {
  return bundledUtilityInstances().find(({ instance }) => instance.name === name)!.instance;
}

function moments(values: readonly number[]): { readonly mean: number; readonly cov: number } {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
  return { mean, cov: Math.sqrt(variance) / mean };
}

describe("Downey's model", () => {
  it('is 1 on one node, and (2 sigma + 1 - sigma / A) / (A (1 + sigma)) on A nodes', () => {
    for (const [averageParallelism, sigma] of [
      [1, 4],
      [2, 7],
      [64, 10],
      [33.5, 5.25],
    ] as const) {
      const model = { averageParallelism, sigma };
      expect(downeyTime(model, 1)).toBeCloseTo(1, 12);
      const onAverage = (2 * sigma + 1 - sigma / averageParallelism) / (averageParallelism * (1 + sigma));
      expect(downeyTime(model, averageParallelism)).toBeCloseTo(onAverage, 12);
    }
  });

  it('falls to (sigma + 1) / (A (1 + sigma)) = 1 / A at its greatest parallelism and stays there', () => {
    const model = { averageParallelism: 8, sigma: 4 };
    // A + A sigma - sigma = 36.
    expect(downeyTime(model, 36)).toBeCloseTo(1 / 8, 12);
    expect(downeyTime(model, 37)).toBeCloseTo(1 / 8, 12);
    expect(downeyTime(model, 18)).toBeCloseTo((4 + 36 / 18) / 40, 12);
  });
});

describe('listed times', () => {
  const run = (nodes: number, timeS: number) => ({ pool: 'p', nodes, pStates: [{ timeS, powerW: 10 * nodes }] });

  it('are linear between listed numbers of nodes: the printed example', () => {
    const one = interpolated([run(1, 100), run(2, 70), run(4, 50), run(16, 25), run(32, 30)]);
    expect([1, 2, 3, 4, 10, 16, 24, 32].map((n) => one.timeS(n, 0))).toEqual([100, 70, 60, 50, 37.5, 25, 27.5, 30]);
    expect([one.leastNodes, one.mostNodes, one.powerW(10, 0)]).toEqual([1, 32, 100]);
    const two = interpolated([run(512, 200), run(256, 300)]);
    expect([256, 384, 512].map((n) => two.timeS(n, 0))).toEqual([300, 250, 200]);
    expect(two.leastNodes).toBe(256);
    const three = interpolated([run(8, 100), run(16, 80), run(64, 70)]);
    expect([12, 40].map((n) => three.timeS(n, 0))).toEqual([90, 75]);
  });
});

describe('drawn types', () => {
  const serial = named('serial-100');

  it('serial: mean and spread of times, between types and between pools, are those asked for', () => {
    const asked = { ...(serial.taskTypes as CovTaskTypes), count: 4000 };
    const types = covTypes(asked, serial.pools, 7);
    const onFirst = moments(types.map(({ runs }) => runs[0]!.timeS(1, 0)));
    // sqrt((1 + 0.1^2) (1 + 0.3^2) - 1) = 0.3176; standard error of the mean 600 x 0.32 / sqrt(4000) = 3.
    expect(Math.abs(onFirst.mean - 600)).toBeLessThan(12);
    expect(onFirst.cov).toBeCloseTo(0.3176, 1);
    const meanOverPools = types.map(({ runs }) => moments(runs.slice(0, 9).map((run) => run!.timeS(1, 0))));
    expect(moments(meanOverPools.map(({ cov }) => cov)).mean).toBeGreaterThan(0.27);
    expect(moments(meanOverPools.map(({ cov }) => cov)).mean).toBeLessThan(0.31);
  });

  it('serial: P-states scale dynamic power alone, times by one over its root, none faster than the one before', () => {
    const asked = { ...(serial.taskTypes as CovTaskTypes), count: 4000, staticPowerCoV: 0 };
    const types = covTypes(asked, serial.pools, 7);
    const factor = (k: number): number =>
      moments(types.map(({ runs }) => runs[0]!.timeS(1, k) / runs[0]!.timeS(1, 0))).mean;
    // Raising the few draws below 1 moves the mean of the first by less than a hundredth.
    expect(Math.abs(factor(1) - 1.1547)).toBeLessThan(0.015);
    expect(Math.abs(factor(2) - 1.4142)).toBeLessThan(0.015);
    for (const { runs } of types.slice(0, 200)) {
      const [first, second, third] = [0, 1, 2].map((k) => runs[0]!.powerW(1, k) - 66);
      expect([second! / first!, third! / first!]).toEqual([expect.closeTo(0.75, 9), expect.closeTo(0.5, 9)]);
      expect(runs[0]!.timeS(1, 1)).toBeGreaterThanOrEqual(runs[0]!.timeS(1, 0));
      expect(runs[0]!.timeS(1, 2)).toBeGreaterThanOrEqual(runs[0]!.timeS(1, 1));
    }
    expect(Math.abs(moments(types.map(({ runs }) => runs[0]!.powerW(1, 0))).cov - 0)).toBeGreaterThan(0.05);
  });

  it('serial: each special pool has 3 to 5 types to itself and runs them ten times faster', () => {
    const types = covTypes(serial.taskTypes as CovTaskTypes, serial.pools, serial.seed);
    const counts = [9, 10, 11, 12].map((p) => types.filter(({ runs }) => runs[p] !== null).length);
    for (const count of counts) expect([3, 4, 5]).toContain(count);
    expect(types.filter(({ special }) => special).length).toBe(counts.reduce((a, b) => a + b));
    expect(types.every(({ runs }) => runs.slice(0, 9).every((run) => run !== null))).toBe(true);
    const many = covTypes(
      {
        ...(serial.taskTypes as CovTaskTypes),
        count: 5000,
        special: { leastTypes: 1000, mostTypes: 1000, speedUp: 10 },
      },
      serial.pools,
      3,
    );
    const fast = many.flatMap(({ runs }) => runs.slice(9).flatMap((run) => (run === null ? [] : [run.timeS(1, 0)])));
    expect(fast).toHaveLength(4000);
    expect(Math.abs(moments(fast).mean - 60)).toBeLessThan(1.5);
  });

  const parallel = named('parallel-5000');
  const downey = parallel.taskTypes as DowneyTaskTypes;

  it('parallel: single-node times lie about the line through 1 h at utility 1 and 18 h at 8', () => {
    const asked = {
      ...downey,
      groups: [{ ...downey.groups[0]!, count: 4000 }],
      cores: [{ share: 1, least: 64, most: 64 }],
    };
    const types = downeyTypes(asked, parallel.pools, 5, parallel.utility.priorities!);
    const ratio = types.map(({ runs, startingUtility }) => {
      return runs[0]!.timeS(1, 0) / (3600 + ((startingUtility! - 1) / 7) * 17 * 3600);
    });
    expect(Math.abs(moments(ratio).mean - 1)).toBeLessThan(0.01);
    expect(Math.abs(moments(ratio).cov - 0.15)).toBeLessThan(0.01);
    const other = types.map(({ runs }) => runs[1]!.timeS(1, 0) / runs[0]!.timeS(1, 0));
    expect(Math.abs(moments(other).mean - 1)).toBeLessThan(0.02);
    expect(Math.abs(moments(other).cov - 0.3)).toBeLessThan(0.02);
    const power = types.map(({ runs }) => runs[0]!.powerW(3, 0) / 3);
    expect(Math.abs(moments(power).mean - 133)).toBeLessThan(2);
    expect(Math.abs(moments(power).cov - 0.2)).toBeLessThan(0.015);
    for (const { startingUtility, urgency } of types) {
      expect(startingUtility! > 1 && startingUtility! <= 8 && [0.6, 0.2, 0.1, 0.01].includes(urgency!)).toBe(true);
    }
  });

  it('parallel: levels of priority and urgencies come in the printed shares', () => {
    const asked = { ...downey, groups: [{ ...downey.groups[0]!, count: 10_000 }] };
    const types = downeyTypes(asked, parallel.pools, 5, parallel.utility.priorities!);
    const share = (least: number, most: number): number =>
      types.filter(({ startingUtility: u }) => u! > least && u! <= most).length / types.length;
    expect(Math.abs(share(6, 8) - 0.0405)).toBeLessThan(0.01);
    expect(Math.abs(share(4, 6) - 0.1295)).toBeLessThan(0.017);
    expect(Math.abs(share(2, 4) - 0.3)).toBeLessThan(0.023);
    expect(Math.abs(share(1, 2) - 0.53)).toBeLessThan(0.025);
    const wide = types.filter(({ cores }) => cores!.least > 4096).length / types.length;
    expect(Math.abs(wide - 0.2)).toBeLessThan(0.02);
  });

  it('preemptive: critical types take 10 min and others 50, by 0.1 on the first cluster and 0.3 between clusters', () => {
    const instance = named('preemptive-64');
    const { groups, ...rest } = instance.taskTypes as Extract<typeof instance.taskTypes, { source: 'two-level' }>;
    const asked = { ...rest, groups: groups.map((group) => ({ ...group, count: 3000 })) };
    const types = twoLevelTypes(asked, instance.pools, 11, () => 0);
    for (const [own, meanS] of [
      [types.slice(0, 3000), 600],
      [types.slice(3000), 3000],
    ] as const) {
      const first = moments(own.map(({ runs }) => runs[0]!.timeS(1, 0)));
      expect(Math.abs(first.mean / meanS - 1)).toBeLessThan(0.01);
      expect(Math.abs(first.cov - 0.1)).toBeLessThan(0.01);
      const ratio = moments(own.map(({ runs }) => runs[3]!.timeS(1, 0) / runs[0]!.timeS(1, 0)));
      expect(Math.abs(ratio.mean - 1)).toBeLessThan(0.025);
      expect(Math.abs(ratio.cov - 0.3)).toBeLessThan(0.025);
    }
  });
});
