import type { LimitName } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { isUsed } from '../../../../../models/facility/room-limits.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';

/** Limit of an instance that may be loosened, from its present value `from` to at most `loosest`. */
export interface Movable {
  readonly kind: LimitName;
  /** Entry of the catalogue; absent for demands and for nodes that are switched off. */
  readonly entry?: RoomLimit;
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
  return limits.flatMap((entry) =>
    entry.stated(instance).flatMap(({ where, value: from }): Movable[] => {
      const { name: kind, unit } = entry;
      const loosest = entry.loosest?.(instance, where) ?? from;
      const moved: Movable['moved'] = (one, to) => entry.with(one, where, to);
      return loosest === from ? [] : [{ kind, entry, where, unit, from, loosest, moved }];
    }),
  );
}

/** Returns true if a limit may be changed to reach a wanted reward or demand: one that plans use. */
export function isWanted({ entry }: Movable): boolean {
  return entry !== undefined && isUsed(entry);
}
