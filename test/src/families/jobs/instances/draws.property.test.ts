import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { loadJudgedJobs } from '../../../../../src/families/jobs/instances/load.js';
import { drawnJobs, drawnJobTypes } from '../../../../oracle/drawn-jobs.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const seeds = Array.from({ length: fuzzCount(20, 4) }, (_, n) => 4 + 997 * n);

describe('docs/jobs/draws.md has every number of a generated instance to the last digit', () => {
  it.each(seeds)('of seed %d', (seed) => {
    const base = JSON.parse(readFileSync('instances/jobs/month-2x10.json', 'utf8')) as JobsInstance;
    const period = { ...base.period, durationS: 10.3 * 86_400, startsOn: 'thursday' } as const;
    const instance: JobsInstance = { ...base, seed, period };
    const loaded = loadJudgedJobs(instance, 'instances/jobs/drawn.json', new Uint8Array());
    if (!loaded.ok) throw new Error(JSON.stringify(loaded));
    const { types, jobs, name, typeOf, arrivalS, paceOf, value } = loaded.workload;
    const drawn = drawnJobTypes(instance);
    const found = types.map(({ name: type, tasks, edges = [] }) => ({
      name: type,
      timeS: tasks.map(({ timeS }) => timeS),
      edges: edges.map(({ from, to, bytes }) => [from, to, bytes]),
    }));
    expect(found).toEqual(drawn);
    expect(jobs).toBe(500);
    const own = Array.from({ length: jobs }, (_, job) => {
      const { shape, ...curve } = value(job) as { shape: string };
      expect(shape).toBe('drawn');
      return { name: name(job), type: types[typeOf[job]!]!.name, arrivalS: arrivalS[job], pace: paceOf[job], ...curve };
    });
    expect(own).toEqual(drawnJobs(instance, types));
  });
});
