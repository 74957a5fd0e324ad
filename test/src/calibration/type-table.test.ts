import { describe, expect, it } from 'vitest';
import { type RunCell, typeTable } from '../../../src/calibration/type-table.js';
import { randomStream } from '../../../src/random/stream.js';
import { fuzzCount } from '../../support/fuzz.js';

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
    const noisy = (runs: number): RunCell => ({ ...cell(5, 1, 1000, runs), varianceLog: 1 });
    const around = [0, 1, 2, 3, 4].flatMap((c) => [
      cell(c, 0, 100 + c, 200),
      cell(c, 1, (100 + c) * (c % 2 ? 1.2 : 0.8), 200),
    ]);
    const timeOn = (runs: number): number => {
      const own = [cell(5, 0, 100, 200), noisy(runs)];
      const { timeS } = typeTable([...around, ...own], 6, [0, 0]);
      return timeS[5]![1]! / timeS[5]![0]!;
    };
    expect(timeOn(1)).toBeLessThan(4);
    expect(timeOn(100_000)).toBeGreaterThan(9.9);
  });

  it('times are means of runs: a few long ones count by their core-seconds, wherever medians lie', () => {
    // On type 1 nine of ten runs take 10 s on one core, one 1,000 s on 64: 878 s a task, with a median of 10 s.
    const logs = [
      ...Array.from({ length: 900 }, () => Math.log(10)),
      ...Array.from({ length: 100 }, () => Math.log(1000)),
    ];
    const meanLog = logs.reduce((sum, log) => sum + log, 0) / 1000;
    const varianceLog = logs.reduce((sum, log) => sum + (log - meanLog) ** 2, 0) / 999;
    const tasks = 900 + 64 * 100;
    const coreS = 900 * 10 + 64 * 100 * 1000;
    const wide = { taskClass: 0, nodeType: 1, runs: 1000, meanLog, varianceLog, tasks, coreS };
    const { timeS } = typeTable([cell(0, 0, 10, 1000), wide], 1, [0, 0]);
    expect(timeS[0]![0]).toBeLessThan(12);
    expect(Math.abs(timeS[0]![1]! / (coreS / tasks) - 1)).toBeLessThan(0.05);
  });

  it('groups of types that few classes link are compared by these, however large they are', () => {
    const cells: RunCell[] = [];
    for (let c = 0; c < 600; c += 1) {
      const [one, other] = c % 2 === 0 ? [0, 1] : [2, 3];
      cells.push(cell(c, one, 100, 1000), cell(c, other, 100, 1000));
    }
    cells.push(cell(600, 1, 100, 1000), cell(600, 2, 300, 1000), cell(601, 1, 100, 1000), cell(601, 2, 300, 1000));
    const { factor, interval } = typeTable(cells, 602, [0, 0, 0, 0]);
    expect(factor[2]! / factor[1]!).toBeGreaterThan(2.9);
    expect(interval[2]![0]).toBeLessThan(Math.sqrt(3));
    expect(interval[2]![1]).toBeGreaterThan(Math.sqrt(3));
  });

  it('what the log cannot tell is said: without a class on two types nothing is known of cells', () => {
    const alone = Array.from({ length: 20 }, (_, c) => cell(c, 0, 100 + c));
    expect(typeTable(alone, 20, [0, 0]).spreadLog).toBeNull();
    const block = (n: number): RunCell[] =>
      [0, 1].flatMap((c) => [0, 1].map((t) => cell(2 * n + c, 2 * n + t, 100 * Math.exp(c === t ? 0.1 : -0.1), 1e6)));
    const [once, often] = [1, 6].map((count) => {
      const cells = Array.from({ length: count }, (_, n) => block(n)).flat();
      return typeTable(cells, 2 * count, new Array<number>(2 * count).fill(0)).spreadLog!;
    });
    // Four cells 0.1 off with one degree of freedom.
    expect(once).toBeCloseTo(0.2, 2);
    expect(often).toBeCloseTo(once!, 2);
  });

  it.each([
    ['no cells', []],
    ['a cell twice', [cell(0, 0, 1), cell(0, 0, 2)]],
    ['no core-seconds', [{ ...cell(0, 0, 1), coreS: 0 }]],
    ['a mean that is no number', [{ ...cell(0, 0, 1), meanLog: NaN }]],
  ])('refuses %s', (_, cells) => {
    expect(() => typeTable(cells, 1, [0])).toThrow(RangeError);
  });

  it.each([
    ['two classes on two types', 2, 2],
    ['four classes on two types', 4, 2],
    ['thirty classes on four types, half of the cells empty', 30, 4],
  ])('90 %% intervals of factors hold the true ones about that often: %s', (_, classes, types) => {
    const truth = [1, 1.3, 1.8, 2.5].slice(0, types).map(Math.log);
    const logs = types === 2 ? 200 : 40;
    let [inside, all] = [0, 0];
    for (let seed = 1; seed <= fuzzCount(logs, logs); seed += 1) {
      const random = randomStream(seed, 'log');
      const normal = (): number =>
        Array.from({ length: 12 }, () => random.uniform(0, 1)).reduce((sum, u) => sum + u, -6);
      const cells: RunCell[] = [];
      for (let c = 0; c < classes; c += 1) {
        const ofClass = 7 + 1.5 * normal();
        for (const [t, log] of truth.entries()) {
          if (types > 2 && random.uniform(0, 1) < 0.55) continue;
          const runs = 3 + Math.floor(random.uniform(0, 60));
          const meanLog = ofClass + log + 0.3 * normal() + normal() / Math.sqrt(runs);
          const coreS = runs * Math.exp(meanLog);
          cells.push({ taskClass: c, nodeType: t, runs, meanLog, varianceLog: 1, tasks: runs, coreS });
        }
      }
      const { interval } = typeTable(cells, classes, new Array<number>(types).fill(0));
      const runs = truth.map((__, t) => cells.reduce((sum, one) => sum + (one.nodeType === t ? one.runs : 0), 0));
      const centre = truth.reduce((sum, log, t) => sum + log * runs[t]!, 0) / runs.reduce((sum, one) => sum + one, 0);
      for (const [t, log] of truth.entries()) {
        const [low, high] = interval[t]!;
        all += 1;
        if (Math.exp(log - centre) >= low && Math.exp(log - centre) <= high) inside += 1;
      }
    }
    expect(inside / all).toBeGreaterThan(0.85);
  });
});
