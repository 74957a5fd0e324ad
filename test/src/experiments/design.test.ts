import { describe, expect, it } from 'vitest';
import { type Design, trialsOf } from '../../../src/experiments/design.js';

const DESIGN: Design = {
  name: 'two by two',
  version: 1,
  factors: [
    { name: 'size', levels: ['small', 'large'] },
    { name: 'method', levels: ['one', 'other'] },
  ],
  without: [{ size: 'large', method: 'other' }],
  trials: 3,
  seed: 40,
  settings: {},
};

describe('the trials of a design', () => {
  it('draw anew in every trial and alike in all cells of one: seeds count up from the first', () => {
    const trials = trialsOf(DESIGN);
    expect(trials.map(({ trial, seed }) => [trial, seed])).toEqual([
      ...[0, 0, 0].map((t) => [t, 40]),
      ...[1, 1, 1].map((t) => [t, 41]),
      ...[2, 2, 2].map((t) => [t, 42]),
    ]);
    expect(trials.slice(0, 3).map(({ cell }) => `${cell['size']!} ${cell['method']!}`)).toEqual([
      'small one',
      'small other',
      'large one',
    ]);
  });
});
