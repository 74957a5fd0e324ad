import { describe, expect, it } from 'vitest';
import { policyOf } from '../../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { boundPrices } from '../../../../../../src/families/jobs/runs/page/bound-prices.js';
import { frontierFigures } from '../../../../../../src/families/jobs/runs/page/frontier.js';
import { ganttOf } from '../../../../../../src/families/jobs/runs/page/gantt.js';
import { graphFigures } from '../../../../../../src/families/jobs/runs/page/graph-figures.js';
import { monthOverTime } from '../../../../../../src/families/jobs/runs/page/over-time.js';
import { rejectionsOf } from '../../../../../../src/families/jobs/runs/page/rejections.js';
import { stretches } from '../../../../../../src/families/jobs/runs/page/stretches.js';
import { bare, shortMonth, type ShortJob } from '../../../../../support/jobs-months.js';

/** Two cores; jobs of 100 s on one core that draw 1 W: a and b run at once, c waits 90 s for a core, d is worth nothing before one is free. */
const JOBS: readonly ShortJob[] = [
  { atS: 0, curve: [4, 1000, 2000] },
  { atS: 0, curve: [2, 1000, 2000] },
  { atS: 10, curve: [3, 1000, 2000] },
  { atS: 20, curve: [1, 90, 95] },
];

function days() {
  const month = shortMonth([[2]], 1, JOBS);
  return { month, schedule: simulateMonth(month, [[[bare(1, 100, 100)]]], policyOf('val-en-join-opt')) };
}

describe('the course of a month', () => {
  it('value counts from the end of a job, energy as it is drawn, waiting up to the start or the drop', () => {
    const { month, schedule } = days();
    const course = monthOverTime(month, schedule, 1000);
    // All is over at 200 s: one stretch a second.
    expect([course.lengthS, course.borderS.length]).toEqual([1, 201]);
    const at = (values: readonly number[]) => [0, 50, 101, 150, 200].map((second) => values[second]);
    expect(at(course.arrivedValue)).toEqual([0, 10, 10, 10, 10]);
    expect(at(course.value)).toEqual([0, 0, 6, 6, 9]);
    expect(at(course.energyJ)).toEqual([0, 100, 201, 250, 300]);
    // d is dropped as soon as it has arrived: even at once it would end too late.
    expect([5, 15, 99, 150].map((second) => course.waiting[second])).toEqual([0, 1, 1, 0]);
    expect([5, 150].map((second) => course.nodeTypes[0]!.busyCores[second])).toEqual([2, 1]);
  });

  it('rejected jobs stand at the moment of their drop or end, with their reasons', () => {
    // e runs twice as long as expected, and ends worth nothing.
    const month = shortMonth([[2]], 2, [...JOBS.slice(3), { atS: 30, curve: [5, 110, 150], pace: 2, type: 1 }]);
    const tables = [[[bare(1, 100, 100)]], [[bare(1, 100, 100)]]];
    const schedule = simulateMonth(month, tables, policyOf('val-en-join-opt'));
    const { counts, types, overTime, lengthS } = rejectionsOf(month, schedule, 1000);
    expect(counts).toEqual({ worthless: 0, hopeless: 1, unprofitable: 0, endedAtZero: 1 });
    expect(types.map(({ name, jobs }) => [name, jobs])).toEqual([
      ['t0', 1],
      ['t1', 1],
    ]);
    const place = (values: readonly number[]): number => values.indexOf(1) * lengthS;
    expect([place(overTime.hopeless), place(overTime.endedAtZero)]).toEqual([20, 225]);
  });

  it('prices of a core-hour are means over stretches, and by hour of the week from the day the period begins on', () => {
    const { month } = days();
    // Wednesday 0:00 to 3:00: .5 value per core-hour, then 1, in slots of an hour and a half.
    const bound = {
      kind: 'rigid' as const,
      perJ: 0,
      bound: 9,
      passes: 1,
      borderS: Float64Array.of(0, 5400, 10_800),
      perCoreS: [Float64Array.of(0.5 / 3600, 1 / 3600)],
    };
    const { nodeTypes } = boundPrices(month, bound, stretches(14_400, 2), 10_800, 2);
    const [only] = nodeTypes;
    // Two hours each: .5 in 1.5 h and 1 in .5 h, then 1 in the hour that has a price.
    expect(only!.perCoreH.map((price) => Number(price!.toFixed(12)))).toEqual([0.625, 1]);
    const priced = only!.byHourOfWeek.flatMap((price, hour) =>
      price === null ? [] : [[hour, Number(price.toFixed(12))]],
    );
    expect(priced).toEqual([
      [48, 0.5],
      [49, 0.75],
      [50, 1],
    ]);
  });

  it('hours of weeks in which the bound has no price count as 0 in the mean over the weeks', () => {
    const { month } = days();
    // Two weeks from a Monday on; Tuesday 1:00 of the second one alone has a price.
    const fromS = (8 * 24 + 1) * 3600;
    const bound = {
      kind: 'rigid' as const,
      perJ: 0,
      bound: 9,
      passes: 1,
      borderS: Float64Array.of(fromS, fromS + 3600),
      perCoreS: [Float64Array.of(5 / 3600)],
    };
    const { nodeTypes } = boundPrices(month, bound, stretches(14 * 86_400, 2), 14 * 86_400, 0);
    const hours = nodeTypes[0]!.byHourOfWeek;
    expect(hours[25]).toBeCloseTo(2.5, 12);
    expect(hours.reduce<number>((sum, price) => sum + price!, 0)).toBeCloseTo(2.5, 12);
  });

  it('the envelope of a frontier has its corners where lines cross', () => {
    const line = (perJ: number, bound: number) => ({
      kind: 'malleable' as const,
      perJ,
      bound,
      passes: 1,
      borderS: new Float64Array(1),
      perCoreS: [],
    });
    // 2 E up to 4, then 4 + E up to 10 at 6: the line 7 + E/2 is never the least.
    const { envelope } = frontierFigures({ bounds: [line(0, 10), line(0.5, 7.1), line(1, 4), line(2, 0)] }, 8);
    expect(envelope.map(([joules, value]) => [Number(joules.toFixed(9)), Number(value.toFixed(9))])).toEqual([
      [0, 0],
      [4, 8],
      [6, 10],
      [9.2, 10],
    ]);
  });
});

describe('boxes of a Gantt chart', () => {
  it('no two of them share a core at a time, and each has all of its cores, in parts where no gap is wide enough', () => {
    const jobs = Array.from({ length: 60 }, (_, j): ShortJob => ({
      atS: 7 * j,
      curve: [10 + (j % 7), 900, 1000],
      type: j % 3,
    }));
    const month = shortMonth([[5, 5]], 3, jobs);
    const tables = [1, 2, 3].map((cores) => [[bare(cores, 40 + 13 * cores, 10)]]);
    const schedule = simulateMonth(month, tables, policyOf('val-en-join-opt'));
    const { boxes, left, nodes } = ganttOf(month, schedule, (job) => `job ${job}`, 1000, 0);
    expect([left, boxes.length, nodes.map(({ cores }) => cores)]).toEqual([0, schedule.pieceNode.length, [5, 5]]);
    let parted = 0;
    for (const [n, box] of boxes.entries()) {
      const rows = box.rows.flatMap(([first, count]) => Array.from({ length: count }, (_, k) => first + k));
      expect([rows.length, rows.every((row) => row < 5)]).toEqual([box.cores, true]);
      if (box.rows.length > 1) parted++;
      for (const other of boxes.slice(n + 1)) {
        if (other.node !== box.node || other.startS >= box.endS || box.startS >= other.endS) continue;
        const taken = other.rows.some(([first, count]) => rows.some((row) => row >= first && row < first + count));
        expect([box.job, other.job, taken]).toEqual([box.job, other.job, false]);
      }
    }
    expect(parted).toBeGreaterThan(0);
    const heldS = boxes.reduce((sum, { cores, startS, endS }) => sum + cores * (endS - startS), 0);
    const busy = nodes.reduce((sum, one) => sum + one.busy * one.cores, 0);
    expect(busy * Math.max(...schedule.endS)).toBeCloseTo(heldS, 6);
  });
});

describe('pictures of graphs', () => {
  it('the longest path goes by times at the highest level, layers by the number of tasks before', () => {
    // 0 -> 1 -> 3 takes 2 + 5 + 1, 0 -> 2 -> 3 takes 2 + 3 + 1; 4 stands alone. Two levels, the second twice as fast.
    const leastS = [2, 5, 3, 1, 4];
    const graph = {
      tasks: 5,
      levels: 2,
      timeS: Float64Array.from(leastS.flatMap((time) => [2 * time, time])),
      firstEdge: Int32Array.of(0, 0, 1, 2, 4, 4),
      edgeFrom: Int32Array.of(0, 0, 1, 2),
      transferS: Float64Array.of(9, 9, 9, 9),
    };
    const short = shortMonth([[2]], 1, [{ atS: 0, curve: [1, 10, 20] }]);
    const power = { dynamicPowerW: Float64Array.of(1, 3), staticPowerW: 1 };
    const month = { ...short, types: [{ name: 't', graphs: [graph] }], nodeTypes: [{ ...short.nodeTypes[0]!, power }] };
    const design = {
      cores: 2,
      coreOf: Uint16Array.of(0, 0, 0, 0, 1),
      levelOf: Uint8Array.of(1, 1, 1, 1, 0),
      order: Uint16Array.of(0, 1, 2, 3, 4),
      timeS: 11,
      energyJ: 11 * 3 + 8 * 1 + 2 * 11,
    };
    const uses = [{ type: 0, nodeType: 0, pieces: 3, points: [{ point: design, pieces: 3 }] }];
    const [only] = graphFigures(month, [['a', 'b', 'c', 'd', 'e']], [], uses).graphs;
    expect(only!.criticalS).toBe(8);
    expect(only!.tasks.map(({ layer, isCritical }) => [layer, isCritical])).toEqual([
      [0, true],
      [1, true],
      [1, false],

      [2, true],
      [0, false],
    ]);
    expect(only!.edges.map(({ from, to, isCritical }) => [from, to, isCritical])).toEqual([
      [0, 1, true],
      [0, 2, false],

      [1, 3, true],
      [2, 3, false],
    ]);
    expect(only!.schedule).toEqual({
      pieces: 3,
      cores: 2,
      timeS: 11,
      energyJ: 63,
      tasks: [
        { core: 0, level: 1, startS: 0, endS: 2 },
        { core: 0, level: 1, startS: 2, endS: 7 },

        { core: 0, level: 1, startS: 7, endS: 10 },
        { core: 0, level: 1, startS: 10, endS: 11 },
        { core: 1, level: 0, startS: 0, endS: 8 },
      ],
    });
  });
});
