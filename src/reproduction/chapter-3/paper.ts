import { cellsOf, type Design } from '../../experiments/design.js';
import { commonInWords } from '../data.js';
import type { Paper } from '../paper.js';
import { CHAPTER_3_FIGURES, type RewardRateFigure } from './names.js';
import { LIMIT_CLAIMS } from './claims-limits.js';
import { SCALE_CLAIMS } from './claims-scale.js';
import { TEXT_CLAIMS } from './claims-text.js';
import { WORKLOAD_CLAIMS } from './claims-workload.js';
import { figureData } from './data.js';
import { figureDesign } from './figures.js';
import { CALIBRATED_ROOMS, LARGE_ROOM } from './figures-text.js';
import { INTRODUCTION } from './introduction.js';
import { REASONS } from './reasons.js';
import { rewardRatePictures } from './pictures.js';
import { REWARD_RATE_PACE } from './pace.js';
import { boundTable, resultsTable } from './tables.js';
import { reproductionTrial } from './trial.js';

/** Rooms that contradict no number of the thesis; no number of it is about `large` but that 900 kW are enough for it. */
const ADMISSIBLE: readonly string[] = [...CALIBRATED_ROOMS, LARGE_ROOM];

/** All that is needed to reproduce the figures of section 3.6: designs, trials, claims and pages. */
export const CHAPTER_3: Paper<RewardRateFigure> = {
  figures: CHAPTER_3_FIGURES,
  titles: {
    'fig-3.3': 'Fig. 3.3: workloads, with and without co-location',
    'fig-3.4': 'Fig. 3.4: isolated cold aisles',
    'fig-3.5': 'Fig. 3.5: the red line',
    'fig-3.6': 'Fig. 3.6: the power cap',
    'fig-3.7': 'Fig. 3.7: 1,080 and 4,320 nodes',
    'text-3.3.6': 'Text of section 3.3.6: co-location',
    'text-3.6.4': 'Text of section 3.6.4: two kelvins against ten kilowatts',
    'text-3.6.5': 'Text of section 3.6.5: the NLP at 2,160 and 4,320 nodes',
  },
  design: figureDesign,
  trial: reproductionTrial,
  pace: REWARD_RATE_PACE,
  claims: [...WORKLOAD_CLAIMS, ...LIMIT_CLAIMS, ...SCALE_CLAIMS, ...TEXT_CLAIMS],
  reasons: REASONS,
  views: [
    {
      kind: 'thesis',
      words: "the thesis' evaluation",
      key: 'thesis',
      data: (records) => figureData(records, 'averaged'),
    },
    { kind: 'reading', words: 'time-sliced', key: 'timeSliced', data: (records) => figureData(records, 'time-sliced') },
  ],
  calibration: { factors: ['room', 'demand', 'law'], isAdmissible: ({ room }) => ADMISSIBLE.includes(room!) },
  introduction: INTRODUCTION,
  designSentence,
  charts: rewardRatePictures,
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
