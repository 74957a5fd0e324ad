import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import { monotonicS } from '../../runs/clock.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { CompareRequest } from '../compare.js';
import { comparisonsOf, type PlannedComparison, type VerbSurroundings } from './comparisons.js';
import { loadExperiments } from './experiments.js';
import { filesOf, type Files, madePlaceOf, placeOf, type VerbPlan } from './verb-answer.js';

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
  const { compare, filesOfCompare, runsOfComparison } = await import('../compare.js');
  const found = comparisonsOf(study, cells, around);
  if (!found.ok) return found;
  const requests = found.comparisons.map((one): CompareRequest & PlannedComparison => ({ ...one, ...UNATTENDED }));
  const runs = new Map<string, StudyRun>();
  for (const request of requests) {
    await around.turn();
    const { family, instance, file } = request;
    const known = around.isOpened(file) ? {} : { unread: { family, name: instance.name } };
    const own = await runsOfComparison({ ...request, ...known }, around.families);
    if (!own.ok) return { ok: false, faults: own.faults.map((fault) => inStudy(fault, around)) };
    for (const run of own.runs) if (!runs.has(run.key)) runs.set(run.key, { ...run, position: runs.size });
  }
  return {
    ok: true,
    runs: [...runs.values()],
    outputs: (folder) => requests.flatMap((_, n) => filesOfCompare(placeOf(folder, 'comparisons', n, requests.length))),
    finish: async (folder, store) => {
      const texts: string[] = [];
      const files: [string, Files][] = [];
      let fault: string | null = null;
      for (const [n, request] of requests.entries()) {
        // One comparison writes what `plenum compare --out` does; several have a folder each.
        const out = madePlaceOf(folder, 'comparisons', n, requests.length);
        const answer = await compare({ ...request, out, store }, around.families);
        if (!answer.ok) return answer;
        texts.push(answer.text);
        files.push([`comparison${n + 1}`, answer.record.files]);
        fault ??= answer.fault?.message ?? null;
      }
      return { ok: true, text: texts.join('\n'), files: filesOf(files), fault };
    },
  };
}

/** Fields of a request that reports no progress and cannot be interrupted. */
const UNATTENDED = {
  workers: 1,
  out: null,
  nowS: monotonicS,
  interrupted: () => false,
  interruptedTwice: () => false,
  onProgress: () => undefined,
  onNote: () => undefined,
} satisfies Partial<CompareRequest>;

/** Converts a fault of a command's option into a fault of the study file that contains the option. */
function inStudy(fault: Refused['faults'][number], { file }: VerbSurroundings): Refused['faults'][number] {
  return fault.file === COMMAND_LINE ? { ...fault, file } : fault;
}
