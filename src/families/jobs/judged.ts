import type { JudgedPages } from '../judged.js';
import { LIMITS_BY_TABLE, TOLERANCES } from './check/limits.js';
import { planSchema } from './check/parse-jobs-plan.js';

/** What the checker of points, months and profiles reads and reports, for the tables on its pages. */
export const JUDGED_OF_JOBS: JudgedPages = {
  plan: { page: 'docs/jobs/checker.md', schema: planSchema },
  tolerances: TOLERANCES,
  limits: LIMITS_BY_TABLE,
};
