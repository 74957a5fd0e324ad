import type { Family } from '../../families/family.js';
import { day } from '../../workbench/day.js';
import { answerOf } from '../answer.js';
import { type SeriesOptions, seriesOf, writeChainCommand } from '../study-run.js';

/** Runs `plenum day`: one plan per epoch of a day, and the day's accounts. Returns the exit code. */
export async function dayCommand(
  file: string,
  { json, writeStudy: to, ...options }: SeriesOptions,
  families?: readonly Family[],
): Promise<number> {
  if (to !== undefined) return writeChainCommand('day', { file, over: [], json, to }, options, families);
  return answerOf(json, (terminal) => day({ ...seriesOf(options, terminal), file }, families));
}
