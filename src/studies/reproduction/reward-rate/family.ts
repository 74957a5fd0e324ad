import { cellsOf, type Design } from '../../../experiments/design.js';
import { METHODS } from '../../../methods/registry.js';
import { commonInWords } from '../data.js';
import type { FigureFamily } from '../family.js';
import { REWARD_RATE_FIGURES, type RewardRateFigure } from '../names.js';
import { LIMIT_CLAIMS } from './claims-limits.js';
import { SCALE_CLAIMS } from './claims-scale.js';
import { WORKLOAD_CLAIMS } from './claims-workload.js';
import { type Evaluation, figureData } from './data.js';
import { figureDesign, missingMethods } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { REWARD_RATE_PACE } from './pace.js';
import { boundTable, resultsTable } from './tables.js';
import { REPRODUCTION_TASK } from './trial.js';

/** Section 3.6. */
export const REWARD_RATE: FigureFamily<RewardRateFigure> = {
  figures: REWARD_RATE_FIGURES,
  titles: {
    'fig-3.3': 'Fig. 3.3: workloads, with and without co-location',
    'fig-3.4': 'Fig. 3.4: isolated cold aisles',
    'fig-3.5': 'Fig. 3.5: the red line',
    'fig-3.6': 'Fig. 3.6: the power cap',
    'fig-3.7': 'Fig. 3.7: 1,080 and 4,320 nodes',
  },
  methods: METHODS.map(({ name }) => name),
  design: figureDesign,
  missing: missingMethods,
  task: REPRODUCTION_TASK,
  pace: REWARD_RATE_PACE,
  claims: [...WORKLOAD_CLAIMS, ...LIMIT_CLAIMS, ...SCALE_CLAIMS],
  reading: 'averaged',
  other: { reading: 'time-sliced', words: 'time-sliced', key: 'timeSliced' },
  data: (records, reading) => figureData(records, reading as Evaluation),
  introduction: INTRODUCTION,
  verdictsHeading: '## Verdicts',
  designSentence,
  results: (records) => {
    const common = commonInWords(records.design);
    return [
      `Share of the full reward, %, mean ± half its interval${common === '' ? '' : ` (all rooms: ${common})`}:\n`,
      resultsTable(figureData(records, 'averaged')),
      '\nReward of the plan over the proven bound (time-sliced):\n',
      boundTable(figureData(records, 'time-sliced')),
    ];
  },
};

function designSentence(design: Design): string {
  const { name, trials, seed, settings, factors } = design;
  const methods = factors.find((factor) => factor.name === 'method')!.levels;
  const steps = factors.find((factor) => factor.name === 'nodes')!.levels;
  const ga = methods.some((method) => method.startsWith('ga'))
    ? ` The GA stops after ${steps.map((nodes) => `${settings[`gaSteps${nodes}`] ?? 'no'} steps (${nodes} nodes)`).join(' and ')}.`
    : '';
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}; ` +
    `methods ${methods.join(', ')}.${ga}`
  );
}
