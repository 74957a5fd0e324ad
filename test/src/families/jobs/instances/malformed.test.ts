import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { jobsFiles, loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { formatFaults, type Fault } from '../../../../../src/instances/fault.js';
import { MALFORMED_JOBS } from './malformed-paths.js';

const DIRECTORY = 'instances/malformed';

function faultsIn(name: string): readonly Fault[] {
  const loaded = loadJobsInstance(`${DIRECTORY}/jobs-${name}.json`);
  return loaded.ok ? [] : loaded.faults;
}

describe('malformed jobs instances', () => {
  it('every file of the corpus has its expectation and every expectation its file', () => {
    const files = readdirSync(DIRECTORY).filter((file) => /^jobs-.*\.json$/.test(file));
    expect(files.map((file) => file.replace(/\.json$/, '')).sort()).toEqual(Object.keys(MALFORMED_JOBS).sort());
    expect(files.length).toBeGreaterThanOrEqual(60);
  });

  it.each(Object.entries(MALFORMED_JOBS))('%s: exactly the faulty places are named', (name, paths) => {
    const found = faultsIn(name.replace('jobs-', ''));
    expect(found.map(({ path }) => path).sort()).toEqual([...paths].sort());
    for (const { file, allowed, remedy } of found) {
      expect(file).toMatch(/malformed\/(jobs-.*\.(json|csv)|no-such-jobs\.csv|no-such-log\.swf|utility-.*\.swf)$/);
      expect(allowed).toMatch(/\w/);
      expect(allowed).not.toContain('another value');
      expect(remedy).toMatch(/\w.*[.]/);
    }
  });

  it('the tasks of a cycle are named in the order in which they wait for each other', () => {
    expect(formatFaults(faultsIn('cycle'))).toBe(
      [
        'instances/malformed/jobs-cycle.json: 1 fault',
        '  jobTypes.types[0].edges',
        '    found:   "a cycle of 3: a -> b -> c -> a"',
        '    allowed: a graph without cycles',
        '    remedy:  Each of these tasks waits for the one before it, so that none can begin: remove an edge.',
      ].join('\n'),
    );
    expect(faultsIn('cycle-of-one')[0]?.value).toBe('a cycle of 1: b -> b');
  });

  it('a deadline in seconds behind an end in least response times is told with both in seconds', () => {
    // On the fastest level a, b and c take 60, 30 and 20 s one after the other: the end is at 3 x 110 s.
    expect(faultsIn('soft-deadline-in-seconds-behind-end')[0]).toMatchObject({
      value: '330 s',
      allowed: 'at least 2000 s, the soft deadline',
    });
  });

  it('a task of two cores is told what to do instead', () => {
    expect(faultsIn('two-cores')[0]).toMatchObject({ value: 2, allowed: '1' });
    expect(faultsIn('two-cores')[0]?.remedy).toContain('A task occupies one core');
  });

  it('ten thousand tasks in one long cycle, or all edges twice, are refused without naming them all', () => {
    const base = JSON.parse(readFileSync(`${DIRECTORY}/jobs-cycle.json`, 'utf8')) as Record<string, unknown>;
    const tasks = Array.from({ length: 255 }, (_, n) => ({ name: `task ${n} ${'x'.repeat(200)}`, timeS: 1 }));
    const ring = tasks.map(({ name }, n) => ({ from: name, to: tasks[(n + 1) % tasks.length]!.name }));
    const types = Array.from({ length: 40 }, (_, t) => ({ name: `type ${t}`, tasks, edges: [...ring, ...ring] }));
    const judged = jobsFiles.judge({ ...base, jobTypes: { source: 'table', types } });
    if (judged.ok) throw new Error('accepted');
    expect(judged.faults.length).toBeLessThanOrEqual(101);
    expect(JSON.stringify(judged.faults.slice(0, 100)).length).toBeLessThan(200_000);
  });
});
