import type { GeneratedFile } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { Ended } from '../../studies/plan/ended.js';
import type { VerbPlan } from './verb-answer.js';

/** What studies need from the experiments that reproduce the papers' figures. */
export interface Experiments {
  /**
   * Returns the runs of a study of figures.
   *
   * @param file name of the study file in faults
   */
  readonly planned: (study: Study, around: { readonly file: string }) => Promise<VerbPlan | Refused>;
  /**
   * Makes one run of a figure.
   *
   * @param partFile file in which a long run may save intermediate results
   */
  readonly ended: (run: StudyRun, partFile: string | null) => Promise<Ended>;
  /** Returns the bundled studies of all figures. */
  readonly bundledStudies: () => Promise<readonly GeneratedFile[]>;
}

/**
 * Module of the experiments. It uses the verbs of this folder, so it is not imported but loaded by name when a study
 * asks for figures.
 */
const MODULE = new URL('../../reproduction/run/experiments.js', import.meta.url).href;

/** Returns the experiments that reproduce the papers' figures. */
export async function loadExperiments(): Promise<Experiments> {
  return ((await import(MODULE)) as { readonly EXPERIMENTS: Experiments }).EXPERIMENTS;
}
