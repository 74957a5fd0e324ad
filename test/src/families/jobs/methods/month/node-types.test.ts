import { describe, expect, it } from 'vitest';
import { loadJobsInstance } from '../../../../../../src/families/jobs/instances/load.js';
import { scheduledTables } from '../../../../../../src/families/jobs/methods/month/points.js';
import {
  DEFAULT_READINGS,
  type MonthMethod,
  policyOf,
} from '../../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { balancedSchedule } from '../../../../../../src/families/jobs/methods/profiles/list-schedule.js';
import { bare, shortMonth } from '../../../../../support/jobs-months.js';

describe('node types', () => {
  it('of the tiny instance: by value and by price the long job has the fast core, which is best; by value / energy the short one', () => {
    const loaded = loadJobsInstance('instances/jobs/tiny-node-types.json');
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const { month } = loaded;
    const tables = scheduledTables(month, balancedSchedule);
    const found = (method: MonthMethod): unknown[] => {
      const { pieceNode, pieceEndS, ledger } = simulateMonth(month, tables, policyOf(method));
      return [[...pieceNode], [...pieceEndS], ledger.value];
    };
    // Both nodes have one core; the fast one is asked first. Long (a) takes 50 s there, 6 x 50 + 0.5 x 50 J; on the slow one 100 s, and then earns 2.
    for (const method of ['val-opt', 'val-en-sep-opt'] as const) expect(found(method)).toEqual([[0, 1], [50, 60], 10]);
    // The next 10 s (a quarter of 40 s) have cores for none of them: the fast core costs what leaves short (b) the slow one, where it earns as much.
    expect(found('price')).toEqual([[0, 1], [50, 60], 10]);
    // Short (b) takes 30 s and 195 J on the fast core: 4 / 195 is above 6 / 325.
    for (const method of ['val-en-join-opt', 'val-en-adapt-opt'] as const) {
      expect(found(method)).toEqual([[1, 0], [100, 30], 6]);
    }
  });

  it('are asked one after the other: a bid that no job can use leaves the word to the next type', () => {
    // Two free cores of 100 s against one of 50 s; worth nothing from 80 s on.
    const month = shortMonth([[2], [1]], 1, [{ atS: 0, curve: [5, 60, 80] }]);
    const tables = [[[bare(1, 100, 10)], [bare(1, 50, 90)]]];
    for (const method of ['val-opt', 'val-en-join-opt', 'price'] as const) {
      const { pieceNode, ledger } = simulateMonth(month, tables, policyOf(method));
      expect([[...pieceNode], ledger.value]).toEqual([[1], 5]);
    }
  });

  it('carry over the share of work that is done when a job moves between them', () => {
    // Job 0 has both cores of the second type until 40 s. Job 1 begins on the first type and takes twice as long as expected, 200 s.
    const steady = [1, 1e5, 2e5] as const;
    const month = shortMonth(
      [[1], [2]],
      2,
      [
        { type: 0, atS: 0, pace: 4 / 3, curve: [9, 1e5, 2e5] },
        { type: 1, atS: 0, pace: 2, curve: steady },
      ],
      [0, 3, 4, 1],
    );
    const tables = [
      [[], [bare(2, 30, 60)]],
      [[bare(1, 100, 100)], [bare(2, 30, 60)]],
    ];
    const adaptation = { ...DEFAULT_READINGS.adaptation, intervalS: 50 };
    const schedule = simulateMonth(month, tables, policyOf('val-en-adapt-opt', { ...DEFAULT_READINGS, adaptation }));
    const { firstPiece, pieceNode, pieceStartS, pieceEndS, pieceShare, pieceOverheadS, pieceEnergyJ } = schedule;
    expect([...firstPiece]).toEqual([0, 1, 3]);
    expect([...pieceNode]).toEqual([1, 0, 1]);
    // A quarter in 50 s; then 4 s for the move, 1 s for the levels of another node type, and three quarters of 2 x 30 s.
    expect([...pieceStartS].slice(1)).toEqual([0, 50]);
    expect([...pieceEndS].map((endS) => Number(endS.toFixed(9)))).toEqual([40, 50, 100]);
    expect([...pieceShare]).toEqual([1, 0.25, 0.75]);
    expect([...pieceOverheadS]).toEqual([0, 0, 5]);
    // 1 W x 50 s, 2 W x 50 s.
    expect([...pieceEnergyJ].slice(1)).toEqual([50, 100]);
  });
});
