import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Refused } from '../../../instances/fault.js';
import { type LoadedUtility, loadUtilityInstance } from '../instances/load.js';

/**
 * Opens an instance with its tasks: reads, validates and compiles it; returns all faults if there are any. @param trace
 * job trace to use instead of the instance's own
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

/** Tasks of an opened instance, both compiled and as listed or drawn. */
export interface OpenedWork {
  readonly ok: true;
  readonly model: UtilityModel;
  readonly workload: UtilityWorkload;
}

/** Returns the model of an opened instance, or the fault why there is none. */
export function problemOf({ instance, model, workload }: LoadedUtility, file: string): OpenedWork | Refused {
  if (model !== null && workload !== null) return { ok: true, model, workload };
  const allowed = 'a log in the Standard Workload Format';
  const remedy = `The jobs of "${instance.name}" are in a log that is not bundled: name it with --trace, or as arrivals.file.`;
  return { ok: false, faults: [{ file, path: 'arrivals.file', value: undefined, allowed, remedy }] };
}
