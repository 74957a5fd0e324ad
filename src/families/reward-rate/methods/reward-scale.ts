import type { RewardRateModel } from '../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../methods/control.js';
import type { Certificate, MethodOutcome } from './outcome.js';

/** Rewards are scaled if all arrivals earn less than this, reward/s: absolute tolerances are then too coarse. */
const MIN_WORTH = 1e-3;
/** Rewards are scaled if all arrivals earn more than this, reward/s: absolute tolerances are then too strict. */
const MAX_WORTH = 1e15;
/**
 * The unit of reward is a power of two, 2^e, with |e| at most this; the same holds for scaled rewards. Ours: larger
 * exponents are too close to the limits of double precision.
 */
const MAX_EXPONENT = 960;

/**
 * A model in another unit of reward, with the conversion back to the original unit. The unit is a power of two, so
 * conversion is exact (docs/decisions/reward-sizes.md).
 */
export interface RewardScale {
  readonly model: RewardRateModel;
  /** Factor on rewards, a power of two. */
  readonly factor: number;
  control(control: RunControl): RunControl;
  outcome(outcome: MethodOutcome): MethodOutcome;
  certificate(certificate: Certificate): Certificate;
  /** Converts an objective to the scaled model's unit; null stays null. */
  toScaled(rewardPerS: number | null): number | null;
}

/**
 * Returns the model unchanged if its rewards are of usual size, otherwise in a unit in which all arrivals are worth
 * about 1 reward/s.
 */
export function rewardScale(model: RewardRateModel): RewardScale {
  const { rewardPerTask, arrivalRatePerS, nodeTypes } = model;
  const runnable = new Set(nodeTypes.flatMap(({ tasks }) => tasks.map(({ task }) => task)));
  const worth = rewardPerTask.reduce((sum, reward, i) => sum + (runnable.has(i) ? reward * arrivalRatePerS[i]! : 0), 0);
  const greatest = rewardPerTask.reduce((most, reward) => Math.max(most, reward), 0);
  const isOrdinary = !(worth > 0) || (worth >= MIN_WORTH && worth <= MAX_WORTH);
  const mostExponent = Math.min(MAX_EXPONENT, MAX_EXPONENT - Math.ceil(Math.log2(greatest)));
  const exponent = isOrdinary ? 0 : Math.max(-MAX_EXPONENT, Math.min(mostExponent, -Math.round(Math.log2(worth))));
  const factor = 2 ** exponent;
  const own = (value: number): number => value / factor;
  const ownOrNull = (value: number | null): number | null => (value === null ? null : own(value));
  const certificate = (one: Certificate): Certificate => {
    const { perCapW, perRedLineC, redLineZones, arrivalPerTaskPerS, limits } = one.marginal;
    const cap = one.lines?.cap ?? null;
    return {
      ...one,
      boundRewardPerS: own(one.boundRewardPerS),
      marginal: {
        perCapW: own(perCapW),
        perRedLineC: own(perRedLineC),
        redLineZones: redLineZones.map(({ zone, perC }) => ({ zone, perC: own(perC) })),
        arrivalPerTaskPerS: arrivalPerTaskPerS.map(own),
        limits: limits.map((limit) => ({ ...limit, marginalValue: ownOrNull(limit.marginalValue) })),
      },
      ...(cap === null
        ? {}
        : {
            lines: {
              cap: {
                belowPerW: own(cap.belowPerW),
                abovePerW: own(cap.abovePerW),
                aboveAnyRedLinePerW: own(cap.aboveAnyRedLinePerW),
              },
            },
          }),
      work: ownWork(one.work),
    };
  };
  const ownWork = (work: Readonly<Record<string, number>>): Readonly<Record<string, number>> =>
    work['aggregationLoss'] === undefined ? work : { ...work, aggregationLoss: own(work['aggregationLoss']) };
  if (factor === 1) {
    const same = <T>(one: T): T => one;
    return { model, factor, control: same, outcome: same, certificate: same, toScaled: same };
  }
  return {
    model: { ...model, rewardPerTask: model.rewardPerTask.map((reward) => reward * factor) },
    factor,
    control: (control) => ({
      step: (progress) =>
        control.step({ ...progress, bound: ownOrNull(progress.bound), incumbent: ownOrNull(progress.incumbent) }),
    }),
    outcome: (outcome) => ({
      ...outcome,
      claimedRewardPerS: ownOrNull(outcome.claimedRewardPerS),
      certificate: outcome.certificate === null ? null : certificate(outcome.certificate),
      ...(outcome.shared === undefined
        ? {}
        : { shared: { ...outcome.shared, claimedRewardPerS: own(outcome.shared.claimedRewardPerS) } }),
      ...(outcome.ofOneConfiguration === undefined
        ? {}
        : {
            ofOneConfiguration: {
              ...outcome.ofOneConfiguration,
              boundRewardPerS: own(outcome.ofOneConfiguration.boundRewardPerS),
            },
          }),
      ...(outcome.wholeStandbyRewardPerS === undefined
        ? {}
        : { wholeStandbyRewardPerS: own(outcome.wholeStandbyRewardPerS) }),
      work: ownWork(outcome.work),
    }),
    certificate,
    toScaled: (rewardPerS) => (rewardPerS === null ? null : rewardPerS * factor),
  };
}
