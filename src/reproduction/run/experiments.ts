import { COMMAND_LINE, type Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import { NO_MACHINE } from './trial-record.js';
import { runsOfDesign } from './trial-run.js';
import { type Ended, failed } from '../../studies/plan/ended.js';
import type { Experiments } from '../../workbench/study/experiments.js';
import { filesOf, type Files, type VerbPlan } from '../../workbench/study/verb-answer.js';
import { filesOfFigure, frameOfFigure, trialExecutor } from './figure-run.js';
import { bundledStudies } from './figure-studies.js';
import { PAPERS } from '../registry.js';
import { designsOf, type FiguresRequest, reproduce } from './reproduce.js';

/** Plans and executes studies that reproduce published figures. */
export const EXPERIMENTS: Experiments = { planned, ended, bundledStudies };

/**
 * Fields of a study file that reproduces figures. The field "claims" is only for readers: the claims that the papers
 * declare are judged.
 */
const FIGURE_WORDS = ['scale', 'trials', 'claims'] as const;

async function planned(study: Study, { file }: { readonly file: string }): Promise<VerbPlan | Refused> {
  const refused = (path: string, value: unknown, allowed: string): Refused => {
    return { ok: false, faults: [{ file, path, value, allowed, remedy: 'Correct or remove it.' }] };
  };
  const { scale = 'reduced', trials = null } = study.words;
  const strange = Object.keys(study.words).find((word) => !FIGURE_WORDS.some((known) => known === word));
  if (strange !== undefined) return refused('words', strange, FIGURE_WORDS.join(', '));
  if (scale !== 'reduced' && scale !== 'full') return refused('words.scale', scale, 'reduced, full');
  if (trials !== null && !(Number.isSafeInteger(trials) && (trials as number) >= 1)) {
    return refused('words.trials', trials, 'a whole number of at least 1');
  }
  const request: FiguresRequest = { figures: study.figures, scale, trials: trials as number | null, workers: 1 };
  const found = await designsOf(request, false);
  if (!found.ok) {
    // What is wrong with the words is told of the study that they stand in.
    const faults = found.faults.map((one) => (one.file === COMMAND_LINE ? { ...one, file } : one));
    return { ok: false, faults };
  }
  const runs = new Map<string, StudyRun>();
  for (const { design, family } of found.planned) {
    for (const run of runsOfDesign(design, frameOfFigure(family, design))) {
      if (!runs.has(run.key)) runs.set(run.key, { ...run, position: runs.size });
    }
  }
  return {
    ok: true,
    runs: [...runs.values()],
    outputs: (folder) => found.planned.flatMap((figure) => filesOfFigure(figure, folder, scale)),
    finish: async (folder) => {
      const watcher = { say: () => undefined, warn: () => undefined, progress: () => undefined };
      const rest = {
        out: folder,
        writeDocs: null,
        judge: null,
        untilDecided: false,
        force: false,
        interrupted: () => false,
        watcher,
      };
      const answer = await reproduce({ ...request, ...rest });
      if (!answer.ok) return answer;
      const files = answer.figures.map(({ figure, files: own }): [string, Files] => [figure, own]);
      return { ok: true, text: answer.lines.join('\n'), files: filesOf(files), fault: null };
    },
  };
}

async function ended(run: StudyRun, partFile: string | null): Promise<Ended> {
  const declared = PAPERS.find(({ family }) => family === run.identity.family);
  if (declared === undefined) return failed('refused', `${run.identity.family} has no figures`);
  const { trial } = await declared.load();
  const rules = { machine: () => NO_MACHINE, ...(partFile === null ? {} : { partFileOf: () => partFile }) };
  const record = await trialExecutor(trial, rules).execute(run, { timeS: null, memoryMiB: null });
  if (record === null) return failed('crashed', 'the run was given up');
  const { outcome, machine } = record;
  return { outcome, timeS: machine.timeS, trajectoryTimeS: machine.trajectoryTimeS, plan: null };
}
