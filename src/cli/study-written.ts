import type { Refused } from '../instances/fault.js';
import type { StudyWritten } from '../workbench/study/write-study.js';
import { EXIT } from './exit-codes.js';
import { printJson, printLines, refuse } from './output.js';

/** Prints which study file was written, or the faults because of which none was written. Returns the exit code. */
export function printStudyWritten(answer: StudyWritten | Refused, json: boolean): number {
  if (!answer.ok) return refuse(answer.faults, json);
  if (json) printJson(answer.record);
  else printLines(answer.text);
  return EXIT.solved;
}
