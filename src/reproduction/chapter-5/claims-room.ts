import { S_PER_DAY, S_PER_H } from '../../../models/units.js';
import type { Claim } from '../claim.js';
import { ALIKE, atMost, average, type Notation } from '../rules.js';
import { allInTime, throttlingBetter } from './claims-reward.js';
import { valueOf } from './data.js';
import { AMPLE_BUDGET_MJ, MAPPINGS, REAL_DAYS } from './levels.js';
import { LOW_BUDGETS_MJ } from './reads.js';

/** Outlet limit of the nodes, C (section 5.6.1). */
const OUTLET_LIMIT_C = 33;
/** Cores of the room (Table 5.1), and tasks/s that all of them serve in their middle P-state (docs/decisions/templates-middle-p-state.md). */
const CORES = { count: 7560, tasksPerS: 22.811 };
/** Core-hours that a day of few tasks (0.08 tasks/s) takes in the middle P-state. */
const QUIET_CORE_H = ((0.08 * S_PER_DAY) / CORES.tasksPerS) * (CORES.count / S_PER_H);
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
const quietCalibrated =
  'the airs were chosen so that 28 C throttles no node while few tasks run (Fig. 5.4 (e)); the bundled room, where it does, is not counted';

/**
 * Claims about the room (section 5.5.1), by which its air was chosen, and about days of a real cluster (section 5.6.2).
 */
export const ROOM_CLAIMS: readonly Claim[] = [
  {
    id: 'real-days-hardly-throttled',
    figure: 'text-5.6.2',
    says: 'On the days of a real cluster throttling seldom acts at 28 C, as few tasks run.',
    rule: hardlyRule,
    parts: hardlyThrottled(REAL_DAYS, 14_000),
  },
  {
    id: 'real-days-throttling-better',
    figure: 'text-5.6.2',
    says: 'On the days of a real cluster throttling outperforms overcooling for all heuristics.',
    rule: `reward a day, paired by seed: throttling - overcooling above 0 for every heuristic below 14,000 MJ`,
    parts: throttlingBetter(REAL_DAYS, LOW_BUDGETS_MJ),
  },
  {
    id: 'real-days-all-equal',
    figure: 'text-5.6.2',
    says: 'On the days of a real cluster all techniques complete all tasks in time from 14,000 MJ on.',
    rule: allInTime.rule,
    parts: allInTime.parts(REAL_DAYS, [14_000]),
  },
  {
    id: 'overcooled-never-hot',
    figure: 'fig-5.4',
    says: 'Overcooling at 22 C keeps all outlets below the limit, also with all cores in use.',
    calibrated: 'the airs were chosen so that 22 C suffices for the highest-powered task on every core',
    rule: `hottest outlet of the whole day, overcooled: at most ${OUTLET_LIMIT_C} C`,
    parts: (data) =>
      ['constant', 'bursty'].flatMap((pattern) =>
        MAPPINGS.map((mapping) =>
          average(
            `${pattern}: ${mapping}+overcooling`,
            valueOf(data, pattern, `${mapping}+overcooling`, 'hottestC', AMPLE_BUDGET_MJ),
            (interval) => atMost(interval, OUTLET_LIMIT_C),
            CELSIUS,
          ),
        ),
      ),
  },
  {
    id: 'sinusoidal-hardly-throttled',
    figure: 'fig-5.4',
    says: 'Sinusoidal: the small number of tasks does not heat nodes enough at 28 C to trigger throttling.',
    calibrated: quietCalibrated,
    rule: hardlyRule,
    parts: hardlyThrottled('sinusoidal', AMPLE_BUDGET_MJ),
  },
];
