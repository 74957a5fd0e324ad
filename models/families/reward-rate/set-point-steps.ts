import type { RewardRateCrac, RewardRateInstance } from './instance.js';
import type { RewardRateModel } from './model.js';

/** Share of a step by which a set-point may lie outside the range, because decimal numbers are rounded. */
const ROUNDING = 1e-9;

/**
 * The accepted set-points on both sides of a temperature, C: the warmest one not above it, and the coldest one not
 * below it; null if there is none.
 */
export interface AllowedBeside {
  readonly belowC: number | null;
  readonly aboveC: number | null;
}

/**
 * Returns the accepted set-points of a CRAC on both sides of a temperature; both are the temperature itself if it is
 * accepted.
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

/** Returns the multiple of a step as a person would write it: 20.3 for 203 times 0.1. */
function multipleOf(stepK: number, times: number): number {
  return Number((times * stepK).toFixed(9));
}

/** A CRAC at work whose set-points have a step. */
export interface SteppedCrac {
  /** Index into the CRACs at work. */
  readonly crac: number;
  readonly name: string;
  readonly stepK: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
}

/** Returns the CRACs at work whose set-points have a step; the step of a failed CRAC has no effect. */
export function steppedCracs({ instance, cracs }: RewardRateModel): SteppedCrac[] {
  const stepOf = new Map(instance.facility.cracs.map(({ name, setPointStepC }) => [name, setPointStepC]));
  return cracs.flatMap(({ name, setPointMinC, setPointMaxC }, crac) => {
    const stepK = stepOf.get(name);
    return stepK === undefined ? [] : [{ crac, name, stepK, setPointMinC, setPointMaxC }];
  });
}

/** A narrower range of the set-points of a CRAC at work. */
export interface SetPointRange {
  /** Index into the CRACs at work. */
  readonly crac: number;
  readonly leastC: number;
  readonly mostC: number;
}

/** Returns the model with narrower ranges of set-points. Its plans are also plans of the given model. */
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

/** Returns the instance whose CRACs take any set-point of their ranges. */
export function withoutSteps(instance: RewardRateInstance): RewardRateInstance {
  return withStep(instance, undefined);
}

/** Returns the instance in which every CRAC has this set-point step, K, or no step if undefined. */
export function withStep(instance: RewardRateInstance, setPointStepC: number | undefined): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointStepC }));
  return { ...instance, facility: { ...instance.facility, cracs } };
}

/**
 * Returns set-points by CRAC at work that the controllers accept: those next below the given ones, or those next above
 * if only they satisfy `holds`. Returns the given ones if no CRAC has a step.
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
