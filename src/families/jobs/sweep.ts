import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { COMMAND_LINE, type Fault } from '../../instances/fault.js';
import type { AxisRecord, SweepAxis } from '../../studies/sweep/axes.js';
import { type ShownAxis, shownAxis } from '../../reports/sweep/axis.js';
import { runDriver } from '../../runs/control.js';
import { refusedFor } from '../studies.js';
import { sweepOverTrials, type SweptTrials, type TrialWords } from '../sweep-trials.js';
import { figures } from './figures.js';
import { loadJobsInstance, loadJudgedJobs, type LoadedJobs } from './instances/load.js';
import { drawsNothing, trialOf } from './instances/trial.js';
import { boundPoints } from './methods/bound/bound-points.js';
import { proveMonth } from './methods/bound/prove-months.js';
import { lengthText } from './report/html/page-input.js';
import { choicesHeeded, choicesOn, type JobsRequest, jobsAsked, unheeded } from './runs/choices.js';
import { type MadeProfiles, profilesFor, type ProfileSource } from './runs/profiles.js';
import type { JobsRunResult } from './runs/result.js';
import { boundKindOf } from './runs/result-of.js';
import { solveMonth } from './runs/solve.js';

/** A month, and the profiles that all its runs share. */
interface SweptMonth extends LoadedJobs {
  readonly profilesOf: ProfileSource;
}

/** How months are swept over one quantity: options, allowed values of the axis, and the runs at each value. */
const SWEPT: SweptTrials<SweptMonth, JobsRequest, JobsRunResult> = {
  readWords: ({ trials, ...rest }) => {
    const asked = jobsAsked(rest);
    const fault = unheeded(asked, rest['bound'] !== false);
    return fault === null ? { asked, trials: trials as number } : refusedFor(fault);
  },
  ranges: {
    checkpointIntervalS: { fits: (value) => value >= 1, text: 'at least 1 s' },
    nodes: {
      fits: (value) => Number.isInteger(value) && value >= 1 && value <= 100_000,
      text: 'whole numbers from 1 to 100000',
    },
    energyPricePerMJ: { fits: (value) => value >= 0, text: 'at least 0 value/MJ' },
  },
  shownAxis: monthAxis,
  objectiveUnit: 'value',
  figures,
  chosenBy: ['objective', 'valuePerMJ'],
  isHeldOut: false,
  open: (file) => {
    const opened = loadJobsInstance(file);
    return opened.ok ? withProfiles(opened) : opened;
  },
  fault: ({ instance }, words, axis) =>
    nodesFault(instance, axis) ?? trialsFault(instance, words) ?? choiceFault(instance, words.asked, axis),
  settings: (asked, { field, values }) =>
    values.map((at) => ({ label: `${field} ${at}`, at, asked: { ...asked, ...askedAt(field, at) } })),
  trialOf: (opened, trial, { file }) => {
    const loaded = loadJudgedJobs(trialOf(opened.instance, trial), file, new Uint8Array());
    return loaded.ok ? withProfiles(loaded) : loaded;
  },
  instanceAt: (opened, { at }, { field }, file) => {
    if (field !== 'nodes') return opened;
    const loaded = loadJudgedJobs(withNodes(opened.instance, at!), file, new Uint8Array());
    return loaded.ok ? { ...loaded, profilesOf: opened.profilesOf } : loaded;
  },
  run: async (opened, asked, control) => {
    const { record } = await solveMonth(opened, choicesHeeded(opened.instance, asked), {
      ...control,
      withBound: false,
    });
    return { result: record.result, shown: record.result };
  },
  bound: async ({ instance, month, profilesOf }, asked, control) => {
    const { policy, nodeLimit } = choicesHeeded(instance, asked);
    const driver = runDriver(control);
    const { set } = await profilesOf(month, { nodeLimit, seed: control.seed }, driver, () => false);
    return (await proveMonth(month, boundPoints(month, set), driver))[boundKindOf(policy)].bound;
  },
};

export const { sweep: sweepOfJobs } = sweepOverTrials(SWEPT);

/** Returns a month whose runs share its profiles, which do not depend on the number of nodes. */
function withProfiles(opened: LoadedJobs): SweptMonth {
  let made: Promise<MadeProfiles> | null = null;
  return { ...opened, profilesOf: (...asked) => (made ??= profilesFor(...asked)) };
}

/** Returns the instance with a number of nodes of its only node type. */
function withNodes(instance: JobsInstance, nodes: number): JobsInstance {
  const { platform } = instance;
  if (platform.source !== 'nodes') return instance;
  const nodeTypes = platform.nodeTypes.map((type) => ({ ...type, nodes }));
  return { ...instance, knownOptimum: undefined, platform: { ...platform, nodeTypes } };
}

/**
 * Returns the options of `solve` that set the swept quantity to `value`; no options if the quantity belongs to the
 * instance instead.
 */
function askedAt(path: string, value: number): Partial<JobsRequest> {
  if (path === 'checkpointIntervalS') return { checkpointInterval: value };
  return path === 'energyPricePerMJ' ? { energyPrice: value } : {};
}

/**
 * Returns how reports show the axis of a sweep: its name and the scale of its values. Times between checkpoints are on
 * a logarithmic scale.
 */
function monthAxis(axis: AxisRecord): ShownAxis {
  const shown = shownAxis(axis);
  if (axis.field === 'energyPricePerMJ') return { ...shown, name: 'price of energy, value/MJ' };
  if (axis.field === 'nodes') return shown;
  const marks = axis.values.map((at) => ({ at: Math.log10(at), text: lengthText(at) }));
  return { ...shown, name: 'time between checkpoints', value: Math.log10, digits: lengthText, marks };
}

/** Returns the fault of a sweep over the number of nodes if the instance has not exactly one node type; else null. */
function nodesFault({ platform }: JobsInstance, { field }: SweepAxis): Fault | null {
  if (field !== 'nodes' || (platform.source === 'nodes' && platform.nodeTypes.length === 1)) return null;
  const value = platform.source === 'nodes' ? `${platform.nodeTypes.length} node types` : 'the nodes of a facility';
  const allowed = 'nodes of a platform with one node type';
  const remedy = 'Sweep something else, or change the platform by hand.';
  return { file: COMMAND_LINE, path: '--over', value, allowed, remedy };
}

function trialsFault(instance: JobsInstance, { trials }: TrialWords<unknown>): Fault | null {
  if (trials === 1 || !drawsNothing(instance)) return null;
  const allowed = '1 for an instance in which nothing is drawn: it has no other trials';
  return { file: COMMAND_LINE, path: '--trials', value: trials, allowed, remedy: 'Leave it out.' };
}

/**
 * Returns the fault of the first value on the axis that the method or the instance does not support; null if there is
 * none.
 */
function choiceFault(instance: JobsInstance, asked: JobsRequest, { field, values }: SweepAxis): Fault | null {
  for (const value of values) {
    const own = field === 'nodes' ? withNodes(instance, value) : instance;
    const chosen = choicesOn(own, { ...asked, ...askedAt(field, value) });
    if (!chosen.ok) return { ...chosen.fault, path: '--over', value: `${field}=${value}` };
  }
  return null;
}
