import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/experiments/design.js';
import { judgeFigure } from '../../../../src/reproduction/claims.js';
import { CHAPTER_5_FIGURES, type TemplatesFigure } from '../../../../src/reproduction/chapter-5/names.js';
import { type Part, type Verdict, verdictOf } from '../../../../src/reproduction/rules.js';
import { figureData, type Reading } from '../../../../src/reproduction/chapter-5/data.js';
import { CHAPTER_5 } from '../../../../src/reproduction/chapter-5/paper.js';
import { WITH_MARGIN } from '../../../../src/reproduction/chapter-5/levels.js';
import {
  DAY_S,
  type MadeUpDay,
  madeUpTemplatesRecords,
  templatesThesisWorld,
  type TemplatesWorld,
} from '../../../fixtures/reproduction/templates-world.js';
import { elsewhere } from '../../../fixtures/reproduction/elsewhere.js';

type Change = (made: MadeUpDay, cell: Cell, trial: number, budgetMJ: number) => Partial<MadeUpDay>;

/** The thesis' world with something else in it. */
const changed =
  (change: Change): TemplatesWorld =>
  (cell, trial, budgetMJ) => {
    const made = templatesThesisWorld(cell, trial, budgetMJ);
    return { ...made, ...change(made, cell, trial, budgetMJ) };
  };

function partsIn(id: string, world: TemplatesWorld, reading: Reading = 'limit', methods?: string[]): readonly Part[] {
  const claim = CHAPTER_5.claims.find((one) => one.id === id)!;
  const records = madeUpTemplatesRecords(claim.figure as TemplatesFigure, world, methods);
  return claim.parts(figureData(records, reading));
}

const verdictIn = (id: string, world: TemplatesWorld, reading?: Reading): Verdict =>
  verdictOf(partsIn(id, world, reading));

const times = (factor: number, ...methods: string[]): Change => {
  return ({ reward }, { method }) => ({ reward: methods.includes(method!) ? factor * reward : reward });
};
const both = ['greedy+templates', WITH_MARGIN];

describe('claims of chapter 5', () => {
  it.each(CHAPTER_5_FIGURES)('%s: every claim holds in the world that the thesis describes', (figure) => {
    const judged = judgeFigure(CHAPTER_5, figure, madeUpTemplatesRecords(figure));
    expect(judged.filter(({ verdict }) => verdict !== 'holds').map(({ claim, parts }) => [claim.id, parts])).toEqual(
      [],
    );
    expect(elsewhere(judged)).toEqual([]);
    expect(judged.length).toBeGreaterThan(0);
  });

  /** Worlds in which a claim is wrong everywhere. */
  const WRONG: Readonly<Record<string, Change>> = {
    'templates-best-low-budgets': times(0.5, ...both),
    'consolidation-overcooled': times(0.3, 'consolidation+overcooling'),
    'balancing-throttled': times(0.5, 'lbbn+throttling', 'lbbr+throttling'),
    'consolidation-over-balancing': (made, { method }, ...rest) => ({
      ...times(0.3, 'consolidation+overcooling')(made, { method: method! }, ...rest),
      coresMJ: method === 'consolidation+overcooling' ? 500 : 400,
    }),
    'greedy-best-overcooled': times(0.3, 'greedy+overcooling'),
    'greedy-throttling-poor': times(2, 'greedy+throttling'),
    'throttling-half-of-templates': times(0.5, 'greedy+throttling'),
    'sinusoidal-throttling-better': ({ reward }, { method }) => ({
      reward: method!.endsWith('throttling') ? 0.5 * reward : reward,
    }),
    'sinusoidal-all-equal': () => ({ inTimeShare: 0.9 }),
    'low-budgets-exhausted': () => ({ stopS: DAY_S }),
    'overcooling-needs-16000': () => ({ wholeDayMJ: 13_000 }),
    'consolidation-half-day': () => ({ stopS: 9 * 3600 }),
    'no-change-above-16000': ({ reward }, _, __, budgetMJ) => ({ reward: budgetMJ > 16_000 ? 1.1 * reward : reward }),
    'templates-save-energy': (_, { method }) => (method === 'greedy+overcooling' ? { wholeDayMJ: 9000 } : {}),
    'templates-slightly-more-energy': (_, { method }) => (method === 'greedy+throttling' ? { wholeDayMJ: 15_000 } : {}),
    'service-rate': () => ({ tasksPerS: 23.2 }),
    'full-load': () => ({ fullLoadMJ: 20_000 }),
    'overcooling-stops': () => ({ stopS: 60_000 }),
    'throttling-stops': () => ({ stopS: DAY_S }),
    'templates-last': () => ({ stopS: DAY_S - 1 }),
    'power-follows-arrivals': () => ({ highKW: 100, lowKW: 150 }),
    'overcooling-draws-more': () => ({ highKW: 100, lowKW: 100 }),
    'templates-draw-less': (_, { method }) => (both.includes(method!) ? { highKW: 200, lowKW: 200 } : {}),
    'templates-drop-more': () => ({ dropped: 0 }),
  };

  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG).sort()).toEqual(CHAPTER_5.claims.map(({ id }) => id).sort());
  });

  // 'throttling-stops' is judged by two parts, one of which the wrong world keeps.
  it.each(Object.entries(WRONG).filter(([id]) => id !== 'throttling-stops'))(
    '%s is contradicted by a world in which it is wrong',
    (id, change) => {
      expect(verdictIn(id, changed(change))).toBe('contradicts');
      expect(verdictIn(id, changed(change), 'margin')).toBe('contradicts');
    },
  );

  it('a room that lasts does not stop at about 23.5 h', () => {
    // A quarter of the half-hour before midnight is 7.5 min: the whole day is too long.
    expect(partsIn('throttling-stops', changed(WRONG['throttling-stops']!)).map(({ answer }) => answer)).toEqual([
      'no',
      'no',
    ]);
  });

  it('templates with a margin and without have verdicts of their own', () => {
    const margin = changed(times(0.5, WITH_MARGIN));
    expect(verdictIn('templates-best-low-budgets', margin)).toBe('holds');
    expect(verdictIn('templates-best-low-budgets', margin, 'margin')).toBe('contradicts');
    const limit = changed(times(0.5, 'greedy+templates'));
    expect(verdictIn('templates-best-low-budgets', limit)).toBe('contradicts');
    // The other level is no rival of its own.
    expect(verdictIn('templates-best-low-budgets', limit, 'margin')).toBe('holds');
    expect(verdictIn('templates-best-low-budgets', changed(times(2, WITH_MARGIN)))).toBe('holds');
    const late = changed((_, { method }) => (method === WITH_MARGIN ? { inTimeShare: 0.5 } : {}));
    expect(verdictIn('sinusoidal-all-equal', late)).toBe('holds');
  });

  it('a higher reward of consolidation is not laid to nodes that draw less where they draw more', () => {
    const hungry = changed((_, { method }) => (method === 'consolidation+overcooling' ? { coresMJ: 410 } : {}));
    expect(verdictIn('consolidation-over-balancing', hungry)).toBe('in part');
  });

  it('techniques that miss deadlines do not complete all tasks, be it one of them or all', () => {
    const one = changed((_, { method }) => (method === 'lbbr+overcooling' ? { inTimeShare: 0.86 } : {}));
    expect(verdictIn('sinusoidal-all-equal', one)).toBe('in part');
    // Rewards are the same.
    expect(
      verdictIn(
        'sinusoidal-all-equal',
        changed(() => ({ inTimeShare: 0.86 })),
      ),
    ).toBe('contradicts');
  });

  it('the best of the others is found trial by trial', () => {
    const turns = changed(({ reward }, { method }, trial) => ({
      reward: reward * (method === ['lbbn+throttling', 'lbbr+throttling'][trial % 2] ? 4 : 1),
    }));
    expect(verdictIn('templates-best-low-budgets', turns)).toBe('contradicts');
  });

  it('power after a stop, or in an interval that it cuts, is left out', () => {
    const cut: TemplatesWorld = changed((_, { method }) =>
      method === 'greedy+overcooling' ? { stopS: 3 * 1800 + 1 } : {},
    );
    const records = madeUpTemplatesRecords('fig-5.5', cut);
    const emptied = records.records.map((record) => ({
      ...record,
      values: {
        ...record.values,
        ...(record.cell['method'] === 'greedy+overcooling'
          ? Object.fromEntries(Array.from({ length: 45 }, (_, k) => [`powerAt${k + 3}`, 0]))
          : {}),
      },
    }));
    const claim = CHAPTER_5.claims.find(({ id }) => id === 'overcooling-draws-more')!;
    const parts = claim.parts(figureData({ ...records, records: emptied }, 'limit'));
    // 180 kW over 150 and over 148.
    expect(parts.map(({ figure }) => figure.slice(0, 5))).toEqual(['1.200', '1.216']);
  });

  it('one trial leaves every comparison undecided', () => {
    const judged = judgeFigure(
      CHAPTER_5,
      'fig-5.4',
      madeUpTemplatesRecords('fig-5.4', templatesThesisWorld, undefined, 1),
    );
    expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['undecided']));
  });

  it('without methods claims are not tested', () => {
    const parts = partsIn('consolidation-overcooled', templatesThesisWorld, 'limit', ['greedy+overcooling']);
    expect(verdictOf(parts)).toBe('not tested');
  });
});
