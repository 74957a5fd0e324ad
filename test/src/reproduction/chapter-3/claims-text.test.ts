import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import type { Records, Values } from '../../../../src/experiments/record.js';
import { TEXT_CLAIMS } from '../../../../src/reproduction/chapter-3/claims-text.js';
import { figureDesign } from '../../../../src/reproduction/chapter-3/figures.js';
import { isTextFigure, TEXT_FIGURES } from '../../../../src/reproduction/chapter-3/figures-text.js';
import type { RewardRateFigure } from '../../../../src/reproduction/chapter-3/names.js';
import { CHAPTER_3 } from '../../../../src/reproduction/chapter-3/paper.js';
import { type Judged, judgeFigure } from '../../../../src/reproduction/claims.js';
import type { Verdict } from '../../../../src/reproduction/rules.js';
import { madeUpRecords, thesisWorld, valuesOf } from '../../../fixtures/reproduction/world.js';

type Change = (values: Values, cell: Cell) => Values;

/** Values of a trial of a text figure where the thesis is right. */
function thesisValues(cell: Cell, trial: number): Values {
  const spread = 1 + 0.001 * ((trial * 5) % 7);
  const method = cell['method']!;
  const interference = { cpu: 0.02, hybrid: 0.1, memory: 0.3 }[cell['workload']!]!;
  const technique = { nlp: 1, 'config-lp': 1, 'config-lp-naive': 0.9, greedy: 0.7 }[method]!;
  const kelvin = Number(cell['redLineC'] ?? 30) - 30;
  const tenKW = Number(cell['capKW']) === 240 ? 1 : 0;
  const share =
    0.5 * technique * (1 + 0.1 * kelvin + 0.04 * tenKW) * (1 - 0.01 * Number(cell['reserveK'] ?? 0)) * spread;
  const isLarge = cell['nodes'] === '4320';
  return {
    outcome: 'plan',
    rewardPerS: 100 * share,
    averagedPerS: 100 * share,
    naivePerS: (100 * share) / (1 - interference * spread),
    erredPerS: 100 * share * 1.01,
    fullPerS: 100,
    boundPerS: null,
    totalW: 229_000,
    coolingW: 60_000,
    nodesW: 169_000,
    setPointC: (cell['aisles'] === 'isolated' ? 14 : 13) * spread,
    variables: method === 'nlp' ? (isLarge ? 6000 : 1000) : null,
    iterations: method === 'nlp' ? Math.round((isLarge ? 200 : 100) * spread) : null,
  };
}

function records(figure: string, change: Change = (values) => values): Records {
  if (isTextFigure(figure)) {
    const design = figureDesign(figure, { scale: 'reduced' });
    const made = trialsOf(design).map((input) => ({
      ...input,
      values: change(thesisValues(input.cell, input.trial), input.cell),
    }));
    return { design, records: made };
  }
  const { design } = madeUpRecords(figure as RewardRateFigure);
  const made = trialsOf(design).map((input) => ({
    ...input,
    values: change(valuesOf(input.cell, input.trial, thesisWorld), input.cell),
  }));
  return { design, records: made };
}

function judgedOn(id: string, change?: Change): Judged {
  const claim = TEXT_CLAIMS.find((candidate) => candidate.id === id)!;
  return judgeFigure({ ...CHAPTER_3, claims: [claim] }, claim.figure, records(claim.figure, change))[0]!;
}

function verdictOn(id: string, change?: Change): Verdict {
  return judgedOn(id, change).verdict;
}

/** Multiplies the reward of trials whose cell has a level of a factor. */
const scaled =
  (factor: string, level: string, by: number): Change =>
  (values, cell) =>
    cell[factor] === level
      ? { ...values, averagedPerS: by * Number(values['averagedPerS']), rewardPerS: by * Number(values['rewardPerS']) }
      : values;
const set =
  (name: string, value: (cell: Cell) => number | string | null): Change =>
  (values, cell) => ({ ...values, [name]: value(cell) });

/** Worlds in which a claim is wrong everywhere. */
const WRONG: Readonly<Record<string, Change>> = {
  'power-within-budget': set('totalW', (cell) => 1001 * Number(cell['capKW'])),
  'differences-grow-with-memory': (values, cell) =>
    scaled('method', 'greedy', cell['workload'] === 'cpu' ? 0.3 : 1)(values, cell),
  'isolation-same-order': (values, cell) => {
    const by = { nlp: 0.1, 'config-lp': 0.1, ga: 0.4 }[cell['method']!] ?? 1;
    return scaled('aisles', 'isolated', by)(values, cell);
  },
  'hotter-earns': set('averagedPerS', (cell) => 60 - Number(cell['redLineC'])),
  'colder-cools-more': set('coolingW', (cell) => 1000 * Number(cell['redLineC'])),
  'open-earns-less': (values, cell) => ({
    ...values,
    outcome: 'plan',
    averagedPerS: cell['aisles'] === 'open' ? 60 : 40,
  }),
  'cap-kept': set('outcome', () => 'breaks limits'),
  'cap-earns': set('averagedPerS', (cell) => 400 - Number(cell['capKW'])),
  'naive-is-false': set('erredPerS', () => 1000),
  'interference-grows': (values, cell) => ({
    ...values,
    naivePerS: Number(values['averagedPerS']) / (1 - { cpu: 0.4, hybrid: 0.2, memory: 0.1 }[cell['workload']!]!),
  }),
  'literal-eq-21': scaled('method', 'config-lp', 0.1),
  'isolation-warms-set-points': set('setPointC', (cell) => (cell['aisles'] === 'isolated' ? 12 : 13)),
  'hotter-room-beats-more-power': set(
    'averagedPerS',
    (cell) => 80 - Number(cell['redLineC']) + Number(cell['capKW']) - 230,
  ),
  'thermal-error-harmless': (values, cell) =>
    cell['reserveK'] === '0' ? values : { ...values, outcome: 'infeasible' },
  'nlp-intractable': (values) => values,
  'nlp-scales-poorly': (values, cell) => ({
    ...values,
    variables: cell['nodes'] === '4320' ? 4000 : 1000,
    iterations: 100,
  }),
  'nlp-best-at-sizes': scaled('method', 'nlp', 0.1),
};

/** The NLP of 4,320 nodes does not end. */
const endless: Change = (values, cell) =>
  cell['nodes'] === '4320' && cell['method'] === 'nlp' ? { ...values, outcome: 'no plan' } : values;

describe('claims of the text', () => {
  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG)).toEqual(TEXT_CLAIMS.map(({ id }) => id));
  });

  it.each(Object.entries(WRONG))(
    '%s holds where the thesis is right, and is contradicted where it is wrong',
    (id, change) => {
      const right = id === 'nlp-intractable' ? endless : undefined;
      expect([id, verdictOn(id, right), verdictOn(id, change)]).toEqual([id, 'holds', 'contradicts']);
    },
  );

  it('a claim in which something else limits the reward is not tested', () => {
    const constant = set('averagedPerS', () => 50);
    expect([verdictOn('hotter-earns', constant), verdictOn('open-earns-less', constant)]).toEqual([
      'not tested',
      'not tested',
    ]);
  });
});

describe('designs of the text', () => {
  it.each(TEXT_FIGURES)('%s makes sense, with 12 trials, in full with those of the thesis', (figure) => {
    for (const scale of ['reduced', 'full'] as const) {
      const design = figureDesign(figure, { scale });
      validateDesign(design);
      expect(design.trials).toBe(scale === 'full' ? 48 : 12);
    }
  });

  it('text-3.6.4 changes one level at a time', () => {
    const cells = cellsOf(figureDesign('text-3.6.4', { scale: 'full' }));
    for (const { redLineC, capKW, reserveK } of cells) {
      expect([redLineC !== '30', capKW !== '230', reserveK !== '0'].filter(Boolean).length).toBeLessThan(2);
    }
    expect(new Set(cells.map(({ method }) => method))).toEqual(new Set(['greedy', 'nlp']));
    // Base, a red line, a cap and two reserves with open aisles, the base with isolated ones; 3 rooms, 2 demands, 2 methods.
    expect(cells).toHaveLength((5 + 1) * 3 * 2 * 2);
  });

  it('claims on one room are judged in two rooms that agree with the print', () => {
    for (const figure of ['text-3.3.6', 'text-3.6.4'] as const) {
      const { factors } = figureDesign(figure, { scale: 'reduced' });
      expect(factors.find(({ name }) => name === 'room')!.levels).toEqual(['mixed', 'fine']);
    }
    // Eq. 21 as printed is tried where config-lp stands for an NLP that ignores co-location.
    const { settings } = judgedOn('literal-eq-21');
    const tested = settings
      .filter(({ parts }) => parts.length > 0)
      .map(({ levels }) => `${levels['room']!} ${levels['demand']!}`);
    expect(tested).toEqual(['mixed 1.3', 'fine 1.3']);
  });

  it('a naive plan that breaks a limit leaves its comparison out', () => {
    const broken: Change = (values, { method }) =>
      method === 'config-lp-naive' ? { ...values, outcome: 'breaks limits' } : values;
    const { verdict, parts } = judgedOn('literal-eq-21', broken);
    expect([verdict, parts.some(({ where }) => where.includes('naive'))]).toEqual(['holds', false]);
  });
});
