import type { JobsInstance } from '../../../models/families/jobs/instance.js';
import { refused } from '../../instances/fault.js';
import { shownAxis } from '../../reports/sweep/axis.js';
import type { SweptTrials } from '../compare.js';
import { optionFault } from '../words.js';
import { loadJudgedJobs } from './instances/load.js';
import { drawsNothing } from './instances/trial.js';
import { lengthText } from './report/html/page-input.js';
import { choicesOn, jobsAsked, unheeded } from './runs/choices.js';
import type { JobsOfTrial } from './runs/solve.js';

/** Option of `solve` that each swept name sets; null if it is a field of the instance. */
const OPTIONS = { checkpointIntervalS: 'checkpointInterval', nodes: null, energyPricePerMJ: 'energyPrice' } as const;

/** Sweeps over intervals between checkpoints, numbers of nodes or prices of energy (docs/jobs/sweeps.md). */
export const sweepOfJobs: SweptTrials<JobsOfTrial> = {
  isHeldOut: false,
  chosenBy: ['objective', 'valuePerMJ'],
  ranges: {
    checkpointIntervalS: { fits: (value) => value >= 1, text: 'at least 1 s' },
    nodes: {
      fits: (value) => Number.isInteger(value) && value >= 1 && value <= 100_000,
      text: 'whole numbers from 1 to 100000',
    },
    energyPricePerMJ: { fits: (value) => value >= 0, text: 'at least 0 value/MJ' },
  },
  // Times between checkpoints are on a logarithmic scale.
  shownAxis: (axis) => {
    const shown = shownAxis(axis);
    if (axis.field === 'energyPricePerMJ') return { ...shown, name: 'price of energy, value/MJ' };
    if (axis.field === 'nodes') return shown;
    const marks = axis.values.map((at) => ({ at: Math.log10(at), text: lengthText(at) }));
    return { ...shown, name: 'time between checkpoints', value: Math.log10, digits: lengthText, marks };
  },
  readWords: (words) => {
    const asked = jobsAsked(words);
    const fault = unheeded(asked, words['bound'] !== false);
    return fault === null ? { ...asked } : refused(fault);
  },
  settings: (asked, { field, values }) =>
    values.map((at) => {
      const option = OPTIONS[field as keyof typeof OPTIONS];
      const own = option === null ? { asked, field: { [field]: at } } : { asked: { ...asked, [option]: at } };
      return { label: `${field} ${at}`, at, ...own };
    }),
  fault: ({ instance }, settings, trials) => {
    const { platform } = instance;
    const isOfNodes = settings.some(({ field }) => field !== undefined);
    if (isOfNodes && (platform.source !== 'nodes' || platform.nodeTypes.length !== 1)) {
      const value = platform.source === 'nodes' ? `${platform.nodeTypes.length} node types` : 'the nodes of a facility';
      const remedy = 'Sweep something else, or change the platform by hand.';
      return optionFault('--over', value, 'nodes of a platform with one node type', remedy);
    }
    if (trials > 1 && drawsNothing(instance)) {
      const allowed = '1 for an instance in which nothing is drawn: it has no other trials';
      return optionFault('--trials', trials, allowed, 'Leave it out.');
    }
    for (const { asked, label } of settings) {
      const chosen = choicesOn(instance, jobsAsked(asked));
      if (!chosen.ok) return { ...chosen.fault, path: '--over', value: label.replace(' ', '=') };
    }
    return null;
  },
  withField: ({ instance, month, profilesOf }, field, file) => {
    const platform = instance.platform as Extract<JobsInstance['platform'], { readonly source: 'nodes' }>;
    const nodeTypes = platform.nodeTypes.map((type) => ({ ...type, ...field }));
    const changed: JobsInstance = { ...instance, knownOptimum: undefined, platform: { ...platform, nodeTypes } };
    const loaded = loadJudgedJobs(changed, file, new Uint8Array());
    // Profiles do not depend on the number of nodes.
    return loaded.ok ? { ...loaded, profilesOf: (_, ...asked) => profilesOf!(month, ...asked) } : loaded;
  },
};
