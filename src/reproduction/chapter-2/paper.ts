import { cellsOf, type Design } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { commonInWords, type FigureData, levelsOf } from '../data.js';
import type { Paper, View } from '../paper.js';
import { CHAPTER_2_FIGURES, type RobustFigure } from './names.js';
import { isSearch, methodOf, PER_STEP, type Size, sizeOf, stepsKey } from './budgets.js';
import { BAG_CALIBRATION } from './calibration.js';
import { ENVIRONMENT_CLAIMS } from './claims-environment.js';
import { HANDLING_CLAIMS } from './claims-handling.js';
import { LIMIT_CLAIMS } from './claims-limits.js';
import { SIZE_CLAIMS } from './claims-size.js';
import { TEXT_CLAIMS } from './claims-text.js';
import { figureData, hoursOf, READINGS, type Reading } from './data.js';
import { figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { REASONS } from './reasons.js';
import { robustPictures } from './pictures.js';
import { ROBUST_PACE } from './pace.js';
import { longHopsTable, progressTable, resultsTable, workTable } from './tables.js';
import { robustTrial } from './trial.js';

/** All that is needed to reproduce the figures of section 2.7 and appendix B: designs, trials, claims and pages. */
export const CHAPTER_2: Paper<RobustFigure> = {
  figures: CHAPTER_2_FIGURES,
  titles: {
    'fig-2.1': 'Fig. 2.1: constraint handlings, weight of the static penalty',
    'fig-2.2': 'Fig. 2.2: the energy budget, MO-EC',
    'fig-2.3': 'Fig. 2.3: the deadline, EO-MC',
    'fig-2.4': 'Figs. 2.4 and 2.5b: large size over time',
    'fig-2.5': 'Fig. 2.5a: small size over time',
    'fig-2.6': 'Fig. 2.6: high and low affinity',
    'fig-B.1': 'Fig. B.1: when local search ends',
    'text-2.5': 'Text of section 2.5.7: local search of GALS',
    'text-2.7': 'Text of section 2.7: greedy methods alone, handlings for EO-MC',
  },
  design: figureDesign,
  trial: robustTrial,
  pace: ROBUST_PACE,
  isKept: (value) => value !== 'iterations' && value !== 'generations',
  claims: [...HANDLING_CLAIMS, ...LIMIT_CLAIMS, ...SIZE_CLAIMS, ...ENVIRONMENT_CLAIMS, ...TEXT_CLAIMS],
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0], 'thesisWork'),
    view('regime', READINGS[1], 'equalSeconds'),
    view('reading', READINGS[2], 'lastCore'),
  ],
  calibration: BAG_CALIBRATION,
  introduction: INTRODUCTION,
  designSentence,
  charts: robustPictures,
  results,
};

function view(kind: View['kind'], reading: Reading, key: string): View {
  return { kind, words: reading, key, data: (records) => figureData(records, reading) };
}

function results(records: Records): readonly string[] {
  const data = figureData(records, READINGS[0]);
  const common = commonInWords(records.design);
  const goal = levelsOf(data, 'problem')[0] === 'eo-mc' ? 'phi' : 'Psi';
  return [
    `Quantile z of ${goal}, mean ± half its interval, in parentheses ${goal}${common === '' ? '' : ` (all: ${common})`}:\n`,
    resultsTable(data),
    '\nLong-hops and energy, means over all settings:\n',
    workTable(data),
    ...progressPart(data),
    ...(levelsOf(data, 'stallHops').length > 1 ? ['\nLong-hops:\n', longHopsTable(data)] : []),
  ];
}

function progressPart(data: FigureData): string[] {
  if (hoursOf(data.design).length === 0) return [];
  return [
    "\nQuantile of the best plan so far, after so many of the thesis' 72 hours, or the same share of the seconds (0: founders):\n",
    progressTable(data),
  ];
}

function designSentence(design: Design): string {
  const { name, trials, seed, settings, factors } = design;
  const methods = factors.find((factor) => factor.name === 'method')!.levels;
  const sizes = [...new Set(cellsOf(design).map(sizeOf))];
  const work = sizes.map(
    (size) => `${methods.flatMap((level) => workText(level, size, settings)).join(', ')} (${size})`,
  );
  const isTimed = methods.some((level) => isSearch(level));
  const seconds = sizes.map(
    (size) => `${settings[size === 'small' ? 'secondsSmall' : 'secondsLarge']!} s at ${size} size`,
  );
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}; ` +
    `methods ${methods.join(', ')}. ${isTimed ? `Equal seconds: ${seconds.join(', ')}. ` : ''}The thesis' work: ${settings['thesisHours']!} hours. ` +
    `Iterations of tabu, generations of the others: ${work.join('; ')}.`
  );
}

function workText(level: string, size: Size, settings: Design['settings']): string[] {
  const { method } = methodOf(level);
  const steps = settings[stepsKey(level, size)];
  if (!isSearch(method) || steps === undefined) return [];
  return [`${level} ${(Number(steps) * PER_STEP[method]).toLocaleString('en-US')}`];
}
