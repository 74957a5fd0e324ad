import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadUtilityInstance } from '../../../../../src/families/utility/instances/load.js';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { MALFORMED_UTILITY } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

function faultsIn(name: string): readonly Fault[] {
  const loaded = loadUtilityInstance(`${DIRECTORY}/utility-${name}.json`);
  return loaded.ok ? [] : loaded.faults;
}

describe('malformed utility instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^utility-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_UTILITY).sort());
    expect(files.length).toBeGreaterThanOrEqual(70);
  });

  it.each(Object.entries(MALFORMED_UTILITY))('%s: exactly the faulty places are named', (name, paths) => {
    const found = faultsIn(name.replace('utility-', ''));
    expect(found.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { file, allowed, remedy } of found) {
      expect(file).toMatch(/malformed\/(utility-.*\.(json|csv|swf)|no-such-file\.csv|no-such-log\.swf)$/);
      expect(allowed).toMatch(/\w/);
      expect(allowed).not.toContain('another value');
      expect(remedy).toMatch(/\w.*[.]/);
    }
  });

  it('utility that rises where an interval has decayed below the next one names the most it may be', () => {
    // From 600 to 1800 s by 0.1 a minute: exp(-2).
    expect(faultsIn('rises-after-decay')[0]).toMatchObject({ value: 0.9, allowed: 'at most 0.135335' });
  });

  it('an empty interval, a class without start and one that starts late say which is meant', () => {
    expect(faultsIn('empty-interval')[0]?.remedy).toBe('The one before it is empty: remove one of the two.');
    expect(faultsIn('class-without-start')[0]).toMatchObject({
      value: undefined,
      allowed: 'startS or startOverMeanTime',
    });
    expect(faultsIn('class-starts-late')[0]).toMatchObject({ value: 10, allowed: '0 for the first one' });
  });

  it('a task that fits no pool is told which numbers of cores fit', () => {
    expect(faultsIn('task-fits-no-pool')[0]).toMatchObject({
      value: 5,
      allowed: 'cores that fit a pool that can run "flow": 1 to 4 on "a", 2 on "b"',
    });
  });

  it('a budget of 0 and a negative one are refused with the range', () => {
    expect(faultsIn('budget-zero')[0]).toMatchObject({
      value: 0,
      allowed: expect.stringContaining('at least') as string,
    });
    expect(faultsIn('budget-negative')[0]?.value).toBe(-5);
  });

  it('factors of bursts whose mean is not 1 hear the one that makes it so', () => {
    // 600 x 5 + 3000 x 0.2 = 3600.
    expect(faultsIn('bursts-off-mean')[0]?.remedy).toBe('Set it to 5, or correct the others.');
  });

  it('the report for people names file, count, path, value, range and remedy', () => {
    expect(formatFaults(faultsIn('arrivals-out-of-order'))).toBe(
      [
        'instances/malformed/utility-arrivals-out-of-order.json: 1 fault',
        '  arrivals.tasks[1].arrivalS',
        '    found:   60',
        '    allowed: at least 120 (s), that of a task before it',
        '    remedy:  Sort the tasks by arrival.',
      ].join('\n'),
    );
  });
});
