import { describe, expect, it } from 'vitest';
import { type RunCell, typeTable } from '../../../src/calibration/type-table.js';
import { randomStream } from '../../../src/random/stream.js';

/** A cell whose runs all take the same time, but for a little noise, on one core each. */
function cell(taskClass: number, nodeType: number, timeS: number, runs = 10): RunCell {
  return { taskClass, nodeType, runs, meanLog: Math.log(timeS), varianceLog: 1e-8, tasks: runs, coreS: runs * timeS };
}

/** Core-seconds of a class by the table. */
function statedCoreS(cells: readonly RunCell[], times: readonly (readonly number[] | null)[], c: number): number {
  return cells
    .filter(({ taskClass }) => taskClass === c)
    .reduce((sum, { nodeType, tasks }) => sum + tasks * times[c]![nodeType]!, 0);
}

describe('typeTable', () => {
  it('a node type that takes twice as long does so for a class that never ran there', () => {
    const cells = [cell(0, 0, 100), cell(0, 1, 200), cell(1, 0, 30), cell(1, 1, 60), cell(2, 0, 7)];
    const { timeS, factor, group } = typeTable(cells, 3, [0, 0]);
    expect(factor[1]! / factor[0]!).toBeCloseTo(2, 2);
    expect(timeS[2]![0]).toBeCloseTo(7, 9);
    expect(timeS[2]![1]).toBeCloseTo(14, 1);
    expect(group).toEqual([0, 0]);
  });

  it('the core-seconds of every class come out again exactly', () => {
    const random = randomStream(5, 'cells');
    const cells = Array.from({ length: 40 }, (_, n): RunCell => {
      const runs = 1 + Math.floor(random.uniform(0, 30));
      const tasks = runs * (1 + Math.floor(random.uniform(0, 8)));
      const meanLog = random.uniform(2, 9);
      return {
        taskClass: n % 13,
        nodeType: (n * 7) % 4,
        runs,
        meanLog,
        varianceLog: 1,
        tasks,
        coreS: tasks * Math.exp(meanLog + 0.5),
      };
    });
    const { timeS } = typeTable(cells, 13, [0, 0, 0, 0]);
    for (let c = 0; c < 13; c += 1) {
      const logged = cells.filter(({ taskClass }) => taskClass === c).reduce((sum, { coreS }) => sum + coreS, 0);
      expect(Math.abs(statedCoreS(cells, timeS, c) / logged - 1)).toBeLessThan(1e-12);
    }
  });

  it('types that no class connects differ as the prior says, and their intervals say that nothing is known', () => {
    const cells = [cell(0, 0, 100), cell(0, 1, 100), cell(1, 2, 50), cell(1, 3, 50), cell(2, 0, 9), cell(3, 3, 9)];
    const prior = [0, 0, Math.log(3), Math.log(3)];
    const { factor, interval, group, timeS } = typeTable(cells, 4, prior);
    expect(group).toEqual([0, 0, 1, 1]);
    expect(factor[2]! / factor[0]!).toBeCloseTo(3, 6);
    // The class of 9 s on type 0 takes three times as long on type 2.
    expect(timeS[2]![2]).toBeCloseTo(27, 5);
    const [low, high] = interval[2]!;
    expect(high / low).toBeGreaterThan(3);
    const connected = typeTable([...cells, cell(4, 1, 10), cell(4, 2, 10)], 5, prior);
    expect(connected.group).toEqual([0, 0, 0, 0]);
    expect(connected.interval[2]![1] / connected.interval[2]![0]).toBeLessThan(high / low);
  });

  it('a cell of few runs keeps to class and type, one of many to its own mean', () => {
    const noisy = (runs: number): RunCell => ({ ...cell(5, 1, 1000, runs), varianceLog: 4 });
    const around = [0, 1, 2, 3, 4].flatMap((c) => [
      cell(c, 0, 100 + c, 200),
      cell(c, 1, (100 + c) * (c % 2 ? 1.2 : 0.8), 200),
    ]);
    const timeOn = (runs: number): number => {
      const own = [cell(5, 0, 100, 200), noisy(runs)];
      const { timeS } = typeTable([...around, ...own], 6, [0, 0]);
      return timeS[5]![1]! / timeS[5]![0]!;
    };
    expect(timeOn(1)).toBeLessThan(1.5);
    expect(timeOn(100_000)).toBeGreaterThan(6);
  });

  it('90 % intervals of factors hold the true ones about that often, over 60 drawn logs with half of the cells empty', () => {
    const truth = [1, 1.3, 1.8, 2.5].map(Math.log);
    let [inside, all] = [0, 0];
    for (let seed = 1; seed <= 60; seed += 1) {
      const random = randomStream(seed, 'log');
      const normal = (): number =>
        Array.from({ length: 12 }, () => random.uniform(0, 1)).reduce((sum, u) => sum + u, -6);
      const cells: RunCell[] = [];
      for (let c = 0; c < 30; c += 1) {
        const ofClass = 7 + 1.5 * normal();
        for (const [t, log] of truth.entries()) {
          if (random.uniform(0, 1) < 0.55) continue;
          const runs = 3 + Math.floor(random.uniform(0, 60));
          const meanLog = ofClass + log + 0.15 * normal() + normal() / Math.sqrt(runs);
          cells.push({
            taskClass: c,
            nodeType: t,
            runs,
            meanLog,
            varianceLog: 1,
            tasks: runs,
            coreS: runs * Math.exp(meanLog),
          });
        }
      }
      const { factor, interval } = typeTable(cells, 30, [0, 0, 0, 0]);
      const runsOf = (t: number): number => cells.reduce((sum, one) => sum + (one.nodeType === t ? one.runs : 0), 0);
      const runs = truth.map((_, t) => runsOf(t));
      const centre = truth.reduce((sum, log, t) => sum + log * runs[t]!, 0) / runs.reduce((sum, one) => sum + one, 0);
      for (const [t, log] of truth.entries()) {
        const [low, high] = interval[t]!;
        all += 1;
        if (Math.exp(log - centre) >= low && Math.exp(log - centre) <= high) inside += 1;
        expect(Math.abs(Math.log(factor[t]!) - (log - centre))).toBeLessThan(0.35);
      }
    }
    // 240 factors: 90 % within three standard errors.
    expect(inside / all).toBeGreaterThan(0.84);
    expect(inside / all).toBeLessThan(0.98);
  });
});
