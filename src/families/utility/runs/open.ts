import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Refused } from '../../../instances/fault.js';
import { type LoadedUtility, loadUtilityInstance } from '../instances/load.js';

/**
 * Reads, validates and compiles an instance file with its tasks, or returns all its faults.
 *
 * @param trace file of a job trace that replaces the one named in the instance
 * @param clock called with the name of each phase when it has finished
 */
export function openUtility(
  file: string,
  trace?: string,
  clock: (phase: string) => void = () => undefined,
): LoadedUtility | Refused {
  const loaded = loadUtilityInstance(file, trace);
  if (!loaded.ok) return loaded;
  clock('load');
  return loaded;
}

/** Tasks of an opened instance. */
export interface OpenedWork {
  readonly ok: true;
  /** Compiled tasks, for policies. */
  readonly model: UtilityModel;
  /** Tasks as listed or sampled, for the checker. */
  readonly workload: UtilityWorkload;
}

/** Returns an opened instance with its tasks, or a fault if the job trace that it needs was not given. */
export function openedWork({ instance, model, workload }: LoadedUtility, file: string): OpenedWork | Refused {
  if (model !== null && workload !== null) return { ok: true, model, workload };
  const allowed = 'a log in the Standard Workload Format';
  const remedy = `The jobs of "${instance.name}" are in a log that is not bundled: name it with --trace, or as arrivals.file.`;
  return { ok: false, faults: [{ file, path: 'arrivals.file', value: undefined, allowed, remedy }] };
}
