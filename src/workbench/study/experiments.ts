import type { GeneratedFile } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { StudyRun } from '../../studies/plan/run.js';
import type { Study } from '../../studies/plan/study.js';
import type { Ended } from './ended.js';
import type { VerbPlan } from './verb-answer.js';

/** What studies need of the experiments of the papers. */
export interface Experiments {
  /** Returns the runs of a study of figures. `file`: name of the study file in faults. */
  readonly planned: (study: Study, around: { readonly file: string }) => Promise<VerbPlan | Refused>;
  /** One run of a figure. `partFile`: where a run of hours may leave what it has so far. */
  readonly ended: (run: StudyRun, partFile: string | null) => Promise<Ended>;
  /** Bundled studies of all figures. */
  readonly bundledStudies: () => Promise<readonly GeneratedFile[]>;
}

/** Module of the experiments. They stand above this room, whose verbs they use, so it is loaded by name when a study asks for figures. */
const MODULE = new URL('../../reproduction/run/experiments.js', import.meta.url).href;

/** Returns the experiments of the papers. */
export async function loadExperiments(): Promise<Experiments> {
  return ((await import(MODULE)) as { readonly EXPERIMENTS: Experiments }).EXPERIMENTS;
}
