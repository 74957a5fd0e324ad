import type { ComparisonRecord } from '../studies/compare/reward-rate/record.js';

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
] as const;

/** One row per run (RFC 4180). Empty fields: no feasible plan, or no bound. Labels hold no commas. */
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
  ]);
  return [COMPARE_CSV_COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}
