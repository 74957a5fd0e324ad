import type { RobustComparisonRecord } from '../studies/compare/record.js';
import { csvText } from '../../../reports/csv.js';

export const ROBUST_COMPARE_CSV_COLUMNS = [
  'method',
  'trial',
  'seed',
  'termination',
  'feasible',
  'all_cores_in_time',
  'all_cores_in_time_log10',
  'budget_until_last_core',
  'budget_until_last_core_z',
  'psi',
  'psi_z',
  'phi',
  'phi_z',
  'bound',
  'bound_z',
  'gap',
  'psi_gap',
  'deadline_slack_percent',
  'energy_mean_j',
  'energy_bound_j',
  'energy_gap',
  'time_s',
  'steps',
] as const;

/** One row per run (RFC 4180). Empty fields: no plan, no feasible one where a gap is asked for, or no bound. */
export function robustCompareCsv({ runs }: Pick<RobustComparisonRecord, 'runs'>): string {
  const rows = runs.map((run) => [
    run.method,
    run.trial,
    run.seed,
    run.termination,
    run.feasible,
    run.allInTime ?? '',
    run.jointPsiLog10 ?? '',
    run.budgetUntilLastCore ?? '',
    run.untilLastCoreZ ?? '',
    run.psi ?? '',
    run.psiZ ?? '',
    run.phi ?? '',
    run.phiZ ?? '',
    run.bound ?? '',
    run.boundZ ?? '',
    run.gap ?? '',
    run.psiGap ?? '',
    run.deadlineSlackPercent ?? '',
    run.energyMeanJ ?? '',
    run.energyBoundJ ?? '',
    run.energyGap ?? '',
    run.timeS,
    run.steps,
  ]);
  return csvText([ROBUST_COMPARE_CSV_COLUMNS, ...rows]);
}
