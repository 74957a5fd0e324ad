import type { Family } from '../../families/family.js';
import { day } from '../../workbench/day.js';
import { answerOf } from '../answer.js';
import { type SeriesOptions, seriesOf, writeChainCommand } from '../study-run.js';

/** Runs `plenum day`, which makes one plan for each epoch of a day and sums up the day. Returns the exit code. */
export async function dayCommand(
  file: string,
  { json, writeStudy: to, ...options }: SeriesOptions,
  families?: readonly Family[],
): Promise<number> {
  if (to !== undefined) return writeChainCommand('day', { file, over: [], json, to }, options, families);
  return answerOf(json, (terminal) => day({ ...seriesOf(options, terminal), file }, families));
}
