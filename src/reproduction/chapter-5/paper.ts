import { cellsOf, type Design } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import { levelsOf } from '../data.js';
import type { Paper, View } from '../paper.js';
import { CHAPTER_5_FIGURES, type TemplatesFigure } from './names.js';
import { DAY_CLAIMS } from './claims-day.js';
import { ENERGY_CLAIMS } from './claims-energy.js';
import { REWARD_CLAIMS } from './claims-reward.js';
import { figureData, type Reading, READINGS } from './data.js';
import { budgetsOf, figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { REASONS } from './reasons.js';
import { templatesPictures } from './pictures.js';
import { TEMPLATES_PACE } from './pace.js';
import { energyTable, powerTable, rewardTable, workTable } from './tables.js';
import { templatesTrial } from './trial.js';

/** All that is needed to reproduce the figures of section 5.7: designs, trials, claims and pages. */
export const CHAPTER_5: Paper<TemplatesFigure> = {
  figures: CHAPTER_5_FIGURES,
  titles: {
    'fig-5.4': 'Fig. 5.4: reward and energy by daily budget',
    'text-5.6': 'Text of section 5.6.4: what the room can serve',
    'fig-5.5': 'Fig. 5.5: power over a day, bursty arrivals, 12,000 MJ',
  },
  design: figureDesign,
  trial: templatesTrial,
  pace: TEMPLATES_PACE,
  claims: [...REWARD_CLAIMS, ...ENERGY_CLAIMS, ...DAY_CLAIMS],
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0], "the thesis' settings", 'thesis'),
    view('regime', READINGS[1], 'templates 1 K below the limit', 'withMargin'),
  ],
  introduction: INTRODUCTION,
  designSentence,
  ownPage,
  charts: templatesPictures,
  results,
};

/** Returns a function that makes the special page of Fig. 5.4 or 5.5; null for other figures. */
async function ownPage(figure: TemplatesFigure): ReturnType<NonNullable<Paper['ownPage']>> {
  if (figure === 'text-5.6') return null;
  const [{ templatesFigure }, { templatesFigurePage }] = await Promise.all([
    import('./figure-data.js'),
    import('./figure-page.js'),
  ]);
  return (records, { claims }) => templatesFigurePage(templatesFigure(records), claims);
}

function view(kind: View['kind'], reading: Reading, words: string, key: string): View {
  return { kind, words, key, data: (records) => figureData(records, reading) };
}

function results(records: Records): readonly string[] {
  if (records.design.settings['budgetsMJ'] === undefined) return [];
  const data = figureData(records, READINGS[0]);
  const budgets = budgetsOf(records.design);
  const everyS = Number(records.design.settings['powerEveryS']);
  return [
    ...levelsOf(data, 'pattern').flatMap((pattern) => [
      `Reward a day, ${pattern} arrivals, mean ± half its interval:\n`,
      `${rewardTable(data, pattern, budgets)}\n`,
      `Energy, MJ, and when the room stopped:\n`,
      `${energyTable(data, pattern, budgets)}\n`,
    ]),
    'Means behind them under 12,000 MJ:\n',
    workTable(data, 12_000),
    ...(everyS > 0
      ? ['\nMean power by half-hour, kW, with the half-hour of the stop and 0 after it:\n', powerTable(data, everyS)]
      : []),
  ];
}

function designSentence(design: Design): string {
  const { name, trials, seed, settings } = design;
  if (settings['budgetsMJ'] === undefined)
    return `${name}: arithmetic with the tables of ${settings['instance']!}; nothing is drawn.`;
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, seeds ${seed} to ${seed + trials - 1}; ${settings['instance']!}, overcooling ` +
    `${settings['overcoolingC']!} C, throttling ${settings['throttlingC']!} C, temperatures every ${settings['thermalStepS']!} s.`
  );
}
