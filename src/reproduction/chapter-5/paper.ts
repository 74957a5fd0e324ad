import type { Records } from '../../experiments/record.js';
import { inSetting, levelsOf } from '../data.js';
import type { Paper, View } from '../paper.js';
import { CHAPTER_5_FIGURES, type TemplatesFigure } from './names.js';
import { DAY_CLAIMS } from './claims-day.js';
import { ENERGY_CLAIMS } from './claims-energy.js';
import { REWARD_CLAIMS } from './claims-reward.js';
import { ROOM_CLAIMS } from './claims-room.js';
import { figureData, type Reading, READINGS } from './data.js';
import { designSentence, figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { AIR, isAdmissible } from './levels.js';
import { REASONS } from './reasons.js';
import { templatesPictures } from './pictures.js';
import { TEMPLATES_PACE } from './pace.js';
import { powerTable, rewardTable, stopTable } from './tables.js';
import { PROCESSORS_BY_HOUR } from './metacentrum.js';
import { templatesTrial } from './trial.js';

/** All that is needed to reproduce the figures of section 5.7: designs, trials, claims and pages. */
export const CHAPTER_5: Paper<TemplatesFigure> = {
  figures: CHAPTER_5_FIGURES,
  titles: {
    'text-5.6': 'Text of section 5.6.4: what the room can serve',
    'text-5.6.2':
      'Section 5.7 on real days in place of the sinusoid, those of two clusters of the trace of section 5.6.2',
    'fig-5.4': 'Fig. 5.4: reward and energy by daily budget',
    'fig-5.5': 'Fig. 5.5: power over a day, bursty arrivals, 12,000 MJ',
  },
  mostTrials: (figure) => (figure === 'text-5.6.2' ? PROCESSORS_BY_HOUR.length : Infinity),
  design: figureDesign,
  trial: templatesTrial,
  pace: TEMPLATES_PACE,
  claims: [...ROOM_CLAIMS, ...REWARD_CLAIMS, ...ENERGY_CLAIMS, ...DAY_CLAIMS],
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0], "the thesis' settings", 'thesis'),
    view('reading', READINGS[1], 'cores of templates rounded up', 'roundedUp'),
  ],
  calibration: { factors: [AIR], isAdmissible },
  introduction: INTRODUCTION,
  designSentence,
  charts: templatesPictures,
  results,
};

function view(kind: View['kind'], reading: Reading, words: string, key: string): View {
  return { kind, words, key, data: (records) => figureData(records, reading) };
}

function results(records: Records): readonly string[] {
  if (records.design.settings['budgetsMJ'] === undefined) return [];
  const all = figureData(records, READINGS[0]);
  const everyS = Number(records.design.settings['powerEveryS']);
  return levelsOf(all, AIR).flatMap((air) => {
    const data = inSetting(all, { [AIR]: air });
    if (everyS > 0) {
      return [
        `${air}: the day under 12,000 MJ:\n`,
        `${stopTable(data)}\n`,
        'Mean power in each burst, kW, with the burst of the stop and 0 after it:\n',
        `${powerTable(data, everyS)}\n`,
      ];
    }
    return levelsOf(data, 'pattern').flatMap((pattern) => [
      `${air}: reward a day, ${pattern} arrivals, mean ± half its interval:\n`,
      `${rewardTable(data, pattern)}\n`,
    ]);
  });
}
