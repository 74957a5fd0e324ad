import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import { idleAwake, minimumOfZone } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { NodeChange } from '../greedy.js';
import { idleOf } from '../room-program/rounding-configurations.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';

/** Probability of drawing one of the configurations that the LP used in the zone. */
const FROM_ZONE = 0.5;
/**
 * Probability of drawing one of the configurations that the LP used, in this zone (FROM_ZONE) or another of the node
 * type. Otherwise a neighbour of the current configuration is drawn.
 */
const FROM_TYPE = 0.7;
/** Number of configurations from which the one closest to a wanted core power is taken. */
const DRAWN_FOR_POWER = 4;

/**
 * Returns the source of random moves of the local search: a function that returns changes of nodes, none if the drawn
 * move would change nothing. Either two nodes of a type exchange configurations, or one gets more power and another
 * less, or one node changes its configuration, or all equal nodes of a zone do.
 *
 * @param configurations [zone][configuration]: those to draw from; idling is added
 */
export function randomMoves(model: RewardRateModel, configurations: NodeConfigurations, random: RandomStream) {
  const minimum = minimumOfZone(model);
  const ofZone = model.zones.map((_, b) => {
    const mustStay = minimum[b]! >= 0 ? [idleAwake(model, b)] : [];
    return distinct([idleOf(model, b), ...mustStay, ...(configurations[b] ?? [])]);
  });
  const ofType = model.nodeTypes.map((_, t) => distinct(ofZone.filter((__, b) => model.zones[b]!.type === t).flat()));
  const places = model.zones.flatMap(({ nodeCount }, zone) =>
    Array.from({ length: nodeCount }, (_, node) => ({ zone, node })),
  );

  /** Returns a configuration for a node of the zone: usually one that the LP used, less often a neighbour. */
  const any = (zone: number, current: Configuration): Configuration => {
    const draw = random.uniform();
    if (draw < FROM_ZONE) return pick(ofZone[zone]!, random);
    if (draw < FROM_TYPE) return pick(ofType[current.type]!, random);
    return neighbour(model, current, random);
  };
  /** Draws a few configurations as `any` does and returns the one whose core power is closest to `coreW`. */
  const near = (zone: number, current: Configuration, coreW: number): Configuration =>
    Array.from({ length: DRAWN_FOR_POWER }, () => any(zone, current)).reduce((best, other) =>
      Math.abs(other.coreW - coreW) < Math.abs(best.coreW - coreW) ? other : best,
    );

  return (nodes: NodeConfigurations): NodeChange[] => {
    const one = pick(places, random);
    const current = nodes[one.zone]![one.node]!;
    const kind = random.uniform();
    if (kind < 0.2) {
      const other = pick(places, random);
      const theirs = nodes[other.zone]![other.node]!;
      if (theirs.type !== current.type || other.zone === one.zone || same(theirs, current)) return [];
      return [
        { ...one, after: theirs },
        { ...other, after: current },
      ];
    }
    const copied = pick(nodes[pick(places, random).zone]!, random);
    const after = kind < 0.3 && copied.type === current.type ? copied : any(one.zone, current);
    if (same(after, current)) return [];
    if (kind < 0.5) return [{ ...one, after }];
    if (kind < 0.6) {
      // All nodes of the zone that run alike together.
      return nodes[one.zone]!.flatMap((theirs, node) =>
        same(theirs, current) ? [{ zone: one.zone, node, after }] : [],
      );
    }
    const other = pick(places, random);
    if (other.zone === one.zone && other.node === one.node) return [{ ...one, after }];
    const theirs = nodes[other.zone]![other.node]!;
    const traded = near(other.zone, theirs, theirs.coreW - (after.coreW - current.coreW));
    return [
      { ...one, after },
      { ...other, after: traded },
    ];
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
    const source = pick([...running, ...(used < type.cores ? [tasks] : [])], random);
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

function same(a: Configuration, b: Configuration): boolean {
  return a === b || configurationKey(a) === configurationKey(b);
}
