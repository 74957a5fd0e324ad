import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/experiments/design.js';
import { judgeFigure, verdictText } from '../../../../src/reproduction/claims.js';
import { CHAPTER_2_FIGURES, type RobustFigure } from '../../../../src/reproduction/chapter-2/names.js';
import { methodOf } from '../../../../src/reproduction/chapter-2/budgets.js';
import { figureData } from '../../../../src/reproduction/chapter-2/data.js';
import { CHAPTER_2 } from '../../../../src/reproduction/chapter-2/paper.js';
import type { Part, Verdict } from '../../../../src/reproduction/rules.js';
import {
  madeUpRobustRecords,
  type MadeUpRobust,
  robustThesisWorld,
  type RobustWorld,
} from '../../../fixtures/reproduction/robust-world.js';
import { elsewhere } from '../../../fixtures/reproduction/elsewhere.js';

type Change = (made: MadeUpRobust, cell: Cell, trial: number) => Partial<MadeUpRobust>;

/** The thesis' world with something else in it. */
const changed =
  (change: Change): RobustWorld =>
  (cell, trial) => {
    const made = robustThesisWorld(cell, trial);
    return { ...made, ...change(made, cell, trial) };
  };

const claimNamed = (id: string): (typeof CHAPTER_2.claims)[number] =>
  CHAPTER_2.claims.find((claim) => claim.id === id)!;

function verdictIn(id: string, world: RobustWorld, methods?: string[]): Verdict {
  const records = madeUpRobustRecords(claimNamed(id).figure as RobustFigure, world, methods);
  return judgeFigure(CHAPTER_2, records.design.name.split(' ')[0]!, records).find(({ claim }) => claim.id === id)!
    .verdict;
}

/** The comparisons of a claim in the first setting of what the thesis does not print. */
function partsIn(id: string, world: RobustWorld): readonly Part[] {
  const { figure } = claimNamed(id);
  const judged = judgeFigure(CHAPTER_2, figure, madeUpRobustRecords(figure as RobustFigure, world));
  return judged.find(({ claim }) => claim.id === id)!.settings[0]!.parts;
}

const isA = (cell: Cell, ...methods: string[]): boolean => methods.includes(methodOf(cell['method']!).method);
const spread = [0.2, 0.7, -0.4, 0.1, -0.9, -0.3];

describe('claims of chapter 2', () => {
  it.each(CHAPTER_2_FIGURES)('%s: every claim holds in the world that the thesis describes', (figure) => {
    const judged = judgeFigure(CHAPTER_2, figure, madeUpRobustRecords(figure));
    expect(judged.filter(({ verdict }) => verdict !== 'holds').map(({ claim, parts }) => [claim.id, parts])).toEqual(
      [],
    );
    expect(elsewhere(judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(0);
  });

  /** Worlds in which a claim is wrong everywhere. */
  const WRONG: Readonly<Record<string, Change>> = {
    'dynamic-best': ({ z }, { handling }) => ({ z: handling === 'dynamic' ? z - 5 : z }),
    'dynamic-over-static': ({ z }, { handling }) => ({ z: handling === 'dynamic' ? z - 5 : z }),
    'penalties-over-feasible-first': ({ z }, { handling }) => ({
      z: handling === 'dynamic' || handling === 'static' ? z - 5 : z,
    }),
    'limit-is-superiority': ({ z }, { handling }) => ({ z: handling === 'limit' ? z + 0.5 : z }),
    'limit-worst-genetic': ({ z }, { handling }) => ({ z: handling === 'limit' ? z + 5 : z }),
    'all-keep-energy': () => ({ kept: false }),
    'tabu-best-budgets': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z - 30 : z }),
    'local-search-over-ga-budgets': ({ z }, cell) => ({ z: isA(cell, 'ga') ? z + 25 : z }),
    'tight-budgets': (_, cell) => ({ z: isA(cell, 'tabu') ? -20 : 1 }),
    'handlings-alike': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z : -z }),
    'founders-feasible': () => ({ founders: 230 }),
    'tight-budgets-keep': () => ({ limitedZ: 1.3 }),
    'energy-left-unused': () => ({ limitedZ: 1.3 }),
    'energy-left-unused-ga': () => ({ limitedZ: 1.3 }),
    'most-fastest': () => ({ mostShare: 0.2 }),
    'most-slowest': () => ({ mostShare: 0.2 }),
    'alike-above-60': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? 0 : z }),
    'local-search-over-ga-deadlines': ({ z }, cell) => ({ z: isA(cell, 'ga') ? z + 5 : z }),
    'tabu-over-gals-deadlines': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z - 5 : z }),
    'alike-above-16200': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? 0 : z }),
    'genetic-first-at-large': ({ z, zAt }, cell) => ({
      zAt: (hour) => (zAt(hour) ?? z) + (isA(cell, 'tabu') ? 20 : isA(cell, 'gals') ? 10 : 0),
    }),
    'tabu-catches-gals': (_, cell) => ({ zAt: () => (isA(cell, 'tabu') ? 0 : 4) }),
    'local-search-last-at-large': ({ z }, cell) => ({ z: isA(cell, 'ga') ? z + 9 : z }),
    'tabu-best-at-large-end': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z - 9 : z }),
    'no-long-hops-at-large': () => ({ longHops: 2 }),
    'long-hops-at-small': () => ({ longHops: 1 }),
    'tabu-best-in-72-hours': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z - 9 : z }),
    'genetic-gain-early': ({ z }) => ({ zAt: (hour) => z - 3 + (3 * hour) / 72 }),
    'genetic-gain-early-at-large': ({ z }) => ({ zAt: (hour) => z - 3 + (3 * hour) / 72 }),
    'gals-gradual': ({ z }) => ({ zAt: (hour) => (hour === 0 ? z - 3 : z) }),
    'affinity-helps': ({ z }, { instance }) => ({ z: instance === 'spec25-high-affinity' ? z - 20 : z }),
    'affinity-widens': ({ z }, cell) => ({
      z: isA(cell, 'ga') && cell['instance'] === 'spec25-high-affinity' ? z + 5 : z,
    }),
    'affinity-tabu-best': ({ z }, cell) => ({ z: isA(cell, 'tabu') ? z - 9 : z }),
    'greedy-poor': (_, cell) => ({ z: isA(cell, 'min-min-balance') ? 0.1 : 2 }),
    'weight-2-best': ({ z }, { handling }) => ({ z: handling === 'static' ? z - 5 : z }),
    'local-search-200-best': ({ z }, { localSearch }) => ({ z: localSearch === 'local search of 200' ? z - 5 : z }),
    'balance-feasible': () => ({ kept: false }),
    'eo-mc-same-trends': ({ z }, { handling }) => ({
      z: z - (handling === 'dynamic' ? 9 : handling === 'static' ? 5 : 0),
    }),
    'fewer-long-hops': (_, { stallHops }) => ({ longHops: Number(stallHops) }),
    'numbers-of-long-hops': () => ({ longHops: 1000 }),
    'six-long-hops-best': ({ z }, { stallHops }) => ({ z: stallHops === '500' ? z - 5 : z }),
  };

  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG).sort()).toEqual(CHAPTER_2.claims.map(({ id }) => id).sort());
  });

  it.each(Object.entries(WRONG))('%s is contradicted by a world in which it is wrong', (id, change) => {
    expect(verdictIn(id, changed(change))).toBe('contradicts');
  });

  it('a tie is no win, and no loss where no worse is claimed', () => {
    const level = changed((_, __, trial) => ({ z: 2 + spread[trial % 6]! }));
    for (const id of ['dynamic-best', 'limit-worst-genetic', 'six-long-hops-best', 'affinity-widens']) {
      expect([id, verdictIn(id, level)]).toEqual([id, 'contradicts']);
    }
    for (const id of ['dynamic-over-static', 'tabu-best-budgets', 'tabu-best-at-large-end']) {
      expect([id, verdictIn(id, level)]).toEqual([id, 'holds']);
    }
  });

  it('what differs from trial to trial is undecided', () => {
    const noisy = changed((_, { instance }, trial) => ({
      z: spread[(instance === 'spec25-high-affinity' ? trial : trial + 2) % 6]!,
    }));
    expect(verdictIn('affinity-helps', noisy)).toBe('undecided');
  });

  it('half a truth holds in part', () => {
    const half = changed(({ z }, cell) => ({ z: isA(cell, 'ga') && cell['handling'] === 'dynamic' ? z - 5 : z }));
    expect(verdictIn('dynamic-best', half)).toBe('in part');
  });

  it('without methods claims are not tested, or hold in part', () => {
    expect(verdictIn('dynamic-best', robustThesisWorld, ['tabu'])).toBe('in part');
    for (const id of ['limit-worst-genetic', 'all-keep-energy', 'alike-above-60', 'weight-2-best']) {
      expect([id, verdictIn(id, robustThesisWorld, ['min-min-balance'])]).toEqual([id, 'not tested']);
    }
  });

  it('one trial leaves every comparison undecided', () => {
    const judged = judgeFigure(CHAPTER_2, 'fig-2.6', madeUpRobustRecords('fig-2.6', robustThesisWorld, undefined, 1));
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['undecided']));
  });

  it('a plan that breaks its limit loses to one that keeps it, and is told', () => {
    const broken = changed(({ z }, cell) => (isA(cell, 'tabu') ? { z: z + 9, kept: false } : {}));
    expect(verdictIn('tabu-best-budgets', broken)).toBe('contradicts');
    const last = partsIn('tabu-best-budgets', broken).at(-1)!;
    expect((last.atLevel?.(0.99) ?? last).figure).toContain('; no plan within the limit in 12 and 0');
  });

  it('a plan that breaks its limit has a chance of 0 and the least score', () => {
    const broken = changed(() => ({ z: 3, kept: false }));
    const { byCell } = figureData(madeUpRobustRecords('fig-2.6', broken), 'equal seconds');
    for (const { values } of [...byCell.values()].flat()) {
      expect([values['chance'], values['score'], values['kept']]).toEqual([0, -40, 0]);
    }
  });

  it('every reading has a verdict of its own', () => {
    const apart = changed(({ z }, { method }) => ({ z: method === 'tabu-thesis' ? z - 30 : z }));
    const records = madeUpRobustRecords('fig-2.2', apart, undefined, 3, 'full');
    const best = judgeFigure(CHAPTER_2, 'fig-2.2', records).find(({ claim }) => claim.id === 'tabu-best-budgets')!;
    // Equal seconds were run in one setting alone, and are judged in it alone.
    expect([best.verdict, best.others[0]!.verdict]).toEqual(['contradicts', 'holds']);
    // Equal seconds are ours: another verdict there is no part of this one.
    expect(verdictText(best)).toBe('contradicts');
  });

  it('where all are certain no search is ahead or behind', () => {
    // Quantiles of 9 and more are a Psi of 1 to the last digit, whatever their order.
    const certain = changed(({ z }, cell, trial) =>
      cell['instance'] === 'spec25-high-affinity' ? { z: 9 + spread[trial % 6]! * (isA(cell, 'ga') ? -1 : 1) } : { z },
    );
    expect(verdictIn('affinity-widens', certain)).toBe('not tested');
    const parts = partsIn('affinity-tabu-best', certain);
    expect(parts.map(({ answer }) => answer)).toEqual(['untested', 'untested', 'yes', 'yes']);
    // One nine short of it, and quantiles tell.
    const nearly = changed(({ z }, cell) =>
      cell['instance'] === 'spec25-high-affinity' ? { z: isA(cell, 'ga') ? 7.5 : 9 } : { z },
    );
    expect(verdictIn('affinity-widens', nearly)).not.toBe('not tested');
  });

  it('where no search has a plan within the limit nothing is tested', () => {
    const none = changed((made, { budgetMJ }) => (budgetMJ === '51' ? { kept: false } : made));
    const parts = partsIn('tabu-best-budgets', none);
    expect(parts.map(({ where, answer }) => [where.startsWith('51 MJ'), answer])).toEqual(
      parts.map(({ where }) => (where.startsWith('51 MJ') ? [true, 'untested'] : [false, 'yes'])),
    );
  });

  it('a plan within the limit is better than none, however small its Psi', () => {
    // A Psi of 2e-33 against a z of -40 for no plan: both probabilities are 0 to every digit.
    const nothing = changed(({ z }, cell) => (isA(cell, 'tabu') ? { z: -12 } : { z, kept: false }));
    expect(verdictIn('tabu-best-budgets', nothing)).toBe('holds');
  });

  it('no worse is within half a point of a probability: 0.0125 of the quantile', () => {
    const less = (by: number): RobustWorld =>
      changed((_, { handling }, trial) => ({ z: spread[trial % 6]! - (handling === 'dynamic' ? by : 0) }));
    expect(verdictIn('dynamic-over-static', less(0.012))).toBe('holds');
    expect(verdictIn('dynamic-over-static', less(0.013))).toBe('contradicts');
  });

  it('where both have a Psi of 0 no search outperforms another', () => {
    const nothing = changed(({ z }, cell) => ({ z: isA(cell, 'ga') ? -21 : Math.min(z, -20) }));
    expect(verdictIn('local-search-over-ga-budgets', nothing)).toBe('not tested');
  });

  it('with nodes on until their last core is done, a plan keeps the budget by that probability', () => {
    const apart = madeUpRobustRecords(
      'fig-2.1',
      changed(() => ({ phiLastZ: 1.28 })),
    );
    const kept = judgeFigure(CHAPTER_2, 'fig-2.1', apart).find(({ claim }) => claim.id === 'all-keep-energy')!;
    expect(kept.verdict).toBe('holds');
    expect(kept.others.map(({ view, verdict }) => [view.key, verdict])).toContainEqual(['lastCore', 'contradicts']);
    // Searches are compared by what they sought.
    const best = judgeFigure(CHAPTER_2, 'fig-2.1', apart).find(({ claim }) => claim.id === 'dynamic-best')!;
    expect(verdictText(best)).toBe('holds');
  });

  it('Fig. 2.2 counts the settings with 60 MJ alone; the bundled instance is shown', () => {
    const [judged] = judgeFigure(CHAPTER_2, 'fig-2.2', madeUpRobustRecords('fig-2.2'));
    expect(judged!.settings.filter(({ isAdmissible }) => isAdmissible)).toHaveLength(2);
    expect(judged!.settings.filter(({ isAdmissible }) => !isAdmissible).map(({ levels }) => levels)).toEqual([
      { calibration: 'dynamic power x 1, mean 640 s' },
    ]);
    for (const figure of CHAPTER_2_FIGURES.filter((one) => one !== 'fig-2.2')) {
      const [first] = judgeFigure(CHAPTER_2, figure, madeUpRobustRecords(figure));
      expect([figure, first!.settings.map(({ isAdmissible }) => isAdmissible)]).toEqual([figure, [true, true]]);
    }
  });
});
