import { describe, expect, it } from 'vitest';
import { parsePlan } from '../../../../../src/families/reward-rate/check/parse-plan.js';
import type { PlanFileFault } from '../../../../../src/check/parse-plan.js';
import { planOf, whole } from './two-zones.js';

const plan = planOf({ 'R2/L1': [whole(2, 'a')] });

function faultsOf(change: Record<string, unknown>): PlanFileFault[] {
  const result = parsePlan(JSON.stringify({ ...plan, ...change }), 'plan.json');
  return 'faults' in result ? result.faults : [];
}

describe('parsePlan', () => {
  it('returns what was written', () => {
    expect(parsePlan(JSON.stringify(plan), 'plan.json')).toEqual({ plan });
  });

  it('leaves impossible numbers to the check, which gives their amounts', () => {
    expect(faultsOf({ assignments: [{ zone: '', nodes: -1.5, cores: [whole(-2, 'zzz', 99)] }] })).toEqual([]);
  });

  it('names file, path, value, allowed values and remedy of every problem', () => {
    const [share] = plan.assignments[0]!.cores!;
    const cores = [{ ...share!, count: 'two' }];
    expect(faultsOf({ method: 7, assignments: [{ ...plan.assignments[0]!, cores }] })).toEqual([
      { file: 'plan.json', path: 'method', value: '7', allowed: 'a string', remedy: 'Replace it by a string.' },
      {
        file: 'plan.json',
        path: 'assignments[0].cores[0].count',
        value: '"two"',
        allowed: 'a finite number',
        remedy: 'Replace it by a finite number.',
      },
    ]);
  });

  it.each(['zone', 'nodes', 'cores', 'count', 'slices', 'taskType', 'pState', 'fraction'])(
    'refuses a %s of the wrong kind',
    (key) => {
      const text = JSON.stringify(plan).replace(new RegExp(`"${key}":("[^"]*"|[0-9]+|\\[)`), (found, value: string) =>
        value === '[' ? `"${key}":0,"was":[` : found.replace(value, 'true'),
      );
      const result = parsePlan(text, 'f');
      const paths = 'faults' in result ? result.faults.map((fault) => fault.path) : [];
      expect(paths.some((path) => path.endsWith(`.${key}`))).toBe(true);
    },
  );

  it('asks for what is missing', () => {
    expect(faultsOf({ setPointsC: undefined })).toMatchObject([
      { path: 'setPointsC', value: 'nothing', allowed: 'an object', remedy: 'Add it.' },
    ]);
  });

  it('refuses unknown keys, each by its path', () => {
    const assignments = [{ ...plan.assignments[0]!, node: 1, colour: 'red' }];
    expect(faultsOf({ assignments })).toMatchObject([
      {
        path: 'assignments[0].node',
        value: '1',
        allowed: 'no such key',
        remedy: 'Remove "node", or correct its spelling.',
      },
      { path: 'assignments[0].colour', value: '"red"' },
    ]);
  });

  it('refuses a newer format version with one problem that says so', () => {
    const [fault, ...more] = faultsOf({ formatVersion: 2, method: 7 });
    expect(fault).toMatchObject({ path: 'formatVersion', value: '2', allowed: 'at most 1' });
    expect(fault!.remedy).toContain('newer version');
    expect(more).toEqual([]);
  });

  it('refuses versions that never existed and hashes that are none', () => {
    expect(faultsOf({ formatVersion: 0 })).toMatchObject([{ path: 'formatVersion', value: '0', allowed: '1' }]);
    expect(faultsOf({ instance: { name: 'x', sha256: 'XYZ' } })).toMatchObject([
      { path: 'instance.sha256', value: '"XYZ"', allowed: '64 hexadecimal digits in lower case' },
    ]);
  });

  it('refuses other files with one problem', () => {
    expect(faultsOf({ format: 'plenum.reward-rate' })).toMatchObject([
      { path: 'format', value: '"plenum.reward-rate"', allowed: '"plenum.reward-rate-plan"' },
    ]);
    expect(parsePlan('[1]', 'f')).toMatchObject({ faults: [{ path: 'format', value: 'nothing' }] });
    expect(parsePlan('{', 'f')).toMatchObject({ faults: [{ file: 'f', path: '', allowed: 'JSON' }] });
  });

  it('refuses numbers too large to be finite', () => {
    const text = JSON.stringify(plan).replace('"claimedRewardPerS":0', '"claimedRewardPerS":1e999');
    expect(parsePlan(text, 'f')).toMatchObject({
      faults: [{ path: 'claimedRewardPerS', value: 'Infinity', allowed: 'a finite number' }],
    });
  });
});
