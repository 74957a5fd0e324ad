import { describe, expect, it } from 'vitest';
import { parseJobsPlan } from '../../../../../src/families/jobs/check/parse-jobs-plan.js';

const SUBJECT = { name: 'tiny', sha256: 'a'.repeat(64) };
const PIECE = { node: 0, point: 0, startS: 0, endS: 120 };
const PLAN = {
  format: 'plenum.jobs-plan',
  formatVersion: 1,
  instance: SUBJECT,
  method: 'price',
  claimed: { value: 3.75, energyJ: 300 },
  points: [
    {
      jobType: 'task',
      nodeType: 'node',
      cores: 1,
      timeS: 100,
      energyJ: 250,
      tasks: [{ task: 'only', core: 0, level: 0, startS: 0, endS: 100 }],
    },
  ],
  runs: [{ job: 'slow', value: 3.75, pieces: [PIECE] }],
  dropped: [{ job: 'quick', atS: 100, reason: 'worthless' }],
};

const faultsOf = (text: string): readonly { path: string; value: string; allowed: string; remedy: string }[] => {
  const parsed = parseJobsPlan(text, 'plan.json', SUBJECT);
  return 'faults' in parsed ? parsed.faults : [];
};

describe('plans of months', () => {
  it('are read as they stand', () => {
    expect(parseJobsPlan(JSON.stringify(PLAN), 'plan.json', SUBJECT)).toEqual({ plan: PLAN, warnings: [] });
  });

  it.each<[string, object, string, string]>([
    [
      'a negative moment',
      { dropped: [{ job: 'quick', atS: -1, reason: 'worthless' }] },
      'dropped[0].atS',
      'a number from 0 to 1000000000000000000',
    ],
    [
      'a moment beyond all times',
      { runs: [{ job: 'slow', value: 1, pieces: [{ ...PIECE, endS: 1e308 }] }] },
      'runs[0].pieces[0].endS',
      'a number from 0 to 1000000000000000000',
    ],
    [
      'a negative overhead',
      { runs: [{ job: 'slow', value: 1, pieces: [{ ...PIECE, overheadS: -1 }] }] },
      'runs[0].pieces[0].overheadS',
      'a number from 0 to 1000000000000000000',
    ],
    [
      'half a node',
      { runs: [{ job: 'slow', value: 1, pieces: [{ ...PIECE, node: 0.5 }] }] },
      'runs[0].pieces[0].node',
      'a whole number, at least 0',
    ],
    ['a text for a number', { claimed: { value: '4', energyJ: 1 } }, 'claimed.value', 'a finite number'],
    [
      'no checkpoints at no distance',
      { checkpointIntervalS: 0 },
      'checkpointIntervalS',
      'a number above 0, at most 1000000000000000000',
    ],
    [
      'a job that ran in no piece',
      { runs: [{ job: 'slow', value: 1, pieces: [] }] },
      'runs[0].pieces',
      'a list with at least 1 entry',
    ],
    [
      'another reason to drop a job',
      { dropped: [{ job: 'quick', atS: 1, reason: 'late' }] },
      'dropped[0].reason',
      '"worthless" or "hopeless" or "unprofitable"',
    ],
    ['an object for a list', { points: { length: 1e9 } }, 'points', 'a list'],
    ['a key that there is not', { bonus: 1 }, 'bonus', 'no such key'],
    [
      'a digest that is none',
      { instance: { name: 'tiny', sha256: 'A'.repeat(64) } },
      'instance.sha256',
      '64 hexadecimal digits in lower case',
    ],
    ['another instance', { instance: { name: 'other', sha256: 'b'.repeat(64) } }, 'instance.name', 'a plan for "tiny"'],
    ['a version to come', { formatVersion: 2 }, 'formatVersion', 'at most 1'],
    ['another format', { format: 'plenum.utility-schedule' }, 'format', '"plenum.jobs-plan"'],
  ])('are refused with %s', (_, change, path, allowed) => {
    const [fault, ...others] = faultsOf(JSON.stringify({ ...PLAN, ...change }));
    expect(fault).toMatchObject({ path, allowed });
    expect(fault!.remedy).not.toBe('');
    expect(others).toEqual([]);
  });

  it('are refused with numbers that JSON has not, keys of prototypes and truncated text', () => {
    expect(faultsOf(JSON.stringify(PLAN).replace('3.75', 'NaN'))).toHaveLength(1);
    expect(faultsOf(JSON.stringify(PLAN).slice(0, -3))).toHaveLength(1);
    expect(faultsOf(JSON.stringify(PLAN).replace('"method"', '"__proto__":{"method":"x"},"method"'))).toMatchObject([
      { path: '__proto__', allowed: 'no such key' },
    ]);
    expect(faultsOf('[]')).toHaveLength(1);
  });

  it('are refused with a hundred problems listed and the others counted', () => {
    const dropped = Array.from({ length: 20_000 }, () => ({ job: 'x', atS: -1, reason: 'worthless' }));
    const faults = faultsOf(JSON.stringify({ ...PLAN, dropped }));
    expect(faults).toHaveLength(101);
    expect(faults[100]).toMatchObject({ value: '19900 more faults' });
  });

  it('made for other bytes of the same instance get a warning', () => {
    const changed = { ...PLAN, instance: { name: 'tiny', sha256: 'b'.repeat(64) } };
    expect(parseJobsPlan(JSON.stringify(changed), 'plan.json', SUBJECT)).toMatchObject({
      warnings: ['The plan was made for another version of the instance (its SHA-256 differs).'],
    });
  });
});
