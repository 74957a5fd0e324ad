import type { Family } from '../../families/family.js';
import { type ChainVerb, runChain } from '../../workbench/chain.js';
import { answerOf } from '../answer.js';
import { type SeriesOptions, seriesOf, writeChainCommand } from '../study-run.js';

/**
 * Options of `plenum sweep` or `plenum day`. `over` has the axes of a sweep: the instance fields to vary, with their
 * values.
 */
export interface ChainOptions extends SeriesOptions {
  readonly over?: readonly string[];
}

/**
 * Runs `plenum sweep` (an instance at every point of a grid) or `plenum day` (a plan for each epoch). Returns the exit
 * code.
 */
export async function chainCommand(
  verb: ChainVerb,
  file: string,
  { json, over = [], writeStudy: to, ...options }: ChainOptions,
  families?: readonly Family[],
): Promise<number> {
  if (to !== undefined) return writeChainCommand(verb, { file, over, json, to }, options, families);
  return answerOf(json, (terminal) => runChain(verb, { ...seriesOf(options, terminal), file, over }, families));
}
