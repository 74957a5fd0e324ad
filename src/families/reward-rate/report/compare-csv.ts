import type { ComparisonRecord } from '../studies/compare/record.js';
import { csvText } from '../../../reports/csv.js';

export const COMPARE_CSV_COLUMNS = [
  'method',
  'trial',
  'seed',
  'termination',
  'feasible',
  'reward_per_s',
  'naive_reward_per_s',
  'bound_per_s',
  'gap',
  'time_s',
  'steps',
  'plan_from',
] as const;

/** One row per run (RFC 4180). Empty fields: no feasible plan, no bound, or a plan of the method's own. */
export function compareCsv({ runs }: Pick<ComparisonRecord, 'runs'>): string {
  const rows = runs.map((run) => [
    run.method,
    run.trial,
    run.seed,
    run.termination,
    run.feasible,
    run.objective ?? '',
    run.naiveObjective ?? '',
    run.bound ?? '',
    run.gap ?? '',
    run.timeS,
    run.steps,
    run.planFrom ?? '',
  ]);
  return csvText([COMPARE_CSV_COLUMNS, ...rows]);
}
