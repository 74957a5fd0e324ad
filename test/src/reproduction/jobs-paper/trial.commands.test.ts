import { describe, expect, it } from 'vitest';
import { startingUtility } from '../../../../models/families/utility-function.js';
import { cellsOf, type TrialRequest, trialsOf, validateDesign } from '../../../../src/experiments/design.js';
import { figureDesign, settingNamed } from '../../../../src/reproduction/jobs-paper/figures.js';
import { JOBS_FIGURES, type JobsFigure } from '../../../../src/reproduction/jobs-paper/names.js';
import { JOBS_PACE } from '../../../../src/reproduction/jobs-paper/pace.js';
import { jobsTrial, readingsOf } from '../../../../src/reproduction/jobs-paper/trial.js';
import { monthFor } from '../../../../src/reproduction/jobs-paper/trial-months.js';
import { loadJobsInstance } from '../../../../src/families/jobs/instances/load.js';
import { formatFaults, solve } from '../../../../src/library/index.js';
import { inTemporaryFolder } from '../../../../src/reproduction/library-calls.js';
import { memoryRecordStore, type RecordStore } from '../../../../src/runs/store/record-store.js';
import { estimateS } from '../../../../src/reproduction/estimate.js';
import { trialExecutor } from '../../../../src/reproduction/run/figure-run.js';
import { entriesOf, runTrials } from '../../../../src/reproduction/run/run-trials.js';
import { NO_MACHINE } from '../../../../src/reproduction/run/trial-record.js';
import type { TrialFrame } from '../../../../src/reproduction/run/trial-run.js';
import { knownTrials } from '../../../fixtures/reproduction/known-trials.js';
import { withMethods } from '../../../fixtures/reproduction/with-methods.js';

const designOf = (figure: JobsFigure, trials?: number) =>
  figureDesign(figure, { scale: 'reduced', ...(trials === undefined ? {} : { trials }) });

function input(figure: JobsFigure, setting: string, method: string, reading: string, trial = 0): TrialRequest {
  const { settings, seed } = designOf(figure);
  return { cell: { setting, method, reading }, trial, seed: seed + trial, settings };
}

describe('designs of the paper on jobs', () => {
  it.each(JOBS_FIGURES)('%s makes sense, and takes less than 25 minutes on two workers of a slow core', (figure) => {
    for (const scale of ['reduced', 'full'] as const) {
      const design = figureDesign(figure, { scale });
      validateDesign(design);
      for (const { setting } of cellsOf(design)) expect(settingNamed(figure, setting!).name).toBe(setting);
    }
    expect(estimateS(JOBS_PACE, trialsOf(designOf(figure)), [], 2)).toBeLessThan(25 * 60);
  });

  it('has twelve trials, a hundred in full, that begin behind the months which chose the defaults of ours', () => {
    for (const figure of JOBS_FIGURES) {
      const { trials, seed } = designOf(figure);
      expect([trials, figureDesign(figure, { scale: 'full' }).trials]).toEqual([12, 100]);
      expect(seed).toBeGreaterThan(4);
    }
  });

  it('a trial has the same jobs on every platform, and each trial others', async () => {
    const worth = (nodes: number, coresPerNode: number, trial: number): Promise<number[]> =>
      inTemporaryFolder(async (folder) => {
        const loaded = loadJobsInstance(await monthFor({ nodes, coresPerNode }, trial, folder));
        if (!loaded.ok) throw new Error(formatFaults(loaded.faults));
        const { values, arrivalS, paceOf } = loaded.month;
        return Array.from(arrivalS, (arrival, job) => arrival + startingUtility(values, job) + paceOf[job]!);
      });
    const first = await worth(6, 10, 7);
    expect(first).toEqual(await worth(3, 20, 7));
    expect(first).not.toEqual(await worth(6, 10, 8));
  });

  it('as printed: value at allocation, Eq. 3 literal, checkpoints every 5 min; ours: at completion, repaired', async () => {
    const policyOf = (reading: 'printed' | 'ours', variant: 'maxBid' | 'gaining' | null, intervalS?: number) =>
      inTemporaryFolder(async (folder) => {
        const method = variant === 'maxBid' ? 'val-opt' : 'val-en-adapt-opt';
        const month = await monthFor({ nodes: 3, coresPerNode: 10 }, 5, folder);
        const options = {
          method,
          bound: false,
          profileNodes: 0,
          workLimit: 1,
          ...readingsOf(reading, variant, method, intervalS),
        };
        const { profileNodes: _none, ...scheduled } = options;
        const solved = await solve(month, method === 'val-opt' ? scheduled : options);
        if (!solved.ok) throw new Error(formatFaults(solved.faults));
        return solved.record.details['policy'] as object;
      });
    expect(await policyOf('printed', null)).toMatchObject({
      valueAt: 'allocation',
      cores: 'atMostBest',
      adaptation: { intervalS: 300, remaining: 'literal', times: 'once', choice: 'best' },
    });
    expect(await policyOf('ours', 'gaining', 60)).toMatchObject({
      valueAt: 'completion',
      cores: 'best',
      adaptation: { intervalS: 60, remaining: 'repaired', choice: 'gaining' },
    });
    expect(await policyOf('printed', 'maxBid')).toMatchObject({ valueAt: 'allocation', cores: 'maxBid' });
  });
});

describe('jobsTrial', () => {
  it.each(knownTrials('jobs-'))(
    'finds again what it found before: $figure, $cell.setting, $cell.method, $cell.reading',
    async (known) => {
      const { figure, cell, trial, values } = known;
      const { setting, method, reading } = cell as Record<'setting' | 'method' | 'reading', string>;
      const found = await jobsTrial(input(figure as JobsFigure, setting, method, reading, trial));
      expect(found.values).toEqual(values);
    },
  );

  it('refuses an unknown method or setting', async () => {
    const refusal = (setting: string, method: string) => jobsTrial(input('jobs-nodes', setting, method, 'printed'));
    await expect(refusal('3 nodes', 'oracle')).rejects.toThrow('no method "oracle"');
    await expect(refusal('3 nodes', 'val-opt lucky')).rejects.toThrow('no method "val-opt lucky"');
    await expect(refusal('7 nodes', 'val-opt')).rejects.toThrow('no setting "7 nodes"');
  });
});

describe('a figure on jobs that was interrupted', () => {
  it('goes on to the same records, byte for byte, and runs nothing twice', async () => {
    const design = withMethods(designOf('jobs-nodes', 1), (level) => level.startsWith('val-opt'));
    const frame: TrialFrame = {
      verb: 'reproduce',
      family: 'jobs',
      options: {},
      version: '1.0.0',
      file: null,
      instance: { name: design.name, sha256: null, generated: null, changes: [] },
      budget: { timeLimitS: null, workLimit: null },
    };
    const run = async (store: RecordStore, most = Infinity) => {
      let begun = 0;
      const outcome = await runTrials({
        design,
        frame,
        store,
        executor: trialExecutor(jobsTrial, { machine: () => NO_MACHINE }),
        interrupted: () => begun++ >= most,
        onTrial: () => undefined,
      });
      const values = JSON.stringify(entriesOf(outcome.made).map(({ cell, trial, values }) => [cell, trial, values]));
      return { ...outcome, values };
    };
    const whole = await run(memoryRecordStore());
    const store = memoryRecordStore();
    const cut = await run(store, 7);
    expect([whole.complete, whole.total, cut.complete, cut.done]).toEqual([true, 20, false, 7]);
    const before = new Map([...store.keys()].map((key) => [key, store.get(key)]));
    const resumed = await run(store);
    for (const [key, text] of before) expect(store.get(key)).toBe(text);
    expect([resumed.complete, resumed.values]).toEqual([true, whole.values]);
  });
});
