import { MAX_AIR_MIXING_M2_PER_S } from '../../../../models/fields/quantities.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { influenceMatrixOf } from '../../../facility/influence.js';
import { heldBy } from '../../../facility/held-facility.js';
import type { Kept } from '../../../runs/kept.js';
import { indexOfGreatest } from '../../../runs/plan-figures.js';
import { type CheckedRoom, evaluatedIn } from '../check/check-plan.js';
import type { InletAtMixing } from './result.js';
import { airWithStandby } from './standby-air.js';

/** Factors on the stated mixing. Ours: no measured value for data halls is published, so the stated one is a convention. */
const FACTORS = [0.5, 2];

/** Returns true if the air of the instance's room is drawn with a stated mixing. */
export function statesMixing({ facility: { airflow } }: RewardRateInstance): boolean {
  return airflow.source === 'room' && (airflow.mixingM2PerS ?? 0) > 0;
}

/**
 * Returns the hottest inlet of a plan with half and with twice the stated mixing of the room's air, at most the largest
 * that is valid in an instance file. A mixing is left out if the air cannot be drawn with it.
 *
 * @param shouldStop called repeatedly while air is drawn; true ends the computation
 * @param kept cache of the air of rooms
 */
export function inletsAtOtherMixing(
  { instance, limitChecks }: CheckedRoom,
  plan: RewardRatePlan,
  shouldStop: () => boolean,
  kept?: Kept,
): InletAtMixing[] {
  const { facility } = instance;
  const { airflow } = facility;
  // The air after failures is not drawn: only the inlets before any are asked for.
  const { survive: _, ...limits } = instance.limits;
  if (airflow.source !== 'room' || airflow.mixingM2PerS === undefined) return [];
  const statedM2PerS = airflow.mixingM2PerS;
  return FACTORS.flatMap((factor): InletAtMixing[] => {
    const mixingM2PerS = Math.min(MAX_AIR_MIXING_M2_PER_S, factor * statedM2PerS);
    const other = { ...instance, limits, facility: { ...facility, airflow: { ...airflow, mixingM2PerS } } };
    const drawn = influenceMatrixOf(heldBy(other), '.', shouldStop, kept);
    if (!drawn.ok) return [];
    const air = airWithStandby({ instance: other, matrix: drawn.matrix }, plan.standby ?? [], shouldStop);
    if (!air.ok) return [];
    const { zoneInletC } = evaluatedIn({ limitChecks, instance: other, matrix: air.matrix }, plan);
    const hottest = indexOfGreatest(zoneInletC);
    const hottestInletC = zoneInletC[hottest]!;
    if (!Number.isFinite(hottestInletC)) return [];
    return [{ mixingM2PerS, hottestInletC, hottestInletAt: air.matrix.zones[hottest]!.name }];
  });
}
