import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import { addFault, BALANCE_TOLERANCE, voidsEvaluation } from '../../../check/findings.js';
import { CheckerLimitError } from '../../../check/limit-error.js';
import { checkDistinctSettings } from './distinct-settings.js';
import { LIMIT_CHECKS, type LimitCheck } from './limits.js';
import { checkMatrix } from '../../../check/matrix-faults.js';
import { recomputedAir } from '../../../check/room-air/recomputed.js';
import { coefficientOfPerformance, cracPowerW, nodePower, powerAtMeter } from '../../../check/power.js';
import { planRates, rewardPerS } from './plan-rates.js';
import { resolvePlan } from './resolve-plan.js';
import { resolveStandby } from './resolve-standby.js';
import { checkSharedSetPoint } from './shared-set-point.js';
import { checkSurvival } from './survival.js';
import { worstExcessK } from './worst-inlets.js';
import { worstRoom } from './worst-room.js';
import { steadyTemperatures } from '../../../check/temperatures.js';
import type { Temperatures } from '../../../check/temperatures.js';

/** Density and heat capacity of air if the instance gives none: dry air at 20 C and sea level. */
const DEFAULT_AIR = { densityKgPerM3: 1.204, heatCapacityJPerKgK: 1006 };

export interface CheckChoices {
  /**
   * True to compute the air flow anew from the room's layout, and to compare the temperatures with those of the stored
   * influence matrix. This takes as long as solving the potential flow.
   */
  readonly recomputesAir?: boolean;
  /** Checks of limits on the operation; by default `LIMIT_CHECKS`. */
  readonly limitChecks?: readonly LimitCheck[] | undefined;
}

/** Room in which plans are evaluated, with the checks of limits that they must pass. */
export interface CheckedRoom extends Pick<CheckChoices, 'limitChecks'> {
  readonly instance: RewardRateInstance;
  readonly matrix: InfluenceMatrix;
}

/** Evaluates a plan in a room, by the checks of limits that the room carries. Every evaluation is made here. */
export function evaluatedIn(
  { instance, matrix, limitChecks }: CheckedRoom,
  plan: RewardRatePlan,
  choices: Pick<CheckChoices, 'recomputesAir'> = {},
): PlanEvaluation {
  return checkPlan(instance, matrix, plan, { ...choices, limitChecks });
}

/**
 * Evaluates a plan: power, all temperatures, completion rates and rewards, recomputed from the instance, the stored
 * influence matrix and the plan. The checker shares no code with the models (docs/reward-rate/checker.md).
 *
 * The plan is feasible if no violation is returned. If the instance asks for robust plans, every figure is for the
 * worst case of the uncertainty set.
 *
 * A value that cannot be computed is NaN and always comes with a violation. A plan that cannot be run or evaluated has
 * rates and rewards 0.
 *
 * @throws CheckerLimitError if the checker cannot give an exact answer
 */
export function checkPlan(
  stated: RewardRateInstance,
  matrix: InfluenceMatrix,
  plan: RewardRatePlan,
  { recomputesAir = false, limitChecks = LIMIT_CHECKS }: CheckChoices = {},
): PlanEvaluation {
  const instance = worstRoom(stated);
  const { facility, limits } = instance;
  const ofPlan: Violation[] = [];
  const { setPointsC, assignments, nodesUsed } = resolvePlan(instance, matrix, plan, ofPlan);
  const standby = resolveStandby(instance, matrix, plan, nodesUsed, ofPlan);
  const violations: Violation[] = [];
  const usable = checkMatrix(facility, matrix, violations, standby);
  violations.push(...ofPlan);

  checkDistinctSettings(instance, matrix, plan, violations);

  const nodes = nodePower(facility, matrix, assignments, violations, standby);
  const { densityKgPerM3, heatCapacityJPerKgK } = facility.air ?? DEFAULT_AIR;
  const known = usable && setPointsC.every(Number.isFinite) && nodes.zoneW.every(Number.isFinite);
  const failed = failedCracs(instance, matrix);
  const heatPerM3K = densityKgPerM3 * heatCapacityJPerKgK;
  checkSharedSetPoint(instance, matrix.cracNames, setPointsC, failed, violations);
  const air = known ? steadyTemperatures(matrix, setPointsC, nodes.zoneW, heatPerM3K, failed) : null;
  if (known && !air) refuseUnlessExplained(violations);
  const excessK = air && worstExcessK(instance, matrix, nodes.zoneW, heatPerM3K, failed);
  const { zoneInletC, zoneOutletC, cracInletC, cracHeatW } = warmed(air ?? unknownTemperatures(matrix), excessK);

  const cracPower = matrix.cracNames.map((_, c) =>
    failed.has(c) ? 0 : cracPowerW(cracHeatW[c]!, setPointsC[c]!, facility.coolingPerformance),
  );
  const power = powerAtMeter(facility, nodes, sum(cracPower), limits.powerCapW, violations);
  checkCoolingPerformance(instance, matrix, setPointsC, violations);
  const operation = { zoneNodePowerW: nodes.zoneW, zoneInletC, zoneOutletC, cracHeatW, power };
  for (const check of limitChecks) check(instance, matrix, operation, violations);
  let failures: PlanEvaluation['failures'] | null = null;
  if (air !== null) {
    const held = { zoneNodePowerW: nodes.zoneW, setPointsC, power, heatPerM3K, failed, air };
    const more = limitChecks.filter((check) => !LIMIT_CHECKS.includes(check));
    failures = checkSurvival(instance, matrix, plan, held, violations, { more, recomputesAir });
  }
  const ownAir =
    recomputesAir && air !== null ? recomputedAir(facility, matrix, { setPointsC, failed, air }, violations) : null;
  checkHeatBalance(sum(cracHeatW), nodes.idleW + nodes.coresW, violations);

  const rates = planRates(instance, assignments, violations);
  const evaluation: PlanEvaluation = {
    rewardPerS: rewardPerS(instance, rates.timeSliced),
    averagedRewardPerS: rewardPerS(instance, rates.averaged),
    naiveRewardPerS: rewardPerS(instance, rates.naive),
    ratePerS: rates.timeSliced,
    averagedRatePerS: rates.averaged,
    naiveRatePerS: rates.naive,
    zoneNodePowerW: [...nodes.zoneW],
    zoneInletC: [...zoneInletC],
    zoneOutletC: [...zoneOutletC],
    cracInletC: [...cracInletC],
    cracHeatW: [...cracHeatW],
    cracPowerW: cracPower,
    power,
    violations,
    ...(failures === null ? {} : { failures }),
    ...(ownAir === null ? {} : { air: ownAir }),
  };
  reportNonFinite(evaluation, violations);
  return voidsEvaluation(violations) ? { ...evaluation, ...noReward(instance) } : evaluation;
}

/**
 * Returns the indices of the failed CRACs: those with cooling capacity 0. They pass on their air unchanged, and their
 * set-points have no effect. If all CRACs have failed, the set is empty, because there is no steady state.
 */
function failedCracs({ facility }: RewardRateInstance, matrix: InfluenceMatrix): ReadonlySet<number> {
  const indices = matrix.cracNames.flatMap((name, c) =>
    facility.cracs.some((crac) => crac.name === name && crac.coolingCapacityW === 0) ? [c] : [],
  );
  return new Set(indices.length < matrix.cracNames.length ? indices : []);
}

/** Checks that the CoP is positive at every set-point. Otherwise cooling would cost no power or even supply power. */
function checkCoolingPerformance(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  setPointsC: readonly number[],
  violations: Violation[],
): void {
  const failed = failedCracs(instance, matrix);
  matrix.cracNames.forEach((where, c) => {
    if (failed.has(c)) return;
    const value = coefficientOfPerformance(setPointsC[c]!, instance.facility.coolingPerformance);
    const amount = Math.max(-value, Number.EPSILON);
    if (value <= 0) violations.push({ constraint: 'coolingPerformance', where, unit: '1', value, limit: 0, amount });
  });
}

/**
 * Checks that CRACs remove as much heat as nodes release. This holds in a steady state with every matrix that conserves
 * air, so a difference shows an error of the temperatures or of the matrix.
 */
function checkHeatBalance(cracHeatW: number, nodeHeatW: number, violations: Violation[]): void {
  const amount = Math.abs(cracHeatW - nodeHeatW);
  if (amount > BALANCE_TOLERANCE * Math.max(1, Math.abs(nodeHeatW))) {
    violations.push({ constraint: 'heatBalance', where: '', unit: 'W', value: cracHeatW, limit: nodeHeatW, amount });
  }
}

function reportNonFinite(evaluation: PlanEvaluation, violations: Violation[]): void {
  for (const [where, value] of Object.entries({ ...evaluation, ...evaluation.power })) {
    const numbers = (Array.isArray(value) ? value : [value]).filter((entry) => typeof entry === 'number');
    const nonFinite = numbers.filter((number) => !Number.isFinite(number)).length;
    if (nonFinite > 0) addFault(violations, 'nonFinite', where, nonFinite);
  }
}

function noReward(instance: RewardRateInstance): Partial<PlanEvaluation> {
  const none = instance.workload.taskTypes.map(() => 0);
  return {
    rewardPerS: 0,
    averagedRewardPerS: 0,
    naiveRewardPerS: 0,
    ratePerS: none,
    averagedRatePerS: none,
    naiveRatePerS: none,
  };
}

/**
 * Returns the temperatures with each zone's inlet and outlet raised by its worst-case excess, K. CRAC inlets do not
 * change, because the CRACs remove all heat.
 */
function warmed(air: Temperatures, excessK: Float64Array | null): Temperatures {
  if (excessK === null) return air;
  const warmer = (temperatureC: number, z: number): number => temperatureC + excessK[z]!;
  return { ...air, zoneInletC: air.zoneInletC.map(warmer), zoneOutletC: air.zoneOutletC.map(warmer) };
}

function unknownTemperatures(matrix: InfluenceMatrix): Temperatures {
  const ofZones = new Float64Array(matrix.zones.length).fill(NaN);
  const ofCracs = new Float64Array(matrix.cracNames.length).fill(NaN);
  return { zoneInletC: ofZones, zoneOutletC: ofZones, cracInletC: ofCracs, cracHeatW: ofCracs };
}

function refuseUnlessExplained(violations: readonly Violation[]): void {
  if (violations.some(({ constraint }) => constraint === 'matrix')) return;
  throw new CheckerLimitError(
    'The inlet temperatures did not settle within the sweeps allowed.\n' +
      'Maybe almost all air of some zones recirculates: look for rows of the influence matrix with next to no CRAC air.',
  );
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i += 1) total += values[i]!;
  return total;
}
