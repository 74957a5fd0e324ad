import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import { type ByTrial, greater, type Part, untested } from '../rules.js';
import { DENSITY, meanOf, valuesFor } from './data.js';
import { INTERVALS_MIN } from './figures.js';
import { PAPER_INTERVAL_MIN } from './published.js';
import { intervalName } from './settings.js';

const density = (data: FigureData, minutes: number): ByTrial =>
  valuesFor(data, intervalName(minutes), 'val-en-adapt-opt', 'density');

/**
 * Returns the time between checkpoints with the greatest mean value per energy, min; on a tie, the first in `among`.
 * Undefined without results.
 */
function bestInterval(data: FigureData, among: readonly number[]): number | undefined {
  let best: number | undefined;
  for (const minutes of among) {
    const mean = meanOf(density(data, minutes));
    if (!Number.isNaN(mean) && !(best !== undefined && meanOf(density(data, best)) >= mean)) best = minutes;
  }
  return best;
}

function overEnds(data: FigureData): Part[] {
  const best = bestInterval(data, INTERVALS_MIN);
  if (best === undefined) return [untested('intervals')];
  const ends = [INTERVALS_MIN[0]!, INTERVALS_MIN.at(-1)!];
  // An end that is itself the best is not above itself.
  return ends.map((end) =>
    greater(`${intervalName(best)} over ${intervalName(end)}`, density(data, best), density(data, end), DENSITY),
  );
}

function nearPrinted(data: FigureData): Part[] {
  const at = INTERVALS_MIN.indexOf(PAPER_INTERVAL_MIN);
  const isNear = (minutes: number): boolean => Math.abs(INTERVALS_MIN.indexOf(minutes) - at) <= 1;
  const inside = bestInterval(data, INTERVALS_MIN.filter(isNear));
  const outside = bestInterval(
    data,
    INTERVALS_MIN.filter((minutes) => !isNear(minutes)),
  );
  if (inside === undefined || outside === undefined) return [untested('intervals')];
  return [
    greater(
      `${intervalName(inside)} over ${intervalName(outside)}`,
      density(data, inside),
      density(data, outside),
      DENSITY,
    ),
  ];
}

/** Claims about the time between checkpoints (section V-A, Fig. 5). */
export const CHECKPOINT_CLAIMS: readonly Claim[] = [
  {
    id: 'checkpoint-peak',
    figure: 'jobs-checkpoints',
    says: 'Value per energy is low with checkpoints every minute, peaks in between and falls with rare ones.',
    rule: 'value over energy, paired by trial: the interval of the best mean - 1 min and - 1440 min above 0',
    parts: overEnds,
  },
  {
    id: 'checkpoint-five',
    figure: 'jobs-checkpoints',
    says: 'Five minutes are the best interval (implied: they are used after looking at others).',
    rule: 'value over energy, paired by trial: the best mean among 5 min and its neighbours (2 and 10) - the best mean elsewhere above 0',
    parts: nearPrinted,
  },
];
