import type { RewardRateFacility, Uncertainty } from '../../../../models/families/reward-rate/instance.js';
import type { Draft } from '../../../instances/draft.js';
import type { LocalFault } from '../../../instances/fault.js';

/** Quantities whose uncertainty an instance gives as a range of factors. */
const QUANTITIES = ['inletRise', 'influence', 'nodePower', 'taskTime'] as const;
/** Uncertain quantities of the air flow. Their range of factors must contain 1, the nominal value. */
const OF_THE_AIR: readonly string[] = ['inletRise', 'influence'];
/** Minimum factor on a power, time or weight of the influence matrix. Ours: less makes the quantity practically 0. */
const MIN_FACTOR = 0.01;

/**
 * Returns the faults of the uncertainty set. Every range must have its ends in order, allow at least one matrix that
 * conserves heat and air, and be about a quantity that the instance has.
 */
export function uncertaintyFaults(facility: Draft<RewardRateFacility>, uncertainty: Draft<Uncertainty>): LocalFault[] {
  if (uncertainty === undefined) return [];
  return [
    ...QUANTITIES.flatMap((name) => rangeFaults(name, uncertainty, keepsSums(facility, name, uncertainty))),
    ...airFaults(facility, uncertainty),
    ...shareFaults(uncertainty),
    ...robustFaults(uncertainty),
  ];
}

/**
 * Returns true if conservation of heat and air fixes the row sums of the matrix whose entries are uncertain.
 *
 * @param name uncertain quantity, such as `inletRise` or `influence`
 */
function keepsSums(
  facility: Draft<RewardRateFacility>,
  name: (typeof QUANTITIES)[number],
  { inletRise }: NonNullable<Draft<Uncertainty>>,
): boolean {
  const { airflow } = facility ?? {};
  if (airflow?.source === 'matrix' && airflow.kind === 'heatRecirculation') return false;
  return name === 'influence' || (inletRise?.supplyShare ?? 0) === 0;
}

function rangeFaults(
  name: (typeof QUANTITIES)[number],
  uncertainty: NonNullable<Draft<Uncertainty>>,
  isConserved: boolean,
): LocalFault[] {
  const { least, most } = uncertainty[name] ?? {};
  const { scale = 1 } = uncertainty;
  if (least === undefined || most === undefined) return [];
  const at = `uncertainty.${name}`;
  if (least > most) {
    const remedy = 'Exchange the two.';
    return [{ path: `${at}.least`, value: least, allowed: `a number at most ${at}.most, ${most}`, remedy }];
  }
  if (OF_THE_AIR.includes(name) && !(least <= 1 && most >= 1)) {
    const [side, value] = least > 1 ? ['least', least] : ['most', most];
    const why = isConserved
      ? `heat and air are conserved, so every row keeps its sum, and no room has all entries ${least > 1 ? 'above' : 'below'} the stated ones`
      : 'the stated room is one of those that may be';
    const remedy = 'State a range with 1 in it; if the stated matrix is wrong throughout, correct the matrix.';
    return [{ path: `${at}.${side}`, value, allowed: `a number at ${least > 1 ? 'most' : 'least'} 1: ${why}`, remedy }];
  }
  const scaled = 1 + scale * (least - 1);
  const floor = name === 'inletRise' ? 0 : MIN_FACTOR;
  if (scaled >= floor) return [];
  const [path, value] = scale > 1 ? ['uncertainty.scale', scale] : [`${at}.least`, least];
  const allowed = `values that leave the least factor of ${name}, 1 + scale (least - 1) = ${scaled}, at least ${floor}`;
  return [{ path, value, allowed, remedy: 'Take a smaller scale or a greater least factor.' }];
}

/** Returns faults if the air flow's uncertainty does not suit how the air flow is given: by layout or matrix. */
function airFaults(
  facility: Draft<RewardRateFacility>,
  { inletRise, influence, robust }: NonNullable<Draft<Uncertainty>>,
): LocalFault[] {
  if (inletRise !== undefined && influence !== undefined) {
    const remedy = 'Leave one of the two out: both say how uncertain the same air is.';
    return [
      { path: 'uncertainty.influence', value: 'beside inletRise', allowed: 'one of inletRise and influence', remedy },
    ];
  }
  if (influence !== undefined && robust === true) {
    const allowed = 'absent where robust is true: limits are not linear in the weights, so no bound covers them';
    const remedy = 'State inletRise, or robust false: then the rooms are only drawn.';
    return [{ path: 'uncertainty.influence', value: 'given', allowed, remedy }];
  }
  const { airflow } = facility ?? {};
  if (influence !== undefined && airflow?.source === 'matrix' && airflow.kind === 'heatRecirculation') {
    const allowed = 'absent for a heat-recirculation matrix, which has no weights';
    return [{ path: 'uncertainty.influence', value: 'given', allowed, remedy: 'Use inletRise instead.' }];
  }
  if ((inletRise?.supplyShare ?? 0) > 0 && airflow?.source === 'matrix' && airflow.kind === 'heatRecirculation') {
    const allowed = '0 for a heat-recirculation matrix, which says nothing of the air that zones draw directly';
    const remedy = 'Leave supplyShare out.';
    return [{ path: 'uncertainty.inletRise.supplyShare', value: inletRise!.supplyShare, allowed, remedy }];
  }
  return [];
}

/** Returns a fault if plans must be robust but the instance gives no range of uncertainty. */
function robustFaults(uncertainty: NonNullable<Draft<Uncertainty>>): LocalFault[] {
  if (uncertainty.robust !== true || QUANTITIES.some((name) => uncertainty[name] !== undefined)) return [];
  const allowed = 'absent or false where the instance states no range: every plan is robust to nothing';
  const remedy = 'State inletRise, nodePower or taskTime, or leave robust out.';
  return [{ path: 'uncertainty.robust', value: true, allowed, remedy }];
}

function shareFaults({ inletRise, scale = 1 }: NonNullable<Draft<Uncertainty>>): LocalFault[] {
  const { supplyShare = 0 } = inletRise ?? {};
  if (supplyShare * scale < 1) return [];
  const allowed = `values whose product is below 1 (here ${supplyShare} x ${scale})`;
  return [
    { path: 'uncertainty.scale', value: scale, allowed, remedy: 'Take a smaller scale or a smaller supplyShare.' },
  ];
}
