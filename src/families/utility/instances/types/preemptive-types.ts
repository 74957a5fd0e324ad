import type { UtilityPool } from '../../../../../models/families/utility/instance.js';
import type { TwoLevelTaskTypes } from '../../../../../models/families/utility/task-types.js';
import { gammaDraws } from '../draws.js';
import { twoLevelTypeName } from './names.js';
import { onOneNode } from './p-states.js';
import { PLAIN_TYPE, type TaskType } from './task-type.js';

/**
 * Draws task types in groups. The time of a type on the first pool varies about the mean of its group. Its times on the
 * other pools vary about its time on the first pool. There is one P-state and no power. The types of a group share its
 * arrivals equally.
 *
 * @param classIndex returns the index of a utility class by its name
 */
export function twoLevelTypes(
  types: TwoLevelTaskTypes,
  pools: readonly UtilityPool[],
  seed: number,
  classIndex: (name: string) => number,
): TaskType[] {
  const typeTime = gammaDraws(seed, 'type time', types.typeCoV);
  const poolTime = gammaDraws(seed, 'pool time', types.poolCoV);
  return types.groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, t): TaskType => {
      const firstS = typeTime(group.meanTimeS);
      return {
        ...PLAIN_TYPE,
        name: twoLevelTypeName(group.name, t),
        utilityClass: group.utilityClass === undefined ? -1 : classIndex(group.utilityClass),
        priorities: group.priorities ?? null,
        share: group.share / group.count,
        runs: pools.map((_pool, p) => onOneNode([p === 0 ? firstS : poolTime(firstS)], [0])),
      };
    }),
  );
}
