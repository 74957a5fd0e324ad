import type { Claim } from '../claim.js';
import { type FigureData, inWords, levelsOf, recordsOf, settingsOf } from '../data.js';
import { type ByTrial, greater, number, type Part, PERCENT, untested } from '../rules.js';
import { series } from './data.js';

function compare(data: FigureData, nodes: string, better: string, worse: string): Part[] {
  return settingsOf(data, ['nodes', 'capKW', 'aisles'], { nodes }).map((room) => {
    const of = (method: string): ByTrial => series(data, { ...room, method });
    return greater(`${inWords(room)}: ${better} over ${worse}`, of(better), of(worse));
  });
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
    rule: 'share, paired by seed: all of its steps - an eighth of them above 0, on both platforms',
    parts: (data) =>
      settingsOf(data, ['nodes', 'capKW', 'aisles']).map((room) => {
        const of = (value: string): ByTrial => series(data, { ...room, method: 'ga' }, value);
        return greater(`${inWords(room)}: ga over an eighth of it`, of('share'), of('early'));
      }),
  },
  {
    id: 'nlp-best-small',
    figure: 'fig-3.7',
    says: 'On the small platform (1,080 nodes) the NLP is best.',
    rule: 'share, paired by seed: NLP - GA and NLP - greedy above 0',
    parts: (data) => ['ga', 'greedy'].flatMap((other) => compare(data, '1080', 'nlp', other)),
  },
  {
    id: 'nlp-intractable',
    figure: 'text-3.6',
    says: 'On the large platform (4,320 nodes) the NLP is intractable: it does not end within two weeks.',
    rule: 'yes if it ends with a plan that keeps all limits in no trial, no if in every; in parentheses what it earns of the proven bound',
    parts: (data) =>
      settingsOf(data, ['nodes', 'capKW', 'aisles']).map((room): Part => {
        const of = (method: string): ReturnType<typeof recordsOf> => recordsOf(data, { ...room, method });
        const found = levelsOf(data, 'method').includes('nlp') ? of('nlp') : [];
        if (found.length === 0) return untested(inWords(room));
        const ended = found.filter(({ values }) => values['outcome'] === 'plan');
        const bounds = series(data, { ...room, method: 'config-lp' }, 'boundPerS');
        const shares = ended.flatMap(({ trial, values }) => {
          const bound = bounds.get(trial);
          return bound === undefined ? [] : [Number(values['rewardPerS']) / bound];
        });
        const least = shares.length === 0 ? '' : ` (at least ${number(Math.min(...shares), PERCENT)})`;
        const answer = ended.length === 0 ? 'yes' : ended.length === found.length ? 'no' : 'open';
        return { where: inWords(room), figure: `ended in ${ended.length} of ${found.length} trials${least}`, answer };
      }),
  },
];
