import type { RewardRateCrac, RewardRateInstance } from './instance.js';
import type { RewardRateModel } from './model.js';

/** Fraction of a step by which an allowed set-point may lie outside its range, because decimal numbers are rounded. */
const ROUNDING = 1e-9;

/**
 * Allowed set-points next to a temperature, C: the highest that is not above it, and the lowest that is not below it. A
 * temperature is null if there is none.
 */
export interface AllowedBeside {
  readonly belowC: number | null;
  readonly aboveC: number | null;
}

/**
 * Returns the allowed set-points next to a temperature. If the temperature itself is allowed, both are equal to it.
 *
 * @param stepK step of which allowed set-points are multiples, K
 */
export function allowedBeside(
  { setPointMinC, setPointMaxC }: Pick<RewardRateCrac, 'setPointMinC' | 'setPointMaxC'>,
  stepK: number,
  temperatureC: number,
): AllowedBeside {
  const first = Math.ceil(setPointMinC / stepK - ROUNDING);
  const last = Math.floor(setPointMaxC / stepK + ROUNDING);
  const below = Math.min(last, Math.floor(temperatureC / stepK + ROUNDING));
  const above = Math.max(first, Math.ceil(temperatureC / stepK - ROUNDING));
  return {
    belowC: below < first ? null : multipleOf(stepK, below),
    aboveC: above > last ? null : multipleOf(stepK, above),
  };
}

/** Returns step * times without the rounding error of binary numbers. For example, 203 times 0.1 gives 20.3. */
function multipleOf(stepK: number, times: number): number {
  return Number((times * stepK).toFixed(9));
}

/** A working CRAC whose set-points must be multiples of a step. */
export interface SteppedCrac {
  /** Index among the working CRACs. */
  readonly crac: number;
  readonly name: string;
  readonly stepK: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
}

/** Returns the working CRACs whose set-points must be multiples of a step. */
export function steppedCracs({ instance, cracs }: RewardRateModel): SteppedCrac[] {
  const stepOf = new Map(instance.facility.cracs.map(({ name, setPointStepC }) => [name, setPointStepC]));
  return cracs.flatMap(({ name, setPointMinC, setPointMaxC }, crac) => {
    const stepK = stepOf.get(name);
    return stepK === undefined ? [] : [{ crac, name, stepK, setPointMinC, setPointMaxC }];
  });
}

/** A narrower range for the set-point of one working CRAC, as in branch and bound. */
export interface SetPointRange {
  /** Index among the working CRACs. */
  readonly crac: number;
  readonly leastC: number;
  readonly mostC: number;
}

/** Returns the model with narrower ranges of set-points. Its plans are also feasible for the given model. */
export function withSetPointRanges(model: RewardRateModel, ranges: readonly SetPointRange[]): RewardRateModel {
  const cracs = model.cracs.map((one, crac) => {
    const range = ranges.find((own) => own.crac === crac);
    return range === undefined ? one : { ...one, setPointMinC: range.leastC, setPointMaxC: range.mostC };
  });
  return {
    ...model,
    cracs,
    setPointMinC: Math.max(...cracs.map(({ setPointMinC }) => setPointMinC)),
    setPointMaxC: Math.min(...cracs.map(({ setPointMaxC }) => setPointMaxC)),
  };
}

/** Returns the instance in which CRACs may have any set-point in their range. */
export function withoutSteps(instance: RewardRateInstance): RewardRateInstance {
  return withStep(instance, undefined);
}

/**
 * Returns the instance in which all set-points must be multiples of one step, K. If the step is undefined, there are no
 * steps.
 */
export function withStep(instance: RewardRateInstance, setPointStepC: number | undefined): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointStepC }));
  return { ...instance, facility: { ...instance.facility, cracs } };
}

/**
 * Replaces the set-points of working CRACs by allowed ones. The set-points of CRACs with a step are rounded down. If
 * `holds` is false for the result, but true if all are rounded up, they are rounded up instead. Returns the same
 * set-points if no CRAC has a step.
 *
 * @param holds returns true if a plan may have these set-points
 */
export function acceptedSetPoints(
  model: RewardRateModel,
  setPointsC: readonly number[],
  holds: (setPointsC: readonly number[]) => boolean,
): readonly number[] {
  const stepped = steppedCracs(model);
  if (stepped.length === 0) return setPointsC;
  const beside = (side: keyof AllowedBeside, other: keyof AllowedBeside): number[] =>
    setPointsC.map((setPointC, c) => {
      const crac = stepped.find((one) => one.crac === c);
      if (crac === undefined) return setPointC;
      const allowed = allowedBeside(crac, crac.stepK, setPointC);
      return (allowed[side] ?? allowed[other])!;
    });
  const below = beside('belowC', 'aboveC');
  const above = beside('aboveC', 'belowC');
  return holds(below) || !holds(above) ? below : above;
}
