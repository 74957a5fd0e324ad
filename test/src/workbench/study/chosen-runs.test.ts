import { describe, expect, it } from 'vitest';
import type { StudyRun } from '../../../../src/studies/plan/run.js';
import { chosenRuns, keyTest } from '../../../../src/workbench/study/chosen-runs.js';

const key = (beginning: string): string => beginning.padEnd(64, '0');
const KEYS = [key('aaaaaa1'), key('aaaaaa2'), key('bbbbbb1')];
const RUNS = KEYS.map((own) => ({ key: own }) as StudyRun);

const chosen = (...keys: readonly string[]): unknown => {
  const answer = chosenRuns(RUNS, keys);
  return 'path' in answer ? answer : answer.map((run) => run.key);
};

describe('runs chosen by their keys', () => {
  it('are those with the key, or with the only key that begins so, once each and in the order of the study', () => {
    expect(chosen('bbbbbb', KEYS[0]!)).toEqual([KEYS[0], KEYS[2]]);
    expect(chosen('aaaaaa2', KEYS[1]!)).toEqual([KEYS[1]]);
  });

  it('are refused where several begin so, which are named', () => {
    expect(chosen('aaaaaa')).toMatchObject({
      path: '--runs',
      value: 'aaaaaa',
      remedy: `Write more digits: ${KEYS[0]!}, ${KEYS[1]!} begin with these.`,
    });
    // Though one of them is asked for by its whole key.
    expect(chosen(KEYS[0]!, 'aaaaaa')).toMatchObject({ value: 'aaaaaa' });
  });

  it('are refused where none begins so, and the nearest are named', () => {
    expect(chosen('bbbbbb', 'aaaaab')).toMatchObject({
      value: 'aaaaab',
      remedy: `Copy them from the records, or from the report. Nearest: ${KEYS[0]!}, ${KEYS[1]!}.`,
    });
    expect(chosen('cccccc')).toMatchObject({ remedy: 'Copy them from the records, or from the report.' });
  });

  it('of a whole key that the study has no more say that the study was changed', () => {
    expect(chosen(key('c'))).toMatchObject({ remedy: expect.stringContaining('was changed') as string });
  });
});

it('a key is asked for by itself or by its beginning', () => {
  const isAsked = keyTest([KEYS[0]!, 'bbbbbb']);
  expect(KEYS.map(isAsked)).toEqual([true, false, true]);
});
