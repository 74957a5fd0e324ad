import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { JobsWorkload } from '../../../../models/families/jobs/workload.js';
import { type CheckedJobType, checkedJobType } from './job-type.js';
import { checkedPlatform, type CheckedPlatform } from './platform.js';

/** Platform and job types used to judge design points, with lookup by name. */
export interface CheckedTypes {
  readonly platform: CheckedPlatform;
  readonly nodeTypeOf: ReadonlyMap<string, number>;
  readonly types: readonly CheckedJobType[];
  readonly typeOf: ReadonlyMap<string, number>;
}

/** Returns the platform and job types (listed or drawn) of a valid instance. */
export function checkedTypes(instance: JobsInstance, { types }: Pick<JobsWorkload, 'types'>): CheckedTypes {
  const platform = checkedPlatform(instance);
  return {
    platform,
    nodeTypeOf: new Map(platform.nodeTypes.map(({ name }, n) => [name, n])),
    types: types.map((row) => checkedJobType(row, platform)),
    typeOf: new Map(types.map(({ name }, t) => [name, t])),
  };
}
