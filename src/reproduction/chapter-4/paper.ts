import { cellsOf, type Design } from '../../experiments/design.js';
import type { Records } from '../../experiments/record.js';
import type { Paper, View } from '../paper.js';
import { CHAPTER_4_FIGURES, type GeoFigure } from './names.js';
import { generationsKey, groupSizeOf, isGenetic, levelOf } from './budgets.js';
import { GEO_CLAIMS } from './claims.js';
import { byDemand, figureData, type Reading, READINGS } from './data.js';
import { dateOfSeed, DISTINCT_DAYS } from './days.js';
import { GEO_CALIBRATION } from './demand.js';
import { figureDesign } from './figures.js';
import { INTRODUCTION } from './introduction.js';
import { REASONS } from './reasons.js';
import { geoPictures } from './pictures.js';
import { GEO_PACE } from './pace.js';
import { costTable, epochTable, workTable } from './tables.js';
import { geoTrial } from './trial.js';

/** All that is needed to reproduce the figures of section 4.5: designs, trials, claims and pages. */
export const CHAPTER_4: Paper<GeoFigure> = {
  figures: CHAPTER_4_FIGURES,
  titles: {
    'fig-4.2': 'Fig. 4.2: the heuristics, four data centres',
    'fig-4.3': 'Fig. 4.3: workload types',
    'table-4.2': 'Table 4.2: four, eight and sixteen data centres',
  },
  mostTrials: () => DISTINCT_DAYS,
  design: figureDesign,
  trial: geoTrial,
  pace: GEO_PACE,
  claims: GEO_CLAIMS,
  reasons: REASONS,
  views: [
    view('thesis', READINGS[0], 'asPrinted'),
    view('reading', READINGS[1], 'wholeNodes'),
    view('reading', READINGS[2], 'cooledByCup'),
    view('reading', READINGS[3], 'hourByFdldMinutes'),
    view('reading', READINGS[4], 'hourByFdldMinutesCooledByCup'),
  ],
  calibration: GEO_CALIBRATION,
  introduction: INTRODUCTION,
  designSentence,
  charts: geoPictures,
  results,
};

function view(kind: View['kind'], reading: Reading, key: string): View {
  return { kind, words: reading, key, data: (records) => figureData(records, reading) };
}

function results(records: Records): readonly string[] {
  // Every level of the method under its own name.
  return byDemand(figureData(records, READINGS[1])).flatMap(({ words, data }) => {
    const behind = words === '' ? '' : `, ${words}`;
    return [
      `\nUSD a day${behind}, with the room's cooling, mean ± half its interval, in parentheses the reduction against fdld-so:\n`,
      costTable(data),
      `\nCost over the bound${behind}, with the cooling of the room and of Eq. 43; node hours awake by type, as shares of all; rates served over arrivals; work:\n`,
      workTable(data),
      `\nUSD by epoch (Chicago time)${behind}, means, and the parts of the bound, whose sum alone is a bound:\n`,
      epochTable(data),
    ];
  });
}

function designSentence(design: Design): string {
  const { name, trials, seed, settings, factors } = design;
  const levels = (factor: string): readonly string[] => factors.find((one) => one.name === factor)!.levels;
  const sizes = [...new Set(cellsOf(design).map(groupSizeOf))];
  const generations = levels('method').flatMap((level) => {
    if (!isGenetic(levelOf(level))) return [];
    const counts = sizes.map((size) => Number(settings[generationsKey(level, size)]).toLocaleString('en-US'));
    return [`${level} ${counts.join(', ')}`];
  });
  const days = Array.from({ length: trials }, (_, trial) => dateOfSeed(seed + trial));
  return (
    `${name}: ${cellsOf(design).length} cells of ${trials} trials, days ${days.join(', ')}; methods ${levels('method').join(', ')}; ` +
    `demand ${levels('demand').join(', ')}. ` +
    (generations.length === 0
      ? ''
      : `Generations of six evaluations per epoch (${sizes.join(', ')} centres): ${generations.join('; ')}.`)
  );
}
