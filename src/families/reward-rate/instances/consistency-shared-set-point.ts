import type { Limits, RewardRateFacility, Uncertainty } from '../../../../models/families/reward-rate/instance.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault } from '../../../instances/fault.js';
import { refusalOf } from '../combinations.js';

/**
 * Returns the faults of an instance that has several working CRACs and uncertain inlet temperature rises. Robust plans
 * then use one set-point for all CRACs, so the set-point ranges must overlap and the steps must be equal. No limit may
 * depend on how much heat each CRAC removes (docs/reward-rate/uncertain-rooms.md).
 */
export function sharedSetPointFaults(
  facility: Draft<RewardRateFacility>,
  limits: Draft<Limits>,
  uncertainty: Draft<Uncertainty>,
): LocalFault[] {
  const atWork = entries(facility?.cracs).filter(([, crac]) => crac.coolingCapacityW !== 0);
  if (uncertainty?.inletRise === undefined || atWork.length < 2) return [];
  if (uncertainty.robust !== true) {
    const allowed = `beside robust true where several CRACs are at work (here ${atWork.length})`;
    const remedy = 'Set robust to true, or use influence: other plans may have a set-point for each CRAC.';
    return [{ path: 'uncertainty.inletRise', value: 'given', allowed, remedy }];
  }
  const because = 'where uncertainty.inletRise is robust and several CRACs are at work';
  const leave = 'Change it, or leave inletRise out.';
  const faults: LocalFault[] = atWork.flatMap(([c, { coolingCapacityW }]) =>
    coolingCapacityW === undefined
      ? []
      : [
          {
            path: `facility.cracs[${c}].coolingCapacityW`,
            value: coolingCapacityW,
            allowed: `absent ${because}: which CRAC removes how much heat is as uncertain`,
            remedy: leave,
          },
        ],
  );
  if (limits?.survive !== undefined) {
    const { says, remedy } = refusalOf('survive', 'robust');
    faults.push({ path: 'limits.survive', value: limits.survive, allowed: `absent ${because}: ${says}`, remedy });
  }
  const [[, first]] = atWork as [(typeof atWork)[number]];
  for (const [c, { setPointStepC }] of atWork) {
    if (setPointStepC === first.setPointStepC) continue;
    const allowed = `the step of all CRACs at work, or of none, ${because}: they have one set-point`;
    const value = setPointStepC ?? 'absent';
    faults.push({ path: `facility.cracs[${c}].setPointStepC`, value, allowed, remedy: leave });
  }
  const mostC = Math.min(...atWork.map(([, { setPointMaxC = Infinity }]) => setPointMaxC));
  const cold = atWork.find(([, { setPointMinC = -Infinity }]) => setPointMinC > mostC);
  if (cold !== undefined) {
    const [c, { setPointMinC }] = cold;
    const allowed = `at most ${mostC} ${because}: they have one set-point, so all ranges need one in common`;
    faults.push({ path: `facility.cracs[${c}].setPointMinC`, value: setPointMinC, allowed, remedy: leave });
  }
  return faults;
}
