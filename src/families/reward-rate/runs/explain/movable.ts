import type { LimitName } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';

/** Limit of an instance that may be loosened, from its present value `from` to at most `loosest`. */
export interface Movable {
  readonly kind: LimitName;
  /** Place of the limit: rack, PDU, CRAC, node type or task type; empty for the whole facility. */
  readonly where: string;
  readonly unit: string;
  readonly from: number;
  /** Loosest value of the limit that is valid in an instance file. */
  readonly loosest: number;
  readonly moved: (instance: RewardRateInstance, to: number) => RewardRateInstance;
}

/** Names of the limits that may be changed, in the order in which suggested changes list them. */
export const KINDS: readonly LimitName[] = ROOM_LIMITS.flatMap(({ name, loosest }): LimitName[] => {
  if (loosest === undefined) return [];
  return name === 'minimumOn' ? [name, 'nodesOff', 'arrivals'] : [name];
});

/** Returns the limits of an instance that can be loosened, in the order of the catalogue. */
export function movablesOf(instance: RewardRateInstance, limits: readonly RoomLimit[] = ROOM_LIMITS): Movable[] {
  return limits.flatMap(({ name: kind, unit, stated, loosest: loosestOf, with: changed }) =>
    stated(instance).flatMap(({ where, value: from }): Movable[] => {
      const loosest = loosestOf?.(instance, where) ?? from;
      const moved: Movable['moved'] = (one, to) => changed(one, where, to);
      return loosest === from ? [] : [{ kind, where, unit, from, loosest, moved }];
    }),
  );
}
