import type { GeoPlan, NodeLoad } from '../../../../../models/families/geo/plan.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';

export const SHA256 = '0'.repeat(64);
export const whole = (count: number, taskType: string, pState = 0): CoreShare => ({
  count,
  slices: [{ taskType, pState, fraction: 1 }],
});
const LOADS: readonly NodeLoad[] = [
  { nodeType: 'N', cores: [whole(2, 'a')] },
  { nodeType: 'N', cores: [whole(1, 'a'), whole(1, 'b')] },
];

/** Feasible for the hand case: two nodes with "a" and "b" at A in both epochs, one more at B in the second. */
export function planOf(changes: Partial<GeoPlan> = {}): GeoPlan {
  const cell = (...nodes: [number, number][]) => ({ setPointC: 20, nodes });
  return {
    format: 'plenum.geo-plan',
    formatVersion: 1,
    instance: { name: 'two-centres', sha256: SHA256 },
    method: 'by hand',
    claimedCostUsd: 1,
    loads: LOADS,
    epochs: [
      [cell([1, 2]), cell()],
      [cell([1, 2]), cell([0, 1])],
    ],
    ...changes,
  };
}
