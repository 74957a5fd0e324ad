import { S_PER_H } from '../../../../../models/units.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type Epoch } from '../../instances/arrivals.js';
import { randomStream } from '../../../../random/stream.js';
import type { ProfileName } from './profile-names.js';

/** Number of hourly epochs of a built-in profile. */
const HOURS = 24;
/** Smallest arrival rate in the diurnal profile as a fraction of the largest. */
const MIN_SHARE = 0.2;
/** Hour of the largest arrival rate in the diurnal profile, before a task type's random shift, h. */
const PEAK_HOUR = 15;
/** Maximum random shift of a task type's peak, in either direction, h. */
const SPREAD_H = 2;

/**
 * Returns the 24 hourly epochs of a built-in profile.
 * - `flat`: all hours have the arrival rates of the instance.
 * - `diurnal`: the arrival rate of the instance is the peak. Hour h has the fraction 0.6 + 0.4 cos(2 pi (h + 0.5 - p) /
 * 24) of the peak, which falls to a fifth at night. The peak hour p is 15 h plus a random shift of up to two hours.
 * Each task type has its own shift, drawn from the seed.
 */
export function profileEpochs(profile: ProfileName, { workload }: RewardRateInstance, seed: number): Epoch[] {
  const random = randomStream(seed, 'diurnal arrivals');
  const middle = (1 + MIN_SHARE) / 2;
  const swing = (1 - MIN_SHARE) / 2;
  const peakH = workload.taskTypes.map(() => PEAK_HOUR + random.uniform(-SPREAD_H, SPREAD_H));
  return Array.from({ length: HOURS }, (_, hour) => ({
    name: `${String(hour).padStart(2, '0')}:00`,
    epochS: S_PER_H,
    arrivalRatePerS: workload.taskTypes.map(({ arrivalRatePerS }, i) => {
      const angle = (2 * Math.PI * (hour + 0.5 - peakH[i]!)) / HOURS;
      return profile === 'flat' ? arrivalRatePerS : arrivalRatePerS * (middle + swing * Math.cos(angle));
    }),
  }));
}
