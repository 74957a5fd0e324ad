import { describe, expect, it } from 'vitest';
import type { Month } from '../../../../../../models/families/jobs/month.js';
import { JOB_OUTCOMES, type MonthSchedule } from '../../../../../../models/families/jobs/month-schedule.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { slowMonth } from '../../../../../oracle/slow-month.js';
import { drawnMonth } from '../../../../../support/drawn-months.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

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
});
