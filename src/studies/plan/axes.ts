import type { RunInstance } from './run.js';
import type { Budget } from './study.js';

/** An instance of a study: one element of its axis "instances". */
export interface StudyInstance {
  /** Name in cells and tables, unique in the study. */
  readonly label: string;
  /** Other names that filters may use for it. */
  readonly aliases: readonly string[];
  readonly family: string;
  /** Where the instance comes from, without changes. */
  readonly made: Omit<RunInstance, 'changes'>;
  /** Path of the instance file. */
  readonly file: string;
  /** Path of the changed field in this instance, by axis of changes; null if the instance has no such field. */
  readonly fields: readonly (string | null)[];
}

/** An axis other than the instances. The axis of methods has the methods of all families. */
export interface Axis {
  readonly name: string;
  readonly values: readonly unknown[];
}

/** Reason why a study has no runs, as a fault of its file. */
export interface NotExpanded {
  readonly ok: false;
  readonly path: string;
  readonly value: unknown;
  readonly allowed: string;
  readonly remedy: string;
}

/** Returns the fault of a name that is not an axis of the study. */
export function unknownAxis(path: string, value: string, names: readonly string[]): NotExpanded {
  const remedy = 'Name an axis of the study: a changed field and an option are called as they stand there.';
  return { ok: false, path, value, allowed: names.join(', '), remedy };
}

/** Returns a budget in words: "2 s", "100 steps", "2 s, 100 steps" or "none". */
export function budgetText({ timeLimitS, workLimit }: Budget): string {
  const parts = [
    ...(timeLimitS === null ? [] : [`${timeLimitS} s`]),
    ...(workLimit === null ? [] : [`${workLimit} ${workLimit === 1 ? 'step' : 'steps'}`]),
  ];
  return parts.length === 0 ? 'none' : parts.join(', ');
}
