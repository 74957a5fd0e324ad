import type { LimitName } from '../../models/facility/limits.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import type { RoomLimit } from '../../models/families/reward-rate/room-limits.js';
import type { TinyFacility } from './tiny-random.js';

interface Squared extends RewardRateInstance {
  readonly mostSquares?: number;
}

/** A convex limit that is no function of a sum: the squares of the powers of all zones, W^2, added. */
export const SQUARES: RoomLimit = {
  name: 'squares' as LimitName,
  unit: 'W^2',
  stated: ({ mostSquares }: Squared) => (mostSquares === undefined ? [] : [{ where: '', value: mostSquares }]),
  with: (instance, _, mostSquares): Squared => ({ ...instance, mostSquares }),
  zones: (_, { zones }) => [...zones.keys()],
  curve: {
    use: (powersW, zones) => zones.reduce((sum, b) => sum + powersW[b]! ** 2, 0),
    slope: (powersW, zones) => zones.map((b) => 2 * powersW[b]!),
  },
};

/** The facility with a limit of SQUARES. */
export function withSquares({ instance, matrix }: TinyFacility, mostSquares: number): TinyFacility {
  const squared: Squared = { ...instance, mostSquares };
  return { matrix, instance: squared };
}

export function squaresOf(powersW: ArrayLike<number>): number {
  return Array.from(powersW).reduce((sum, powerW) => sum + powerW ** 2, 0);
}
