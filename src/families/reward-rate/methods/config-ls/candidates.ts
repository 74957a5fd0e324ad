import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import { idleAwake, minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import { idleOf } from '../room-program/rounding-configurations.js';

export interface Candidates {
  /**
   * Returns a random configuration for a node of the zone. Usually it is one that the LP used in the zone. Less often
   * it is one that the LP used in another zone of the node type, or a neighbour of `current`.
   */
  any(zone: number, current: Configuration): Configuration;
  /** Draws a few configurations as `any` does and returns the one whose core power is closest to `coreW`. */
  near(zone: number, current: Configuration, coreW: number): Configuration;
}

/** Probability of drawing one of the configurations that the LP used in the zone. */
const FROM_ZONE = 0.5;
/**
 * Probability of drawing one of the configurations that the LP used, in this zone (FROM_ZONE) or another of the node
 * type. Otherwise a neighbour of the current configuration is drawn.
 */
const FROM_TYPE = 0.7;
/** Number of configurations drawn by `near`, which returns the one closest to the wanted core power. */
const DRAWN_FOR_POWER = 4;

/**
 * Returns the source of random configurations for the local search.
 *
 * @param configurations [zone][configuration]: those to draw from; idling is added
 */
export function candidates(
  model: RewardRateModel,
  configurations: readonly (readonly Configuration[])[],
  random: RandomStream,
): Candidates {
  const minimum = minimumOfZone(model);
  const ofZone = model.zones.map((_, b) => {
    const mustStay = minimum[b]! >= 0 ? [idleAwake(model, b)] : [];
    return distinct([idleOf(model, b), ...mustStay, ...(configurations[b] ?? [])]);
  });
  const ofType = model.nodeTypes.map((_, t) => distinct(ofZone.filter((__, b) => model.zones[b]!.type === t).flat()));

  const any = (zone: number, current: Configuration): Configuration => {
    const draw = random.uniform();
    if (draw < FROM_ZONE) return pick(ofZone[zone]!, random);
    if (draw < FROM_TYPE) return pick(ofType[current.type]!, random);
    return neighbour(model, current, random);
  };
  return {
    any,
    near(zone, current, coreW) {
      let best = any(zone, current);
      for (let n = 1; n < DRAWN_FOR_POWER; n++) {
        const other = any(zone, current);
        if (Math.abs(other.coreW - coreW) < Math.abs(best.coreW - coreW)) best = other;
      }
      return best;
    },
  };
}

/**
 * Returns a random neighbouring configuration: one core changes its task type, goes idle or becomes busy, or the
 * P-state of one task type changes by one.
 */
export function neighbour(model: RewardRateModel, current: Configuration, random: RandomStream): Configuration {
  const type = model.nodeTypes[current.type]!;
  const tasks = type.tasks.length;
  if (tasks === 0) return current;
  const counts = current.counts.slice();
  const choices = current.choices.slice();
  const used = counts.reduce((sum, count) => sum + count, 0);
  const running = [...counts.keys()].filter((k) => counts[k]! > 0);
  if (running.length > 0 && random.uniform() < 0.5) {
    const k = pick(running, random);
    const states = type.tasks[k]!.pStates.length;
    choices[k] = Math.min(states - 1, Math.max(0, choices[k]! + (random.uniform() < 0.5 ? -1 : 1)));
  } else {
    // From resting cores (one more kind of "task") to a task, or the other way round, or between tasks.
    const from = [...running, ...(used < type.cores ? [tasks] : [])];
    const source = pick(from, random);
    const target = random.integer(0, tasks);
    if (source === target) return current;
    if (source < tasks) counts[source]!--;
    if (target < tasks) {
      if (counts[target] === 0) choices[target] = random.integer(0, type.tasks[target]!.pStates.length - 1);
      counts[target]!++;
    }
  }
  return configurationFrom(current.type, type, model.taskNames.length, counts, choices) ?? current;
}

function pick<T>(list: readonly T[], random: RandomStream): T {
  return list[random.integer(0, list.length - 1)]!;
}

function distinct(configurations: readonly Configuration[]): Configuration[] {
  return [...new Map(configurations.map((one) => [configurationKey(one), one])).values()];
}
