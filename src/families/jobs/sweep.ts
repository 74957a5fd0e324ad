import { COMMAND_LINE, refused } from '../../instances/fault.js';
import { shownAxis } from '../../reports/sweep/axis.js';
import type { SweptTrials } from '../compare.js';
import { loadJudgedJobs } from './instances/load.js';
import { lengthText } from './report/html/page-input.js';
import type { JobsOfTrial } from './runs/solve.js';

/** Sweeps over intervals between checkpoints, numbers of nodes or prices of energy (docs/jobs/sweeps.md). */
export const sweepOfJobs: SweptTrials<JobsOfTrial> = {
  isHeldOut: false,
  chosenBy: ['objective', 'valuePerMJ'],
  axes: {
    checkpointIntervalS: { is: 'number', least: 1, option: 'checkpointInterval' },
    nodes: { is: 'whole', least: 1, most: 100_000 },
    energyPricePerMJ: { is: 'number', least: 0, option: 'energyPrice' },
  },
  axisOf: (axis) => {
    const shown = shownAxis(axis);
    if (axis.field === 'energyPricePerMJ') return { ...shown, name: 'price of energy, value/MJ' };
    if (axis.field === 'nodes') return shown;
    // Times lie on a logarithmic scale.
    const marks = axis.values.map((at) => ({ at: Math.log10(at), text: lengthText(at) }));
    return { ...shown, name: 'time between checkpoints', value: Math.log10, digits: lengthText, marks };
  },
  withField: ({ instance, month, profilesOf }, nodes, file) => {
    const { platform } = instance;
    if (platform.source !== 'nodes' || platform.nodeTypes.length !== 1) {
      const value = platform.source === 'nodes' ? `${platform.nodeTypes.length} node types` : 'the nodes of a facility';
      const allowed = 'nodes of a platform with one node type';
      const remedy = 'Sweep something else, or change the platform by hand.';
      return refused({ file: COMMAND_LINE, path: '--over', value, allowed, remedy });
    }
    const nodeTypes = platform.nodeTypes.map((type) => ({ ...type, ...nodes }));
    const changed = { ...instance, knownOptimum: undefined, platform: { ...platform, nodeTypes } };
    const loaded = loadJudgedJobs(changed, file, new Uint8Array());
    // Profiles do not depend on the number of nodes.
    return loaded.ok ? { ...loaded, profilesOf: (_, ...asked) => profilesOf!(month, ...asked) } : loaded;
  },
};
