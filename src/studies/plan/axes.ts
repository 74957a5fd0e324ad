import type { RunInstance } from './run.js';
import type { Budget } from './study.js';

/** An instance of a study: its names, its file, and how it was made. */
export interface StudyInstance {
  /** Name of the instance in tables and filters, unique in the study. */
  readonly label: string;
  /** Other names of the instance that filters may use. */
  readonly aliases: readonly string[];
  readonly family: string;
  /** Origin of the instance, without its changed fields. */
  readonly made: Omit<RunInstance, 'changes'>;
  readonly file: string;
  /** For each parameter in the study's `changes`, the path of the field in this instance; null if it has none. */
  readonly fields: readonly (string | null)[];
}

/**
 * A parameter that the study varies, with its values. Instances are no axis of this type. The axis of methods has the
 * methods of all families.
 */
export interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Fault of a study file that prevents expansion into runs. */
export interface NotExpanded {
  readonly ok: false;
  readonly path: string;
  readonly value: unknown;
  readonly allowed: string;
  readonly remedy: string;
}

/** Returns the fault for a name that is no axis (varied parameter) of the study. */
export function unknownAxis(path: string, value: string, names: readonly string[]): NotExpanded {
  const remedy = 'Name an axis of the study: a changed field and an option are called as they stand there.';
  return { ok: false, path, value, allowed: names.join(', '), remedy };
}

/** Returns a budget (time or step limit) in words: "2 s", "100 steps", "2 s, 100 steps" or "none". */
export function budgetText({ timeLimitS, workLimit }: Budget): string {
  const parts = [
    ...(timeLimitS === null ? [] : [`${timeLimitS} s`]),
    ...(workLimit === null ? [] : [`${workLimit} ${workLimit === 1 ? 'step' : 'steps'}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}
