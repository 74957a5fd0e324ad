import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/experiments/design.js';
import { judgeFigure, verdictText } from '../../../../src/reproduction/claims.js';
import { groupSizeOf, levelOf } from '../../../../src/reproduction/chapter-4/budgets.js';
import { byDemand, figureData } from '../../../../src/reproduction/chapter-4/data.js';
import { CHAPTER_4 } from '../../../../src/reproduction/chapter-4/paper.js';
import { CHAPTER_4_FIGURES, type GeoFigure } from '../../../../src/reproduction/chapter-4/names.js';
import { type Part, type Verdict, verdictOf } from '../../../../src/reproduction/rules.js';
import {
  geoThesisWorld,
  type GeoWorld,
  type MadeUpGeo,
  madeUpGeoRecords,
} from '../../../fixtures/reproduction/geo-world.js';
import { elsewhere } from '../../../fixtures/reproduction/elsewhere.js';

type Change = (made: MadeUpGeo, cell: Cell, trial: number) => Partial<MadeUpGeo>;

/** The thesis' world with something else in it. */
const changed =
  (change: Change): GeoWorld =>
  (cell, trial) => {
    const made = geoThesisWorld(cell, trial);
    return { ...made, ...change(made, cell, trial) };
  };

function partsIn(id: string, world: GeoWorld, methods?: string[]): readonly Part[] {
  const claim = CHAPTER_4.claims.find((one) => one.id === id)!;
  const records = madeUpGeoRecords(claim.figure as GeoFigure, world, methods);
  return claim.parts(byDemand(figureData(records, 'Eq. 25 as printed'))[0]!.data);
}

const verdictIn = (id: string, world: GeoWorld, methods?: string[]): Verdict => verdictOf(partsIn(id, world, methods));

const isA = (cell: Cell, ...methods: string[]): boolean => methods.includes(levelOf(cell['method']!).method);
const times = (factor: number, ...methods: string[]): Change => {
  return ({ costUsd }, cell) => ({ costUsd: isA(cell, ...methods) ? factor * costUsd : costUsd });
};
const spread = [0.4, -0.7, 0.5, -0.3, 0.4, -0.6, 0.5, -0.4, 0.3, -0.5, 0.6, -0.2];

describe('claims of chapter 4', () => {
  it.each(CHAPTER_4_FIGURES)('%s: every claim holds in the world that the thesis describes', (figure) => {
    const judged = judgeFigure(CHAPTER_4, figure, madeUpGeoRecords(figure));
    expect(judged.filter(({ verdict }) => verdict !== 'holds').map(({ claim, parts }) => [claim.id, parts])).toEqual(
      [],
    );
    expect(elsewhere(judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(2);
  });

  /** Worlds in which a claim is wrong everywhere. */
  const WRONG: Readonly<Record<string, Change>> = {
    'gald-best': times(3, 'gald-cl'),
    'so-worst': times(0.3, 'fdld-so'),
    'cl-best-fdld': ({ costUsd, nodeHours }, cell) =>
      isA(cell, 'fdld-cl') ? { costUsd: 2 * costUsd, nodeHours: 2 * nodeHours } : {},
    'so-over-provisions': () => ({ servedOverArrivals: 1.05 }),
    'fdld-for-short-epochs': ({ costUsd }, { method }) => ({
      costUsd: method === 'gald-cl-eq25-short' ? 0.5 * costUsd : costUsd,
    }),
    'cup-range': () => ({ leastCup: 1.42, greatestCup: 2.09 }),
    'knowledge-saves-nodes': () => ({ servedOverArrivals: 1.01 }),
    'fdld-slower-with-size': () => ({ candidates: 1000 }),
    'all-workloads': times(3, 'fdld-cl', 'gald-cl'),
    'gald-best-all-workloads': times(3, 'gald-cl'),
    'composition-matters': () => ({ nodeHours: 1e6 }),
    'fdld-tao-amount': times(0.8, 'fdld-tao'),
    'fdld-cl-amount': times(0.6, 'fdld-cl'),
    'gald-cl-amount': times(0.4, 'gald-cl'),
    'average-amounts': times(0.5, 'fdld-cl', 'gald-cl'),
    'knowledge-pays': ({ costUsd }, cell) => ({
      costUsd: costUsd * (isA(cell, 'fdld-tao') ? 2 : isA(cell, 'fdld-cl') ? 4 : isA(cell, 'gald-cl') ? 8 : 1),
    }),
    'cl-gains-with-size': ({ costUsd }, cell) => ({
      costUsd: isA(cell, 'fdld-cl')
        ? costUsd * (cell['instance'] === 'us-4' ? 0.8 : cell['instance'] === 'us-8' ? 0.9 : 1)
        : costUsd,
    }),
    'gald-loses-with-size': ({ costUsd }, cell) => ({
      costUsd: isA(cell, 'gald-cl')
        ? costUsd * (cell['instance'] === 'us-4' ? 1 : cell['instance'] === 'us-8' ? 0.9 : 0.8)
        : costUsd,
    }),
    'fdld-scales': (_, cell) => ({ candidates: 1000 * groupSizeOf(cell) }),
  };

  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG).sort()).toEqual(CHAPTER_4.claims.map(({ id }) => id).sort());
  });

  it.each(Object.entries(WRONG))('%s is contradicted by a world in which it is wrong', (id, change) => {
    expect(verdictIn(id, changed(change))).toBe('contradicts');
  });

  it('a tie is no win', () => {
    const level = changed((_, __, trial) => ({ costUsd: 1000 + trial, nodeHours: 5 }));
    for (const id of ['gald-best', 'so-worst', 'cl-best-fdld', 'gald-best-all-workloads', 'knowledge-pays']) {
      expect([id, verdictIn(id, level)]).toEqual([id, 'contradicts']);
    }
  });

  it('what differs from day to day is undecided', () => {
    const noisy = changed(({ costUsd }, cell, trial) => ({
      costUsd: costUsd * (1 + spread[isA(cell, 'gald-cl') ? trial : (trial + 1) % 12]!),
    }));
    expect(verdictIn('gald-best-all-workloads', noisy)).toBe('undecided');
    expect(
      verdictIn(
        'composition-matters',
        changed((_, cell, trial) => ({ nodeHours: cell['instance'] === 'us-4' ? 100 : 105 + 30 * spread[trial]! })),
      ),
    ).toBe('undecided');
  });

  it('half a truth holds in part', () => {
    const half = changed(({ costUsd }, cell) => ({
      costUsd: isA(cell, 'gald-cl') && cell['instance'] === 'us-4-cpu' ? 3 * costUsd : costUsd,
    }));
    expect(verdictIn('gald-best-all-workloads', half)).toBe('in part');
  });

  it('a plan that breaks limits is not compared', () => {
    const broken = changed((_, cell) => (isA(cell, 'gald-cl') ? { feasible: false, costUsd: 1 } : {}));
    expect(verdictIn('gald-best', broken)).toBe('not tested');
    expect(verdictIn('gald-cl-amount', broken)).toBe('not tested');
    expect(verdictIn('average-amounts', broken)).toBe('in part');
  });

  it('without methods claims are not tested, or hold in part', () => {
    expect(verdictIn('gald-cl-amount', geoThesisWorld, ['fdld-so', 'gld-lp'])).toBe('not tested');
    expect(verdictIn('fdld-tao-amount', geoThesisWorld, ['fdld-tao'])).toBe('not tested');
    expect(verdictIn('so-worst', geoThesisWorld, ['fdld-so', 'fdld-cl'])).toBe('in part');
  });

  it('one day leaves every comparison undecided', () => {
    const judged = judgeFigure(CHAPTER_4, 'fig-4.3', madeUpGeoRecords('fig-4.3', geoThesisWorld, undefined, 1));
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['undecided']));
  });

  it("an amount is judged by the printed reading of GALD-CL's efficiency, and by its long run", () => {
    const wheres = partsIn('gald-cl-amount', geoThesisWorld).map(({ where }) => where);
    expect(wheres).toEqual([
      'us-4: gald-cl-eq25 (6,000 evaluations an epoch)',
      'us-8: gald-cl-eq25 (6,000 evaluations an epoch)',
      'us-16: gald-cl-eq25 (6,000 evaluations an epoch)',
    ]);
    // 4,000 (1 + spread) USD less 80 %, if whole nodes count: that is no part of the verdict, but named in it.
    const own = changed(({ costUsd }, { method }) => ({ costUsd: method === 'gald-cl' ? costUsd / 3 : costUsd }));
    const judged = judgeFigure(CHAPTER_4, 'table-4.2', madeUpGeoRecords('table-4.2', own));
    const amount = judged.find(({ claim }) => claim.id === 'gald-cl-amount')!;
    expect(verdictText(amount)).toBe('holds, by our reading (efficiency of whole nodes: contradicts)');
    expect(amount.others[0]!.parts[0]).toMatchObject({
      where: 'demand 1: us-4: gald-cl (6,000 evaluations an epoch)',
      figure: '79.9 % [79.9, 79.9], n = 12',
    });
    // 4,000 (1 + spread) USD less 39.7 %.
    expect(partsIn('gald-cl-amount', geoThesisWorld)[0]!.figure).toBe('39.7 % [39.7, 39.7], n = 12');
  });

  it.each([
    [0.74, 'contradicts'],
    [0.76, 'holds'],
    [1.24, 'holds'],
    [1.26, 'contradicts'],
  ])("%d times the thesis' amount is judged by the rule", (multiple, verdict) => {
    const thesis: Readonly<Record<string, number>> = { 'us-4': 0.052, 'us-8': 0.046, 'us-16': 0.057 };
    const world = changed(({ costUsd }, cell, trial) => {
      if (!isA(cell, 'fdld-tao')) return { costUsd };
      const baseline = geoThesisWorld({ ...cell, method: 'fdld-so' }, trial).costUsd;
      return { costUsd: baseline * (1 - multiple * thesis[cell['instance']!]!) };
    });
    expect(verdictIn('fdld-tao-amount', world)).toBe(verdict);
  });

  it("the hour by FDLD's minutes is named where it leads to another verdict, and makes none", () => {
    const level = changed((made, cell, trial) => {
      const { method, effort } = levelOf(cell['method']!);
      if (method !== 'gald-cl' || effort !== 'usual') return made;
      const { costUsd, costByCupUsd } = geoThesisWorld({ ...cell, method: 'fdld-so' }, trial);
      return { costUsd: 0.6 * costUsd, costByCupUsd: 0.6 * costByCupUsd };
    });
    const judged = judgeFigure(CHAPTER_4, 'table-4.2', madeUpGeoRecords('table-4.2', level));
    const loses = judged.find(({ claim }) => claim.id === 'gald-loses-with-size')!;
    expect(verdictText(loses)).toBe(
      "contradicts, by our reading (the thesis' hour by its FDLD minutes: holds; the thesis' hour by its FDLD minutes, cooling by CUP: holds)",
    );
    // A figure without runs of that hour has the usual ones.
    const others = judgeFigure(CHAPTER_4, 'fig-4.3', madeUpGeoRecords('fig-4.3', level));
    expect(others.map((one) => verdictText(one))).toEqual(['holds', 'holds', 'holds']);
  });

  it.each(['table-4.2', 'fig-4.3'] as const)(
    '%s: its claims are not counted at a demand that one group alone has',
    (figure) => {
      const judged = judgeFigure(CHAPTER_4, figure, madeUpGeoRecords(figure));
      for (const { claim, settings } of judged) {
        expect(settings.map(({ levels, verdict }) => [claim.id, levels['demand'], verdict])).toEqual([
          [claim.id, '1', 'holds'],
          [claim.id, '0.6', 'not tested'],
        ]);
      }
    },
  );

  it("short epochs are not tested by the thesis' hour as its FDLD minutes tell it", () => {
    const judged = judgeFigure(CHAPTER_4, 'fig-4.2', madeUpGeoRecords('fig-4.2'));
    const { verdict, others } = judged.find(({ claim }) => claim.id === 'fdld-for-short-epochs')!;
    expect([verdict, ...others.map((one) => one.verdict)]).toEqual([
      'holds',
      'holds',
      'holds',
      'not tested',
      'not tested',
    ]);
  });

  it('cooling by CUP has a verdict of its own', () => {
    const apart = changed(({ costByCupUsd }, cell) => ({
      costByCupUsd: isA(cell, 'gald-cl') ? 5 * costByCupUsd : costByCupUsd,
    }));
    const judged = judgeFigure(CHAPTER_4, 'fig-4.2', madeUpGeoRecords('fig-4.2', apart));
    const best = judged.find(({ claim }) => claim.id === 'gald-best')!;
    expect([best.verdict, best.others[1]!.verdict]).toEqual(['holds', 'contradicts']);
  });
});
