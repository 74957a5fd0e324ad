import { describe, expect, it } from 'vitest';
import type { RobustPlan } from '../../../../../models/families/robust/plan.js';
import type { ParsedPlan } from '../../../../../src/check/parse-plan.js';
import { parseRobustPlan } from '../../../../../src/families/robust/check/parse-robust-plan.js';
import { tinyRobust } from '../../../../support/robust.js';

const { instance, times } = tinyRobust();
const SUBJECT = { instance, times, sha256: 'a'.repeat(64) };
const PLAN: RobustPlan = {
  format: 'plenum.robust-bag-of-tasks-plan',
  formatVersion: 1,
  instance: { name: 'tiny', sha256: SUBJECT.sha256 },
  method: 'by hand',
  goal: 'eo-mc',
  claimed: { makespanZ: 1e308, energyZ: -0.5 },
  cores: [
    { node: 'fast', core: 1, tasks: ['t1', 't2', 't4'], pStates: [0, 1, 2] },
    { node: 'slow', core: 0, tasks: ['t3'], pStates: [1] },
  ],
};

function parse(change: object, subject: typeof SUBJECT | undefined = SUBJECT): ParsedPlan<RobustPlan> {
  return parseRobustPlan(JSON.stringify({ ...PLAN, ...change }), 'plan.json', subject);
}

function paths(parsed: ParsedPlan<RobustPlan>): string[] {
  return 'faults' in parsed ? parsed.faults.map(({ path }) => path) : [];
}

describe('parseRobustPlan', () => {
  it('returns what was written', () => {
    expect(parse({})).toEqual({ plan: PLAN, warnings: [] });
    expect(parse({}, undefined)).toEqual({ plan: PLAN, warnings: [] });
  });

  it('names file, path, value, allowed values and remedy of what has the wrong form', () => {
    expect(parse({ goal: 'both', cores: [{ ...PLAN.cores[0]!, core: '1', extra: 0 }] })).toEqual({
      faults: [
        {
          file: 'plan.json',
          path: 'goal',
          value: '"both"',
          allowed: '"mo-ec" or "eo-mc"',
          remedy: 'Replace it by "mo-ec" or "eo-mc".',
        },
        expect.objectContaining({ path: 'cores[0].core', value: '"1"', allowed: 'a finite number' }),
        expect.objectContaining({ path: 'cores[0].extra', remedy: 'Remove "extra", or correct its spelling.' }),
      ],
    });
  });

  it('counts faults beyond the twentieth of a kind, and of a plan for something else says only that', () => {
    const strange = { node: 'fast', core: 0, tasks: Array.from({ length: 50 }, (_, n) => `x${n}`), pStates: [] };
    const parsed = parse({ cores: [...PLAN.cores, { ...strange, pStates: strange.tasks.map(() => 0) }] });
    const values = 'faults' in parsed ? parsed.faults.map(({ value }) => value) : [];
    expect([values.length, values[19], values[20]]).toEqual([21, '"x19"', '30 more of kind plan']);
    const instanceOf = (name: string): object => ({ instance: { name, sha256: SUBJECT.sha256 } });
    expect(paths(parse({ ...instanceOf('elsewhere'), cores: [strange] }))).toEqual(['instance.name']);
    expect(parse(instanceOf('elsewhere'))).toMatchObject({ plan: { method: 'by hand' } });
  });

  it.each(['format', 'formatVersion', 'instance', 'method', 'goal', 'claimed', 'cores'])('asks for %s', (key) => {
    expect(paths(parse({ [key]: undefined }))).toEqual([key]);
  });

  it('refuses other formats, newer versions and what is no JSON with one problem each', () => {
    expect(paths(parse({ format: 'plenum.reward-rate-plan', cores: 7 }))).toEqual(['format']);
    expect(paths(parse({ formatVersion: 2, cores: 7 }))).toEqual(['formatVersion']);
    expect(parseRobustPlan('{', 'plan.json')).toMatchObject({ faults: [{ path: '', allowed: 'JSON' }] });
  });

  it('lists all that does not fit the instance, in the order of the plan', () => {
    const parsed = parse({
      cores: [
        { node: 'fats', core: 0, tasks: ['t1', 't7'], pStates: [0, 0] },
        { node: 'fast', core: 2, tasks: [], pStates: [] },
        { node: 'slow', core: 0, tasks: ['t1', 't4', 't2'], pStates: [0, 0, 2, 0] },
      ],
    });
    expect(paths(parsed)).toEqual([
      'cores[0].node',
      'cores[0].tasks[1]',
      'cores[1].core',
      'cores[2].pStates.length',
      'cores[2].tasks[0]',
      'cores[2].tasks[1]',
      'cores[2].pStates[2]',
      'cores',
    ]);
    expect(parsed).toMatchObject({
      faults: [
        { file: 'plan.json', value: '"fats"', allowed: 'a node of the instance' },
        { value: '"t7"', allowed: 'a task of the instance' },
        { value: '2', allowed: 'a whole number from 0 to 1 on "fast"' },
        { value: '4', allowed: '3, one per task' },
        { value: '"t1"', remedy: 'Remove it here or at cores[0].tasks[0].' },
        { value: '"t4"', allowed: 'a task that can run on "slow"' },
        { value: '2', allowed: 'a whole number from 0 to 1 on "slow"' },
        { value: '"t3"', allowed: 'every task once', remedy: 'Give it a core and a P-state.' },
      ],
    });
  });

  it('takes a plan made for other bytes, with a warning', () => {
    const sha256 = 'b'.repeat(64);
    expect(parse({ instance: { name: 'tiny', sha256 } })).toMatchObject({
      plan: { method: 'by hand' },
      warnings: ['The plan was made for another version of the instance (its SHA-256 differs).'],
    });
    expect(parse({ instance: { name: 'huge', sha256 } })).toMatchObject({
      warnings: ['The plan was made for "huge", not for "tiny".'],
    });
    expect(parse({ instance: { name: 'huge', sha256: SUBJECT.sha256 } })).toMatchObject({ warnings: [] });
  });
});
