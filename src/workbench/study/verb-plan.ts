import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { storedRecord } from '../../studies/engine/run-study.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { comparisonsOf } from './comparisons.js';
import { loadExperiments } from './experiments.js';
import { placeOf, type VerbPlan, type VerbSurroundings, writtenByEach } from './verb-answer.js';

/**
 * Returns the runs that the study's command makes of the combinations of parameter values (cells). For `plenum solve`
 * each cell is one run.
 */
export async function plannedByVerb(
  study: Study,
  cells: readonly StudyRun[],
  around: VerbSurroundings,
): Promise<VerbPlan | Refused> {
  switch (study.verb) {
    case 'solve':
      return { ok: true, runs: cells, finish: null, outputs: () => [] };
    case 'compare':
      return plannedComparisons(study, cells, around);
    case 'reproduce':
      return (await loadExperiments()).planned(study, around);
    case 'sweep':
    case 'day':
      return (await import('./chains.js')).plannedChains(study.verb, study, cells, around);
  }
}

async function plannedComparisons(
  study: Study,
  cells: readonly StudyRun[],
  around: VerbSurroundings,
): Promise<VerbPlan | Refused> {
  const { filesOfCompare, plannedComparison, writtenComparison } = await import('../compare.js');
  const found = comparisonsOf(study, cells, around);
  if (!found.ok) return found;
  const { comparisons } = found;
  const { families } = around;
  const runs = new Map<string, StudyRun>();
  for (const comparison of comparisons) {
    await around.turn();
    const own = await plannedComparison(comparison, families);
    if (!own.ok) return { ok: false, faults: own.faults.map((fault) => inStudy(fault, around)) };
    for (const run of own.runs) if (!runs.has(run.key)) runs.set(run.key, { ...run, position: runs.size });
  }
  return {
    ok: true,
    runs: [...runs.values()],
    outputs: (folder) =>
      comparisons.flatMap((_, n) => filesOfCompare(placeOf(folder, 'comparisons', n, comparisons.length))),
    finish: (folder, store, workers) =>
      writtenByEach('comparison', comparisons, folder, async (comparison, out) => {
        const planned = await plannedComparison({ ...comparison, isRead: true }, families);
        if (!planned.ok) return planned;
        const records = planned.runs.map(({ key }) => storedRecord(store, key)!);
        return writtenComparison(planned, { records, complete: true, failed: 0 }, { out, workers });
      }),
  };
}

/** Converts a fault of a command's option into a fault of the study file that contains the option. */
function inStudy(fault: Refused['faults'][number], { file }: VerbSurroundings): Refused['faults'][number] {
  return fault.file === COMMAND_LINE ? { ...fault, file } : fault;
}
