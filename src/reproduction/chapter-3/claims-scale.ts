import type { Claim } from '../claim.js';
import { type FigureData, inWords, settingsOf } from '../data.js';
import { type ByTrial, greater, type Part } from '../rules.js';
import { series } from './data.js';

function compare(data: FigureData, nodes: string, better: string, worse: string): Part[] {
  return settingsOf(data, ['nodes', 'capKW', 'aisles'], { nodes }).map((room) => {
    const of = (method: string): ByTrial => series(data, { ...room, method });
    return greater(`${inWords(room)}: ${better} over ${worse}`, of(better), of(worse));
  });
}

/** Shares of the GA on a platform. */
interface GaShares {
  readonly whole: ByTrial;
  /** After an eighth of its generations. */
  readonly early: ByTrial;
  readonly greedy: ByTrial;
}

/** Returns a comparison for each platform; none by the time-sliced reading, whose rewards the GA does not know under way. */
function early(data: FigureData, compared: (room: string, shares: GaShares) => Part): Part[] {
  if (data.reading === 'time-sliced') return [];
  return settingsOf(data, ['nodes', 'capKW', 'aisles']).map((room) =>
    compared(inWords(room), {
      whole: series(data, { ...room, method: 'ga' }),
      early: series(data, { ...room, method: 'ga' }, 'early'),
      greedy: series(data, { ...room, method: 'greedy' }),
    }),
  );
}

/** Sentence on Plenum's reading of Algorithm 3, the thesis' genetic algorithm (docs/decisions/ga-reading.md). */
export const PASSING_OVER =
  'Algorithm 3 passes over a hottest node that has nothing left to give; to the letter the GA ends with its greedy seed';

/** Claims about the size of the machine room and the run time of the GA. */
export const SCALE_CLAIMS: readonly Claim[] = [
  {
    id: 'ga-beats-greedy-large',
    figure: 'fig-3.7',
    says: 'On the large platform (4,320 nodes) the GA beats greedy.',
    decidedBy: PASSING_OVER,
    rule: 'share, paired by seed: GA - greedy above 0',
    parts: (data) => compare(data, '4320', 'ga', 'greedy'),
  },
  {
    id: 'ga-gains-with-time',
    figure: 'fig-3.7',
    says: 'The GA gives better results the longer it runs.',
    decidedBy: PASSING_OVER,
    rule: 'share, paired by seed: all of its generations - the first eighth of them above 0, on both platforms',
    parts: (data) =>
      early(data, (room, { early: first, whole }) => greater(`${room}: ga over an eighth of it`, whole, first)),
  },
  {
    id: 'ga-any-time',
    figure: 'fig-3.7',
    says: 'The GA provides a solution within any given run time, and can be stopped at any point (3.6.5).',
    decidedBy: PASSING_OVER,
    rule: 'its first founder is the greedy plan, so a solution of its own is asked for: after the first eighth of its generations GA - greedy, by share, paired by seed, above 0, on both platforms',
    parts: (data) =>
      early(data, (room, { early: first, greedy }) => greater(`${room}: an eighth of ga over greedy`, first, greedy)),
  },
  {
    id: 'nlp-best-small',
    figure: 'fig-3.7',
    says: 'On the small platform (1,080 nodes) the NLP is best.',
    rule: 'share, paired by seed: NLP - GA and NLP - greedy above 0',
    parts: (data) => ['ga', 'greedy'].flatMap((other) => compare(data, '1080', 'nlp', other)),
  },
];
