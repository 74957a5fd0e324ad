import { describe, expect, it } from 'vitest';
import { JOB_OUTCOMES, type MonthSchedule } from '../../../../../../models/families/jobs/month-schedule.js';
import {
  DEFAULT_READINGS,
  type MonthMethod,
  type MonthReadings,
  policyOf,
  PRINTED_READINGS,
} from '../../../../../../src/families/jobs/methods/month/policies.js';
import type { Adaptation } from '../../../../../../src/families/jobs/methods/month/policy.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { bare, type ShortJob, shortMonth } from '../../../../../support/jobs-months.js';

/** One type: 100 s and 100 J on one core, 60 s and 120 J on two, 45 s and 135 J on three. */
const TABLES = [[[bare(1, 100, 100), bare(2, 60, 120), bare(3, 45, 135)]]];
const steady = (worth: number): ShortJob['curve'] => [worth, 1e5, 2e5];

interface Asked {
  readonly nodes?: readonly number[];
  readonly overheads?: readonly [number, number, number, number?];
  readonly readings?: MonthReadings;
}

function run(method: MonthMethod, jobs: readonly ShortJob[], asked: Asked = {}): MonthSchedule {
  const { nodes = [3], overheads, readings = DEFAULT_READINGS } = asked;
  return simulateMonth(shortMonth([nodes], 1, jobs, overheads), TABLES, policyOf(method, readings));
}

function adapting(change: Partial<Adaptation>, base = DEFAULT_READINGS): MonthReadings {
  return { ...base, adaptation: { ...base.adaptation, ...change } };
}

/** Pieces of a job: node, cores, start, end, overhead, share, energy. */
function pieces(schedule: MonthSchedule, job: number): number[][] {
  const { firstPiece, pieceNode, pieceCores, pieceStartS, pieceEndS, pieceOverheadS, pieceShare, pieceEnergyJ } =
    schedule;
  const columns = [pieceNode, pieceCores, pieceStartS, pieceEndS, pieceOverheadS, pieceShare, pieceEnergyJ];
  const found: number[][] = [];
  for (let p = firstPiece[job]!; p < firstPiece[job + 1]!; p++)
    found.push(columns.map((column) => Number(column[p]!.toPrecision(12))));
  return found;
}

function outcomes({ outcome }: MonthSchedule): string[] {
  return Array.from(outcome, (one) => JOB_OUTCOMES[one]!);
}

describe('a start', () => {
  it('by ValOpt is of the job of greatest value, at the least response time', () => {
    const schedule = run('val-opt', [
      { atS: 0, curve: steady(1) },
      { atS: 0, curve: steady(2) },
    ]);
    expect(pieces(schedule, 1)).toEqual([[0, 3, 0, 45, 0, 1, 135]]);
    expect(pieces(schedule, 0)).toEqual([[0, 3, 45, 90, 0, 1, 135]]);
    expect(schedule.ledger).toEqual({
      jobs: { inTime: 2, late: 0, worthless: 0, dropped: 0 },
      value: 3,
      energyJ: 270,
      moves: 0,
    });
  });

  it('is on the node with most free cores, the lowest of those with equally many', () => {
    const schedule = run(
      'val-en-join-opt',
      [0, 1, 2].map((atS) => ({ atS, curve: steady(1) })),
      { nodes: [3, 3] },
    );
    // Value / energy is greatest on one core; the second node has 3 free cores then, and the first two are equal for the third job.
    expect([0, 1, 2].map((job) => pieces(schedule, job)[0]!.slice(0, 2))).toEqual([
      [0, 1],
      [1, 1],
      [0, 1],
    ]);
  });

  it('valued at allocation takes the cheapest point though it ends too late; valued at completion one that ends in time', () => {
    const jobs: ShortJob[] = [{ atS: 0, curve: [7, 60, 90] }];
    const printed = run('val-en-join-opt', jobs, { readings: PRINTED_READINGS });
    expect(pieces(printed, 0)).toEqual([[0, 1, 0, 100, 0, 1, 100]]);
    expect(outcomes(printed)).toEqual(['worthless']);
    const ours = run('val-en-join-opt', jobs);
    // 7 / 120 on two cores, 7 / 135 on three, nothing on one.
    expect(pieces(ours, 0)).toEqual([[0, 2, 0, 60, 0, 1, 120]]);
    expect(outcomes(ours)).toEqual(['inTime']);
  });
});

describe('a job that waits', () => {
  const jobs: ShortJob[] = [
    { atS: 0, curve: steady(9), pace: 2 },
    { atS: 10, curve: [4, 40, 80] },
    { atS: 10, curve: [4, 100, 200] },
  ];

  it('is dropped when it is worth nothing; one that starts late earns what its curve says', () => {
    const schedule = run('val-opt', jobs, { readings: PRINTED_READINGS });
    // The first job takes 45 x 2 s. Then the second is 80 s old, the end of its curve; the third ends at 135 s, aged 125 s: 4 x (200 - 125) / 100 = 3.
    expect(pieces(schedule, 0)).toEqual([[0, 3, 0, 90, 0, 1, 270]]);
    expect(outcomes(schedule)).toEqual(['inTime', 'dropped', 'late']);
    expect(schedule.endS[1]).toBe(90);
    expect(schedule.value[2]).toBe(3);
  });

  it('is dropped as hopeless where value counts at completion and no point ends in time', () => {
    const schedule = run('val-opt', [jobs[0]!, { atS: 10, curve: [4, 40, 100] }]);
    // At 90 s it is 80 s old and worth 4 x 20 / 60; 45 s later nothing.
    expect(outcomes(schedule)).toEqual(['inTime', 'dropped']);
    expect(schedule.dropReason[1]).toBe(1);
  });
});

describe('a job that is late', () => {
  // Pace 2 on one core: 200 s, when it is worth 10 x (210 - 200) / 100 = 1; 200 J.
  const late: ShortJob = { atS: 0, curve: [10, 110, 210], pace: 2 };
  const readings = adapting({ intervalS: 50 }, { ...DEFAULT_READINGS, valueAt: 'allocation' });

  it('moves up at a checkpoint: a quarter is done, the rest takes .75 x 2 x the time on more cores', () => {
    const schedule = run('val-en-adapt-opt', [late], { readings });
    // Staying: 1 / 150 J. Two cores: end 50 + 90 = 140, value 7, 180 J: .0389. Three: end 50 + 67.5 = 117.5, value 9.25, 202.5 J: .0457.
    expect(pieces(schedule, 0)).toEqual([
      [0, 1, 0, 50, 0, 0.25, 50],
      [0, 3, 50, 117.5, 0, 0.75, 202.5],
    ]);
    expect(schedule.value[0]).toBe(9.25);
    expect(schedule.ledger).toMatchObject({ moves: 1, energyJ: 252.5 });
  });

  it('by Eq. 3 as printed expects the rest to take no longer than planned, and moves to what looks best so', () => {
    const literal = adapting({ intervalS: 50, remaining: 'literal' }, readings);
    const schedule = run('val-en-adapt-opt', [late], { readings: literal });
    // Two cores: .75 x 60 = 45 s, end 95, value 10, 90 J: .111. Three: 33.75 s, value 10, 101.25 J: .0988. In earnest it takes 90 s.
    expect(pieces(schedule, 0)[1]).toEqual([0, 2, 50, 140, 0, 0.75, 180]);
    expect(schedule.value[0]).toBe(7);
  });

  it('loses the checks, and the move in its node or the longer one to another node', () => {
    const schedule = run('val-en-adapt-opt', [late], { overheads: [2, 10, 30], nodes: [3, 3], readings });
    // The check holds it up until 52, the move until 62; end 62 + 67.5 = 129.5. The next checks at 100 put it off by 2 s: value 10 x (210 - 131.5) / 100.
    expect(pieces(schedule, 0)).toEqual([
      [0, 1, 0, 50, 0, 0.25, 50],
      [0, 3, 50, 131.5, 14, 0.75, 244.5],
    ]);
    expect(schedule.value[0]).toBeCloseTo(7.85, 12);
    // Cores of node 0: the late job, the third and the fifth; of node 1: the second and the fourth, until 40 s.
    const quick = { atS: 0, curve: steady(1), pace: 0.4 };
    const slow = { atS: 0, curve: steady(1) };
    const busy: ShortJob[] = [late, quick, slow, quick, slow];
    const elsewhere = run('val-en-adapt-opt', busy, { overheads: [0, 10, 30], nodes: [3, 3], readings });
    // Two cores of node 1: end 50 + 30 + 90 = 170, value 4, 240 J: .0167. Three: end 147.5, value 6.25, 292.5 J: .0214.
    expect(pieces(elsewhere, 0)[1]).toEqual([1, 3, 50, 147.5, 30, 0.75, 292.5]);
  });

  it('loses a change of level, too, where a task runs at another level after the move', () => {
    const move = (levels: readonly number[]): number[] => {
      const tables = [[[bare(1, 100, 100, [1, 1]), bare(3, 45, 135, levels)]]];
      const month = shortMonth([[3]], 1, [late], [0, 10, 30, 4]);
      return pieces(simulateMonth(month, tables, policyOf('val-en-adapt-opt', readings)), 0)[1]!;
    };
    // Three quarters of 90 s are left at 50 s: the move takes 10 s, and 4 s more for another level of any task, at 3 W.
    expect(move([1, 1])).toEqual([0, 3, 50, 127.5, 10, 0.75, 232.5]);
    expect(move([1, 0])).toEqual([0, 3, 50, 131.5, 14, 0.75, 244.5]);
  });

  it('moves as long as a change of level costs less than the move gains', () => {
    const tables = [[[bare(1, 100, 100, [1]), bare(3, 45, 135, [0])]]];
    const moves = (changeLevelS: number): number => {
      const month = shortMonth([[3]], 1, [late], [0, 0, 0, changeLevelS]);
      return simulateMonth(month, tables, policyOf('val-en-adapt-opt', readings)).ledger.moves;
    };
    // Staying: 1 / 150 J. Moving: (9.25 - x / 10) / (202.5 + 3 x), which is as much at x = 65.8 s.
    expect([moves(65), moves(66)]).toEqual([1, 0]);
  });

  it('moves once, or at every checkpoint where a move gains again', () => {
    const jobs: ShortJob[] = [late, { atS: 0, curve: steady(1), pace: 1 }];
    // The second job has a core until 100 s; the best for the first at 50 s is two cores, and at 100 s three.
    const once = run('val-en-adapt-opt', jobs, { readings });
    expect(pieces(once, 0)).toEqual([
      [0, 1, 0, 50, 0, 0.25, 50],
      [0, 2, 50, 140, 0, 0.75, 180],
    ]);
    const repeated = run('val-en-adapt-opt', jobs, { readings: adapting({ times: 'repeated' }, readings) });
    // At 100 s 40 of 120 s on two cores are left, a third: staying 7 / 80 J = .0875; three cores: 30 s, value 8, 90 J: .0889.
    expect(pieces(repeated, 0)).toEqual([
      [0, 1, 0, 50, 0, 0.25, 50],
      [0, 2, 50, 100, 0, Number((5 / 12).toPrecision(12)), 100],
      [0, 3, 100, 130, 0, Number((1 / 3).toPrecision(12)), 90],
    ]);
    expect(repeated.value[0]).toBeCloseTo(8, 12);
  });
});

describe('a job that is early', () => {
  it('moves down in its node, where the energy left is less', () => {
    // On three cores (nothing else ends before 50 s) at pace .8: 36 s. At the checkpoint at 9 s three quarters are left.
    const jobs: ShortJob[] = [{ atS: 0, curve: [10, 49, 51], pace: 0.8 }];
    const schedule = run('val-en-adapt-opt', jobs, { readings: adapting({ intervalS: 9 }) });
    // Staying: 27 s, 81 J, value 10: .1235. Two cores: .75 x 48 = 36 s, 72 J, end 45: .1389. One: 60 s, end 69, worth nothing.
    expect(pieces(schedule, 0)).toEqual([
      [0, 3, 0, 9, 0, 0.25, 27],
      [0, 2, 9, 45, 0, 0.75, 72],
    ]);
    expect(outcomes(schedule)).toEqual(['inTime']);
  });
});

describe('prices', () => {
  it('of energy keep out what does not pay for it', () => {
    const prices = { perJ: 0.1, cores: 'none', horizonS: 1000 } as const;
    const jobs: ShortJob[] = [
      { atS: 0, curve: steady(9) },
      { atS: 0, curve: steady(11) },
    ];
    const schedule = run('price', jobs, { readings: { ...DEFAULT_READINGS, prices } });
    // 100 J cost 10: the first is never worth it and stays until nothing is left to wait for.
    expect(outcomes(schedule)).toEqual(['dropped', 'inTime']);
    expect(schedule.dropReason[0]).toBe(2);
    expect(pieces(schedule, 1)).toEqual([[0, 1, 0, 100, 0, 1, 100]]);
  });

  it('of cores clear what waits: the better jobs run', () => {
    const prices = { perJ: 0, cores: 'clearing', horizonS: 100 } as const;
    const jobs: ShortJob[] = [1, 2, 3, 4, 5, 6].map((worth) => ({ atS: 0, curve: [worth, 101, 102] }));
    const schedule = run('price', jobs, { readings: { ...DEFAULT_READINGS, prices } });
    // 300 core-seconds: at 3 / 100 and above the best three want no more than that, a little below it four do.
    expect(pieces(schedule, 5)).toEqual([[0, 1, 0, 100, 0, 1, 100]]);
    expect(schedule.ledger.jobs).toEqual({ inTime: 3, late: 0, worthless: 0, dropped: 3 });
    expect(schedule.ledger.value).toBe(15);
  });
});

describe('what cannot be simulated', () => {
  const month = shortMonth([[3]], 1, [{ atS: 0, curve: steady(1) }], [5, 0, 0]);
  it.each([
    ['checkpoints as long as a check', TABLES, policyOf('val-en-adapt-opt', adapting({ intervalS: 5 })), /every 5 s/],
    ['a type without points', [[[]]], policyOf('val-opt'), /no point/],
    ['more cores than a node has', [[[bare(4, 1, 1)]]], policyOf('val-opt'), /4 cores/],
    ['two points of one number of cores', [[[bare(1, 9, 1), bare(1, 8, 2)]]], policyOf('val-opt'), /point 1/],
    ['prices without the order', TABLES, { ...policyOf('val-opt'), prices: DEFAULT_READINGS.prices }, /with prices/],
  ])('is refused: %s', (_, tables, policy, message) => {
    expect(() => simulateMonth(month, tables, policy)).toThrow(message);
  });
});
