import { S_PER_H } from '../../../../../models/units.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type Epoch } from '../../instances/arrivals.js';
import { randomStream } from '../../../../random/stream.js';
import type { ProfileName } from './profile-names.js';

/** Number of hours of a day. */
const HOURS = 24;
/** Ratio of the least to the largest arrival rate. */
const MIN_SHARE = 0.2;
/** Hour of the largest arrival rate, before each task type's own shift, h. */
const PEAK_HOUR = 15;
/** Largest absolute shift of a task type's peak, h. */
const SPREAD_H = 2;

/**
 * Returns the 24 hourly epochs of a day. `diurnal`: the instance's arrival rate is that of the busiest moment; hour h
 * has the share 0.6 + 0.4 cos(2 pi (h + 0.5 - p) / 24) of it, a fifth at night; p is 15 h, moved for each task type by
 * up to two hours drawn from the seed. `flat`: the instance's rates all day.
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
