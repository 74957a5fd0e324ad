import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JobsInstance } from '../../../../../models/families/jobs/instance.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { cumulativeRate, generatedJobs } from '../../../../../src/families/jobs/instances/arrivals/generated.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const folder = lastingDirectory();

const HOUR_S = 3600;
const TYPES = [
  { name: 'one', tasks: [{ name: 'a', timeS: 60 }], share: 3 },
  { name: 'two', tasks: [{ name: 'a', timeS: 60 }] },
];

function loaded(arrivals: JobsInstance['arrivals'], files: Readonly<Record<string, string>>, more: object = {}) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  const file = join(folder, 'instance.json');
  const nodeTypes = [
    { name: 'n', nodes: 1, coresPerNode: 1, staticPowerW: 1, levels: [{ frequencyGHz: 1, dynamicPowerW: 1 }] },
  ];
  const instance = {
    format: 'plenum.jobs',
    formatVersion: 1,
    name: 'test',
    seed: 1,
    period: { durationS: 1000 },
    platform: { source: 'nodes', bytesPerS: 100, nodeTypes },
    jobTypes: { source: 'table', types: TYPES },
    value: {
      softDeadlineOverLeastTime: { least: 1, most: 1 },
      fallOverLeastTime: { least: 1, most: 1 },
      worthPerCoreHour: { least: 60, most: 60 },
    },
    arrivals,
    ...more,
  };
  writeFileSync(file, JSON.stringify(instance));
  return loadJobsInstance(file);
}

function monthIn(found: ReturnType<typeof loaded>) {
  if (!found.ok) throw new Error(JSON.stringify(found.faults));
  return found;
}

describe('generated arrivals of jobs', () => {
  const weekday = Array.from({ length: 24 }, (_, hour) => (hour >= 8 && hour < 20 ? 1 : 0.2));
  const weekend = Array.from({ length: 24 }, (_, hour) => (hour === 5 ? 0 : 0.1));

  it('come exactly as many as asked, ascending, within the period, in each hour in proportion to its weight', () => {
    const jobs = 100_000;
    const period = { durationS: 7 * 24 * HOUR_S, startsOn: 'thursday' } as const;
    const { arrivalS } = generatedJobs({ source: 'generated', jobs, rates: { weekday, weekend } }, period, TYPES, 7);
    expect(arrivalS).toHaveLength(jobs);
    const hours = new Float64Array(7 * 24);
    arrivalS.forEach((atS, n) => {
      expect(atS >= (arrivalS[n - 1] ?? 0)).toBe(true);
      hours[Math.floor(atS / HOUR_S)]!++;
    });
    // Thursday and Friday, the weekend, Monday to Wednesday.
    const weights = [weekday, weekday, weekend, weekend, weekday, weekday, weekday].flat();
    const all = 5 * (12 + 12 * 0.2) + 2 * 2.3;
    for (const [hour, count] of hours.entries()) {
      const mean = (jobs * weights[hour]!) / all;
      expect(Math.abs(count - mean)).toBeLessThanOrEqual(5 * Math.sqrt(mean));
    }
  });

  it('a last hour that is cut has its part of the weight', () => {
    const found = cumulativeRate({ weekday, weekend }, { durationS: 9.5 * HOUR_S, startsOn: 'friday' });
    expect(found.upTo.at(-1)).toBeCloseTo(8 * 0.2 + 1.5, 12);
    expect(found.fromS).toHaveLength(10);
  });

  it('take types by share', () => {
    const rates = { weekday, weekend };
    const { type } = generatedJobs({ source: 'generated', jobs: 4000, rates }, { durationS: 1e5 }, TYPES, 3);
    const first = type.filter((t) => t === 0).length;
    expect(Math.abs(first - 3000)).toBeLessThan(5 * Math.sqrt(4000 * 0.75 * 0.25));
  });
});

describe('jobs of a CSV file', () => {
  it('bring arrivals, paces and value curves, and what they leave open is drawn', () => {
    const text =
      '\uFEFFjobType,job,arrivalS,worth,softDeadlineS,endS,pace\r\ntwo,a,0,8,100,200,0.9\r\n"one","b, late",10,,,,\r\n';
    const { month, names, sha256 } = monthIn(loaded({ source: 'csv', file: 'jobs.csv' }, { 'jobs.csv': text }));
    expect([...month.typeOf]).toEqual([1, 0]);
    expect([...month.arrivalS]).toEqual([0, 10]);
    expect([...month.paceOf]).toEqual([0.9, 1]);
    expect([names.job(0), names.job(1)]).toEqual(['a', 'b, late']);
    expect([50, 150, 200].map((ageS) => utilityAt(month.values, 0, ageS))).toEqual([8, 4, 0]);
    // 60 core-seconds at 60 an hour; soft deadline at 60 s, end at 120 s.
    expect([60, 90, 120].map((ageS) => utilityAt(month.values, 1, ageS))).toEqual([1, 0.5, 0]);
    const other = monthIn(loaded({ source: 'csv', file: 'jobs.csv' }, { 'jobs.csv': text.replace('0.9', '0.8') }));
    expect(other.sha256).not.toBe(sha256);
  });

  it('a soft deadline behind the end and a quote that is never closed are told by line', () => {
    const header = 'job,jobType,arrivalS,worth,softDeadlineS,endS\n';
    const faults = (text: string) => {
      const found = loaded({ source: 'csv', file: 'bad.csv' }, { 'bad.csv': header + text });
      return found.ok ? [] : found.faults.map(({ file, path }) => [file.endsWith('bad.csv'), path]);
    };
    expect(faults('a,one,0,1,20,10\n')).toEqual([[true, 'line 2, column softDeadlineS']]);
    expect(faults('a,one,0,1,20,"10\n')).toEqual([[true, 'line 2']]);
    expect(faults('')).toEqual([[true, '']]);
  });
});

describe('jobs of a log', () => {
  const line = (n: number, submitS: number, status = 1) =>
    `${n} ${submitS} 0 60 1 -1 -1 1 60 -1 ${status} 1 1 1 1 1 -1 -1`;
  const log = ['; a log', line(1, 90), line(2, 100), line(3, 400), line(4, 300), line(5, 350, 5), line(6, 1100)].join(
    '\n',
  );

  it('are those submitted in the period, in order, without those that were cancelled', () => {
    const found = monthIn(loaded({ source: 'swf', file: 'log.swf', startS: 100 }, { 'log.swf': log }));
    expect([...found.month.arrivalS]).toEqual([0, 200, 300]);
    expect([0, 1, 2].map(found.names.job)).toEqual(['line-3', 'line-5', 'line-4']);
    expect(found.traceUse).toEqual({
      jobsInTrace: 6,
      jobsWithoutSubmitTime: 0,
      jobsInWindow: 4,
      jobsUsed: 3,
      skipped: [{ reason: 'cancelled while it ran (status 5)', jobs: 1 }],
    });
    expect(found.warnings.join(' ')).toMatch(/1 of the 4 jobs of the window are left out.*were sorted/);
  });

  it('may have submit times in Unix seconds; milliseconds of Unix are refused', () => {
    const unix = [line(1, 1_700_000_000), line(2, 1_700_000_010)].join('\n');
    const found = monthIn(loaded({ source: 'swf', file: 'unix.swf', startS: 1_700_000_000 }, { 'unix.swf': unix }));
    expect([...found.month.arrivalS]).toEqual([0, 10]);
    const refused = loaded({ source: 'swf', file: 'unix.swf', startS: 1_700_000_000_000 }, {});
    expect(refused.ok ? [] : refused.faults.map(({ path }) => path)).toEqual(['arrivals.startS']);
  });

  it('a period without jobs hears when there are some', () => {
    const found = loaded({ source: 'swf', file: 'log.swf', startS: 5000 }, { 'log.swf': log });
    expect(found.ok ? [] : found.faults).toMatchObject([
      {
        value: 'no job in [5000, 6000) s',
        allowed: 'a window with jobs: the trace has jobs submitted from 90 to 1100 s',
      },
    ]);
  });
});
