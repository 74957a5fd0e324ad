import type { CompiledNodeType, CompiledZone } from '../../../../../models/facility/compiled.js';
import type { Configuration } from '../../../../../models/facility/configuration.js';
import { splitResponse } from '../../../../../models/physics/thermal/split-zones.js';
import { idleConfiguration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { pricingOracle, type PricingOracle } from '../../../../pricing/pricing.js';
import { type Doing, merged, type Placement, type Run, runOf } from '../alternatives/placement.js';
import type { Kind } from './kind.js';
import { kindOf } from './kept-kinds.js';

/** Nodes of one zone that do the same in a plan. Each part becomes a zone of the model of their remaining work. */
export interface Part {
  /** Index into the zones of the room. */
  readonly zone: number;
  readonly nodes: number;
  /** What each of these nodes does in the plan. */
  readonly doing: Doing;
}

/**
 * Model of the work of a plan that can remain when its room changes. Every node keeps the tasks of its cores in the
 * same or slower P-states, drops them from some cores, idles, or is on standby where allowed
 * (docs/reward-rate/failures.md#the-fallback-plan).
 */
export interface KeptWork {
  /** Model in which each part is a zone and each kind of work is a node type. */
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly parts: readonly Part[];
  /** Sentences on work of which less may remain than of other work; empty if there is none. */
  readonly only: readonly string[];
  /** Configuration of the nodes of each part in the plan. */
  readonly before: readonly Configuration[];
  /** Returns what a node of this part does if it runs this configuration. */
  readonly doingOf: (part: number, configuration: Configuration) => Doing;
}

/**
 * Returns the model of the work that can remain of a placement in a room; null if some of the work cannot run there.
 * Compile the room with standby if nodes may be on standby.
 */
export function keptWork(room: RewardRateModel, placement: Placement): KeptWork | null {
  const kinds: Kind[] = [];
  const known = new Map<string, number>();
  const parts: Part[] = [];
  const types: number[] = [];
  for (const [zone, runs] of placement.entries()) {
    for (const { key, doing, nodes } of runs) {
      const { type } = room.zones[zone]!;
      const name = `${type} ${key}`;
      let index = known.get(name);
      if (index === undefined) {
        index = kinds.length;
        known.set(name, index);
        kinds.push(kindOf(room, type, doing, index));
      }
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
    zones: parts.map((part, p) => partZone(room, part, types[p]!, nodeTypes[types[p]!]!)),
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

function partZone(room: RewardRateModel, { zone, nodes }: Part, type: number, of: CompiledNodeType): CompiledZone {
  return { name: room.zones[zone]!.name, type, nodeCount: nodes, idleW: nodes * of.idleW };
}

/** Returns the air and the limits of the room, described by part instead of by zone. */
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
    ...(minimumOn === undefined
      ? {}
      : // Nodes that are on standby in the plan stay so and count for no minimum.
        {
          minimumOn: minimumOn.map((minimum) => ({
            ...minimum,
            zones: minimum.zones.flatMap((zone) => partsOf[zone]!.filter(awake)),
          })),
        }),
  };
}

/** Returns the configurations that all nodes have in the plan. */
export function nodesBefore({ parts, before }: KeptWork): Configuration[][] {
  return parts.map(({ nodes }, p) => new Array<Configuration>(nodes).fill(before[p]!));
}

/** Returns the configuration of an idle node of a part. */
export function atRest({ model }: KeptWork, part: number): Configuration {
  const { type } = model.zones[part]!;
  return idleConfiguration(type, model.nodeTypes[type]!.tasks.length, model.taskNames.length);
}

/** Returns the placement in which the parts' nodes have these configurations. */
export function placementOfNodes(
  { parts, doingOf }: KeptWork,
  zoneCount: number,
  nodes: readonly (readonly Configuration[])[],
): Placement {
  const runs = Array.from({ length: zoneCount }, (): Run[] => []);
  for (const [p, ofPart] of nodes.entries()) {
    for (const configuration of ofPart) runs[parts[p]!.zone]!.push(runOf(doingOf(p, configuration), 1));
  }
  return runs.map((ofZone) => merged(ofZone));
}
