import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import type { SweepAxis } from '../../studies/sweep/axes.js';
import type { Words } from '../family.js';
import { type PreparedStudy, refusedFor, type SweepOfFamily, type SweepRequest } from '../studies.js';
import { limitsFault, preparedTrials, SWEEP_FILES, trialsAxis } from '../sweep.js';
import { loadJobsInstance } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { monthTexts } from './report/sweep.js';
import { choicesOn, type JobsRequest, jobsAsked, unheeded } from './runs/choices.js';
import { askedAt, instanceAt, MONTH_AXES, monthSweep, type MonthSweepRequest, sweepRuns } from './studies/sweep.js';

export const sweepOfJobs: SweepOfFamily = { readWords, files: SWEEP_FILES, prepare };

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
  const { file, over } = request;
  const { asked, trials } = request.words as unknown as SweepWords;
  const limited = limitsFault(request);
  if (limited !== null) return refusedFor(limited);
  const axis = trialsAxis(over, MONTH_AXES);
  if (!('path' in axis)) return refusedFor(...axis);
  const opened = loadJobsInstance(file);
  if (!opened.ok) return opened;
  const { instance } = opened;
  const unfit = nodesFault(instance, axis) ?? trialsFault(instance, trials) ?? choiceFault(instance, asked, axis);
  if (unfit !== null) return refusedFor(unfit);
  return preparedTrials(request, {
    opened,
    method: asked.method,
    objectiveUnit: 'value',
    warnings: opened.warnings,
    count: trials * axis.values.length,
    make: async (parts, onRun) => {
      const onPoint: MonthSweepRequest['onPoint'] = (done, last) => {
        if (last === null) return;
        const { trial, at, bound, objective } = last.answer;
        onRun(done, `trial ${trial}, ${axis.path} ${at}`, { bound, incumbent: objective });
      };
      const { found, ...made } = await sweepRuns({ ...request, ...opened, asked, trials, axis, parts, onPoint });
      return { ...made, runs: found.map(({ answer }) => answer) };
    },
    outcome: (runs) => monthSweep(axis, runs),
    texts: (sweep) => monthTexts(instance.name, asked.method, sweep),
    page: async (sweep) => (await import('./report/html/sweep-page.js')).monthPageOf(sweep),
  });
}

/**
 * Returns a fault if a sweep varies the number of nodes and the instance has not exactly one node type; otherwise null.
 */
function nodesFault({ platform }: JobsInstance, { path }: SweepAxis): Fault | null {
  if (path !== 'nodes' || (platform.source === 'nodes' && platform.nodeTypes.length === 1)) return null;
  const value = platform.source === 'nodes' ? `${platform.nodeTypes.length} node types` : 'the nodes of a facility';
  const allowed = 'nodes of a platform with one node type';
  const remedy = 'Sweep something else, or change the platform by hand.';
  return { file: COMMAND_LINE, path: '--over', value, allowed, remedy };
}

function trialsFault(instance: JobsInstance, trials: number): Fault | null {
  if (trials === 1 || !drawsNothing(instance)) return null;
  const allowed = '1 for an instance in which nothing is drawn: it has no other trials';
  return { file: COMMAND_LINE, path: '--trials', value: trials, allowed, remedy: 'Leave it out.' };
}

/**
 * Returns the fault of the first value of a sweep that has no effect with the method or the instance; null if there is
 * none.
 */
function choiceFault(instance: JobsInstance, asked: JobsRequest, { path, values }: SweepAxis): Fault | null {
  for (const value of values) {
    const chosen = choicesOn(instanceAt(instance, path, value), { ...asked, ...askedAt(path, value) });
    if (!chosen.ok) return { ...chosen.fault, path: '--over', value: `${path}=${value}` };
  }
  return null;
}
