import type { GeoAllocation, GeoAllocationCell, GeoLoad } from '../../../../../models/families/geo/allocation.js';
import { hottestSetPointC } from '../../../../../models/families/geo/cooling.js';
import { nodeLoad } from '../../../../../models/families/geo/node-load.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { BoundContext, PooledConfiguration } from '../bound/context.js';

/** Fraction of a node or core that counts as rounding error of an LP. */
const ROUNDING = 1e-9;
/** Maximum number of joint states of time-sharing cores. Our choice: small, so that the checker is quick as well. */
const MAX_STATES = 20_000;

type Slice = CoreShare['slices'][number];

export type Mix = readonly { readonly pooled: PooledConfiguration; readonly nodes: number }[];

/**
 * Returns a plan of whole nodes that together have the rates of an LP's plan. A mix lists the configurations that the
 * LP uses in one cell (data centre in one epoch) and node type, with fractional numbers of nodes. Returns null if the
 * time-sharing cores have too many joint states.
 *
 * 1. Each configuration runs on as many nodes as the whole part of its number.
 *
 * 2. The remaining awake nodes are all alike and run the fractional parts: on whole cores, except for a few cores that
 * share their time.
 *
 * Without co-location, the rates are exactly those of the mix.
 */
export function sharedAllocation(
  context: BoundContext,
  mixes: readonly Mix[],
  awake: Int32Array,
): GeoAllocation | null {
  const { model, types, centres } = context;
  const loads: GeoLoad[] = [];
  const known = new Map<string, number>();
  const indexOf = (type: number, cores: readonly CoreShare[]): number | null => {
    const key = JSON.stringify([type, cores]);
    const there = known.get(key);
    if (there !== undefined) return there;
    if (jointStates(cores) > MAX_STATES) return null;
    const load = nodeLoad(model, type, cores);
    if (load === null) return null;
    known.set(key, loads.length);
    return loads.push(load) - 1;
  };
  const cells: GeoAllocationCell[] = [];
  for (const [cell, mix] of mixes.entries()) {
    const { thermal, nodeCount } = model.centres[cell % centres]!;
    const nodesOf = new Map<number, number>();
    const powerW = Float64Array.from({ length: types }, (_, j) => nodeCount[j]! * model.nodeTypes[j]!.sleepW);
    for (let j = 0; j < types; j++) {
      const own = mix.filter(({ pooled }) => pooled.type === j);
      let left = awake[cell * types + j]!;
      const parts: { readonly cores: readonly CoreShare[]; readonly nodes: number }[] = [];
      for (const { pooled, nodes } of own) {
        const whole = Math.min(left, Math.floor(nodes + ROUNDING));
        if (whole > 0) parts.push({ cores: wholeCores(context, cell, pooled), nodes: whole });
        left -= whole;
      }
      // Without a configuration there is none for them to be awake.
      if (left > 0 && own.length === 0) return null;
      if (left > 0) parts.push({ cores: blendedCores(context, cell, own, left), nodes: left });
      for (const { cores, nodes } of parts) {
        const index = indexOf(j, cores);
        if (index === null) return null;
        nodesOf.set(index, (nodesOf.get(index) ?? 0) + nodes);
        powerW[j]! += nodes * (loads[index]!.powerW - model.nodeTypes[j]!.sleepW);
      }
    }
    cells.push({
      setPointC: hottestSetPointC(thermal, powerW),
      load: Int32Array.from(nodesOf.keys()),
      nodes: Int32Array.from(nodesOf.values()),
    });
  }
  return { loads, cells };
}

/** Yields what the cores of a configuration run: for each task type its name, its P-state and the number of cores. */
function* runs(
  { model, centres, classes, classOf }: BoundContext,
  cell: number,
  { type, configuration }: PooledConfiguration,
): Generator<{ readonly cores: number; readonly taskType: string; readonly pState: number }> {
  const { tasks } = classes[classOf[cell % centres]!]!.nodeTypes[type]!;
  for (const [k, { task, pStates }] of tasks.entries()) {
    const cores = configuration.counts[k]!;
    if (cores > 0) yield { cores, taskType: model.taskNames[task]!, pState: pStates[configuration.choices[k]!]! };
  }
}

export function wholeCores(context: BoundContext, cell: number, pooled: PooledConfiguration): CoreShare[] {
  return Array.from(runs(context, cell, pooled), ({ cores, taskType, pState }) => ({
    count: cores,
    slices: [{ taskType, pState, fraction: 1 }],
  }));
}

/**
 * Returns the time shares of the cores of one node. The fractional parts of a mix run on `nodes` such nodes, which are
 * all equal. Whole cores come first, then cores that share their time between task types.
 */
function blendedCores(context: BoundContext, cell: number, mix: Mix, nodes: number): CoreShare[] {
  const partOf = (all: number): number => Math.max(0, all - Math.floor(all + ROUNDING));
  // Within the tolerance of LPs a mix may be a little more than there is.
  const scale = Math.min(1, nodes / mix.reduce((sum, one) => sum + partOf(one.nodes), 0));
  const wanted = new Map<string, { readonly taskType: string; readonly pState: number; cores: number }>();
  for (const { pooled, nodes: all } of mix) {
    const part = scale * partOf(all);
    if (part <= ROUNDING) continue;
    for (const { cores, taskType, pState } of runs(context, cell, pooled)) {
      const key = `${pState} ${taskType}`;
      const one = wanted.get(key) ?? { taskType, pState, cores: 0 };
      one.cores += (part * cores) / nodes;
      wanted.set(key, one);
    }
  }
  const shares: CoreShare[] = [];
  const rests: Slice[] = [];
  for (const { taskType, pState, cores } of wanted.values()) {
    const whole = Math.floor(cores + ROUNDING);
    if (whole > 0) shares.push({ count: whole, slices: [{ taskType, pState, fraction: 1 }] });
    if (cores - whole > ROUNDING) rests.push({ taskType, pState, fraction: cores - whole });
  }
  const { cores } = context.model.nodeTypes[mix[0]!.pooled.type]!;
  return [...shares, ...inTurn(rests, cores - shares.reduce((sum, { count }) => sum + count, 0))];
}

/**
 * Returns time shares of up to `most` cores. The cores are filled one after the other; a task type that does not fit on
 * a core continues on the next one.
 */
function inTurn(rests: readonly Slice[], most: number): CoreShare[] {
  const cores: Slice[][] = [];
  let free = 0;
  for (const { taskType, pState, fraction } of rests) {
    let left = fraction;
    while (left > ROUNDING) {
      if (free <= ROUNDING) {
        if (cores.length === most) break;
        cores.push([]);
        free = 1;
      }
      const part = Math.min(left, free);
      cores.at(-1)!.push({ taskType, pState, fraction: part });
      free -= part;
      left -= part;
    }
  }
  return cores.map((slices) => ({ count: 1, slices }));
}

function jointStates(cores: readonly CoreShare[]): number {
  let states = 1;
  for (const { slices } of cores) if (slices.length > 1 || slices[0]!.fraction < 1) states *= slices.length + 1;
  return states;
}
