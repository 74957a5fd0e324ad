import { W_PER_KW } from '../../../../../models/units.js';
import {
  type Configuration,
  configurationKey,
  hasCoreCounts,
  idleConfiguration,
} from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import { idleAwake, minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LagrangianBound } from './bound.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';

/** Source of the configurations that a node may get when the LP's solution is rounded. */
export interface RoundingConfigurations {
  /**
   * Returns the configurations that a node of the zone may get: idling, standby, those in `kept` (which the node or its
   * zone runs now), and up to `count` more.
   */
  of(zone: number, kept: readonly Configuration[], count: number): Configuration[];
}

/**
 * If the best configuration of a zone is worth less than this fraction of the bound, dual values do not tell good
 * configurations from others.
 */
const PRICELESS = 1e-9;

/**
 * Returns a source of configurations that lose little at the dual values of the bound. Dual values do not distinguish
 * configurations if all arrivals are served and power is left. Then the configurations run one task type on any number
 * of cores, to serve the remaining arrivals.
 */
export function roundingConfigurations(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  bound: LagrangianBound,
  most: number,
): RoundingConfigurations {
  const cache = new Map<number, readonly Configuration[]>();
  const minimum = minimumOfZone(model);
  return {
    of(zone, kept, count) {
      let more = cache.get(zone);
      if (more === undefined) {
        const { type } = model.zones[zone]!;
        const price = bound.zonePowerPrice[zone]!;
        const envelope = bound.envelopes[type]!;
        const near = oracles[type]!.nearBest(bound.prices.task, price, bound.value, most);
        const guided = envelope.bestAt(price, bound.zoneOnPrice[zone]).value > PRICELESS * bound.value;
        const nearBest = near.map(({ configuration }) => configuration);
        more = guided
          ? [...nearBest.slice(0, 8), ...envelope.points.map((point) => point.configuration), ...nearBest.slice(8)]
          : [...ladders(model, type, price), ...nearBest];
        cache.set(zone, more);
      }
      const mustStay = minimum[zone]! >= 0 ? [idleAwake(model, zone)] : [];
      const all = [idleOf(model, zone), ...mustStay, ...kept, ...more];
      const distinct = new Map(all.map((configuration) => [configurationKey(configuration), configuration]));
      return [...distinct.values()].slice(0, 1 + mustStay.length + kept.length + count);
    },
  };
}

export function idleOf(model: RewardRateModel, zone: number): Configuration {
  const { type } = model.zones[zone]!;
  return idleConfiguration(type, model.nodeTypes[type]!.tasks.length, model.taskNames.length);
}

/**
 * Returns configurations with one task type on 1, 2 ... all cores of a node, in the most profitable P-state at the
 * given price of power, reward/s per kW.
 */
function ladders(model: RewardRateModel, type: number, pricePerKW: number): Configuration[] {
  const nodeType = model.nodeTypes[type]!;
  const configurations: Configuration[] = [];
  // Where not every number of cores may run a task type, pricing knows those that may.
  if (hasCoreCounts(nodeType)) return configurations;
  for (let count = nodeType.cores; count >= 1; count--) {
    for (const [k, task] of nodeType.tasks.entries()) {
      const worth = (p: number): number =>
        model.rewardPerTask[task.task]! / task.timeS[p]! - (pricePerKW * task.powerW[p]!) / W_PER_KW;
      let best = 0;
      for (let p = 1; p < task.timeS.length; p++) if (worth(p) > worth(best)) best = p;
      const counts = new Uint16Array(nodeType.tasks.length);
      const choices = new Uint8Array(nodeType.tasks.length);
      counts[k] = count;
      choices[k] = best;
      const configuration = configurationFrom(type, nodeType, model.taskNames.length, counts, choices);
      if (configuration !== null) configurations.push(configuration);
    }
  }
  return configurations;
}
