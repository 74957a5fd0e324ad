import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Refused } from '../../../instances/fault.js';
import { type LoadedUtility, loadUtilityInstance } from '../instances/load.js';

/**
 * Reads, validates and compiles an instance file with its tasks. Returns all its faults if there are any.
 *
 * @param trace job trace to use in place of the trace that the instance names
 * @param clock called with the name of a completed phase
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
  /** Compiled tasks, on which policies work. */
  readonly model: UtilityModel;
  /** Tasks as listed or drawn, from which the checker works. */
  readonly workload: UtilityWorkload;
}

/** Returns an opened instance with its tasks, or the fault why it has no tasks: its job trace was not named. */
export function openedWork({ instance, model, workload }: LoadedUtility, file: string): OpenedWork | Refused {
  if (model !== null && workload !== null) return { ok: true, model, workload };
  const allowed = 'a log in the Standard Workload Format';
  const remedy = `The jobs of "${instance.name}" are in a log that is not bundled: name it with --trace, or as arrivals.file.`;
  return { ok: false, faults: [{ file, path: 'arrivals.file', value: undefined, allowed, remedy }] };
}
