import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import type { UtilityModel } from '../../../../models/families/utility/model.js';
import type { UtilityWorkload } from '../../../../models/families/utility/workload.js';
import type { Refused } from '../../../instances/fault.js';
import type { OpenedRoom } from '../instances/facility/room.js';
import { type LoadedUtility, loadUtilityInstance } from '../instances/load.js';
import type { TraceCounts } from '../../../instances/swf/window.js';

/** A utility instance with its tasks, compiled. */
export interface OpenedUtility {
  readonly ok: true;
  readonly instance: UtilityInstance;
  /**
   * Compiled model; null if the tasks are in a trace that was not named, so that the instance is valid but cannot be
   * simulated.
   */
  readonly model: UtilityModel | null;
  /** Types and tasks before compilation, for the checker; null if `model` is. */
  readonly workload: UtilityWorkload | null;
  /** Room of a facility with its air; null without a facility. */
  readonly room: OpenedRoom | null;
  readonly taskTypeCount: number;
  readonly taskTypeNames: readonly string[];
  /** How many jobs of a trace were used; null without a trace. */
  readonly traceUse: TraceCounts | null;
  /** SHA-256 of the instance file's bytes, followed by those of its CSV file or trace. */
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/**
 * Opens an instance with its tasks: reads, validates and compiles it; returns all faults if there are any. @param trace
 * job trace to use instead of the instance's own
 */
export function openUtility(
  file: string,
  trace?: string,
  clock: (phase: string) => void = () => undefined,
): OpenedUtility | Refused {
  const loaded = loadUtilityInstance(file, trace);
  if (!loaded.ok) return loaded;
  clock('load');
  return openedOf(loaded);
}

/** Returns a loaded instance as runs are given it. */
export function openedOf(loaded: LoadedUtility): OpenedUtility {
  const { instance, types, model, workload, room, traceUse, sha256, warnings } = loaded;
  const taskTypeNames = types.map(({ name }) => name);
  return {
    ok: true,
    instance,
    model,
    workload,
    room,
    taskTypeCount: types.length,
    taskTypeNames,
    traceUse,
    sha256,
    warnings,
  };
}

/** Tasks of an opened instance, both compiled and as listed or drawn. */
export interface OpenedWork {
  readonly ok: true;
  readonly model: UtilityModel;
  readonly workload: UtilityWorkload;
}

/** Returns the model of an opened instance, or the fault why there is none. */
export function problemOf({ instance, model, workload }: OpenedUtility, file: string): OpenedWork | Refused {
  if (model !== null && workload !== null) return { ok: true, model, workload };
  const allowed = 'a log in the Standard Workload Format';
  const remedy = `The jobs of "${instance.name}" are in a log that is not bundled: name it with --trace, or as arrivals.file.`;
  return { ok: false, faults: [{ file, path: 'arrivals.file', value: undefined, allowed, remedy }] };
}
