import type { Family } from '../families/family.js';

/**
 * The package's folder and version, the problem families, and the function that ends the program; all commands about
 * studies need them.
 */
export interface StudyWords {
  /** Sets the exit code of the program. */
  readonly finish: (code: number) => void;
  readonly families: readonly Family[];
  /** Folder of Plenum's package, which contains the bundled instances and studies. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
}
