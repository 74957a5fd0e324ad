import { describe, expect, it } from 'vitest';
import { type Cell, type Design, trialsOf } from '../../../src/experiments/design.js';
import type { Claim } from '../../../src/reproduction/claim.js';
import { judgeFigure, settingsText } from '../../../src/reproduction/claims.js';
import { dataWith, levelsOf, trialSeries } from '../../../src/reproduction/data.js';
import type { Paper } from '../../../src/reproduction/paper.js';
import { above, type Answer, average, greater } from '../../../src/reproduction/rules.js';

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
      parts: (data) =>
        levelsOf(data, 'method').includes('costly')
          ? [
              average(levelsOf(data, 'method').join(), trialSeries(data, { method: 'costly' }, 'earned'), (interval) =>
                above(interval, -9),
              ),
            ]
          : [],
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

  it('does not count settings in which it was not run, where only the methods that ran are levels', () => {
    expect(costly!.settings.map(({ verdict }) => verdict)).toEqual(['not tested', 'not tested', 'holds', 'not tested']);
    expect([costly!.verdict, settingsText(costly!)]).toEqual(['holds', 'with mixed, demand 0.5 alone']);
    expect(costly!.settings[2]!.parts[0]!.where).toBe('good,poor,costly');
  });

  /** The verdict over as many settings as there are words, in each of which a claim has that one. */
  const over = (...verdicts: readonly string[]): readonly [string, string] => {
    const design: Design = {
      ...DESIGN,
      factors: [{ name: 'demand', levels: verdicts.map((_, n) => String(n)) }],
      without: [],
    };
    const answers: Readonly<Record<string, readonly Answer[]>> = {
      holds: ['yes'],
      'in part': ['yes', 'no'],
      contradicts: ['no'],
      undecided: ['open'],
      'not tested': ['untested'],
    };
    const claim: Claim = {
      id: 'any',
      figure: 'fig',
      says: '',
      rule: '',
      parts: (data) =>
        answers[verdicts[Number(levelsOf(data, 'demand')[0])]!]!.map((answer) => ({ where: '', figure: '', answer })),
    };
    const made = trialsOf(design).map((input) => ({ ...input, values: {} }));
    const [one] = judgeFigure(
      { ...paper, claims: [claim], calibration: { factors: ['demand'], isAdmissible: () => true } },
      'fig',
      { design, records: made },
    );
    return [one!.verdict, settingsText(one!)];
  };

  it('holds if it holds in all settings, and no single one of many decides', () => {
    expect(over('holds', 'holds')).toEqual(['holds', 'holds in 2 of 2']);
    expect(over('holds', 'undecided', 'undecided')[0]).toBe('undecided');
    expect(over('contradicts', 'undecided', 'undecided')[0]).toBe('undecided');
    expect(over('holds', 'not tested', 'not tested')[0]).toBe('undecided');
    expect(over('holds', 'holds', 'undecided')[0]).toBe('in part');
    expect(over('holds', 'contradicts')[0]).toBe('in part');
    expect(over('in part', 'in part')[0]).toBe('in part');
    expect(over('contradicts', 'contradicts', 'undecided')).toEqual([
      'contradicts',
      'holds in 0 of 3, undecided in 1, contradicts in 2',
    ]);
    expect(over('not tested', 'not tested')[0]).toBe('not tested');
    expect(over('holds', 'holds', 'not tested')).toEqual([
      'in part',
      'holds in 2 of 3, not tested in 1; always with demand 0, demand 1; never with demand 2',
    ]);
  });
});
