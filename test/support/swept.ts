import type { Family, Words } from '../../src/families/family.js';
import type { Fault } from '../../src/instances/fault.js';
import { type ChainRequest, runChain } from '../../src/workbench/chain.js';
import type { StudyAnswer } from '../../src/workbench/study.js';
import type { RunFrame } from '../../src/studies/compare/certificates.js';
import type { SettingPoint, TrialSweep } from '../../src/studies/sweep/trials.js';
import type { MeanInterval } from '../../src/experiments/statistics.js';

/** A run in the record of a sweep over trials: the label of a setting on a trial, with its figures under their keys. */
export type SettingRun = Omit<RunFrame, 'timeS' | 'cpuS'> & Readonly<Record<string, unknown>>;

/** A sweep that was run, with what its record has in `details`. */
export interface Swept {
  readonly answer: StudyAnswer;
  readonly details: TrialSweep & { readonly runs: readonly SettingRun[] };
}

/** Runs a sweep over trials. @throws Error with the faults of a sweep that is refused */
export async function swept(
  file: string,
  over: readonly string[],
  words: Words,
  more: Partial<ChainRequest> = {},
  families?: readonly Family[],
): Promise<Swept> {
  const request: ChainRequest = {
    file,
    over,
    words,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
    out: null,
    overwrite: false,
    onNote: () => undefined,
    ...more,
  };
  const answer = await runChain('sweep', request, families);
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return { answer, details: answer.record.details as unknown as Swept['details'] };
}

/** Returns the faults of a sweep that is refused; empty if it is not. */
export async function faultsOf(...asked: Parameters<typeof swept>): Promise<readonly Fault[]> {
  try {
    await swept(...asked);
    return [];
  } catch (error) {
    return JSON.parse((error as Error).message) as readonly Fault[];
  }
}

/** Returns the mean of a figure of a setting. */
export function meanIn(point: SettingPoint, key: string): MeanInterval | null {
  return (point as unknown as Readonly<Record<string, MeanInterval | null>>)[key] ?? null;
}
