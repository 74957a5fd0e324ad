import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonElements } from '../../../../src/imports/json-elements.js';
import { RunRegister } from '../../../../src/imports/slurm-jobs/run-register.js';
import type { SourceFile } from '../../../../src/imports/source-file.js';
import { fuzzCount } from '../../../support/fuzz.js';
import { imported, jobsOf, logText } from '../../../support/job-logs.js';

/** Seconds of a day. */
const DAY_S = 86_400;
/** Beginning of the day on which jobs of these tests are submitted, s since 1970. */
const FIRST_S = Date.UTC(2024, 2, 5) / 1000;

const job = fc.record({
  submitS: fc.integer({ min: 0, max: 3 * DAY_S }),
  waitS: fc.integer({ min: 0, max: DAY_S }),
  runS: fc.integer({ min: 0, max: 2 * DAY_S }),
  suspendedS: fc.constantFrom(0, 0, 1, 5000),
  cpus: fc.integer({ min: 1, max: 64 }),
  account: fc.constantFrom('a', 'b', 'c'),
});

/** A run in seconds from the beginning of the first day. */
interface Run {
  readonly fromS: number;
  readonly toS: number;
  readonly runS: number;
  readonly cpus: number;
  readonly submitS: number;
}

describe('JobLog', () => {
  it('core-seconds are those of the rows, in the counts, in the table and by rate, time and window; cores are busy as added up by hand', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(job, { minLength: 1, maxLength: 40 }),
        fc.constantFrom('ends', 'submits', 'auto'),
        async (jobs, by) => {
          const rows = jobs.map(({ submitS, waitS, runS, suspendedS, cpus, account }, n) => ({
            JobID: n + 1,
            NCPUS: cpus,
            Account: account,
            Submit: FIRST_S + submitS,
            Start: FIRST_S + submitS + waitS,
            End: FIRST_S + submitS + waitS + runS + (runS > 0 ? suspendedS : 0),
            Elapsed: `0-00:00:${runS}`,
          }));
          const made = await imported([logText(rows)], { zone: undefined, words: { window: by } });
          const counts = made.counts as Readonly<Record<string, number>>;
          const ran: Run[] = jobs
            .filter(({ runS }) => runS > 0)
            .map(({ submitS, waitS, runS, suspendedS, cpus }) => {
              const fromS = submitS + waitS;
              return { fromS, toS: fromS + runS + suspendedS, runS, cpus, submitS };
            });
          const coreS = ran.reduce((sum, { cpus, runS }) => sum + cpus * runS, 0);
          const table = jobsOf(made).reduce((sum, { cores, runTimeS }) => sum + Number(cores) * Number(runTimeS), 0);
          expect([counts.ran, counts.coreS, table]).toEqual([ran.length, coreS, coreS]);
          const fromS = Date.parse(String(counts.windowFrom)) / 1000 - FIRST_S;
          const exactFromS = made.span!.fromMs / 1000 - FIRST_S;
          expect(Math.abs(fromS - exactFromS)).toBeLessThan(60);
          const toS = exactFromS + counts.windowS!;
          const within = ran.filter(({ submitS }) => String(counts.window) === 'ends' || submitS >= exactFromS);
          const windowCoreS = within.reduce((sum, { cpus, runS }) => sum + cpus * runS, 0);
          expect([counts.ranInWindow, counts.coreSInWindow]).toEqual([within.length, windowCoreS]);
          if (counts.windowS === 0) return;
          expect(counts.jobsPerS! * counts.windowS!).toBeCloseTo(within.length, 6);
          const busy = ran.reduce((sum, run) => sum + run.cpus * busyS(run, exactFromS, toS), 0);
          expect(counts.busyCores! * counts.windowS!).toBeCloseTo(busy, 3);
        },
      ),
      { seed: 48, numRuns: fuzzCount(60) },
    );
  });
});

/** Returns the time for which a run was busy within [fromS, toS), s; suspensions are spread over the run. */
function busyS(run: Run, fromS: number, toS: number): number {
  const isRounded = run.toS - run.fromS - run.runS <= 1;
  const beginS = isRounded ? run.toS - run.runS : run.fromS;
  const overlapS = Math.max(0, Math.min(run.toS, toS) - Math.max(beginS, fromS));
  return isRounded ? overlapS : (overlapS * run.runS) / (run.toS - run.fromS);
}

describe('RunRegister', () => {
  it('says of each run what a list of all runs before says', () => {
    const run = fc.tuple(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 0, max: 4 }),
    );
    fc.assert(
      fc.property(fc.array(run, { maxLength: 9000, size: 'max' }), (runs) => {
        const register = new RunRegister();
        const all = new Set<string>();
        const jobs = new Set<number>();
        for (const [id, submitS, startS] of runs) {
          const key = `${id}|${submitS}|${startS}`;
          const expected = all.has(key) ? 'twice' : jobs.has(id) ? 'another' : 'first';
          expect(register.add(`c|${id}`, submitS, startS)).toBe(expected);
          all.add(key);
          jobs.add(id);
          expect(register.has(`c|${id}`, submitS, 5)).toBe(false);
          expect(register.has(`c|${id}`, submitS)).toBe(true);
        }
      }),
      { seed: 48, numRuns: fuzzCount(10) },
    );
  });
});

describe('jsonElements', () => {
  it('hands out what JSON.parse reads, wherever the text is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.jsonValue(),
        fc.constantFrom(undefined, 1),
        fc.array(fc.nat(400), { maxLength: 30 }),
        async (jobs, other, indent, cuts) => {
          const text = JSON.stringify({ other, jobs, last: [other] }, null, indent);
          const ends = [...new Set([...cuts.filter((cut) => cut > 0 && cut < text.length), text.length])].sort(
            (a, b) => a - b,
          );
          const pieces = ends.map((end, n) => text.slice(ends[n - 1] ?? 0, end));
          const source = { file: 'log', pieces: () => pieces } as unknown as SourceFile;
          const found: unknown[] = [];
          for await (const { value } of jsonElements(source, 'jobs')) found.push(value);
          expect(found).toEqual(JSON.parse(JSON.stringify(jobs)));
        },
      ),
      { seed: 48, numRuns: fuzzCount(200) },
    );
  });
});
