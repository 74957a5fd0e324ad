import { S_PER_DAY, S_PER_H } from '../../../models/units.js';
import type { Claim } from '../claim.js';
import { ALIKE, atMost, average, type Notation } from '../rules.js';
import { allInTime, throttlingBetter } from './claims-reward.js';
import { valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, MAPPINGS, OUTLET_LIMIT_C, REAL_DAYS } from './levels.js';
import { LOW_BUDGETS_MJ } from './reads.js';

/** Cores of the room: 270 nodes in each of four quadrants, those of TS140, Z600 (two) and Z820 (Table 5.1). */
const CORES = 270 * (4 + 2 * 6 + 12);
/** Tasks/s that all cores serve in their middle P-state, as `text-5.6` finds (docs/decisions/templates-middle-p-state.md). */
const SERVED_PER_S = 22.811;
/** Core-hours that a day of few tasks (0.08 tasks/s) takes in the middle P-state. */
const QUIET_CORE_H = ((0.08 * S_PER_DAY) / SERVED_PER_S) * (CORES / S_PER_H);
/** Half of the last digit of a recorded outlet of two digits before the point, C: records keep five digits. */
const HALF_DIGIT_C = 0.0005;
/** Notation of core-hours. */
const CORE_H: Notation = { factor: 1, digits: 1, unit: 'core h' };
/** Notation of temperatures. */
const CELSIUS: Notation = { factor: 1, digits: 2, unit: 'C' };

/** Returns the comparisons that show that tasks of a quiet day are practically never throttled at 28 C. */
function hardlyThrottled(pattern: string, budgetMJ: number): Claim['parts'] {
  return (data) =>
    MAPPINGS.map((mapping) =>
      average(
        `${pattern}: ${mapping}+throttling`,
        valueOf(data, pattern, `${mapping}+throttling`, 'throttledCoreH', budgetMJ),
        (interval) => atMost(interval, ALIKE * QUIET_CORE_H),
        CORE_H,
      ),
    );
}

const hardlyRule = `throttled core-hours a day: at most ${100 * ALIKE} % of the ${Math.round(QUIET_CORE_H)} that 0.08 tasks/s take in the middle P-state`;
/**
 * Claims about the room (section 5.5.1), by which its air was chosen, and those of section 5.7 on days of few tasks: under
 * the sinusoid, and on days of a real cluster in its place.
 */
export const ROOM_CLAIMS: readonly Claim[] = [
  {
    id: 'real-days-hardly-throttled',
    figure: 'text-5.6.2',
    says: '5.7, on real days in place of the sinusoid: the small number of tasks does not heat nodes enough at 28 C to trigger throttling.',
    rule: hardlyRule,
    parts: hardlyThrottled(REAL_DAYS, 14_000),
  },
  {
    id: 'real-days-throttling-better',
    figure: 'text-5.6.2',
    says: '5.7, on real days in place of the sinusoid: throttling outperforms overcooling for all heuristics.',
    rule: `reward a day, paired by seed: throttling - overcooling above 0 for every heuristic below 14,000 MJ`,
    parts: throttlingBetter(REAL_DAYS, LOW_BUDGETS_MJ),
  },
  {
    id: 'real-days-all-equal',
    figure: 'text-5.6.2',
    says: '5.7, on real days in place of the sinusoid: from 14,000 MJ on all techniques complete all tasks in time.',
    rule: allInTime.rule,
    parts: allInTime.parts(REAL_DAYS, [14_000]),
  },
  {
    id: 'overcooled-never-hot',
    figure: 'fig-5.4',
    says: 'Overcooling at 22 C keeps all outlets below the limit, also with all cores in use.',
    calibrated: 'the airs were chosen so that 22 C suffices for the highest-powered task on every core',
    rule: `hottest outlet of the whole day, overcooled: at most ${OUTLET_LIMIT_C} C, to the ${HALF_DIGIT_C} C that records round to`,
    parts: (data) =>
      ['constant', 'bursty'].flatMap((pattern) =>
        MAPPINGS.map((mapping) =>
          average(
            `${pattern}: ${mapping}+overcooling`,
            valueOf(data, pattern, `${mapping}+overcooling`, 'hottestC', AMPLE_BUDGET_MJ),
            (interval) => atMost(interval, OUTLET_LIMIT_C + HALF_DIGIT_C),
            CELSIUS,
          ),
        ),
      ),
  },
  {
    id: 'sinusoidal-hardly-throttled',
    figure: 'fig-5.4',
    says: 'Sinusoidal: the small number of tasks does not heat nodes enough at 28 C to trigger throttling.',
    rule: hardlyRule,
    parts: hardlyThrottled('sinusoidal', AMPLE_BUDGET_MJ),
  },
];
