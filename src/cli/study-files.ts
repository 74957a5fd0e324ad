import { writeStudyFiles } from '../workbench/study-files.js';
import { EXIT } from './exit-codes.js';

export { orError } from '../workbench/study-files.js';

export interface Fault {
  readonly message: string;
  readonly exitCode: number;
}

/** Writes a study's files as one set, the last one last; one that cannot be made or is null is not there afterwards. Returns what went wrong. */
export function writeStudy(directory: string, files: ReadonlyMap<string, string | Error | null>): Fault | null {
  const fault = writeStudyFiles(directory, files);
  return fault === null ? null : { message: fault.message, exitCode: fault.isOurs ? EXIT.ourFault : EXIT.badInput };
}

interface RunEnd {
  readonly termination: string;
  readonly feasible: boolean;
  readonly objective: number | null;
  readonly violations: readonly { readonly constraint: string }[];
}

/**
 * Exit code of many runs: our fault if one broke down or was refused by the checker for no reason of the model's; done if
 * any has a plan; else that there is none, or that none was found in time.
 */
export function studyExitCode(runs: readonly RunEnd[], interrupted: boolean): number {
  const refused = runs.some(
    ({ feasible, objective, violations }) =>
      !feasible && objective !== null && violations.some(({ constraint }) => constraint !== 'colocationModel'),
  );
  if (refused || runs.some(({ termination }) => termination === 'failed')) return EXIT.ourFault;
  if (runs.some(({ feasible }) => feasible)) return EXIT.solved;
  const stopped = ['timeLimit', 'workLimit', 'interrupted'];
  const late = interrupted || runs.some(({ termination }) => stopped.includes(termination));
  return late ? EXIT.limitWithoutPlan : EXIT.noFeasiblePlan;
}
