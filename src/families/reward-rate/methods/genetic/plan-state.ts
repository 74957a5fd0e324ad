import { averagedNodeRates, rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import {
  copyFractions,
  type CoreFractions,
  idleFractions,
} from '../../../../../models/families/reward-rate/core-fractions.js';
import { unphysicalGenes } from './literal-moments.js';
import type { PlanTables } from './plan-tables.js';

/** Plan of core fractions with stored rates, powers and temperatures, up to date except at the StaleNodes. */
export interface PlanState {
  readonly plan: CoreFractions;
  /** [node][task type], in one array: completion rate with time-averaged features (Eq. 21), tasks/s. */
  readonly nodeRatePerS: Float64Array;
  readonly nodeCoreW: Float64Array;
  /** [node]: number of genes (core and task type) without a positive task time at some moment; 0 unless Eq. 21 is used as printed. */
  readonly nodeUnphysical: Uint16Array;
  /** [task type]: completion rate of all nodes together, tasks/s. */
  readonly ratePerS: Float64Array;
  /** [zone]: power of its nodes, idle power included, W. */
  readonly zonePowerW: Float64Array;
  /** [zone]: inlet temperature minus common set-point, K. It is the heat-recirculation matrix times the zone powers. */
  readonly riseC: Float64Array;
}

/**
 * Nodes whose stored rates and powers are out of date. They are the first `count` entries of `nodes`, and
 * `marked[node]` is 1 for each of them.
 */
export interface StaleNodes {
  readonly nodes: Int32Array;
  readonly marked: Uint8Array;
  count: number;
  /** True if the sums over nodes (rates, powers per zone) are out of date. This can be so although no node is stale. */
  totals: boolean;
}

export function createState({ layout, taskCount }: PlanTables): PlanState {
  return {
    plan: idleFractions(layout),
    nodeRatePerS: new Float64Array(layout.nodeCount * taskCount),
    nodeCoreW: new Float64Array(layout.nodeCount),
    nodeUnphysical: new Uint16Array(layout.nodeCount),
    ratePerS: new Float64Array(taskCount),
    zonePowerW: new Float64Array(layout.zoneCount),
    riseC: new Float64Array(layout.zoneCount),
  };
}

export function copyState(target: PlanState, source: PlanState): void {
  copyFractions(target.plan, source.plan);
  target.nodeRatePerS.set(source.nodeRatePerS);
  target.nodeCoreW.set(source.nodeCoreW);
  target.nodeUnphysical.set(source.nodeUnphysical);
  target.ratePerS.set(source.ratePerS);
  target.zonePowerW.set(source.zonePowerW);
  target.riseC.set(source.riseC);
}

export function createStale({ layout }: PlanTables): StaleNodes {
  const { nodeCount } = layout;
  return { nodes: new Int32Array(nodeCount), marked: new Uint8Array(nodeCount), count: 0, totals: false };
}

export function markStale(stale: StaleNodes, node: number): void {
  stale.totals = true;
  if (stale.marked[node] !== 0) return;
  stale.marked[node] = 1;
  stale.nodes[stale.count++] = node;
}

export function clearStale(stale: StaleNodes): void {
  for (let n = 0; n < stale.count; n++) stale.marked[stale.nodes[n]!] = 0;
  stale.count = 0;
  stale.totals = false;
}

export function refreshAll(tables: PlanTables, state: PlanState): void {
  for (let node = 0; node < tables.layout.nodeCount; node++) rateNode(tables, state, node);
  sumUp(tables, state);
}

/** Recomputes the stored values of the stale nodes, and then sums and temperatures. Clears `stale`. */
export function refresh(tables: PlanTables, state: PlanState, stale: StaleNodes): void {
  if (!stale.totals) return;
  for (let n = 0; n < stale.count; n++) rateNode(tables, state, stale.nodes[n]!);
  sumUp(tables, state);
  clearStale(stale);
}

function rateNode({ layout, rates, taskCount, literal }: PlanTables, state: PlanState, node: number): void {
  const table = rates[layout.nodeType[node]!]!;
  const first = layout.nodeFirstGene[node]!;
  const end = layout.nodeFirstGene[node + 1]!;
  const { plan, nodeRatePerS } = state;
  state.nodeCoreW[node] = averagedNodeRates(table, plan, first, end, nodeRatePerS, node * taskCount, taskCount);
  if (literal) state.nodeUnphysical[node] = unphysicalGenes(table, plan, first, end);
}

/**
 * Recomputes rates per task type and powers per zone as sums over nodes. They start from 0 and run in one order, so
 * rounding errors do not accumulate and all evaluations agree exactly.
 */
function sumUp(tables: PlanTables, state: PlanState): void {
  const { layout, taskCount, model } = tables;
  const { nodeRatePerS, nodeCoreW, ratePerS, zonePowerW } = state;
  for (let i = 0; i < taskCount; i++) {
    let rate = 0;
    for (let at = i; at < nodeRatePerS.length; at += taskCount) rate += nodeRatePerS[at]!;
    ratePerS[i] = rate;
  }
  for (let z = 0; z < layout.zoneCount; z++) {
    let powerW = model.zones[z]!.idleW;
    for (let n = layout.zoneFirstNode[z]!; n < layout.zoneFirstNode[z + 1]!; n++) powerW += nodeCoreW[n]!;
    zonePowerW[z] = powerW;
  }
  heatInlets(tables, zonePowerW, state.riseC);
}

/**
 * Computes the inlet temperature rises from the zone powers. The loop handles four columns of the matrix at a time,
 * because it takes most of the time of an evaluation.
 */
function heatInlets({ inletPerW, layout }: PlanTables, zonePowerW: Float64Array, riseC: Float64Array): void {
  const zones = layout.zoneCount;
  riseC.fill(0);
  let z = 0;
  for (; z + 4 <= zones; z += 4) {
    const [a, b, c, d] = [zonePowerW[z]!, zonePowerW[z + 1]!, zonePowerW[z + 2]!, zonePowerW[z + 3]!];
    let at = z * zones;
    for (let k = 0; k < zones; k++, at++) {
      riseC[k]! +=
        inletPerW[at]! * a +
        inletPerW[at + zones]! * b +
        inletPerW[at + 2 * zones]! * c +
        inletPerW[at + 3 * zones]! * d;
    }
  }
  for (; z < zones; z++) {
    for (let k = 0; k < zones; k++) riseC[k]! += inletPerW[z * zones + k]! * zonePowerW[z]!;
  }
}

/** Returns the reward rate of a plan with time-averaged features (Eq. 21), reward/s. */
export function averagedReward({ model }: PlanTables, state: PlanState): number {
  return rewardOfRates(model, state.ratePerS);
}
