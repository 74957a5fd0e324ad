import { existsSync } from 'node:fs';
import type { RunRecord } from '../../studies/plan/record.js';
import { planFile } from './executor.js';

/**
 * Returns a sentence on runs that found a plan, according to their record, but have no plan file because plans were not
 * stored then. Empty if there are no such runs.
 */
export function plansMissing(folder: string, records: readonly RunRecord[]): readonly string[] {
  const without = records.filter((record) => hasPlan(record) && !existsSync(planFile(folder, record.key)));
  if (without.length === 0) return [];
  const runs = without.length === 1 ? '1 run has' : `${without.length} runs have`;
  return [
    `${runs} a record and no plan in plans/: made before the study kept plans. Run the study in a new folder to have all plans.`,
  ];
}

/** Returns true if a run's record says that it found a plan. */
export function hasPlan({ run, outcome }: RunRecord): boolean {
  return run.verb === 'solve' && outcome.failure === null && outcome.objective !== null;
}
