import type { STUDY_SUBMIT_OPTIONS } from '../../families/command-options.js';
import type { WordsOf } from '../../families/options.js';
import type { Engine } from '../../runs/clusters/engines.js';
import { studySubmit } from '../../workbench/study/submit.js';
import { EXIT } from '../exit-codes.js';
import { OptionError } from '../options.js';
import { noteWarnings, printJson, printLines, refuse } from '../output.js';
import { formatFaults } from '../../instances/fault.js';
import type { StudyWords } from '../study-surroundings.js';

export type StudySubmitOptions = WordsOf<typeof STUDY_SUBMIT_OPTIONS>;

/** Runs `plenum study submit`, which submits the runs of a study to a scheduler. Returns the exit code. */
export async function studySubmitCommand(
  study: string,
  sbatch: readonly string[],
  { json, engine, template, tasksPerJob, out, program, ...options }: StudySubmitOptions,
  { families, packageDirectory, plenumVersion }: StudyWords,
): Promise<number> {
  const answer = await studySubmit({
    ...options,
    study,
    runsPerTask: tasksPerJob,
    engine: engineOf(engine, template, sbatch),
    out: out ?? null,
    program: program ?? null,
    families,
    packageDirectory,
    plenumVersion,
  });
  if (!answer.ok) return refuse(answer.faults, json);
  if (json) printJson(answer.record);
  else printLines(answer.lines.join('\n'));
  noteWarnings(answer.notes);
  if (answer.fault === null) return EXIT.solved;
  process.stderr.write(`${formatFaults([answer.fault])}\n`);
  return EXIT.badInput;
}

function engineOf(kind: Engine['kind'], template: string | undefined, sbatch: readonly string[]): Engine {
  if (kind === 'slurm') {
    if (template === undefined) return { kind, options: sbatch };
    throw new OptionError('--template', template, 'with --engine command', 'Options of sbatch stand behind "--".');
  }
  if (sbatch.length > 0) {
    const remedy = 'Write the options of your scheduler into the template.';
    throw new OptionError('--', sbatch.join(' '), 'options of sbatch, with --engine slurm', remedy);
  }
  if (template !== undefined) return { kind, template };
  const remedy = "For example --template 'qsub -N {name} -J 1-{count} {script}'; examples: docs/studies/slurm.md.";
  throw new OptionError('--template', undefined, 'a command line with {command} or {script}', remedy);
}
