import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FiguresRequest } from '../../reproduction/run/reproduce.js';
import { writeReproduction } from '../../reproduction/run/figure-studies.js';
import { refuse } from '../output.js';
import type { StudyWords } from '../study-surroundings.js';
import { studySubmitCommand, type StudySubmitOptions } from './study-submit.js';

/** Options of `plenum reproduce` for runs on a cluster. */
type ElsewhereOptions = Pick<StudySubmitOptions, 'engine' | 'tasksPerJob' | 'template' | 'dryRun' | 'json'> & {
  readonly out: string;
};

/**
 * Submits the runs of published figures to a scheduler, as a study. Later, `plenum reproduce` judges the results in the
 * study's folder. Returns the exit code.
 */
export async function submitReproduction(
  request: FiguresRequest,
  sbatch: readonly string[],
  { engine, tasksPerJob, template, dryRun, json, out }: ElsewhereOptions,
  surroundings: StudyWords,
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-reproduction-'));
  try {
    const study = join(folder, 'study.json');
    const written = await writeReproduction(request, { to: study, force: true });
    if (!written.ok) return refuse(written.faults, json);
    return await studySubmitCommand(
      study,
      sbatch,
      {
        engine,
        tasksPerJob,
        dryRun,
        json,
        out,
        retry: 'none',
        yes: false,
        allowOutside: false,
        allowModules: false,
        ...(template === undefined ? {} : { template }),
      },
      surroundings,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
