import { S_PER_H, S_PER_DAY } from '../../../models/units.js';
import type { Claim } from '../claim.js';
import { type FigureData, levelsOf, trialSeries } from '../data.js';
import { above, atMost, average, type ByTrial, greater, type Part, PLAIN, ratio, untested, within } from '../rules.js';
import { mj } from './claims-reward.js';
import { across, HOURS, MEGAJOULES, templatesIn, thesisMethods, valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, MIDDLE_P_STATES, PATTERNS } from './levels.js';

/** Arrival patterns with Poisson arrivals. */
const POISSON = ['constant', 'bursty'];
/** Range of energies that count as "nearly 16000 MJ", MJ. */
const NEARLY_16000 = [15_000, 16_000] as const;
/** Range of durations that count as "approximately half of the day", h. */
const HALF_DAY_H = [10.8, 13.2] as const;
/** Maximum relative difference at which two rewards count as equal. */
const SAME = 0.001;
/** Range of ratios that count as "slightly more". */
const SLIGHTLY_MORE = [1, 1.1] as const;
/** Energy of a day at full load, as stated in the thesis, MJ. */
const FULL_LOAD_MJ = 22_000;
/** Maximum relative difference at which our value counts as equal to the thesis' value. */
const ABOUT = 0.05;
/** Service rate of all cores together, as stated in the thesis, tasks/s (section 5.6). */
export const SERVICE_RATE_PER_S = 22;

/** Notation of values that are in hours. */
const H: typeof HOURS = { ...HOURS, factor: 1 };

function hours(series: ByTrial): ByTrial {
  return new Map([...series].map(([trial, seconds]) => [trial, seconds / S_PER_H]));
}

/** Claims about energy (Fig. 5.4), and claims from the thesis' tables (section 5.6). */
export const ENERGY_CLAIMS: readonly Claim[] = [
  {
    id: 'low-budgets-exhausted',
    figure: 'fig-5.4',
    says: 'With 8,000 and 10,000 MJ all techniques exhaust the budget before the day ends.',
    rule: 'latest stop of all techniques in the same trial: before 24 h',
    parts: (data) =>
      PATTERNS.flatMap((pattern) =>
        [8000, 10_000].map((budgetMJ) => {
          const stops = thesisMethods(data).map((method) => valueOf(data, pattern, method, 'stopS', budgetMJ));
          const latest = across(stops, (values) => S_PER_DAY - Math.max(...values));
          const left = hours(latest);
          return average(`${pattern}, ${mj(budgetMJ)}: hours left`, left, (interval) => above(interval, 0), H);
        }),
      ),
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
    id: 'consolidation-half-day',
    figure: 'fig-5.4',
    says: 'With 8,000 MJ consolidation, overcooled, processes tasks for approximately half of the day.',
    rule: `time until the stop: ${HALF_DAY_H.join(' to ')} h`,
    parts: (data) =>
      POISSON.map((pattern) =>
        average(
          pattern,
          hours(valueOf(data, pattern, 'consolidation+overcooling', 'stopS', 8000)),
          (interval) => within(interval, ...HALF_DAY_H),
          H,
        ),
      ),
  },
  {
    id: 'no-change-above-16000',
    figure: 'fig-5.4',
    says: 'Above 16,000 MJ results are the same as for 16,000 MJ.',
    rule: `largest relative difference of rewards of a technique between the two budgets, the larger ${mj(AMPLE_BUDGET_MJ)}: at most ${SAME}`,
    parts: (data) =>
      PATTERNS.map((pattern) => {
        const changes = thesisMethods(data).map((method) =>
          across(
            [16_000, AMPLE_BUDGET_MJ].map((budgetMJ) => valueOf(data, pattern, method, 'reward', budgetMJ)),
            ([less, more]) => (less === more ? 0 : Math.abs(more! / less! - 1)),
          ),
        );
        const largest = across(changes, (values) => Math.max(...values));
        return average(pattern, largest, (interval) => atMost(interval, SAME), { ...PLAIN, digits: 5 });
      }),
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
    rule: `computed from the tables (idle and core powers, CoP at 22 C): within ${100 * ABOUT} % of it`,
    parts: (data) => [fullLoad(data)],
  },
  {
    id: 'service-rate',
    figure: 'text-5.6',
    says: 'The room serves at most approximately 22 tasks/s.',
    decidedBy: 'of 16 P-states the slower of the two middle ones is the middle P-state',
    rule: `all cores in their middle P-state, Eqs. 61 and 62: within ${100 * ABOUT} % of it`,
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
  const isNear = Math.abs(ours / SERVICE_RATE_PER_S - 1) <= ABOUT;
  const figure = `${ours.toFixed(2)} tasks/s (with the faster of the two middle P-states ${other.toFixed(2)})`;
  return { where: 'all cores', figure, answer: isNear ? 'yes' : 'no' };
}

function fullLoad(data: FigureData): Part {
  const found = trialSeries(data, { pattern: 'constant', method: 'greedy+overcooling' }, 'fullLoadMJ');
  const near = (value: number): number => value * FULL_LOAD_MJ;
  return average('a day', found, (interval) => within(interval, near(1 - ABOUT), near(1 + ABOUT)), MEGAJOULES);
}
