import { W_PER_KW } from '../../../../../models/units.js';
import { idleAwake, isOnStandby, minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type WholeCoreConfiguration, wholeCoreConfigurations } from '../../../../pricing/whole-core-configurations.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { idleOf } from '../room-program/rounding-configurations.js';

export interface PoolConfiguration extends WholeCoreConfiguration {
  /** [task type]: completion rate, at most the arrival rate, because more would earn nothing, tasks/s. */
  readonly usedPerS: Float64Array;
  /** False if a node with this configuration is on standby. */
  readonly isOn: boolean;
}

/** Configurations that plans with one configuration per node may use. */
export interface Pool {
  readonly byZone: readonly (readonly PoolConfiguration[])[];
  /** Loss up to which a configuration is in the pool, reward/s. */
  readonly loss: number;
}

/** Maximum number of configurations in a pool. */
const MAX_CONFIGURATIONS = 6000;
/** Maximum number of configurations of one zone before dominated ones are removed. */
const MAX_OF_ZONE = 3000;
/** Maximum number of zones with which a pool is made. Configurations are listed for each zone. */
const MAX_ZONES = 500;
/** Maximum number of steps in listing the configurations of a zone. */
const STEPS = 300_000;
/**
 * Maximum number of times that the permitted loss is halved to make the pool small enough. A configuration's loss is
 * the decrease of the bound if a node runs it.
 */
const HALVINGS = 12;

/**
 * Returns the configurations that a plan better than the incumbent may use; null if the pool is too large. Their loss
 * (the decrease of the bound if a node runs it) is at most bound - incumbent.
 *
 * If there are too many, only those with a smaller loss are returned. Plans that use others earn at most bound - loss.
 *
 * @param incumbent reward of the best plan known, reward/s
 */
export function poolOf(model: RewardRateModel, bound: LagrangianBound, incumbent: number): Pool | null {
  let loss = bound.value - incumbent;
  if (!(loss >= 0) || model.zones.length > MAX_ZONES) return null;
  for (let n = 0; n <= HALVINGS; n++, loss /= 2) {
    const byZone = poolWithin(model, bound, loss);
    if (byZone !== null) return { byZone, loss };
  }
  return null;
}

/** Returns the configurations of each zone whose loss is at most `loss`, reward/s; null if there are too many. */
export function poolWithin(model: RewardRateModel, bound: LagrangianBound, loss: number): PoolConfiguration[][] | null {
  const minimum = minimumOfZone(model);
  const most = Math.min(MAX_OF_ZONE, Math.floor(MAX_CONFIGURATIONS / model.zones.length));
  const { task: taskPrice } = bound.prices;
  const listed = new Map<string, WholeCoreConfiguration[] | null>();
  const byZone: PoolConfiguration[][] = [];
  for (const [b, { type }] of model.zones.entries()) {
    const price = bound.zonePowerPrice[b]!;
    const onPrice = bound.zoneOnPrice[b]!;
    const floor = bound.envelopes[type]!.upperBound(price, onPrice) - loss;
    const key = `${type}/${price}/${onPrice}`;
    let busy = listed.get(key);
    if (busy === undefined) {
      busy = wholeCoreConfigurations(model, type, taskPrice, price, floor - onPrice, { most, steps: STEPS });
      listed.set(key, busy);
    }
    if (busy === null) return null;
    const counts = minimum[b]! >= 0;
    const without = counts ? [idleOf(model, b), idleAwake(model, b)] : [idleOf(model, b)];
    const all = [...without.map((one) => ({ ...one, cores: [] })), ...busy].map((one) => inPool(model, one));
    const near = all.filter(({ usedPerS, coreW, isOn }) => {
      const gross = usedPerS.reduce((sum, rate, i) => sum + rate * taskPrice[i]!, 0);
      const paid = (price * coreW) / W_PER_KW;
      return gross - paid + (isOn ? onPrice : 0) >= floor - 1e-12 * (gross + paid + Math.abs(floor));
    });
    byZone.push(undominated(near, counts));
  }
  return byZone;
}

function inPool({ arrivalRatePerS }: RewardRateModel, one: WholeCoreConfiguration): PoolConfiguration {
  const usedPerS = one.ratePerS.map((rate, i) => Math.min(rate, arrivalRatePerS[i]!));
  return { ...one, usedPerS, isOn: !isOnStandby(one) };
}

/**
 * Returns the configurations without the dominated ones. A configuration is dominated if another one has at least the
 * same rates at no more power. If `onCounts`, a configuration of a running node is dominated only by another one of a
 * running node.
 */
function undominated(all: readonly PoolConfiguration[], onCounts: boolean): PoolConfiguration[] {
  const kept: PoolConfiguration[] = [];
  const sum = ({ usedPerS }: PoolConfiguration): number => usedPerS.reduce((total, rate) => total + rate, 0);
  const order = [...all].sort((a, b) => a.coreW - b.coreW || sum(b) - sum(a));
  for (const one of order) {
    const isOutdone = kept.some(
      (other) => (!onCounts || other.isOn || !one.isOn) && other.usedPerS.every((rate, i) => rate >= one.usedPerS[i]!),
    );
    if (!isOutdone) kept.push(one);
  }
  return kept;
}
