import type { Family } from '../families/family.js';

/** Surroundings of the commands of studies. */
export interface StudyWords {
  /** Receiver of the exit code. */
  readonly finish: (code: number) => void;
  readonly families: readonly Family[];
  /** Folder of this package: bundled instances and studies lie below it. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
}
