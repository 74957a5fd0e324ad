import { describe, expect, it } from 'vitest';
import type { Month } from '../../../../../../models/problems/jobs/month.js';
import {
  JOB_OUTCOMES,
  type MonthSchedule,
  type PointTables,
} from '../../../../../../models/problems/jobs/month-schedule.js';
import type { MonthPolicy } from '../../../../../../src/families/jobs/methods/month/policy.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { type RandomStream, randomStream } from '../../../../../../src/random/stream.js';
import { slowMonth } from '../../../../../oracle/slow-month.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';

const MONTHS = 300;

function drawn(draw: RandomStream): { month: Month; tables: PointTables; policy: MonthPolicy } {
  const whole = draw.uniform() < 0.3;
  const real = (low: number, high: number): number => (whole ? draw.integer(low, high) : draw.uniform(low, high));
  const pick = <T>(...of: readonly T[]): T => of[draw.integer(0, of.length - 1)]!;
  const nodes = Array.from({ length: draw.integer(1, 2) }, () => {
    const cores = draw.integer(1, 4);
    return Array.from({ length: draw.integer(1, 3) }, () => cores);
  });
  const types = draw.integer(1, 3);
  const tables = Array.from({ length: types }, () => {
    const [workS, workJ] = [real(40, 120), real(40, 120)];
    return nodes.map(([cores]) =>
      Array.from({ length: cores! }, (_, k) =>
        bare(k + 1, Math.ceil(workS) / (k + 1) + real(0, 12), workJ + real(0, 20) * k),
      ).filter((_, k) => k === 0 || draw.uniform() < 0.8),
    );
  });
  let atS = 0;
  const jobs = Array.from({ length: draw.integer(1, 12) }, () => {
    atS += draw.uniform() < 0.3 ? 0 : real(0, 50);
    const softS = real(30, 200);
    const pace = draw.uniform() < 0.2 ? 1 : whole ? pick(0.5, 0.75, 1.25, 1.5) : draw.uniform(0.6, 1.6);
    return { type: draw.integer(0, types - 1), atS, pace, curve: [real(1, 9), softS, softS + real(1, 200)] as const };
  });
  const order = pick('value', 'valueThenEnergy', 'valuePerEnergy', 'net');
  const adapts = !whole && draw.uniform() < 0.7;
  const policy: MonthPolicy = {
    order,
    cores: pick('atMostBest', 'best', 'fewest', 'maxBid'),
    valueAt: order === 'net' ? 'completion' : pick('allocation', 'completion'),
    adaptation: adapts
      ? {
          intervalS: draw.uniform(5, 60),
          times: pick('once', 'repeated'),
          remaining: pick('literal', 'repaired'),
          directions: pick('deviation', 'both'),
          choice: pick('best', 'gaining'),
        }
      : null,
    prices: order === 'net' ? { perJ: draw.uniform(0, 0.05), cores: 'none', horizonS: 1, intervalS: 1e6 } : null,
  };
  const overheads = [draw.uniform(0, 4), draw.uniform(0, 8), draw.uniform(0, 20)] as const;
  return { month: shortMonth(nodes, types, jobs, overheads), tables, policy };
}

const drawnMonths = Array.from({ length: MONTHS }, (_, n) => {
  const drawing = drawn(randomStream(n, 'tiny months'));
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
    expect(moves).toBeGreaterThan(100);
    expect(dropped).toBeGreaterThan(100);
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
});
