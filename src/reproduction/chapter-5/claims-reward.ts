import type { Claim } from '../claim.js';
import type { FigureData } from '../data.js';
import {
  above,
  atLeast,
  atMost,
  average,
  type ByTrial,
  difference,
  greater,
  type Notation,
  type Part,
  PERCENT,
  PLAIN,
  POINTS,
  type Printed,
  ratio,
  window,
} from '../rules.js';
import { across, MEGAJOULES, REWARD, templatesIn, thesisMethods, valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, MAPPINGS } from './levels.js';
import { COMPARED_BUDGETS_MJ, LOW_BUDGETS_MJ } from './reads.js';

/** Arrival patterns with Poisson arrivals. */
const POISSON = ['constant', 'bursty'];
/** Throttled greedy mapping earns "approximately half" of what it earns with templates. */
const HALF: Printed = { value: 0.5, noEffect: 1, notation: PLAIN, words: 'approximately half', at: 'section 5.7' };
/** Maximum ratio of rewards that counts as "very poorly": the upper end of the window of HALF, which the thesis says of the same method. */
const POOR = window(HALF).high;
/**
 * Minimum share of completed tasks at which all tasks of a day count as completed: all but half a percent, as shares
 * that count as the same (rules.ts). Some tasks still run when the day ends.
 */
const ALL = 0.995;
/** Maximum ratio of rewards that counts as "in the magnitude of thousands compared to millions": an order of magnitude. */
const MUCH_LESS = 0.1;

/** Notation of core-hours. */
const CORE_H: Notation = { factor: 1, digits: 0, unit: 'core h' };

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

/** Returns the comparisons that show that throttling earns more than overcooling for every mapping. */
export function throttlingBetter(pattern: string, budgetsMJ: readonly number[]): Claim['parts'] {
  const pairs = MAPPINGS.map((mapping) => [`${mapping}+throttling`, `${mapping}+overcooling`] as const);
  return (data) => better(data, [pattern], budgetsMJ, pairs);
}

/** Rule and comparisons that show that all techniques complete all tasks in time. */
export const allInTime = {
  rule: `tasks in time over all tasks, each technique: at least ${ALL} (some still run at the end of the day)`,
  parts:
    (pattern: string, budgetsMJ: readonly number[]): Claim['parts'] =>
    (data) =>
      budgetsMJ.flatMap((budgetMJ) =>
        thesisMethods(data).map((method) => {
          const share = valueOf(data, pattern, method, 'inTimeShare', budgetMJ);
          return average(`${mj(budgetMJ)}: ${method}`, share, (interval) => atLeast(interval, ALL), PERCENT);
        }),
      ),
};

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
      better(data, POISSON, COMPARED_BUDGETS_MJ, [['consolidation+overcooling', 'consolidation+throttling']]),
  },
  {
    id: 'balancing-throttled',
    figure: 'fig-5.4',
    says: 'LBBN and LBBR earn significantly more throttled than overcooled (constant, bursty).',
    rule: `${perDay}: throttling - overcooling above 0 for both`,
    parts: (data) =>
      better(data, POISSON, COMPARED_BUDGETS_MJ, [
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
          COMPARED_BUDGETS_MJ,
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
    id: 'p-state-0-late',
    figure: 'fig-5.4',
    says: 'Even in P-state 0 tasks of the comparison heuristics, overcooled, miss deadlines on slow nodes after waiting for a mapping event.',
    rule: `tasks completed too late over all tasks of the whole day (${mj(AMPLE_BUDGET_MJ)}), each heuristic: above 0`,
    parts: (data) =>
      POISSON.flatMap((pattern) =>
        MAPPINGS.slice(1).map((mapping) => {
          const late = valueOf(data, pattern, `${mapping}+overcooling`, 'lateShare', AMPLE_BUDGET_MJ);
          return average(`${pattern}: ${mapping}+overcooling`, late, (interval) => above(interval, 0), PERCENT);
        }),
      ),
  },
  {
    id: 'greedy-throttling-poor',
    figure: 'fig-5.4',
    says: 'Throttling performs very poorly with greedy mapping, whose tasks have no time to lose (constant).',
    rule: `reward of greedy+throttling over that of greedy+overcooling: at most ${POOR}, the most that still is half (see throttling-half-of-templates)`,
    parts: (data) =>
      COMPARED_BUDGETS_MJ.map((budgetMJ) =>
        ratio(
          `constant, ${mj(budgetMJ)}`,
          reward(data, 'constant', 'greedy+throttling', budgetMJ),
          reward(data, 'constant', 'greedy+overcooling', budgetMJ),
          (interval) => atMost(interval, POOR),
        ),
      ),
  },
  {
    id: 'throttled-greedy-late',
    figure: 'fig-5.4',
    says: 'Tasks that greedy mapping puts into the slowest P-state in time very likely miss their deadlines when throttled (constant).',
    rule: `tasks completed too late over all tasks of the whole day (${mj(AMPLE_BUDGET_MJ)}), paired by seed: greedy+throttling - greedy+overcooling above 0`,
    parts: (data) => {
      const late = (method: string): ByTrial => valueOf(data, 'constant', method, 'lateShare', AMPLE_BUDGET_MJ);
      const test = (interval: Parameters<typeof above>[0]) => above(interval, 0);
      return [difference('constant', late('greedy+throttling'), late('greedy+overcooling'), test, POINTS)];
    },
  },
  {
    id: 'consolidation-throttles-most',
    figure: 'fig-5.4',
    says: 'Throttled, consolidation makes hot spots and is throttled far more than LBBN and LBBR (constant, bursty).',
    rule: `throttled core-hours of the whole day (${mj(AMPLE_BUDGET_MJ)}), paired by seed: consolidation - each of the two above 0`,
    parts: (data) => {
      const hours = (pattern: string, mapping: string): ByTrial =>
        valueOf(data, pattern, `${mapping}+throttling`, 'throttledCoreH', AMPLE_BUDGET_MJ);
      return POISSON.flatMap((pattern) =>
        ['lbbn', 'lbbr'].map((other) =>
          greater(`${pattern}: over ${other}`, hours(pattern, 'consolidation'), hours(pattern, other), CORE_H),
        ),
      );
    },
  },
  {
    id: 'throttling-half-of-templates',
    figure: 'fig-5.4',
    says: 'At higher budgets throttling earns about half of what templates earn (greedy mapping).',
    rule: 'reward of greedy+throttling over that of greedy+templates: approximately half, of which the effect is the other half',
    parts: (data) =>
      POISSON.flatMap((pattern) =>
        [14_000, 16_000].map((budgetMJ) =>
          ratio(
            `${pattern}, ${mj(budgetMJ)}`,
            reward(data, pattern, 'greedy+throttling', budgetMJ),
            reward(data, pattern, templatesIn(data), budgetMJ),
            HALF,
          ),
        ),
      ),
  },
  {
    id: 'sinusoidal-thousands',
    figure: 'fig-5.4',
    says: 'Sinusoidal: much less reward can be earned, thousands where the other patterns earn millions.',
    rule: `reward of greedy+overcooling with 16,000 MJ over that under constant arrivals: at most ${MUCH_LESS}`,
    parts: (data) => {
      const own = (pattern: string): ByTrial => reward(data, pattern, 'greedy+overcooling', 16_000);
      return [
        ratio('greedy+overcooling', own('sinusoidal'), own('constant'), (interval) => atMost(interval, MUCH_LESS)),
      ];
    },
  },
  {
    id: 'sinusoidal-throttling-better',
    figure: 'fig-5.4',
    says: 'Sinusoidal: throttling outperforms overcooling for all heuristics, as the small number of tasks does not trigger throttling.',
    rule: `${perDay}: throttling - overcooling above 0 for every heuristic below 14,000 MJ`,
    parts: throttlingBetter('sinusoidal', LOW_BUDGETS_MJ),
  },
  {
    id: 'sinusoidal-all-equal',
    figure: 'fig-5.4',
    says: 'Sinusoidal: from 14,000 MJ on all techniques complete all tasks in time.',
    rule: allInTime.rule,
    parts: allInTime.parts('sinusoidal', [14_000, 16_000]),
  },
];
