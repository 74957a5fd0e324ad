import type { Family } from '../families/family.js';

/** What the commands about studies need. */
export interface StudyWords {
  /** Called with the exit code. */
  readonly finish: (code: number) => void;
  readonly families: readonly Family[];
  /** Folder of Plenum's package, with the bundled instances and studies. */
  readonly packageDirectory: string;
  readonly plenumVersion: string;
}
