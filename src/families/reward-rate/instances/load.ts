import { FACILITY_WITH_WORKLOAD } from '../../../../models/facility/places.js';
import { REWARD_RATE_FORMAT, REWARD_RATE_FORMAT_VERSION } from '../../../../models/problems/reward-rate/format.js';
import { type RewardRateInstance, rewardRateSchema } from '../../../../models/problems/reward-rate/instance.js';
import { layoutProblems } from '../../../facility/layout-problems.js';
import type { Refused } from '../../../instances/problem.js';
import { instanceReader, sha256Of } from '../../../instances/reader.js';
import { consistencyProblems } from './consistency.js';
import { instanceWarnings } from './warnings.js';

/** Reader of reward-rate instances. */
export const rewardRateFiles = instanceReader<RewardRateInstance, RewardRateInstance>({
  format: REWARD_RATE_FORMAT,
  version: REWARD_RATE_FORMAT_VERSION,
  kind: 'reward-rate',
  page: 'docs/reward-rate/instances.md',
  schema: rewardRateSchema,
  consistency: consistencyProblems,
  whole: ({ facility }, known) => layoutProblems(facility, FACILITY_WITH_WORKLOAD, known),
  instanceOf: (written) => written,
});

export interface LoadedInstance {
  readonly ok: true;
  readonly instance: RewardRateInstance;
  /** SHA-256 of the file's bytes, hexadecimal. */
  readonly sha256: string;
  /** Folder of the instance, absolute; other files that the instance names are relative to it. */
  readonly directory: string;
  /** Sentences on what is legal but probably not meant. */
  readonly warnings: string[];
}

/** Returns the instance of a file, or all problems at once. */
export function loadRewardRateInstance(file: string): LoadedInstance | Refused {
  const read = rewardRateFiles.read(file);
  if (!read.ok) return read;
  const { instance, bytes, directory } = read;
  return { ok: true, instance, sha256: sha256Of(bytes), directory, warnings: instanceWarnings(instance) };
}
