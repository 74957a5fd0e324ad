import type { Family } from '../families/family.js';

/**
 * What all commands about studies need: folder and version of the package, families, and the function that ends the
 * program.
 */
export interface StudyWords {
  /** Sets the exit code of the program. */
  readonly finish: (code: number) => void;
  readonly families: readonly Family[];
  /** Folder of Plenum's package, with the bundled instances and studies. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
}
