import { describe, expect, it } from 'vitest';
import type { Month } from '../../../../../../models/families/jobs/month.js';
import {
  JOB_OUTCOMES,
  type MonthSchedule,
  type PointTables,
} from '../../../../../../models/families/jobs/month-schedule.js';
import { DEFAULT_READINGS, policyOf } from '../../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { randomStream, type RandomStream } from '../../../../../../src/random/stream.js';
import { slowMonth } from '../../../../../oracle/slow-month.js';
import { drawnMonth } from '../../../../../support/drawn-months.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';

const MONTHS = fuzzCount(300);

const drawnMonths = Array.from({ length: MONTHS }, (_, n) => {
  const drawing = drawnMonth(randomStream(n, 'tiny months'));
  return { ...drawing, schedule: simulateMonth(drawing.month, drawing.tables, drawing.policy) };
});

/** Moments, shares and values of a schedule, by job. */
function told(month: Month, schedule: MonthSchedule): unknown[] {
  return Array.from(month.typeOf, (type, job) => {
    const pieces = [];
    for (let p = schedule.firstPiece[job]!; p < schedule.firstPiece[job + 1]!; p++) {
      const node = schedule.pieceNode[p]!;
      let nodeType = 0;
      for (let left = node; left >= month.nodeTypes[nodeType]!.nodes; nodeType++)
        left -= month.nodeTypes[nodeType]!.nodes;
      const point = schedule.points[type]![nodeType]![schedule.piecePoint[p]!]!;
      const [startS, endS] = [schedule.pieceStartS[p]!, schedule.pieceEndS[p]!];
      pieces.push([node, point.cores, point.timeS, rounded(startS), rounded(endS), rounded(schedule.pieceShare[p]!)]);
    }
    const isDropped = JOB_OUTCOMES[schedule.outcome[job]!] === 'dropped';
    return [pieces, isDropped ? 'dropped' : rounded(schedule.endS[job]!), rounded(schedule.value[job]!)];
  });
}

function rounded(x: number): number {
  return Math.round(x * 1e6) / 1e6 + 0;
}

describe('months of random jobs', () => {
  it('are scheduled as by a simulator that works everything out anew', () => {
    let [moves, dropped] = [0, 0];
    for (const { month, tables, policy, schedule } of drawnMonths) {
      const slow = slowMonth(month, tables, policy);
      const expected = Array.from(month.typeOf, (_, job) => {
        const end = slow.ends.find((one) => one.job === job);
        const pieces = slow.pieces
          .filter((piece) => piece.job === job)
          .map(({ node, point, startS, endS, done }) => {
            return [node, point.cores, point.timeS, rounded(startS), rounded(endS), rounded(done)];
          });
        return [pieces, end === undefined ? 'dropped' : rounded(end.atS), rounded(end?.value ?? 0)];
      });
      expect(told(month, schedule)).toEqual(expected);
      moves += schedule.ledger.moves;
      dropped += schedule.ledger.jobs.dropped;
    }
    expect(moves).toBeGreaterThan(MONTHS / 3);
    expect(dropped).toBeGreaterThan(MONTHS / 3);
  });

  it('keep to the cores of nodes, do each job that ends once, and close their ledgers', () => {
    for (const { month, schedule, tables } of drawnMonths) {
      const { firstPiece, pieceStartS, pieceEndS, pieceNode, pieceCores, pieceShare, pieceEnergyJ, ledger } = schedule;
      const cores = month.nodeTypes.flatMap(({ nodes, coresPerNode }) => new Array<number>(nodes).fill(coresPerNode));
      for (const [p, fromS] of pieceStartS.entries()) {
        let busy = 0;
        for (const [q, startS] of pieceStartS.entries())
          if (pieceNode[q] === pieceNode[p] && startS <= fromS && fromS < pieceEndS[q]!) busy += pieceCores[q]!;
        expect(busy).toBeLessThanOrEqual(cores[pieceNode[p]!]!);
      }
      let worth = 0;
      for (let job = 0; job < month.typeOf.length; job++) {
        worth += month.values.value[month.values.firstPiece[job]!]!;
        const [from, to] = [firstPiece[job]!, firstPiece[job + 1]!];
        const share = pieceShare.subarray(from, to).reduce((sum, one) => sum + one, 0);
        expect(share).toBeCloseTo(JOB_OUTCOMES[schedule.outcome[job]!] === 'dropped' ? 0 : 1, 9);
        for (let p = from + 1; p < to; p++) expect(pieceStartS[p]).toBe(pieceEndS[p - 1]);
        for (let p = from; p < to; p++) {
          const nodeType = pieceNode[p]! < month.nodeTypes[0]!.nodes ? 0 : 1;
          const point = tables[month.typeOf[job]!]![nodeType]![schedule.piecePoint[p]!]!;
          const lengthS = pieceEndS[p]! - pieceStartS[p]!;
          const workedS = pieceShare[p]! * point.timeS * month.paceOf[job]!;
          expect(workedS + schedule.pieceOverheadS[p]!).toBeCloseTo(lengthS, 6);
          expect(pieceEnergyJ[p]).toBeCloseTo((lengthS * point.energyJ) / point.timeS, 6);
        }
      }
      expect(Object.values(ledger.jobs).reduce((sum, one) => sum + one, 0)).toBe(month.typeOf.length);
      expect(ledger.value).toBeCloseTo(
        schedule.value.reduce((sum, one) => sum + one, 0),
        9,
      );
      expect(ledger.value).toBeLessThanOrEqual(worth * (1 + 1e-12));
    }
  });

  it('pay nothing for cores that cannot run out: prices that clear a horizon in which all jobs fit are no prices', () => {
    let priced = 0;
    for (let n = 0; n < MONTHS; n++) {
      const { month, tables, policy } = drawnMonth(randomStream(n, 'roomy months'));
      if (policy.prices === null) continue;
      // All jobs at once, each at the point that takes most, fit in the cores of any one node type.
      const mostS = Array.from(month.typeOf).reduce((sum, type) => {
        const points = tables[type]!.flat();
        return sum + Math.max(...points.map(({ cores, timeS }) => cores * timeS));
      }, 0);
      const under = (cores: 'clearing' | 'none', horizonS: number, adaptation = policy.adaptation): unknown => {
        const prices = { ...policy.prices!, cores, horizonS };
        return told(month, simulateMonth(month, tables, { ...policy, adaptation, prices }));
      };
      // What runs takes as much again, at any pace.
      const roomyS = 4 * mostS;
      expect([n, under('clearing', roomyS)]).toEqual([n, under('none', roomyS)]);
      if (JSON.stringify(under('clearing', 40, null)) !== JSON.stringify(under('none', 40, null))) priced++;
    }
    // With a short horizon they are prices.
    expect(priced).toBeGreaterThan(MONTHS / 30);
  });

  it('are the same with all times longer by one factor: prices look ahead by the times of the jobs themselves', () => {
    for (let n = 0; n < MONTHS; n++) {
      const { month, tables, policy } = drawnMonth(randomStream(n, 'scaled months'));
      if (policy.prices === null) continue;
      const prices = { ...policy.prices, horizonS: null };
      const own = simulateMonth(month, tables, { ...policy, prices });
      // A power of two, so that no time is rounded otherwise; jobs of hours in place of minutes.
      const slower = slowedMonth(month, 256);
      const slowTables = tables.map((row) =>
        row.map((points) => points.map((point) => ({ ...point, timeS: 256 * point.timeS }))),
      );
      const { adaptation } = policy;
      const slowPolicy = {
        ...policy,
        adaptation: adaptation === null ? null : { ...adaptation, intervalS: 256 * adaptation.intervalS },
        prices,
      };
      const slow = simulateMonth(slower, slowTables, slowPolicy);
      expect([n, Array.from(slow.pieceStartS, (atS) => atS / 256)]).toEqual([n, Array.from(own.pieceStartS)]);
      expect([...slow.pieceNode, ...slow.piecePoint, ...slow.value]).toEqual([
        ...own.pieceNode,
        ...own.piecePoint,
        ...own.value,
      ]);
    }
  });

  it('of minutes earn more in the mean with the horizon of their own times than with half a day', () => {
    const months = fuzzCount(60, 20);
    let [own, fixed] = [0, 0];
    for (let n = 0; n < months; n++) {
      const { month, tables } = crowdedMonth(randomStream(n, 'months of minutes'));
      const earned = (horizonS: number | null): number => {
        const readings = { ...DEFAULT_READINGS, prices: { ...DEFAULT_READINGS.prices, horizonS } };
        return simulateMonth(month, tables, policyOf('price', readings)).ledger.value;
      };
      const most = Math.max(earned(null), earned(43_200));
      own += earned(null) / most / months;
      fixed += earned(43_200) / most / months;
    }
    expect(own).toBeGreaterThan(fixed + 0.01);
  });
});

/** The month with all times `factor` times as long. */
function slowedMonth(month: Month, factor: number): Month {
  const { arrivalS, values, overheads } = month;
  const { checkS, moveInNodeS, moveToNodeS, changeLevelS } = overheads;
  return {
    ...month,
    arrivalS: arrivalS.map((atS) => factor * atS),
    values: {
      ...values,
      startS: values.startS.map((ageS) => factor * ageS),
      slopePerS: values.slopePerS.map((slope) => slope / factor),
    },
    overheads: {
      checkS: factor * checkS,
      moveInNodeS: factor * moveInNodeS,
      moveToNodeS: factor * moveToNodeS,
      changeLevelS: factor * changeLevelS,
    },
  };
}

/** Month of 40 jobs of a minute, over twice as much work as two nodes can do in time. */
function crowdedMonth(draw: RandomStream): { month: Month; tables: PointTables } {
  const types = 3;
  const tables = Array.from({ length: types }, () => {
    const workS = draw.uniform(40, 160);
    return [[1, 2, 3].map((cores) => bare(cores, workS / cores ** 0.8, 100 + 20 * cores))];
  });
  let atS = 0;
  const jobs = Array.from({ length: 40 }, () => {
    atS += draw.uniform(0, 12);
    const softS = draw.uniform(60, 160);
    const pace = draw.uniform(0.7, 1.3);
    return { type: draw.integer(0, types - 1), atS, pace, curve: [draw.uniform(1, 9), softS, 2 * softS] as const };
  });
  return { month: shortMonth([[3, 3]], types, jobs), tables };
}
