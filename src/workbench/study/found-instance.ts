import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/problem.js';
import type { StudyInstance } from '../../studies/plan/axes.js';

/** Surroundings in which the instances of a study are found and made. */
export interface InstanceSurroundings {
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Path at which an instance that exists in no file of the user is found, or else written, by its id. */
  readonly fileOf: (id: string) => string;
  readonly packageDirectory: string;
  readonly families: readonly Family[];
  readonly version: string;
  readonly allowOutside: boolean;
  /** Name of the study file in problems. */
  readonly studyFile: string;
  /** Instances that were judged before, by their ids. */
  readonly judged: Set<string>;
  /** Receiver of sentences on what was made, for people. */
  readonly onNote: (text: string) => void;
}

/** An instance of a study with its contents. */
export interface FoundInstance extends StudyInstance {
  readonly of: Family;
  /** Contents of its file; read once, when a change needs them. */
  readonly raw: () => unknown;
}

export type FoundInstances = { readonly ok: true; readonly instances: readonly FoundInstance[] } | Refused;
