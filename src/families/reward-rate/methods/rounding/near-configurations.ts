import { W_PER_KW } from '../../../../../models/units.js';
import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { changed } from './without-excess.js';

export interface NearConfigurations {
  /** Returns configurations that are best or nearly best at a price of power close to the zone's. */
  of(zone: number): readonly Configuration[];
  /** Returns the configurations of `of`, and the given one with one task type a P-state faster or slower. */
  around(zone: number, configuration: Configuration): readonly Configuration[];
  /** Returns how much worse a configuration is than the zone's best (see `lossesOf`), reward/s. */
  lossOf(zone: number, configuration: Configuration): number;
}

/** Number of prices of power per node type for which configurations are listed. A zone uses the nearest. */
const PRICES = 24;
/** Number of configurations listed for each price of power. */
const LISTED = 100;

/**
 * Returns a source of configurations that are best or nearly best. They are listed for a few prices of power per node
 * type, not for every zone, because listing is slow.
 */
export function nearConfigurations(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  bound: LagrangianBound,
): NearConfigurations {
  const { zonePowerPrice, prices } = bound;
  const ranges = model.nodeTypes.map((_, type) => {
    const ofType = zonePowerPrice.filter((_price, b) => model.zones[b]!.type === type);
    return {
      least: ofType.reduce((a, b) => Math.min(a, b), Infinity),
      most: ofType.reduce((a, b) => Math.max(a, b), -Infinity),
    };
  });
  const listed = new Map<string, readonly Configuration[]>();
  const around = new Map<string, readonly Configuration[]>();
  const found = <Key>(map: Map<Key, readonly Configuration[]>, key: Key, make: () => readonly Configuration[]) => {
    const before = map.get(key);
    if (before !== undefined) return before;
    const made = make();
    map.set(key, made);
    return made;
  };
  const atOf = (zone: number): { readonly key: string; readonly price: number } => {
    const { type } = model.zones[zone]!;
    const { least, most } = ranges[type]!;
    const step = (most - least) / (PRICES - 1);
    const at = step > 0 ? Math.round((zonePowerPrice[zone]! - least) / step) : 0;
    return { key: `${type}/${at}`, price: least + at * step };
  };
  const near = (zone: number): readonly Configuration[] => {
    const { key, price } = atOf(zone);
    return found(listed, key, () =>
      oracles[model.zones[zone]!.type]!.nearBest(prices.task, price, bound.value, LISTED).map(
        ({ configuration }) => configuration,
      ),
    );
  };
  return {
    of: near,
    around(zone, configuration) {
      const own = configurationKey(configuration);
      return found(around, `${atOf(zone).key}#${own}`, () => {
        const all = [...near(zone), ...otherPStates(model, configuration)];
        const distinct = new Map(all.map((other) => [configurationKey(other), other]));
        distinct.delete(own);
        return [...distinct.values()];
      });
    },
    lossOf: lossesOf(model, bound),
  };
}

/**
 * Returns a function that says how much worse a configuration is than the zone's best, at the bound's dual values,
 * reward/s; at least 0 except for rounding error.
 */
export function lossesOf(
  model: RewardRateModel,
  { zonePowerPrice, zoneOnPrice, envelopes, prices }: LagrangianBound,
): NearConfigurations['lossOf'] {
  const best = model.zones.map(({ type }, b) => envelopes[type]!.upperBound(zonePowerPrice[b]!, zoneOnPrice[b]));
  return (zone, { ratePerS, coreW }) => {
    let worth = (-zonePowerPrice[zone]! * coreW) / W_PER_KW;
    for (let i = 0; i < ratePerS.length; i++) worth += prices.task[i]! * ratePerS[i]!;
    return best[zone]! - worth;
  };
}

/** Returns the configurations in which one task type runs one P-state faster or slower. */
function otherPStates(model: RewardRateModel, now: Configuration): Configuration[] {
  return model.nodeTypes[now.type]!.tasks.flatMap((task, k) => {
    const choice = now.choices[k]!;
    if (now.counts[k] === 0) return [];
    return [choice - 1, choice + 1].flatMap((other) =>
      other < 0 || other >= task.pStates.length ? [] : (changed(model, now, k, now.counts[k]!, other) ?? []),
    );
  });
}

/** Fraction of a task's reward below which its arrivals' dual value counts as 0: the engine's tolerance. */
const FREE = 1e-9;

/**
 * Returns the reward of a task by task type, or 0 if its arrivals do not limit the plan, that is, if their dual value
 * is 0. A plan may complete more tasks of such a type than arrive; only the power of the work matters for them.
 */
export function bindingRewards({ rewardPerTask }: RewardRateModel, { prices }: LagrangianBound): Float64Array {
  return Float64Array.from(rewardPerTask, (reward, i) => (prices.task[i]! < reward * (1 - FREE) ? reward : 0));
}
