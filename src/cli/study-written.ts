import type { Refused } from '../instances/fault.js';
import type { StudyWritten } from '../workbench/study/write-study.js';
import { EXIT } from './exit-codes.js';
import { printJson, printLines, refuse } from './output.js';

/** Flags and help of the option by which a command writes the study that its words mean. */
export const WRITE_STUDY = [
  '--write-study <file>',
  'write these runs as a study file (plenum study), and run nothing',
] as const;

/** Returns a study that was written, told. Returns the exit code. */
export function printStudyWritten(answer: StudyWritten | Refused, json: boolean): number {
  if (!answer.ok) return refuse(answer.faults, json);
  if (json) printJson(answer.record);
  else printLines(answer.text);
  return EXIT.solved;
}
