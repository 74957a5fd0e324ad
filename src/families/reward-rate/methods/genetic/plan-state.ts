import { firstTangent } from '../../../../../models/facility/power-limits.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { averagedNodeRates, rateTables } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { copyFractions, coreLayout, idleFractions } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { wholeDegreesBelow } from '../greedy.js';
import { unphysicalGenes } from './literal-moments.js';

/** Read-only data of a model in flat arrays, for fast evaluation of plans given as core fractions. */
export type PlanTables = ReturnType<typeof planTables>;

/** Returns the tables of a model, with the whole heat-recirculation matrix of zones x zones entries. */
export function planTables(model: RewardRateModel) {
  const { instance, matrix, thermal, zones } = model;
  const layout = coreLayout(model);
  const coreNode = new Int32Array(layout.coreCount);
  for (let n = 0; n < layout.nodeCount; n++) {
    coreNode.fill(n, layout.nodeFirstCore[n], layout.nodeFirstCore[n + 1]);
  }
  const inletPerW = new Float64Array(zones.length ** 2);
  for (let k = 0; k < zones.length; k++) {
    const row = thermal.inletRow(k);
    for (let z = 0; z < zones.length; z++) inletPerW[z * zones.length + k] = row[z]!;
  }
  const { densityKgPerM3, heatCapacityJPerKgK } = instance.facility.air ?? DEFAULT_AIR;
  const flowM3PerS = matrix.airFlowM3PerS.slice(matrix.cracNames.length);
  return {
    model,
    layout,
    taskCount: model.taskNames.length,
    /** [node type]: table of task rates and powers by task type and P-state. */
    rates: rateTables(model),
    /** [core]: index of its node. */
    coreNode,
    /** Rise of zone k's inlet per watt of zone z, K/W, at position z * zones + k (columns are contiguous). */
    inletPerW,
    /**
     * [zone]: temperature rise from inlet to outlet of one node, per watt of that node, K/W (Eq. 18): 1 / (rho c AF),
     * with AF the air flow through one node.
     */
    outletPerW: Float64Array.from(
      zones,
      ({ nodeCount }, b) => nodeCount / (densityKgPerM3 * heatCapacityJPerKgK * flowM3PerS[b]!),
    ),
    /** Power limits of racks and PDUs and heat limits of CRACs, each a limit on a weighted sum of zone powers. */
    limits: [
      ...model.powerLimits.map((limit) => {
        const { perW, most } = firstTangent(limit, zones);
        return { zones: Int32Array.from(limit.zones), weights: Float64Array.from(perW), limitW: most };
      }),
      ...model.coolingLimits.map(({ crac, capacityW }) => ({
        zones: Int32Array.from(zones.keys()),
        weights: thermal.cracHeatRow(crac),
        limitW: capacityW,
      })),
    ],
    /** True if task times follow Eq. 21 as printed, where they can be zero or negative. */
    literal: model.nodeTypes.some((type) => type.colocation === 'literal'),
  };
}

/** Plan of core fractions with stored rates, powers and temperatures, up to date except at the StaleNodes. */
export type PlanState = ReturnType<typeof createState>;

export function createState({ layout, taskCount }: PlanTables) {
  return {
    plan: idleFractions(layout),
    /** [node][task type], in one array: completion rate with time-averaged features (Eq. 21), tasks/s. */
    nodeRatePerS: new Float64Array(layout.nodeCount * taskCount),
    nodeCoreW: new Float64Array(layout.nodeCount),
    /**
     * [node]: number of genes (core and task type) without a positive task time at some moment; 0 unless Eq. 21 is used
     * as printed.
     */
    nodeUnphysical: new Uint16Array(layout.nodeCount),
    /** [task type]: completion rate of all nodes together, tasks/s. */
    ratePerS: new Float64Array(taskCount),
    /** [zone]: power of its nodes, idle power included, W. */
    zonePowerW: new Float64Array(layout.zoneCount),
    /** [zone]: inlet temperature minus common set-point, K: the heat-recirculation matrix times the zone powers. */
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

/**
 * Nodes whose stored rates and powers are out of date. They are the first `count` entries of `nodes`, and
 * `marked[node]` is 1 for each of them. If `totals` is true, the sums over nodes are out of date, too; this can be so
 * although no node is stale.
 */
export type StaleNodes = ReturnType<typeof createStale>;

export function createStale({ layout: { nodeCount } }: PlanTables) {
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
 * Recomputes rates per task type, powers per zone and temperatures. Sums start from 0 and run in one order, so rounding
 * errors do not accumulate and all evaluations agree exactly.
 */
function sumUp({ layout, taskCount, model, inletPerW }: PlanTables, state: PlanState): void {
  const { nodeRatePerS, nodeCoreW, ratePerS, zonePowerW, riseC } = state;
  for (let i = 0; i < taskCount; i++) {
    let rate = 0;
    for (let at = i; at < nodeRatePerS.length; at += taskCount) rate += nodeRatePerS[at]!;
    ratePerS[i] = rate;
  }
  const zones = layout.zoneCount;
  for (let z = 0; z < zones; z++) {
    let powerW = model.zones[z]!.idleW;
    for (let n = layout.zoneFirstNode[z]!; n < layout.zoneFirstNode[z + 1]!; n++) powerW += nodeCoreW[n]!;
    zonePowerW[z] = powerW;
  }
  riseC.fill(0);
  let z = 0;
  // Four columns of the matrix at a time, because this takes most of the time of an evaluation.
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

/** Relative excess over a limit that counts as rounding error. (The checker tolerates 1e-3 W and 1e-6 C.) */
const ROUNDING = 1e-12;

/**
 * Kinds of violations in the order of Score.violations. The last counts genes (core and task type) without a positive
 * task time; the others are relative to their limits.
 */
export const VIOLATIONS = ['powerCap', 'redLine', 'otherLimits', 'colocationModel'] as const;

/**
 * Returns the common set-point of a plan, C (Algorithm 3, line 2): the warmest that keeps the red line and is a whole
 * number of degrees below it. If the range has no such set-point, its nearer end is returned.
 *
 * @param greatestRiseC largest difference between an inlet temperature and the set-point, K
 */
export function setPointOf({ model }: PlanTables, greatestRiseC: number): number {
  const { redLineC, setPointMinC, setPointMaxC } = model;
  const wholeC = wholeDegreesBelow(redLineC, Math.min(setPointMaxC, redLineC - greatestRiseC));
  return Math.min(setPointMaxC, Math.max(setPointMinC, wholeC));
}

export function greatestRise(riseC: Float64Array): number {
  return riseC.reduce((greatest, rise) => Math.max(greatest, rise), 0);
}

/**
 * Returns true if the cap and red line (line 1 of Algorithm 3) and the limits of racks, PDUs and cooling capacities
 * hold.
 *
 * @param nodePowerW sum of zonePowerW
 */
export function limitsMet(
  tables: PlanTables,
  zonePowerW: Float64Array,
  nodePowerW: number,
  greatestRiseC: number,
): boolean {
  const { redLineC, budget } = tables.model;
  const setPointC = setPointOf(tables, greatestRiseC);
  return (
    overShare(setPointC + greatestRiseC, redLineC) === 0 &&
    overShare(totalPowerW(budget, nodePowerW, setPointC), budget.powerCapW) === 0 &&
    tables.limits.every((limit) => overShare(weightedPowerW(limit, zonePowerW), limit.limitW) === 0)
  );
}

/** Writes the plan's violations to `violations`, in the order of VIOLATIONS. */
export function violationsInto(violations: Float64Array, tables: PlanTables, state: PlanState): void {
  const { redLineC, budget } = tables.model;
  const riseC = greatestRise(state.riseC);
  const setPointC = setPointOf(tables, riseC);
  const nodePowerW = state.zonePowerW.reduce((sum, powerW) => sum + powerW, 0);
  violations[0] = overShare(totalPowerW(budget, nodePowerW, setPointC), budget.powerCapW);
  violations[1] = overShare(setPointC + riseC, redLineC);
  violations[2] = 0;
  for (const limit of tables.limits) violations[2] += overShare(weightedPowerW(limit, state.zonePowerW), limit.limitW);
  violations[3] = tables.literal ? state.nodeUnphysical.reduce((sum, genes) => sum + genes, 0) : 0;
}

/** Returns by which fraction of the limit a value exceeds it; 0 for rounding error. */
function overShare(value: number, limit: number): number {
  const over = (value - limit) / Math.max(1, Math.abs(limit));
  return over > ROUNDING ? over : 0;
}

function weightedPowerW({ zones, weights }: PlanTables['limits'][number], zonePowerW: Float64Array): number {
  let powerW = 0;
  for (let n = 0; n < zones.length; n++) powerW += weights[n]! * zonePowerW[zones[n]!]!;
  return powerW;
}
