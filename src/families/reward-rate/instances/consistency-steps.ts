import type { RewardRateFacility } from '../../../../models/families/reward-rate/instance.js';
import { allowedBeside } from '../../../../models/families/reward-rate/set-point-steps.js';
import { entries } from '../../../instances/consistency-names.js';
import type { Draft } from '../../../instances/draft.js';
import { jsonPath, type LocalFault } from '../../../instances/fault.js';

/**
 * Returns the faults of set-point steps: a step must not be wider than the set-point range, and the range must contain
 * a multiple of it.
 */
export function setPointStepFaults(facility: Draft<RewardRateFacility>): LocalFault[] {
  return entries(facility?.cracs).flatMap(([c, { setPointMinC, setPointMaxC, setPointStepC: stepK }]) => {
    if (setPointMinC === undefined || setPointMaxC === undefined || stepK === undefined) return [];
    const widthK = setPointMaxC - setPointMinC;
    // A range the wrong way round is a fault of its own.
    if (widthK < 0 || !(stepK > 0)) return [];
    const path = jsonPath(['facility', 'cracs', c, 'setPointStepC']);
    const range = `${setPointMinC} to ${setPointMaxC} C`;
    const remedy = 'Take a smaller step, or leave it out where the controller takes any set-point.';
    if (widthK > 0 && stepK > widthK) {
      return [{ path, value: stepK, allowed: `at most ${widthK} (K), the width of the range, ${range}`, remedy }];
    }
    const { aboveC } = allowedBeside({ setPointMinC, setPointMaxC }, stepK, setPointMinC);
    if (aboveC !== null) return [];
    const allowed = `a step with a whole multiple in the range, ${range}`;
    return [
      { path, value: stepK, allowed, remedy: `${remedy} Set-points are multiples of the step, counted from 0 C.` },
    ];
  });
}
