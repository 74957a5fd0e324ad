import { describe, expect, it } from 'vitest';
import { type Cell, cellsOf, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import type { Records, Values } from '../../../../src/experiments/record.js';
import { figureData } from '../../../../src/reproduction/chapter-3/data.js';
import { TEXT_CLAIMS } from '../../../../src/reproduction/chapter-3/claims-text.js';
import { isTextFigure, TEXT_FIGURES, textDesign } from '../../../../src/reproduction/chapter-3/figures-text.js';
import type { RewardRateFigure } from '../../../../src/reproduction/chapter-3/names.js';
import { type Verdict, verdictOf } from '../../../../src/reproduction/rules.js';
import { madeUpRecords, thesisWorld, valuesOf } from '../../../fixtures/reproduction/world.js';

type Change = (values: Values, cell: Cell) => Values;

/** Values of a trial of a text figure where the thesis is right. */
function thesisValues(cell: Cell, trial: number): Values {
  const spread = 1 + 0.001 * ((trial * 5) % 7);
  const method = cell['method']!;
  const interference = { cpu: 0.02, hybrid: 0.1, memory: 0.3 }[cell['workload']!]!;
  const technique = { nlp: 1, 'config-lp': 1, 'config-lp-naive': 0.9, greedy: 0.7, 'ga-first-step': 0.7 }[method]!;
  const kelvin = Number(cell['redLineC'] ?? 30) - 30;
  const tenKW = Number(cell['capKW']) === 240 ? 1 : 0;
  const share =
    0.5 * technique * (1 + 0.1 * kelvin + 0.04 * tenKW) * (1 - 0.01 * Number(cell['reserveK'] ?? 0)) * spread;
  const isLarge = cell['nodes'] === '2160';
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
    variables: method === 'nlp' ? (isLarge ? 2000 : 1000) : null,
    iterations: method === 'nlp' ? Math.round((isLarge ? 150 : 100) * spread) : null,
  };
}

function records(figure: string, change: Change = (values) => values): Records {
  if (isTextFigure(figure)) {
    const design = textDesign(figure, { scale: 'reduced' });
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

function verdictOn(id: string, change?: Change): Verdict {
  const claim = TEXT_CLAIMS.find((candidate) => candidate.id === id)!;
  return verdictOf(claim.parts(figureData(records(claim.figure, change), 'averaged')));
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
  'nlp-scales-poorly': (values, cell) => ({ ...values, iterations: cell['nodes'] === '2160' ? 90 : 100 }),
  'nlp-best-at-sizes': scaled('method', 'nlp', 0.1),
  'ga-any-time': set('outcome', (cell) => (cell['method'] === 'ga-first-step' ? 'no plan' : 'plan')),
};

describe('claims of the text', () => {
  it('every claim has a world in which it is wrong', () => {
    expect(Object.keys(WRONG)).toEqual(TEXT_CLAIMS.map(({ id }) => id));
  });

  it.each(Object.entries(WRONG))(
    '%s holds where the thesis is right, and is contradicted where it is wrong',
    (id, change) => {
      expect([id, verdictOn(id), verdictOn(id, change)]).toEqual([id, 'holds', 'contradicts']);
    },
  );

  it('a claim in which something else limits the reward is not tested', () => {
    const constant = set('averagedPerS', () => 50);
    expect([verdictOn('hotter-earns', constant), verdictOn('open-earns-less', constant)]).toEqual([
      'not tested',
      'in part',
    ]);
  });
});

describe('designs of the text', () => {
  it.each(TEXT_FIGURES)('%s makes sense, with 12 trials, in full with those of the thesis', (figure) => {
    for (const scale of ['reduced', 'full'] as const) {
      const design = textDesign(figure, { scale });
      validateDesign(design);
      expect(design.trials).toBe(scale === 'full' ? 48 : 12);
    }
  });

  it('text-3.6.4 changes one level at a time', () => {
    const cells = cellsOf(textDesign('text-3.6.4', { scale: 'full' }));
    for (const { redLineC, capKW, reserveK } of cells) {
      expect([redLineC !== '30', capKW !== '230', reserveK !== '0'].filter(Boolean).length).toBeLessThan(2);
    }
    expect(new Set(cells.map(({ method }) => method))).toEqual(new Set(['greedy', 'config-lp', 'nlp']));
    // Base, two red lines, a cap and two reserves, for two kinds of aisles and three methods.
    expect(cells).toHaveLength(6 * 2 * 3);
  });
});
