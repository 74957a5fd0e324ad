import type { Claim } from '../claim.js';
import { combined, type FigureData, trialSeries } from '../data.js';
import { atLeast, atMost, average, type ByTrial, greater, type Part, PERCENT, ratio, within } from '../rules.js';
import { across, MEGAJOULES, REWARD, templatesIn, thesisMethods, valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, THESIS_BUDGETS_MJ } from './levels.js';

/** Arrival patterns with Poisson arrivals. */
const POISSON = ['constant', 'bursty'];
/** Energy budgets that count as "less than 14000 MJ", MJ. */
const LOW_BUDGETS_MJ = [8000, 10_000, 12_000];
/** Methods of mapping tasks to cores that the claims compare. */
const MAPPINGS = ['greedy', 'consolidation', 'lbbn', 'lbbr'];
/** Range of ratios that count as "about half". */
const HALF = [0.4, 0.6] as const;
/** Maximum ratio of a method's reward to the best reward that counts as poor. */
const POOR = 0.6;
/**
 * Minimum share of completed tasks at which all tasks of a day count as completed. Some tasks still run when the day
 * ends.
 */
const ALL = 0.99;

const perDay = 'reward a day, paired by seed';

function reward(data: FigureData, pattern: string, method: string, budgetMJ: number): ByTrial {
  return valueOf(data, pattern, method, 'reward', budgetMJ);
}

export const mj = (budgetMJ: number): string => `${budgetMJ.toLocaleString('en-US')} MJ`;

/** Returns a comparison for each arrival pattern, energy budget and pair of methods: does the first earn more? */
function better(
  data: FigureData,
  patterns: readonly string[],
  budgetsMJ: readonly number[],
  pairs: readonly (readonly [first: string, second: string])[],
): Part[] {
  return patterns.flatMap((pattern) =>
    pairs.flatMap(([first, second]) =>
      budgetsMJ.map((budgetMJ) =>
        greater(
          `${pattern}, ${mj(budgetMJ)}: ${first} over ${second}`,
          reward(data, pattern, first, budgetMJ),
          reward(data, pattern, second, budgetMJ),
          REWARD,
        ),
      ),
    ),
  );
}

/** Claims about rewards (Fig. 5.4). */
export const REWARD_CLAIMS: readonly Claim[] = [
  {
    id: 'templates-best-low-budgets',
    figure: 'fig-5.4',
    says: 'Below 14,000 MJ greedy mapping with templates earns most, significantly more than any other technique (constant, bursty).',
    rule: `${perDay}: greedy+templates - the best of the others in the same trial above 0`,
    parts: (data) => {
      const own = templatesIn(data);
      const others = thesisMethods(data).filter((method) => method !== own);
      return POISSON.flatMap((pattern) =>
        LOW_BUDGETS_MJ.map((budgetMJ) => {
          const best = across(
            others.map((other) => reward(data, pattern, other, budgetMJ)),
            (values) => Math.max(...values),
          );
          return greater(`${pattern}, ${mj(budgetMJ)}: ${own}`, reward(data, pattern, own, budgetMJ), best, REWARD);
        }),
      );
    },
  },
  {
    id: 'consolidation-overcooled',
    figure: 'fig-5.4',
    says: 'Consolidation earns significantly more overcooled than throttled (constant, bursty).',
    rule: `${perDay}: consolidation+overcooling - consolidation+throttling above 0`,
    parts: (data) =>
      better(data, POISSON, THESIS_BUDGETS_MJ, [['consolidation+overcooling', 'consolidation+throttling']]),
  },
  {
    id: 'balancing-throttled',
    figure: 'fig-5.4',
    says: 'LBBN and LBBR earn significantly more throttled than overcooled (constant, bursty).',
    rule: `${perDay}: throttling - overcooling above 0 for both`,
    parts: (data) =>
      better(data, POISSON, THESIS_BUDGETS_MJ, [
        ['lbbn+throttling', 'lbbn+overcooling'],
        ['lbbr+throttling', 'lbbr+overcooling'],
      ]),
  },
  {
    id: 'consolidation-over-balancing',
    figure: 'fig-5.4',
    says: 'Overcooled, consolidation earns more than LBBN and LBBR: the nodes of quadrant 1 draw less (constant, bursty).',
    rule: `${perDay}: consolidation+overcooling - each of the two above 0; energy of the cores in a whole day (${mj(AMPLE_BUDGET_MJ)}): each of the two - consolidation+overcooling above 0`,
    parts: (data) => {
      const own = 'consolidation+overcooling';
      const others = ['lbbn+overcooling', 'lbbr+overcooling'];
      const cores = (pattern: string, method: string): ByTrial =>
        valueOf(data, pattern, method, 'coresMJ', AMPLE_BUDGET_MJ);
      return [
        ...better(
          data,
          POISSON,
          THESIS_BUDGETS_MJ,
          others.map((other) => [own, other]),
        ),
        ...POISSON.flatMap((pattern) =>
          others.map((other) =>
            greater(`${pattern}, cores: ${other} over ${own}`, cores(pattern, other), cores(pattern, own), MEGAJOULES),
          ),
        ),
      ];
    },
  },
  {
    id: 'greedy-best-overcooled',
    figure: 'fig-5.4',
    says: 'At 16,000 MJ greedy mapping, overcooled, still slightly outperforms the other heuristics, overcooled (constant, bursty).',
    rule: `${perDay}: greedy+overcooling - each other+overcooling above 0`,
    parts: (data) =>
      better(
        data,
        POISSON,
        [16_000],
        MAPPINGS.slice(1).map((other) => ['greedy+overcooling', `${other}+overcooling`]),
      ),
  },
  {
    id: 'greedy-throttling-poor',
    figure: 'fig-5.4',
    says: 'Throttling performs very poorly with greedy mapping, whose tasks have no time to lose (constant).',
    rule: `reward of greedy+throttling over that of greedy+overcooling: at most ${POOR}`,
    parts: (data) =>
      THESIS_BUDGETS_MJ.map((budgetMJ) =>
        ratio(
          `constant, ${mj(budgetMJ)}`,
          reward(data, 'constant', 'greedy+throttling', budgetMJ),
          reward(data, 'constant', 'greedy+overcooling', budgetMJ),
          (interval) => atMost(interval, POOR),
        ),
      ),
  },
  {
    id: 'throttling-half-of-templates',
    figure: 'fig-5.4',
    says: 'At higher budgets throttling earns about half of what templates earn (greedy mapping).',
    rule: `reward of greedy+throttling over that of greedy+templates: between ${HALF[0]} and ${HALF[1]}`,
    parts: (data) =>
      POISSON.flatMap((pattern) =>
        [14_000, 16_000].map((budgetMJ) =>
          ratio(
            `${pattern}, ${mj(budgetMJ)}`,
            reward(data, pattern, 'greedy+throttling', budgetMJ),
            reward(data, pattern, templatesIn(data), budgetMJ),
            (interval) => within(interval, ...HALF),
          ),
        ),
      ),
  },
  {
    id: 'sinusoidal-throttling-better',
    figure: 'fig-5.4',
    says: 'Sinusoidal: throttling outperforms overcooling for all heuristics, as few tasks heat no node enough to be throttled.',
    rule: `${perDay}: throttling - overcooling above 0 for every heuristic below 14,000 MJ`,
    parts: (data) =>
      better(
        data,
        ['sinusoidal'],
        LOW_BUDGETS_MJ,
        MAPPINGS.map((mapping) => [`${mapping}+throttling`, `${mapping}+overcooling`]),
      ),
  },
  {
    id: 'sinusoidal-all-equal',
    figure: 'fig-5.4',
    says: 'Sinusoidal: from 14,000 MJ on all techniques complete all tasks in time.',
    rule: `tasks in time over all tasks, each technique: at least ${ALL} (some still run at the end of the day)`,
    parts: (data) =>
      [14_000, 16_000].flatMap((budgetMJ) =>
        thesisMethods(data).map((method) => {
          const tasks = trialSeries(data, { pattern: 'sinusoidal', method }, 'tasks');
          const inTime = valueOf(data, 'sinusoidal', method, 'inTime', budgetMJ);
          const share = combined(inTime, tasks, (some, all) => some / all);
          return average(`${mj(budgetMJ)}: ${method}`, share, (interval) => atLeast(interval, ALL), PERCENT);
        }),
      ),
  },
];
