import type { Family } from '../../families/family.js';
import { sweep } from '../../workbench/sweep.js';
import { answerOf } from '../answer.js';
import { type SeriesOptions, seriesOf, writeChainCommand } from '../study-run.js';

export interface SweepOptions extends SeriesOptions {
  readonly over: readonly string[];
}

/** Runs `plenum sweep`, which solves an instance at every point of a grid of values. Returns the exit code. */
export async function sweepCommand(
  file: string,
  { json, over, writeStudy: to, ...options }: SweepOptions,
  families?: readonly Family[],
): Promise<number> {
  if (to !== undefined) return writeChainCommand('sweep', { file, over, json, to }, options, families);
  return answerOf(json, (terminal) => sweep({ ...seriesOf(options, terminal), file, over }, families));
}
