import type { Family } from '../../families/family.js';
import { day } from '../../workbench/day.js';
import { runStudyCommand, type SeriesOptions, seriesOf } from '../study-run.js';

/** `plenum day`: one plan per epoch of a day, and its ledger. Returns the exit code. */
export async function dayCommand(
  file: string,
  { json, ...options }: SeriesOptions,
  families?: readonly Family[],
): Promise<number> {
  return runStudyCommand(json, (terminal) => day({ ...seriesOf(options, terminal), file }, families));
}
