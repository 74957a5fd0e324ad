import type { RobustInstance } from '../../../../models/families/robust/instance.js';
import { type RobustModel, robustModel } from '../../../../models/families/robust/model.js';
import type { TaskTimes } from '../../../../models/families/robust/times.js';
import { loadRobustInstance } from '../instances/load.js';
import type { Refused } from '../../../instances/fault.js';

/** A robust instance with its task times, compiled. */
export interface OpenedRobust {
  readonly ok: true;
  readonly instance: RobustInstance;
  readonly times: TaskTimes;
  readonly model: RobustModel;
  readonly sha256: string;
  readonly warnings: readonly string[];
}

/**
 * Opens an instance file, reads or generates its task times, and compiles it. Returns all faults if there are any.
 *
 * @param clock called at the end of each phase with the phase's name
 */
export function openRobust(file: string, clock: (phase: string) => void = () => undefined): OpenedRobust | Refused {
  const loaded = loadRobustInstance(file);
  if (!loaded.ok) return loaded;
  clock('load');
  const { instance, times, sha256, warnings } = loaded;
  const model = robustModel(instance, times);
  clock('model');
  return { ok: true, instance, times, model, sha256, warnings };
}
