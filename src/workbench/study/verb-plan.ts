import { COMMAND_LINE, type Refused } from '../../instances/problem.js';
import { monotonicS } from '../../runs/clock.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { runsOfDesign } from '../../studies/trials/trial-run.js';
import type { CompareRequest } from '../compare.js';
import type { FiguresRequest } from '../reproduce.js';
import { comparisonsOf, type PlannedComparison, type VerbSurroundings } from './comparisons.js';
import { filesOf, type Files, madePlaceOf, placeOf, type VerbPlan } from './verb-answer.js';

/** Runs of a study as its verb makes them of the cells: those of `plenum solve` are the cells themselves. */
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
      return plannedFigures(study, around);
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
  const { compare, filesOfCompare, runsOfComparison, runsOfUnread } = await import('../compare.js');
  const found = comparisonsOf(study, cells, around);
  if (!found.ok) return found;
  const requests = found.comparisons.map((one): CompareRequest & PlannedComparison => ({ ...one, ...UNATTENDED }));
  const runs = new Map<string, StudyRun>();
  for (const request of requests) {
    await around.turn();
    const own = around.isOpened(request.file)
      ? await runsOfComparison(request, around.families)
      : await runsOfUnread(request, request.family);
    if (!own.ok) return { ok: false, problems: own.problems.map((problem) => inStudy(problem, around)) };
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

/** Rest of a request whose runs nobody watches or stops. */
const UNATTENDED = {
  workers: 1,
  out: null,
  nowS: monotonicS,
  cpuS: () => null,
  interrupted: () => false,
  interruptedTwice: () => false,
  onProgress: () => undefined,
  onNote: () => undefined,
} satisfies Partial<CompareRequest>;

/** Words of a study of figures; the claims are there to be read, and judged as the families declare them. */
const FIGURE_WORDS = ['scale', 'trials', 'claims'] as const;

async function plannedFigures(study: Study, around: VerbSurroundings): Promise<VerbPlan | Refused> {
  const [{ designsOf, reproduce }, { filesOfFigure, frameOfFigure }] = await Promise.all([
    import('../reproduce.js'),
    import('../figure-run.js'),
  ]);
  const refused = (path: string, value: unknown, allowed: string): Refused => {
    return { ok: false, problems: [{ file: around.file, path, value, allowed, remedy: 'Correct or remove it.' }] };
  };
  const { scale = 'reduced', trials = null } = study.words;
  const strange = Object.keys(study.words).find((word) => !FIGURE_WORDS.some((known) => known === word));
  if (strange !== undefined) return refused('words', strange, FIGURE_WORDS.join(', '));
  if (scale !== 'reduced' && scale !== 'full') return refused('words.scale', scale, 'reduced, full');
  if (trials !== null && !(Number.isSafeInteger(trials) && (trials as number) >= 1)) {
    return refused('words.trials', trials, 'a whole number of at least 1');
  }
  const request: FiguresRequest = { figures: study.figures, scale, trials: trials as number | null, workers: 1 };
  const found = await designsOf(request, false, around.families);
  if (!found.ok) return { ok: false, problems: found.problems.map((problem) => inStudy(problem, around)) };
  const runs = new Map<string, StudyRun>();
  for (const { design, familyName } of found.planned) {
    for (const run of runsOfDesign(design, frameOfFigure(familyName, design))) {
      if (!runs.has(run.key)) runs.set(run.key, { ...run, position: runs.size });
    }
  }
  return {
    ok: true,
    runs: [...runs.values()],
    outputs: (folder) => found.planned.flatMap((figure) => filesOfFigure(figure, folder, scale)),
    finish: async (folder) => {
      const watcher = { say: () => undefined, warn: () => undefined, progress: () => undefined };
      const rest = { out: folder, writeDocs: null, force: false, interrupted: () => false, watcher };
      const answer = await reproduce({ ...request, ...rest }, around.families);
      if (!answer.ok) return answer;
      const files = answer.figures.map(({ figure, files: own }): [string, Files] => [figure, own]);
      return { ok: true, text: answer.lines.join('\n'), files: filesOf(files), fault: null };
    },
  };
}

/** A problem of the words of a verb, as one of the study that they stand in. */
function inStudy(problem: Refused['problems'][number], { file }: VerbSurroundings): Refused['problems'][number] {
  return problem.file === COMMAND_LINE ? { ...problem, file } : problem;
}
