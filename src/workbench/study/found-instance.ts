import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { JsonSchemaNode } from '../../instances/schema-text.js';
import type { StudyInstance } from '../../studies/plan/axes.js';
import type { Turn } from './turns.js';

/** Where the instances of a study are looked for and written, and who is told. */
export interface InstanceSurroundings {
  /** Absolute folder from which relative paths of the study count. */
  readonly place: string;
  /** Returns the path of an instance that the study itself makes, by its id: where it is found, or else written. */
  readonly fileOf: (id: string) => string;
  readonly packageDirectory: string;
  readonly families: readonly Family[];
  readonly version: string;
  readonly allowOutside: boolean;
  /** Name of the study file in faults. */
  readonly studyFile: string;
  /** Ids of instances that were already judged. */
  readonly judged: Set<string>;
  /** Called with sentences for people on what was made. */
  readonly onNote: (text: string) => void;
  /** Returns the JSON Schema of a family's instances, computed once; null if it has none. */
  readonly schemaOf: (family: Family) => Promise<JsonSchemaNode | null>;
  /** Called after each instance, so that signals can be handled. */
  readonly turn: Turn;
  /** True if only some of many instances are made and judged, as a sample. */
  readonly isSample: boolean;
}

/** An instance of a study with its content. */
export interface FoundInstance extends StudyInstance {
  readonly of: Family;
  /** False if the instance is outside the sample: its file does not exist, and only its source is known. */
  readonly isMade: boolean;
  /**
   * Returns the content of the instance's file; if the file was not made, that of another instance of the same source.
   * It is read once, when a change needs it.
   */
  readonly raw: () => unknown;
}

export type FoundInstances = { readonly ok: true; readonly instances: readonly FoundInstance[] } | Refused;
