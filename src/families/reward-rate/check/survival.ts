import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { FailedState } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { Violation } from '../../../../models/families/violation.js';
import {
  addFault,
  addIfAbove,
  POWER_TOLERANCE_W,
  powerToleranceW,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import { cracPowerW } from '../../../check/power.js';
import { steadyTemperatures, type Temperatures } from '../../../check/temperatures.js';
import { checkFailureSetPoints } from './failure-set-points.js';
import { checkTheWay } from './the-way.js';

/**
 * State of a facility under a plan before a CRAC fails. After the failure node powers stay the same. Set-points stay
 * the same too, unless the plan gives others for this failure.
 */
export interface HeldOperation {
  readonly zoneNodePowerW: Float64Array;
  readonly setPointsC: readonly number[];
  readonly power: PowerSplit;
  readonly heatPerM3K: number;
  /** Indices of the CRACs that had failed already (cooling capacity 0). */
  readonly failed: ReadonlySet<number>;
  readonly air: Temperatures;
}

/**
 * Checks limits.survive: limits after the failure of each single working CRAC, and of each failure group if the
 * instance asks for groups. Returns the state after each failure; null if the instance does not set limits.survive.
 *
 * The steady state after a failure must meet "failureRedLine" (maximum inlet temperature), "failureCoolingCapacity" and
 * "failurePowerCap". These are the full limits, without reserves. "failureSteadyState" is reported if there is no
 * steady state.
 *
 * The transition to that state must meet the inlet limit and the power cap too. If set-points do not change and
 * temperatures only rise or only fall, the transition meets them because both steady states do
 * (docs/reward-rate/survive.md). Otherwise the transition is simulated.
 */
export function checkSurvival(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  operation: HeldOperation,
  violations: Violation[],
): FailedState[] | null {
  const { limits, failureGroups = [] } = instance;
  const { survive } = limits;
  if (survive === undefined) return null;
  const resets = survive === 'any-crac-reset' || survive === 'any-group-reset';
  const known = resets ? (plan.failureSetPointsC ?? {}) : {};
  const failures = [
    ...matrix.cracNames.map((name) => ({ name, cracs: [name] })),
    ...(survive === 'any-group' || survive === 'any-group-reset' ? failureGroups : []),
  ];
  if (resets) checkFailureSetPoints(instance, failures, known, violations);
  const states: FailedState[] = [];
  for (const { name, cracs } of failures) {
    const gone = cracs.map((crac) => matrix.cracNames.indexOf(crac)).filter((f) => f >= 0 && !operation.failed.has(f));
    if (gone.length === 0) continue;
    const without = new Set([...operation.failed, ...gone]);
    const setPointsC = matrix.cracNames.map((crac, c) => known[name]?.[crac] ?? operation.setPointsC[c]!);
    const failure = { ...operation, name, without, ownSetPointsC: setPointsC };
    states.push(...checkFailure(instance, matrix, failure, violations));
  }
  return states;
}

function hottestOf(
  { zones }: InfluenceMatrix,
  inletsC: ArrayLike<number>,
): Pick<FailedState, 'hottestInletC' | 'hottestZone'> {
  let hottest = 0;
  for (let z = 1; z < inletsC.length; z += 1) if (inletsC[z]! > inletsC[hottest]!) hottest = z;
  return { hottestInletC: inletsC[hottest]!, hottestZone: zones[hottest]!.name };
}

/**
 * Returns true if temperatures only rise, or only fall, after the failure at unchanged set-points. This is so if the
 * newly failed CRACs all removed heat before, or all released heat.
 *
 * @param without indices of all CRACs that have failed after the failure
 */
function isOneWay({ air, failed }: HeldOperation, without: ReadonlySet<number>): boolean {
  const heatW = [...without].filter((c) => !failed.has(c)).map((c) => air.cracHeatW[c]!);
  return heatW.every((value) => value >= 0) || heatW.every((value) => value <= 0);
}

interface Failure extends HeldOperation {
  readonly name: string;
  /** Indices of all CRACs that remove no heat after the failure. */
  readonly without: ReadonlySet<number>;
  readonly ownSetPointsC: readonly number[];
}

function checkFailure(
  { limits, facility }: RewardRateInstance,
  matrix: InfluenceMatrix,
  { name: gone, without, ownSetPointsC, ...operation }: Failure,
  violations: Violation[],
): FailedState[] {
  const { zoneNodePowerW, power, heatPerM3K } = operation;
  const known = ownSetPointsC.every((value, c) => without.has(c) || Number.isFinite(value));
  if (!known) return [];
  const steady = without.size < matrix.cracNames.length && matrix.recirculationKPerW === undefined;
  const air = steady ? steadyTemperatures(matrix, ownSetPointsC, zoneNodePowerW, heatPerM3K, without) : null;
  if (air === null) {
    addFault(violations, 'failureSteadyState', gone);
    return [];
  }
  matrix.zones.forEach(({ name }, z) => {
    const where = `${gone}: ${name}`;
    const inlet = { value: air.zoneInletC[z]!, limit: limits.redLineC, tolerance: TEMPERATURE_TOLERANCE_C };
    addIfAbove(violations, 'failureRedLine', { where, unit: 'C', ...inlet });
  });
  const capacityW = matrix.cracNames.map((name) => facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW);
  let cracsW = 0;
  const cooled: FailedState['cooled'][number][] = [];
  matrix.cracNames.forEach((name, c) => {
    if (without.has(c)) return;
    const value = air.cracHeatW[c]!;
    cracsW += cracPowerW(value, ownSetPointsC[c]!, facility.coolingPerformance);
    const limit = capacityW[c];
    if (limit === undefined) return;
    cooled.push({ crac: name, heatW: value, capacityW: limit });
    const heat = { where: `${gone}: ${name}`, unit: 'W', value, limit, tolerance: POWER_TOLERANCE_W };
    addIfAbove(violations, 'failureCoolingCapacity', heat);
  });
  const besideW = power.totalW - power.coolingW;
  const cap = { unit: 'W', limit: limits.powerCapW, tolerance: powerToleranceW(limits.powerCapW) };
  addIfAbove(violations, 'failurePowerCap', { ...cap, where: gone, value: besideW + cracsW });
  const unchanged = ownSetPointsC.every((value, c) => without.has(c) || value === operation.setPointsC[c]);
  const state = (inletsC: ArrayLike<number>, coolingW: number): FailedState[] => [
    { gone, totalW: besideW + coolingW, cooled, ...hottestOf(matrix, inletsC) },
  ];
  if (unchanged && isOneWay(operation, without)) return state(air.zoneInletC, cracsW);
  const way = { ...operation, ownSetPointsC, without, capacityW: capacityW.map((watts) => watts ?? Infinity) };
  const { zonePeaks, peakCoolingW, peakCoolingS } = checkTheWay(facility, matrix, limits.failureResponse ?? {}, way);
  zonePeaks.forEach(({ inletC, atS }, z) => {
    const where = `${gone}: ${matrix.zones[z]!.name} after ${atS} s`;
    const inlet = { value: inletC, limit: limits.redLineC, tolerance: TEMPERATURE_TOLERANCE_C };
    // One entry for each zone: a steady state that is too warm is named above.
    if (air.zoneInletC[z]! <= limits.redLineC + TEMPERATURE_TOLERANCE_C)
      addIfAbove(violations, 'failureRedLine', { where, unit: 'C', ...inlet });
  });
  if (besideW + cracsW <= limits.powerCapW + cap.tolerance)
    addIfAbove(violations, 'failurePowerCap', {
      ...cap,
      where: `${gone} after ${peakCoolingS} s`,
      value: besideW + peakCoolingW,
    });
  const peaksC = zonePeaks.map(({ inletC }, z) => Math.max(inletC, air.zoneInletC[z]!));
  return state(peaksC, Math.max(cracsW, peakCoolingW));
}
