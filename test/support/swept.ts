import type { Words } from '../../src/families/family.js';
import type { StudyFound, SweepOfFamily, SweepRequest } from '../../src/families/studies.js';
import type { Fault } from '../../src/instances/fault.js';
import { NO_PARTS, type PartStore } from '../../src/runs/store/part-store.js';
import type { SettingPoint, SettingRun, TrialSweep } from '../../src/studies/sweep/trials.js';
import type { MeanInterval } from '../../src/experiments/statistics.js';

/** A sweep that was run, with what its record has in `details`. */
export interface Swept {
  readonly found: StudyFound;
  readonly details: TrialSweep & { readonly runs: readonly SettingRun[] };
}

/** Runs a sweep of a family. @throws Error with the faults of a sweep that is refused */
export async function swept(
  of: SweepOfFamily,
  file: string,
  over: readonly string[],
  words: Words,
  more: Partial<SweepRequest> & { readonly parts?: PartStore } = {},
): Promise<Swept> {
  const { parts = NO_PARTS, ...request } = more;
  const read = of.readWords!(words);
  if (read['ok'] === false) throw new Error(JSON.stringify(read));
  const prepared = of.prepare({
    file,
    over,
    words: read as Words,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    interruptedTwice: () => false,
    onProgress: () => undefined,
    ...request,
  });
  if (!prepared.ok) throw new Error(JSON.stringify(prepared.faults));
  const found = await prepared.run(parts);
  return { found, details: found.record.details as unknown as Swept['details'] };
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
