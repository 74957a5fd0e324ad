import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { FailedState } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { Violation } from '../../../../models/families/violation.js';
import {
  addFault,
  addIfAbove,
  POWER_TOLERANCE_W,
  powerToleranceW,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import { cracPowerW } from '../../../check/power.js';
import { steadyTemperatures } from '../../../check/temperatures.js';
import { checkFailureSetPoints } from './failure-set-points.js';
import type { LimitCheck } from './limits.js';
import { checkTheWay, type Failure, type HeldOperation } from './the-way.js';

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
 *
 * @param limitChecks checks of further limits that the steady states must meet
 */
export function checkSurvival(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  operation: HeldOperation,
  violations: Violation[],
  limitChecks: readonly LimitCheck[] = [],
): FailedState[] | null {
  const { facility, limits, failureGroups = [] } = instance;
  const { survive } = limits;
  if (survive === undefined) return null;
  const resets = survive === 'any-crac-reset' || survive === 'any-group-reset';
  const known = resets ? (plan.failureSetPointsC ?? {}) : {};
  const failures = [
    ...matrix.cracNames.map((name) => ({ name, cracs: [name] })),
    ...(survive === 'any-group' || survive === 'any-group-reset' ? failureGroups : []),
  ];
  if (resets) checkFailureSetPoints(instance, failures, known, violations);
  const capacityW = matrix.cracNames.map(
    (name) => facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW ?? Infinity,
  );
  return failures.flatMap(({ name, cracs }) => {
    const gone = cracs.map((crac) => matrix.cracNames.indexOf(crac)).filter((f) => f >= 0 && !operation.failed.has(f));
    if (gone.length === 0) return [];
    const without = new Set([...operation.failed, ...gone]);
    const ownSetPointsC = matrix.cracNames.map((crac, c) => known[name]?.[crac] ?? operation.setPointsC[c]!);
    const failure = { ...operation, name, without, ownSetPointsC, capacityW };
    const state = checkFailure(instance, matrix, failure, violations, limitChecks);
    return state === null ? [] : [state];
  });
}

/**
 * Returns true if temperatures only rise, or only fall, after the failure. This is so if set-points do not change, and
 * the newly failed CRACs all removed heat before, or all released heat.
 */
function isOneWay({ air, failed, without, setPointsC, ownSetPointsC }: Failure): boolean {
  const heatW = [...without].filter((c) => !failed.has(c)).map((c) => air.cracHeatW[c]!);
  const isUnchanged = ownSetPointsC.every((value, c) => without.has(c) || value === setPointsC[c]);
  return isUnchanged && (heatW.every((value) => value >= 0) || heatW.every((value) => value <= 0));
}

/** Checks one failure. Returns the hottest inlet and the largest power after it; null if they are unknown. */
function checkFailure(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  failure: Failure,
  violations: Violation[],
  limitChecks: readonly LimitCheck[],
): FailedState | null {
  const { limits, facility } = instance;
  const { name: gone, without, ownSetPointsC, zoneNodePowerW, power, heatPerM3K, capacityW } = failure;
  if (!ownSetPointsC.every((value, c) => without.has(c) || Number.isFinite(value))) return null;
  const steady = without.size < matrix.cracNames.length && matrix.recirculationKPerW === undefined;
  const air = steady ? steadyTemperatures(matrix, ownSetPointsC, zoneNodePowerW, heatPerM3K, without) : null;
  if (air === null) {
    addFault(violations, 'failureSteadyState', gone);
    return null;
  }
  const checkInlet = (zone: string, value: number): void => {
    const inlet = { where: `${gone}: ${zone}`, unit: 'C', value, limit: limits.redLineC };
    addIfAbove(violations, 'failureRedLine', { ...inlet, tolerance: TEMPERATURE_TOLERANCE_C });
  };
  const besideW = power.totalW - power.coolingW;
  const toleranceW = powerToleranceW(limits.powerCapW);
  const checkMeter = (where: string, coolingW: number): void => {
    const meter = { where, unit: 'W', value: besideW + coolingW, limit: limits.powerCapW };
    addIfAbove(violations, 'failurePowerCap', { ...meter, tolerance: toleranceW });
  };
  for (const [z, { name }] of matrix.zones.entries()) checkInlet(name, air.zoneInletC[z]!);
  let cracsW = 0;
  const cooled: FailedState['cooled'][number][] = [];
  matrix.cracNames.forEach((name, c) => {
    if (without.has(c)) return;
    const heatW = air.cracHeatW[c]!;
    cracsW += cracPowerW(heatW, ownSetPointsC[c]!, facility.coolingPerformance);
    const limit = capacityW[c]!;
    if (limit === Infinity) return;
    cooled.push({ crac: name, heatW, capacityW: limit });
    const heat = { where: `${gone}: ${name}`, unit: 'W', value: heatW, limit, tolerance: POWER_TOLERANCE_W };
    addIfAbove(violations, 'failureCoolingCapacity', heat);
  });
  checkMeter(gone, cracsW);
  const ofFailure: Violation[] = [];
  const steadyPower = { ...power, coolingW: cracsW, totalW: besideW + cracsW };
  for (const check of limitChecks) check(instance, matrix, { ...air, zoneNodePowerW, power: steadyPower }, ofFailure);
  for (const one of ofFailure) violations.push({ ...one, where: one.where === '' ? gone : `${gone}: ${one.where}` });
  const state = (inletsC: ArrayLike<number>, coolingW: number): FailedState => {
    let hottest = 0;
    for (let z = 1; z < inletsC.length; z += 1) if (inletsC[z]! > inletsC[hottest]!) hottest = z;
    const zone = matrix.zones[hottest]!.name;
    return { gone, totalW: besideW + coolingW, cooled, hottestInletC: inletsC[hottest]!, hottestZone: zone };
  };
  if (isOneWay(failure)) return state(air.zoneInletC, cracsW);
  const { zonePeaks, peakCoolingW, peakCoolingS } = checkTheWay(
    facility,
    matrix,
    limits.failureResponse ?? {},
    failure,
  );
  zonePeaks.forEach(({ inletC, atS }, z) => {
    // One entry for each zone: a steady state that is too warm is named above.
    if (air.zoneInletC[z]! <= limits.redLineC + TEMPERATURE_TOLERANCE_C)
      checkInlet(`${matrix.zones[z]!.name} after ${atS} s`, inletC);
  });
  if (besideW + cracsW <= limits.powerCapW + toleranceW) checkMeter(`${gone} after ${peakCoolingS} s`, peakCoolingW);
  const peaksC = zonePeaks.map(({ inletC }, z) => Math.max(inletC, air.zoneInletC[z]!));
  return state(peaksC, Math.max(cracsW, peakCoolingW));
}
