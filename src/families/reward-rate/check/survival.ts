import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { FailedState } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, addIfAbove, POWER_TOLERANCE_W, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { checkMatrix } from '../../../check/matrix-faults.js';
import { recomputedAir } from '../../../check/room-air/recomputed.js';
import { type CheckedUnit, movedM3PerS, standsStill, withoutUnits } from '../../../check/units.js';
import { cracPowerW } from '../../../check/power.js';
import { envelopeOf } from './envelope.js';
import { steadyTemperatures, type Temperatures } from '../../../check/temperatures.js';
import { checkFailureSetPoints } from './failure-set-points.js';
import { addAboveCap, type LimitCheck } from './limits.js';
import { checkTheWay, type Failure, type HeldOperation } from './the-way.js';

/**
 * Checks limits.survive: limits after the failure of each single working CRAC, and of each failure group if the
 * instance asks for groups. Returns the state after each failure; null if the instance does not set limits.survive.
 *
 * The steady state after a failure must meet "failureRedLine" (maximum inlet temperature), "failureCoolingCapacity" and
 * "failurePowerCap". These are the full limits, without reserves. "failureSteadyState" is reported if there is no
 * steady state.
 *
 * The transition to that state must meet these limits too. If set-points and air do not change and temperatures only
 * rise or only fall, the transition meets them because both steady states do. If set-points stay, an envelope bounds it
 * (docs/reward-rate/survive.md). Otherwise the transition is simulated, without capacities.
 *
 * @param more checks of further limits that the steady states must meet
 * @param recomputesAir true to compute the air after each failure anew from the layout
 */
export function checkSurvival(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  operation: HeldOperation,
  violations: Violation[],
  {
    more = [],
    recomputesAir = false,
  }: { readonly more?: readonly LimitCheck[]; readonly recomputesAir?: boolean } = {},
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
    const units = withoutUnits(facility.cracs, cracs, facility.airflow.source === 'room');
    const drawn = airAfter(units, matrix);
    if (drawn === null) {
      addFault(violations, 'matrix', `no air is given for the room after ${name} fails`);
      return [];
    }
    const failure = { ...operation, name, without, ownSetPointsC, capacityW, isSameAir: drawn === matrix };
    if (drawn !== matrix && !checkMatrix({ ...facility, cracs: units }, drawn, violations)) return [];
    const found = checkFailure(instance, drawn, failure, violations, more);
    if (found === null) return [];
    const { state, air } = found;
    if (recomputesAir && drawn !== matrix) {
      const inFailed = { setPointsC: ownSetPointsC, failed: without, air };
      recomputedAir({ ...facility, cracs: units }, drawn, inFailed, violations);
    }
    return [state];
  });
}

/**
 * Returns the influence matrix of the room after a failure: the one that was drawn for these failed CRACs, or that of
 * the room before where no air changes. Null if it is missing.
 */
function airAfter(units: readonly CheckedUnit[], matrix: InfluenceMatrix): InfluenceMatrix | null {
  const changes = units.some((unit) => {
    const c = matrix.cracNames.indexOf(unit.name);
    return c >= 0 && movedM3PerS(unit, units) !== matrix.airFlowM3PerS[c];
  });
  if (!changes) return matrix;
  const lost = units.filter(({ coolingCapacityW }) => coolingCapacityW === 0);
  const isOf = (names: readonly string[], still: boolean): boolean => {
    const own = lost.filter((unit) => standsStill(unit) === still);
    return own.length === names.length && own.every(({ name }) => names.includes(name));
  };
  const found = matrix.afterFailure?.find(({ still, blowing }) => isOf(still, true) && isOf(blowing, false));
  return found?.matrix ?? null;
}

/**
 * Returns true if temperatures only rise, or only fall, after the failure. This is so if neither air nor set-points change,
 * and the newly failed CRACs all removed heat before, or all released heat.
 */
export function isOneWay({
  air,
  failed,
  without,
  isSameAir,
}: Pick<CheckedFailure, 'air' | 'failed' | 'without' | 'isSameAir'>): boolean {
  const heatW = [...without].filter((c) => !failed.has(c)).map((c) => air.cracHeatW[c]!);
  return isSameAir && (heatW.every((value) => value >= 0) || heatW.every((value) => value <= 0));
}

/** A failure with whether the air stays as it was, except that the failed CRACs do not cool theirs. */
interface CheckedFailure extends Failure {
  readonly isSameAir: boolean;
}

/** Checks one failure. Returns the operation after it, and its steady temperatures; null if they are unknown. */
function checkFailure(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  failure: CheckedFailure,
  violations: Violation[],
  limitChecks: readonly LimitCheck[],
): { readonly state: FailedState; readonly air: Temperatures } | null {
  const { limits, facility } = instance;
  const { name: gone, without, ownSetPointsC, zoneNodePowerW, power, heatPerM3K, capacityW } = failure;
  if (!ownSetPointsC.every((value, c) => without.has(c) || Number.isFinite(value))) return null;
  const isSteady = without.size < matrix.cracNames.length && matrix.recirculationKPerW === undefined;
  const air = isSteady ? steadyTemperatures(matrix, ownSetPointsC, zoneNodePowerW, heatPerM3K, without) : null;
  if (air === null) {
    addFault(violations, 'failureSteadyState', gone);
    return null;
  }
  const checkInlet = (zone: string, value: number): void => {
    const inlet = { where: `${gone}: ${zone}`, unit: 'C', value, limit: limits.redLineC };
    addIfAbove(violations, 'failureRedLine', { ...inlet, tolerance: TEMPERATURE_TOLERANCE_C });
  };
  const besideW = power.totalW - power.coolingW;
  const checkMeter = (where: string, coolingW: number): void => {
    addAboveCap(violations, 'failurePowerCap', limits, where, besideW + coolingW);
  };
  for (const [z, { name }] of matrix.zones.entries()) checkInlet(name, air.zoneInletC[z]!);
  let cracsW = 0;
  const cooled: { readonly crac: string; readonly heatW: number; readonly capacityW: number }[] = [];
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
  const found = violations.length;
  checkMeter(gone, cracsW);
  const isOverCap = violations.length > found;
  const ofFailure: Violation[] = [];
  const powerWith = (coolingW: number): PowerSplit => ({ ...power, coolingW, totalW: besideW + coolingW });
  const steady = { ...air, zoneNodePowerW, power: powerWith(cracsW) };
  for (const check of limitChecks) check(instance, matrix, steady, ofFailure);
  for (const one of ofFailure) violations.push({ ...one, where: one.where === '' ? gone : `${gone}: ${one.where}` });
  const state = (zoneInletC: ArrayLike<number>, coolingW: number): FailedState => ({
    gone,
    steady,
    most: { ...steady, zoneInletC, power: powerWith(coolingW) },
  });
  const isUnchanged = ownSetPointsC.every((value, c) => without.has(c) || value === failure.setPointsC[c]);
  if (isUnchanged && isOneWay(failure)) return { state: state(air.zoneInletC, cracsW), air };
  if (isUnchanged) {
    const most = envelopeOf(matrix, failure);
    if (most === null) {
      addFault(violations, 'failureSteadyState', gone);
      return null;
    }
    const coolingW = most.cracHeatW.reduce(
      (sum, heatW, c) => sum + (without.has(c) ? 0 : cracPowerW(heatW, ownSetPointsC[c]!, facility.coolingPerformance)),
      0,
    );
    // One entry for each place: a steady state that breaks a limit is named above.
    most.zoneInletC.forEach((inletC, z) => {
      if (air.zoneInletC[z]! <= limits.redLineC + TEMPERATURE_TOLERANCE_C)
        checkInlet(`${matrix.zones[z]!.name} on the way`, inletC);
    });
    for (const { crac, heatW, capacityW: limit } of cooled) {
      const value = most.cracHeatW[matrix.cracNames.indexOf(crac)]!;
      const heat = { where: `${gone}: ${crac} on the way`, unit: 'W', value, limit, tolerance: POWER_TOLERANCE_W };
      if (heatW <= limit + POWER_TOLERANCE_W) addIfAbove(violations, 'failureCoolingCapacity', heat);
    }
    if (!isOverCap) checkMeter(`${gone} on the way`, coolingW);
    return { state: state(most.zoneInletC, coolingW), air };
  }
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
  if (!isOverCap) checkMeter(`${gone} after ${peakCoolingS} s`, peakCoolingW);
  const peaksC = zonePeaks.map(({ inletC }, z) => Math.max(inletC, air.zoneInletC[z]!));
  return { state: state(peaksC, Math.max(cracsW, peakCoolingW)), air };
}
