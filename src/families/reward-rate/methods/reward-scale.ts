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

/** Names of fields in the unit of reward, wherever they stand in an outcome or certificate. */
const IN_REWARD: ReadonlySet<string> = new Set([
  'boundRewardPerS',
  'claimedRewardPerS',
  'wholeStandbyRewardPerS',
  'perCapW',
  'perRedLineC',
  'perC',
  'arrivalPerTaskPerS',
  'marginalValue',
  'belowPerW',
  'abovePerW',
  'aboveAnyRedLinePerW',
  'aggregationLoss',
]);
/** Names of fields of an outcome that contain no reward and may be large. */
const WITHOUT_REWARD: ReadonlySet<string> = new Set(['plan', 'next']);

/** Returns a copy of `value` with all rewards in it divided by `factor`. */
function divided<T>(value: T, factor: number, isReward = false): T {
  if (typeof value === 'number') return (isReward ? value / factor : value) as T;
  if (Array.isArray(value)) return value.map((one: unknown) => divided(one, factor, isReward)) as T;
  if (value === null || typeof value !== 'object' || ArrayBuffer.isView(value)) return value;
  const fields = Object.entries(value).map(([name, one]: [string, unknown]) => [
    name,
    WITHOUT_REWARD.has(name) ? one : divided(one, factor, IN_REWARD.has(name)),
  ]);
  return Object.fromEntries(fields) as T;
}

/**
 * Returns the model unchanged if its rewards are of usual size, otherwise in a unit in which all arrivals are worth
 * about 1 reward/s.
 */
export function rewardScale(model: RewardRateModel): RewardScale {
  const { rewardPerTask, arrivalRatePerS, nodeTypes } = model;
  const runnable = new Set(nodeTypes.flatMap(({ tasks }) => tasks.map(({ task }) => task)));
  const worth = rewardPerTask.reduce((sum, reward, i) => sum + (runnable.has(i) ? reward * arrivalRatePerS[i]! : 0), 0);
  if (!(worth > 0) || (worth >= MIN_WORTH && worth <= MAX_WORTH)) {
    const same = <T>(one: T): T => one;
    return { model, factor: 1, control: same, outcome: same, certificate: same, toScaled: same };
  }
  const greatest = rewardPerTask.reduce((most, reward) => Math.max(most, reward), 0);
  const mostExponent = Math.min(MAX_EXPONENT, MAX_EXPONENT - Math.ceil(Math.log2(greatest)));
  const factor = 2 ** Math.max(-MAX_EXPONENT, Math.min(mostExponent, -Math.round(Math.log2(worth))));
  return {
    model: { ...model, rewardPerTask: rewardPerTask.map((reward) => reward * factor) },
    factor,
    control: (control) => ({
      step: ({ bound, incumbent, ...progress }) =>
        control.step({ ...progress, bound: divided(bound, factor, true), incumbent: divided(incumbent, factor, true) }),
    }),
    outcome: (outcome) => divided(outcome, factor),
    certificate: (certificate) => divided(certificate, factor),
    toScaled: (rewardPerS) => (rewardPerS === null ? null : rewardPerS * factor),
  };
}
