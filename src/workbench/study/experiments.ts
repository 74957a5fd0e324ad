import type { GeneratedFile } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { Ended } from '../../studies/plan/ended.js';
import type { VerbPlan } from './verb-answer.js';

/** Functions of the experiments that reproduce published figures, for use by studies. */
export interface Experiments {
  /**
   * Returns the runs of a study that reproduces published figures.
   *
   * @param file name of the study file, for faults
   */
  readonly planned: (study: Study, around: { readonly file: string }) => Promise<VerbPlan | Refused>;
  /**
   * Executes one run (trial) of a published figure.
   *
   * @param partFile path of the file for intermediate results of a long run
   */
  readonly ended: (run: StudyRun, partFile: string | null) => Promise<Ended>;
  /** Returns the bundled study files of all published figures. */
  readonly bundledStudies: () => Promise<readonly GeneratedFile[]>;
}

/** Module of the experiments. It depends on this folder, so it is not imported statically but loaded when needed. */
const MODULE = new URL('../../reproduction/run/experiments.js', import.meta.url).href;

export async function loadExperiments(): Promise<Experiments> {
  return ((await import(MODULE)) as { readonly EXPERIMENTS: Experiments }).EXPERIMENTS;
}
