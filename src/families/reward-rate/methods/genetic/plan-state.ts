import { capOf } from '../../../../../models/facility/meter.js';
import { totalPowerW } from '../../../../../models/facility/power-budget.js';
import { averagedNodeRates, rateTables } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { copyFractions, coreLayout, idleFractions } from '../../../../../models/families/reward-rate/core-fractions.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { DEFAULT_AIR } from '../../../../../models/physics/cooling/crac.js';
import { followedPowers } from '../followed-powers.js';
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
    /** Powers of the plan that is judged or repaired at the moment, and what they use of limits. */
    powers: followedPowers(model),
    /** Working memory for excesses over limits, without meaning between calls. */
    excess: new Float64Array(VIOLATIONS.length),
    /** True if task times follow Eq. 21 as printed, where they can be zero or negative. */
    literal: model.nodeTypes.some((type) => type.colocation === 'literal'),
  };
}

/** Plan of core fractions with stored rates, powers and temperatures, up to date except at stale nodes. */
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

/** Recomputes what a plan has stored of these nodes, then sums and temperatures. Afterwards no node is stale. */
export function refresh(tables: PlanTables, state: PlanState, stale: Set<number>): void {
  if (stale.size === 0) return;
  for (const node of stale) rateNode(tables, state, node);
  sumUp(tables, state);
  stale.clear();
}

export function refreshAll(tables: PlanTables, state: PlanState): void {
  refresh(tables, state, new Set(tables.layout.nodeType.keys()));
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

/**
 * Kinds of violations in the order of Score.violations. The last counts genes (core and task type) without a positive
 * task time; the others are relative to their limits.
 */
export const VIOLATIONS = ['powerCap', 'redLine', 'otherLimits', 'colocationModel'] as const;

/**
 * Returns the common set-point of a plan, C (Algorithm 3, line 2): the warmest that keeps the red line and is a whole
 * number of degrees below it. If the range has no such set-point, its nearer end is returned.
 */
export function setPointOf(tables: PlanTables, { zonePowerW, riseC }: PlanState): number {
  tables.powers.load(zonePowerW);
  return setPointAt(tables, neededRise(tables, greatestRise(riseC)));
}

function setPointAt({ model: { redLineC, setPointMinC, setPointMaxC } }: PlanTables, riseC: number): number {
  const wholeC = wholeDegreesBelow(redLineC, Math.min(setPointMaxC, redLineC - riseC));
  return Math.min(setPointMaxC, Math.max(setPointMinC, wholeC));
}

/** Returns how far the set-point must be below the red line at the loaded powers, K, for all limits on temperatures. */
function neededRise({ model: { redLineC }, powers }: PlanTables, greatestRiseC: number): number {
  return Math.max(greatestRiseC, redLineC - powers.warmestC());
}

/** Returns the largest difference between an inlet temperature and the common set-point, K, and at least 0. */
function greatestRise(riseC: Float64Array): number {
  return riseC.reduce((greatest, rise) => Math.max(greatest, rise), 0);
}

/**
 * Returns true if the cap and red line (line 1 of Algorithm 3) and the limits of racks, PDUs and cooling capacities hold
 * at the loaded powers.
 */
export function limitsMet(tables: PlanTables, greatestRiseC: number): boolean {
  const { excess } = tables;
  excessInto(excess, tables, greatestRiseC);
  return excess[0] === 0 && excess[1] === 0 && excess[2] === 0;
}

/** Writes the plan's violations to `violations`, in the order of VIOLATIONS. */
export function violationsInto(violations: Float64Array, tables: PlanTables, state: PlanState): void {
  tables.powers.load(state.zonePowerW);
  excessInto(violations, tables, greatestRise(state.riseC));
  violations[3] = tables.literal ? state.nodeUnphysical.reduce((sum, genes) => sum + genes, 0) : 0;
}

/** Writes by which fraction the loaded powers exceed cap, red line and all other limits together to the first entries. */
function excessInto(excess: Float64Array, tables: PlanTables, greatestRiseC: number): void {
  const { redLineC, budget } = tables.model;
  const { limits, nodePowerW, over } = tables.powers;
  const riseC = neededRise(tables, greatestRiseC);
  const setPointC = setPointAt(tables, riseC);
  excess[0] = overShare(totalPowerW(budget, nodePowerW(), setPointC), capOf(budget));
  excess[1] = overShare(setPointC + riseC, redLineC);
  excess[2] = 0;
  for (let n = 0; n < limits.length; n++) excess[2] += over(n) / Math.max(1, Math.abs(limits[n]!));
}

/** Excess over cap or red line that counts as rounding error, as a fraction. (The checker tolerates 1e-3 W and 1e-6 C.) */
const ROUNDING = 1e-12;

/** Returns by which fraction of the limit a value exceeds it; 0 for rounding error. */
function overShare(value: number, limit: number): number {
  const over = (value - limit) / Math.max(1, Math.abs(limit));
  return over > ROUNDING ? over : 0;
}
