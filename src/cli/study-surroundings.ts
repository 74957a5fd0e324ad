import type { Family } from '../families/family.js';

/**
 * Data that all commands about studies need: families, folder and version of the package, and the function that sets
 * the exit code.
 */
export interface StudyWords {
  /** Sets the exit code of the program. */
  readonly finish: (code: number) => void;
  readonly families: readonly Family[];
  /** Folder of Plenum's package, with the bundled instances and studies. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
}
