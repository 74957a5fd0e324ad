import type { Family } from '../../families/family.js';
import type { Refused } from '../../instances/fault.js';
import type { JsonSchemaNode } from '../../instances/schema-text.js';
import type { StudyInstance } from '../../studies/plan/axes.js';
import type { Turn } from './turns.js';

/** Data and callbacks for finding, generating and validating the instances of a study. */
export interface InstanceSurroundings {
  /** Absolute path of the folder that the study's relative paths refer to. */
  readonly place: string;
  /** Returns the path at which the generated instance with this id exists or is to be written. */
  readonly fileOf: (id: string) => string;
  readonly packageDirectory: string;
  readonly families: readonly Family[];
  readonly version: string;
  readonly allowOutside: boolean;
  /** Path of the study file for fault messages. */
  readonly studyFile: string;
  /** Ids of the generated instances validated before. */
  readonly judged: Set<string>;
  /** Called with sentences for the user on generated instances. */
  readonly onNote: (text: string) => void;
  /** Returns the JSON Schema of a family's instances, computed once; null if it has none. */
  readonly schemaOf: (family: Family) => Promise<JsonSchemaNode | null>;
  /** Called after each instance, so that interrupts can be handled. */
  readonly turn: Turn;
  /** True to generate and validate only a sample of many instances. */
  readonly isSample: boolean;
}

/** An instance of a study with its content. */
export interface FoundInstance extends StudyInstance {
  readonly of: Family;
  /** False if the instance is not in the sample; its file then does not exist. */
  readonly isMade: boolean;
  /**
   * Returns the parsed content of the instance file, read at the first call. If the file was not generated, the content
   * is that of another instance from the same source.
   */
  readonly raw: () => unknown;
}

export type FoundInstances = { readonly ok: true; readonly instances: readonly FoundInstance[] } | Refused;
