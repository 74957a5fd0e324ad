import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { comparisonsOf } from './comparisons.js';
import { loadExperiments } from './experiments.js';
import { filesOf, type Files, madePlaceOf, placeOf, type VerbPlan, type VerbSurroundings } from './verb-answer.js';

/**
 * Returns the runs that the study's command makes from the combinations of parameter values (cells). For `plenum solve`
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
  const { filesOfCompare, plannedComparison, recordIn, writtenComparison } = await import('../compare.js');
  const found = comparisonsOf(study, cells, around);
  if (!found.ok) return found;
  const { comparisons } = found;
  const { families } = around;
  const runs = new Map<string, StudyRun>();
  for (const { asked, known } of comparisons) {
    await around.turn();
    const own = await plannedComparison(asked, families, known);
    if (!own.ok) return { ok: false, faults: own.faults.map((fault) => inStudy(fault, around)) };
    for (const run of own.runs) if (!runs.has(run.key)) runs.set(run.key, { ...run, position: runs.size });
  }
  const count = comparisons.length;
  return {
    ok: true,
    runs: [...runs.values()],
    outputs: (folder) => comparisons.flatMap((_, n) => filesOfCompare(placeOf(folder, 'comparisons', n, count))),
    finish: async (folder, store) => {
      const texts: string[] = [];
      const files: [string, Files][] = [];
      let fault: string | null = null;
      for (const [n, { asked, known }] of comparisons.entries()) {
        // One comparison writes what `plenum compare --out` does; several have a folder each.
        const out = madePlaceOf(folder, 'comparisons', n, count);
        const planned = await plannedComparison(asked, families, { ...known, isRead: true });
        if (!planned.ok) return planned;
        const records = planned.runs.map(({ key }) => recordIn(store, key)!);
        const answer = await writtenComparison(planned, { records, complete: true, failed: 0 }, out);
        texts.push(answer.text);
        files.push([`comparison${n + 1}`, answer.record.files]);
        fault ??= answer.fault?.message ?? null;
      }
      return { ok: true, text: texts.join('\n'), files: filesOf(files), fault };
    },
  };
}

/** Converts a fault of a command's option into a fault of the study file that contains the option. */
function inStudy(fault: Refused['faults'][number], { file }: VerbSurroundings): Refused['faults'][number] {
  return fault.file === COMMAND_LINE ? { ...fault, file } : fault;
}
