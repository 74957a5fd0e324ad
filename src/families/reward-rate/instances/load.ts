import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { REWARD_RATE_FORMAT, REWARD_RATE_FORMAT_VERSION } from '../../../../models/families/reward-rate/format.js';
import { type RewardRateInstance, rewardRateSchema } from '../../../../models/families/reward-rate/instance.js';
import { layoutFaults } from '../../../facility/layout-faults.js';
import type { Refused } from '../../../instances/fault.js';
import { instanceReader, sha256Of } from '../../../instances/reader.js';
import { consistencyFaults } from './consistency.js';
import { instanceWarnings } from './warnings.js';

/** Reader of reward-rate instance files. */
export const rewardRateFiles = instanceReader<RewardRateInstance, RewardRateInstance>({
  format: REWARD_RATE_FORMAT,
  version: REWARD_RATE_FORMAT_VERSION,
  kind: 'reward-rate',
  page: 'docs/reward-rate/instances.md',
  schema: rewardRateSchema,
  consistency: consistencyFaults,
  whole: ({ facility }, known) => layoutFaults(facility, FACILITY_WITH_WORKLOAD, known),
  instanceOf: (written) => written,
});

export interface LoadedInstance {
  readonly ok: true;
  readonly instance: RewardRateInstance;
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly sha256: string;
  /** Absolute path of the instance's folder, to which names of other files in the instance are relative. */
  readonly directory: string;
  /** Warnings about valid data that is probably not intended. */
  readonly warnings: readonly string[];
}

/** Reads and validates an instance file. Returns the instance, or all faults at once. */
export function loadRewardRateInstance(file: string): LoadedInstance | Refused {
  const read = rewardRateFiles.read(file);
  if (!read.ok) return read;
  const { instance, bytes, directory } = read;
  return { ok: true, instance, sha256: sha256Of(bytes), directory, warnings: instanceWarnings(instance) };
}
