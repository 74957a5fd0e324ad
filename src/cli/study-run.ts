import type { CommonValues } from '../families/common-options.js';
import type { Family } from '../families/family.js';
import type { SeriesRequest } from '../families/studies.js';
import type { ChainRequest, ChainVerb } from '../workbench/chain.js';
import { monotonicS } from '../runs/clock.js';
import type { StudyPlace } from '../workbench/study.js';
import { NOBODY, type Terminal } from './answer.js';
import { printStudyWritten } from './study-written.js';

export type SeriesOptions = CommonValues<'sweep' | 'day'>;

/** Writes a sweep or a day as a study file instead of running it. Returns the exit code. */
export async function writeChainCommand(
  verb: ChainVerb,
  { file, over, json, to }: Pick<ChainRequest, 'file' | 'over'> & { readonly json: boolean; readonly to: string },
  options: Omit<SeriesOptions, 'json' | 'writeStudy'>,
  families?: readonly Family[],
): Promise<number> {
  const { writeChain } = await import('../workbench/study/write-study.js');
  const series = seriesOf(options, NOBODY);
  const target = { to, force: options.force };
  return printStudyWritten(await writeChain(verb, { ...series, file, over }, target, families), json);
}

/** Returns the request for a sweep or a day. Options not used here go to the family. */
export function seriesOf(
  { bound, ...options }: Omit<SeriesOptions, 'json' | 'writeStudy'>,
  terminal: Terminal,
): Omit<SeriesRequest, 'file'> & StudyPlace {
  return { ...requestOf(options, terminal), withBound: bound };
}

/**
 * Returns the fields that the requests of all commands with many runs share, such as seed, limits and output folder.
 */
export function requestOf(
  options: Omit<SeriesOptions, 'json' | 'writeStudy' | 'bound'>,
  { asked, askedTwice, onProgress, onNote }: Terminal,
): Omit<SeriesRequest, 'file' | 'withBound' | 'onProgress'> & StudyPlace & Pick<Terminal, 'onProgress'> {
  const { seed, timeLimit, workLimit, out, force, ...words } = options;
  return {
    words,
    seed,
    out: out ?? null,
    overwrite: force,
    onProgress,
    onNote,
    limits: { timeLimitS: timeLimit ?? null, workLimit: workLimit ?? null },
    nowS: monotonicS,
    interrupted: asked,
    interruptedTwice: askedTwice,
  };
}
