import type { CompiledZone } from '../../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { splitResponse } from '../../../../../models/physics/thermal/split-zones.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { pricingOracle, type PricingOracle } from '../../../../pricing/pricing.js';
import { type Doing, merged, type Placement, type Run, runOf } from '../alternatives/placement.js';

import type { NodeConfigurations } from '../../methods/rounding/node-plan.js';
import { type Kind, kindOf } from './kinds.js';

/** Nodes of one zone that do the same in a plan. Each part becomes a zone of the model for the fallback plan. */
export interface Part {
  /** Index of the zone in the influence matrix. */
  readonly zone: number;
  readonly nodes: number;
  readonly doing: Doing;
}

/**
 * Model of the work of a plan that can continue after a failure. Every node runs its own tasks in the same or slower
 * P-states, on as many or fewer cores. It may also idle, or be on standby where allowed
 * (docs/reward-rate/failures.md#the-fallback-plan).
 */
export interface KeptWork {
  /** Model in which each part (nodes of one zone that do the same) is a zone, and each kind of work is a node type. */
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly parts: readonly Part[];
  /** Sentences on how the choice of work to continue is restricted, for example for cores that divide their time. */
  readonly only: readonly string[];
  /** [part]: configuration of its nodes in the plan. */
  readonly before: readonly Configuration[];
  /** Returns what a node of the part (its index) does with this configuration. */
  readonly doingOf: (part: number, configuration: Configuration) => Doing;
}

/**
 * Returns the model of the work that can continue; null if some of the plan's work cannot run on its nodes.
 *
 * @param room model of the room; compiled with standby if nodes may be on standby
 * @param placement what the nodes do in the plan
 */
export function keptWork(room: RewardRateModel, placement: Placement): KeptWork | null {
  const kinds: Kind[] = [];
  const known = new Map<string, number>();
  const parts: Part[] = [];
  const types: number[] = [];
  for (const [zone, runs] of placement.entries()) {
    const { type } = room.zones[zone]!;
    for (const { key, doing, nodes } of runs) {
      const name = `${type} ${key}`;
      const index = known.get(name) ?? kinds.push(kindOf(room, type, doing, kinds.length)) - 1;
      known.set(name, index);
      types.push(index);
      parts.push({ zone, nodes, doing });
    }
  }
  const beforeOf = kinds.flatMap(({ before }) => before ?? []);
  if (beforeOf.length < kinds.length) return null;
  const nodeTypes = kinds.map(({ nodeType }) => nodeType);
  const model: RewardRateModel = {
    ...room,
    nodeTypes,
    zones: parts.map(({ zone, nodes }, p): CompiledZone => {
      const type = types[p]!;
      return { name: room.zones[zone]!.name, type, nodeCount: nodes, idleW: nodes * nodeTypes[type]!.idleW };
    }),
    ...inParts(room, parts),
  };
  const oracles = kinds.map((kind, type) => kind.oracle ?? pricingOracle(model, type));
  return {
    model,
    oracles,
    parts,
    only: [...new Set(kinds.flatMap(({ only }) => only ?? []))],
    before: types.map((type) => beforeOf[type]!),
    doingOf: (part, configuration) => kinds[types[part]!]!.doingOf(configuration),
  };
}

/** Returns thermal response and limits of the room, with each zone divided into parts (nodes that do the same). */
function inParts(
  { thermal, zones, cracs, passed, powerLimits, minimumOn }: RewardRateModel,
  parts: readonly Part[],
): Pick<RewardRateModel, 'thermal' | 'passed' | 'powerLimits' | 'minimumOn'> {
  const zoneOf = Int32Array.from(parts, ({ zone }) => zone);
  const share = Float64Array.from(parts, ({ zone, nodes }) => nodes / zones[zone]!.nodeCount);
  const partsOf = zones.map((): number[] => []);
  for (const [p, { zone }] of parts.entries()) partsOf[zone]!.push(p);
  const awake = (p: number): boolean => typeof parts[p]!.doing !== 'string';
  return {
    thermal: splitResponse(thermal, zoneOf, share),
    passed: passed.map(({ crac, weights }) => ({
      crac,
      weights: Float64Array.from([
        ...weights.slice(0, cracs.length),
        ...parts.map(({ zone }, p) => weights[cracs.length + zone]! * share[p]!),
      ]),
    })),
    powerLimits: powerLimits.map((limit) => ({
      ...limit,
      zones: [...new Set(limit.zones)].flatMap((zone) => partsOf[zone]!),
    })),
    // Nodes that are on standby in the plan stay so and count for no minimum.
    ...(minimumOn && {
      minimumOn: minimumOn.map((minimum) => ({
        ...minimum,
        zones: minimum.zones.flatMap((zone) => partsOf[zone]!.filter(awake)),
      })),
    }),
  };
}

/** Returns the configurations of all nodes in the plan: [part][node]. */
export function nodesBefore({ parts, before }: KeptWork): Configuration[][] {
  return parts.map(({ nodes }, p) => new Array<Configuration>(nodes).fill(before[p]!));
}

/**
 * Returns what the nodes do, by zone, given their configurations `nodes`: [part][node], where a part is a set of nodes
 * of one zone that do the same in the plan.
 */
export function placementOfNodes(
  { parts, doingOf }: KeptWork,
  zoneCount: number,
  nodes: NodeConfigurations,
): Placement {
  const runs = Array.from({ length: zoneCount }, (): Run[] => []);
  for (const [p, ofPart] of nodes.entries()) {
    for (const configuration of ofPart) runs[parts[p]!.zone]!.push(runOf(doingOf(p, configuration), 1));
  }
  return runs.map((ofZone) => merged(ofZone));
}
