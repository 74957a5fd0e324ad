import { S_PER_DAY } from '../../../models/units.js';
import type { Claim } from '../claim.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import {
  ALIKE,
  atMost,
  average,
  type ByTrial,
  greater,
  type Part,
  PLAIN,
  type Printed,
  ratio,
  untested,
  within,
} from '../rules.js';
import { mj } from './claims-reward.js';
import { across, HOURS, MEGAJOULES, templatesIn, thesisMethods, valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, MAPPINGS, MIDDLE_P_STATES, PATTERNS } from './levels.js';
import { CHANGE_ABOVE } from './reads.js';

/** Arrival patterns with Poisson arrivals. */
const POISSON = ['constant', 'bursty'];
/** Range of energies that count as "nearly 16000 MJ", MJ: about as much, and not more. */
const NEARLY_16000 = [(1 - ALIKE) * 16_000, 16_000] as const;
/** Maximum relative difference at which two rewards count as equal: that of shares that count as the same (rules.ts). */
const SAME = 0.005;
/** Range of ratios that count as "slightly more". */
const SLIGHTLY_MORE = [1, 1 + ALIKE] as const;
/** Energy of a day at full load, as stated in the thesis, MJ. */
const FULL_LOAD_MJ = 22_000;
/** Service rate of all cores together, as stated in the thesis, tasks/s (section 5.6). */
export const SERVICE_RATE_PER_S = 22;

/** Consolidation, overcooled, processes tasks for "approximately half of the day" with 8,000 MJ. Without any effect it lasts the day. */
const HALF_DAY: Printed = {
  value: S_PER_DAY / 2,
  noEffect: S_PER_DAY,
  words: 'approximately half of the day',
  notation: HOURS,
  at: 'section 5.7',
};

/** Field `decidedBy` of claims on 12,000 MJ: why no technique can last the day with them, whatever the air. */
const IDLE_AT_12000 =
  'follows from the tables: idle nodes take 10,983 MJ of the 12,000, and what is left cools them only at 38.9 C, above the limit of 33 C';

/** Returns the comparisons that show that no technique lasts the day with this budget. */
function allSpent(patterns: readonly string[], budgetMJ: number): Claim['parts'] {
  return (data) =>
    patterns.map((pattern) => {
      const spent = thesisMethods(data).map((method) => valueOf(data, pattern, method, 'isSpent', budgetMJ));
      const share = across(spent, (values) => values.reduce((sum, value) => sum + value, 0) / values.length);
      return average(`${pattern}, ${mj(budgetMJ)}: techniques that stop`, share, (interval) => within(interval, 1, 1));
    });
}

/** Claims about energy (Fig. 5.4), and claims from the thesis' tables (section 5.6). */
export const ENERGY_CLAIMS: readonly Claim[] = [
  {
    id: 'low-budgets-exhausted',
    figure: 'fig-5.4',
    says: 'With 8,000 and 10,000 MJ all techniques exhaust the budget before the day ends.',
    decidedBy: 'follows from the tables: idle nodes alone take 10,983 MJ a day',
    rule: 'share of techniques that stop before 24 h with 10,000 MJ, and so with less: all',
    parts: allSpent(PATTERNS, 10_000),
  },
  {
    id: 'below-14000-exhausted',
    figure: 'fig-5.4',
    says: 'Below 14,000 MJ the facility cannot remain active for the entire day, whatever the technique (constant, bursty).',
    decidedBy: IDLE_AT_12000,
    rule: 'share of techniques that stop before 24 h with 12,000 MJ: all (Fig. 5.5 says otherwise of templates)',
    parts: allSpent(POISSON, 12_000),
  },
  {
    id: 'templates-last',
    figure: 'fig-5.4',
    says: 'With templates the facility executes tasks throughout the entire day (12,000 MJ, bursty: Fig. 5.5).',
    decidedBy: IDLE_AT_12000,
    rule: 'share of trials of the same day as in Fig. 5.5 in which the budget is spent before 24 h: none',
    parts: (data) => {
      const method = templatesIn(data);
      const spent = valueOf(data, 'bursty', method, 'isSpent', 12_000);
      return [average(method, spent, (interval) => within(interval, 0, 0))];
    },
  },
  {
    id: 'overcooling-needs-16000',
    figure: 'fig-5.4',
    says: 'Overcooled, the facility needs nearly 16,000 MJ to last the entire day (constant, bursty).',
    rule: `energy of the whole day, budget ${mj(AMPLE_BUDGET_MJ)}: ${NEARLY_16000.map(mj).join(' to ')}`,
    parts: (data) =>
      POISSON.flatMap((pattern) =>
        levelsOf(data, 'method')
          .filter((method) => method.endsWith('+overcooling'))
          .map((method) =>
            average(
              `${pattern}: ${method}`,
              valueOf(data, pattern, method, 'energyMJ', AMPLE_BUDGET_MJ),
              (interval) => within(interval, ...NEARLY_16000),
              MEGAJOULES,
            ),
          ),
      ),
  },
  {
    id: 'overcooled-16000-lasts',
    figure: 'fig-5.4',
    says: 'With 16,000 MJ the comparison heuristics, overcooled, have enough energy for the whole day with all tasks in P-state 0.',
    rule: `energy of the whole day, budget ${mj(AMPLE_BUDGET_MJ)}: at most 16,000 MJ`,
    parts: (data) =>
      POISSON.flatMap((pattern) =>
        MAPPINGS.slice(1).map((mapping) =>
          average(
            `${pattern}: ${mapping}+overcooling`,
            valueOf(data, pattern, `${mapping}+overcooling`, 'energyMJ', AMPLE_BUDGET_MJ),
            (interval) => atMost(interval, 16_000),
            MEGAJOULES,
          ),
        ),
      ),
  },
  {
    id: 'consolidation-half-day',
    figure: 'fig-5.4',
    says: 'With 8,000 MJ consolidation, overcooled, processes tasks for approximately half of the day.',
    rule: 'time until the stop: half a day; the effect is how long before midnight',
    parts: (data) =>
      POISSON.map((pattern) =>
        average(pattern, valueOf(data, pattern, 'consolidation+overcooling', 'stopS', 8000), HALF_DAY),
      ),
  },
  {
    id: 'no-change-above-16000',
    figure: 'fig-5.4',
    says: 'Above 16,000 MJ results are the same as for 16,000 MJ.',
    rule: `largest relative difference of rewards of a technique between the two budgets, the larger ${mj(AMPLE_BUDGET_MJ)}: at most ${SAME}`,
    parts: (data) =>
      PATTERNS.map((pattern) => {
        const changes = thesisMethods(data).map((method) => trialSeries(data, { pattern, method }, CHANGE_ABOVE));
        const largest = across(changes, (values) => Math.max(...values));
        return average(pattern, largest, (interval) => atMost(interval, SAME), { ...PLAIN, digits: 5 });
      }),
  },
  {
    id: 'greedy-saves-by-dvfs',
    figure: 'fig-5.4',
    says: 'Greedy mapping saves energy of the cores by DVFS compared to the heuristics that use P-state 0 (constant, bursty).',
    rule: `energy of the cores in a whole day (${mj(AMPLE_BUDGET_MJ)}), overcooled, paired by seed: each other - greedy above 0`,
    parts: (data) =>
      POISSON.flatMap((pattern) => {
        const cores = (mapping: string): ByTrial =>
          valueOf(data, pattern, `${mapping}+overcooling`, 'coresMJ', AMPLE_BUDGET_MJ);
        return MAPPINGS.slice(1).map((other) =>
          greater(`${pattern}: ${other} over greedy`, cores(other), cores('greedy'), MEGAJOULES),
        );
      }),
  },
  {
    id: 'templates-cool-less',
    figure: 'fig-5.4',
    says: 'Templates reduce the energy of cooling compared to overcooling (greedy mapping; constant, bursty).',
    rule: 'energy of the CRAC a day with 16,000 MJ, paired by seed: greedy+overcooling - greedy+templates above 0',
    parts: (data) =>
      POISSON.map((pattern) =>
        greater(
          pattern,
          valueOf(data, pattern, 'greedy+overcooling', 'cracMJ', 16_000),
          valueOf(data, pattern, templatesIn(data), 'cracMJ', 16_000),
          MEGAJOULES,
        ),
      ),
  },
  {
    id: 'templates-save-energy',
    figure: 'fig-5.4',
    says: 'With a large budget (16,000 MJ) templates save energy compared to overcooling (greedy mapping).',
    rule: 'energy a day, paired by seed: greedy+overcooling - greedy+templates above 0',
    parts: (data) =>
      PATTERNS.map((pattern) =>
        greater(
          pattern,
          valueOf(data, pattern, 'greedy+overcooling', 'energyMJ', 16_000),
          valueOf(data, pattern, templatesIn(data), 'energyMJ', 16_000),
          MEGAJOULES,
        ),
      ),
  },
  {
    id: 'templates-slightly-more-energy',
    figure: 'fig-5.4',
    says: 'At higher budgets templates use slightly more energy than throttling (greedy mapping).',
    rule: `energy of greedy+templates over that of greedy+throttling: ${SLIGHTLY_MORE[0]} to ${SLIGHTLY_MORE[1]}`,
    parts: (data) =>
      PATTERNS.flatMap((pattern) =>
        [14_000, 16_000].map((budgetMJ): Part =>
          ratio(
            `${pattern}, ${mj(budgetMJ)}`,
            valueOf(data, pattern, templatesIn(data), 'energyMJ', budgetMJ),
            valueOf(data, pattern, 'greedy+throttling', 'energyMJ', budgetMJ),
            (interval) => within(interval, ...SLIGHTLY_MORE),
          ),
        ),
      ),
  },
  {
    id: 'full-load',
    figure: 'fig-5.4',
    says: 'With all cores on the highest-powered task in P-state 0 the overcooled facility uses approximately 22,000 MJ a day.',
    rule: `computed from the tables (idle and core powers, CoP at 22 C): within ${100 * ALIKE} % of it`,
    parts: (data) => [fullLoad(data)],
  },
  {
    id: 'service-rate',
    figure: 'text-5.6',
    says: 'The room serves at most approximately 22 tasks/s.',
    decidedBy: 'of 16 P-states the slower of the two middle ones is the middle P-state',
    rule: `all cores in their middle P-state, Eqs. 61 and 62: within ${100 * ALIKE} % of it`,
    parts: (data) => [serviceRate(data)],
  },
];

/**
 * Returns the comparison of our service rate of all cores with the thesis' rate. Our rate is exact, so that there is no
 * confidence interval.
 */
function serviceRate(data: FigureData): Part {
  const [ours, other] = MIDDLE_P_STATES.map((level) => trialSeries(data, { middlePState: level }, 'tasksPerS').get(0));
  if (ours === undefined || other === undefined) return untested('all cores');
  const isNear = Math.abs(ours / SERVICE_RATE_PER_S - 1) <= ALIKE;
  const figure = `${ours.toFixed(2)} tasks/s (with the faster of the two middle P-states ${other.toFixed(2)})`;
  return { where: 'all cores', figure, answer: isNear ? 'yes' : 'no' };
}

function fullLoad(data: FigureData): Part {
  const found = trialSeries(data, { pattern: 'constant', method: 'greedy+overcooling' }, 'fullLoadMJ');
  const near = (value: number): number => value * FULL_LOAD_MJ;
  return average('a day', found, (interval) => within(interval, near(1 - ALIKE), near(1 + ALIKE)), MEGAJOULES);
}
