import { describe, expect, it } from 'vitest';
import { type Cell, type Design, trialsOf } from '../../../src/experiments/design.js';
import { judgeFigure } from '../../../src/reproduction/claims.js';
import { dataWith, levelsOf, trialSeries } from '../../../src/reproduction/data.js';
import type { Paper } from '../../../src/reproduction/paper.js';
import { above, average, greater } from '../../../src/reproduction/rules.js';

const DESIGN: Design = {
  name: 'fig reduced',
  version: 1,
  factors: [
    { name: 'room', levels: ['nominal', 'mixed'] },
    { name: 'demand', levels: ['0.5', '1'] },
    { name: 'method', levels: ['good', 'poor', 'costly'] },
  ],
  // The third method runs in one setting alone.
  without: [
    { room: 'nominal', method: 'costly' },
    { demand: '1', method: 'costly' },
  ],
  trials: 3,
  seed: 1,
  settings: {},
};

/** By hand: the good method is ahead by 1 in the mixed room at demand 0.5, and behind by 1 elsewhere. */
const earned = (cell: Cell, trial: number): number =>
  trial + (cell['method'] === 'good' ? (cell['room'] === 'mixed' && cell['demand'] === '0.5' ? 1 : -1) : 0);

const paper: Pick<Paper, 'claims' | 'views' | 'calibration'> = {
  claims: [
    {
      id: 'ahead',
      figure: 'fig',
      says: 'The good method is ahead.',
      rule: '',
      parts: (data) => {
        const of = (method: string) => trialSeries(data, { method }, 'earned');
        return [greater('good over poor', of('good'), of('poor'))];
      },
    },
    {
      id: 'costly',
      figure: 'fig',
      says: 'The costly method earns.',
      rule: '',
      parts: (data) => [
        average(
          levelsOf(data, 'method').join(),
          levelsOf(data, 'method').includes('costly') ? trialSeries(data, { method: 'costly' }, 'earned') : new Map(),
          (interval) => above(interval, -9),
        ),
      ],
    },
  ],
  views: [{ kind: 'thesis', words: '', key: '', data: (records) => dataWith(records, '', () => ({})) }],
  calibration: { factors: ['room', 'demand'], isAdmissible: ({ room }) => room === 'mixed' },
};

const records = {
  design: DESIGN,
  records: trialsOf(DESIGN).map((input) => ({ ...input, values: { earned: earned(input.cell, input.trial) } })),
};

describe('a claim of a calibrated paper', () => {
  const [ahead, costly] = judgeFigure(paper, 'fig', records);

  it('has a verdict in each setting, of which the admissible ones are counted', () => {
    expect(ahead!.settings.map(({ levels, isAdmissible, verdict }) => [levels, isAdmissible, verdict])).toEqual([
      [{ room: 'nominal', demand: '0.5' }, false, 'contradicts'],
      [{ room: 'nominal', demand: '1' }, false, 'contradicts'],
      [{ room: 'mixed', demand: '0.5' }, true, 'holds'],
      [{ room: 'mixed', demand: '1' }, true, 'contradicts'],
    ]);
    expect(ahead!.parts.map(({ where, answer }) => [where, answer])).toEqual([
      ['mixed, demand 0.5: good over poor', 'yes'],
      ['mixed, demand 1: good over poor', 'no'],
    ]);
    expect(ahead!.verdict).toBe('in part');
  });

  it('does not count settings in which it was not tested, where only the methods that ran are levels', () => {
    expect(costly!.settings.map(({ verdict }) => verdict)).toEqual(['not tested', 'not tested', 'holds', 'not tested']);
    expect(costly!.verdict).toBe('holds');
    expect(costly!.settings.map(({ parts }) => parts[0]!.where)).toEqual([
      'good,poor',
      'good,poor',
      'good,poor,costly',
      'good,poor',
    ]);
  });
});
