import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { JsonSchemaNode } from '../../instances/schema-text.js';
import type { StudyInstance } from '../../studies/plan/axes.js';
import type { Turn } from './turns.js';

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
  /** Name of the study file in faults. */
  readonly studyFile: string;
  /** Instances that were judged before, by their ids. */
  readonly judged: Set<string>;
  /** Receiver of sentences on what was made, for people. */
  readonly onNote: (text: string) => void;
  /** JSON Schema of a family's instances, made once; null if it has none. */
  readonly schemaOf: (family: Family) => Promise<JsonSchemaNode | null>;
  /** Place where signals are heard, after each instance. */
  readonly turn: Turn;
  /** True if of many instances some are made and judged, which stand for the others. */
  readonly isSample: boolean;
}

/** An instance of a study with its contents. */
export interface FoundInstance extends StudyInstance {
  readonly of: Family;
  /** Flag, false for one of a sample's others: known by its source alone, its file is not there. */
  readonly isMade: boolean;
  /**
   * Returns the contents of its file, of one that is not made those of one of its source; read once, when a change
   * needs them.
   */
  readonly raw: () => unknown;
}

export type FoundInstances = { readonly ok: true; readonly instances: readonly FoundInstance[] } | Refused;
