import type { JudgedPages } from '../judged.js';
import { LIMITS_OF_SCHEDULES, TOLERANCES } from './check/limits.js';
import { planSchema } from './check/parse-utility-plan.js';

/** What the checker of schedules reads and reports, for the tables on its pages. */
export const JUDGED_OF_UTILITY: JudgedPages = {
  plan: { page: 'docs/utility/plan.md', schema: planSchema },
  tolerances: TOLERANCES,
  limits: { schedules: LIMITS_OF_SCHEDULES },
};
