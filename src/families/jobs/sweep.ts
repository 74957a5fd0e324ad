import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { COMMAND_LINE } from '../../instances/fault.js';
import { digestOf } from '../../runs/digest.js';
import type { Words } from '../family.js';
import {
  foundBySweep,
  limitsFault,
  type PreparedStudy,
  refusedFor,
  type SweepOfFamily,
  type SweepRequest,
} from '../studies.js';
import type { Fault, Refused } from '../../instances/fault.js';
import { loadJobsInstance } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { monthSweepCsv, monthSweepText } from './report/sweep.js';
import { choicesOn, type JobsRequest, jobsAsked, unheeded } from './runs/choices.js';
import { askedAt, type MonthAxis, monthAxis } from './studies/sweep/axis.js';
import type { MonthRun } from './studies/sweep/result.js';
import { instanceAt, monthSweep, sweepRuns } from './studies/sweep/sweep.js';

export const sweepOfJobs: SweepOfFamily = {
  readWords,
  files: { sweep: 'sweep.json', csv: 'sweep.csv', report: 'sweep.html' },
  prepare,
};

/** Version of the stored runs, raised whenever those of an earlier version no longer fit. */
const STORED_VERSION = 1;

/** Stored run, and the time that it took, s. */
interface StoredRun {
  readonly run: MonthRun;
  readonly timeS: number;
}

interface SweepWords {
  readonly asked: JobsRequest;
  readonly trials: number;
}

function readWords(words: Words): Words | Refused {
  const { trials, ...rest } = words;
  const asked = jobsAsked(rest);
  const fault = unheeded(asked, rest['bound'] !== false);
  return fault === null ? { asked, trials } : refusedFor(fault);
}

function prepare(request: SweepRequest): PreparedStudy | Refused {
  const { file, over, seed, withBound, interrupted, nowS, onProgress } = request;
  const { asked, trials } = request.words as unknown as SweepWords;
  const limited = limitsFault(request);
  if (limited !== null) return refusedFor(limited);
  const axis = monthAxis(over);
  if ('path' in axis) return refusedFor(axis);
  const opened = loadJobsInstance(file);
  if (!opened.ok) return opened;
  const { instance, sha256, warnings } = opened;
  const unfit = nodesFault(instance, axis) ?? trialsFault(instance, trials) ?? choiceFault(instance, asked, axis);
  if (unfit !== null) return refusedFor(unfit);
  const count = trials * axis.values.length;
  return {
    ok: true,
    instance: instance.name,
    parts: { count, called: 'runs' },
    run: async (parts) => {
      const startS = nowS();
      const choices = [STORED_VERSION, sha256, JSON.stringify(asked), axis.axis, seed, withBound];
      const digest = (trial: number, at: number): string => digestOf([...choices, trial, at]);
      const known = Array.from({ length: trials }, (_, t) =>
        axis.values.flatMap((at) => (parts.read(digest(t + 1, at)) as StoredRun | null) ?? []),
      ).flat();
      const kept = known.map(({ run }) => run);
      const beforeS = known.reduce((sum, { timeS }) => sum + timeS, 0);
      let sinceS = startS;
      const runs = await sweepRuns({
        ...axis,
        instance,
        file,
        asked,
        trials,
        seed,
        withBound,
        nowS,
        interrupted,
        kept,
        onRun: (run, done) => {
          const stored: StoredRun = { run, timeS: nowS() - sinceS };
          parts.keep(digest(run.trial, run.at), stored);
          sinceS = nowS();
          const phase = `${done} of ${count} runs: trial ${run.trial}, ${axis.axis} ${run.at}`;
          onProgress({ timeS: nowS() - startS, work: done, phase, bound: run.bound, incumbent: run.value });
        },
      });
      const sweep = runs.length === count ? monthSweep(axis, asked.method, runs) : null;
      return foundBySweep({
        name: instance.name,
        sha256,
        sweep,
        runs,
        seed,
        warnings,
        totalS: nowS() - startS + beforeS,
        objectiveUnit: 'value',
        text: monthSweepText,
        csv: monthSweepCsv,
        page: async () => (await import('./report/html/sweep-page.js')).renderSweepPage,
      });
    },
  };
}

/** Model of a number of nodes where there is not one node type that it could be of; null where there is. */
function nodesFault({ platform }: JobsInstance, { axis }: MonthAxis): Fault | null {
  if (axis !== 'nodes' || (platform.source === 'nodes' && platform.nodeTypes.length === 1)) return null;
  const value = platform.source === 'nodes' ? `${platform.nodeTypes.length} node types` : 'the nodes of a facility';
  const allowed = 'nodes of a platform with one node type';
  return {
    file: COMMAND_LINE,
    path: '--over',
    value,
    allowed,
    remedy: 'Sweep something else, or change the platform by hand.',
  };
}

function trialsFault(instance: JobsInstance, trials: number): Fault | null {
  if (trials === 1 || !drawsNothing(instance)) return null;
  const allowed = '1 for an instance in which nothing is drawn: it has no other trials';
  return { file: COMMAND_LINE, path: '--trials', value: trials, allowed, remedy: 'Leave it out.' };
}

/** Model of the first value that the method or the instance cannot heed; null without any. */
function choiceFault(instance: JobsInstance, asked: JobsRequest, { axis, values }: MonthAxis): Fault | null {
  for (const value of values) {
    const chosen = choicesOn(instanceAt(instance, axis, value), { ...asked, ...askedAt(axis, value) });
    if (!chosen.ok) return { ...chosen.fault, path: '--over', value: `${axis}=${value}` };
  }
  return null;
}
