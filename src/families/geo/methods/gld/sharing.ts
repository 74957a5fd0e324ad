import type { GeoAllocation } from '../../../../../models/families/geo/allocation.js';
import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { BoundContext } from '../bound/context.js';
import { addLines, addTangent, addConfigurations, extendPool } from '../bound/improve.js';
import { openGeoMaster } from '../bound/master.js';
import type { MasterAnswer } from '../bound/master-answer.js';
import { noPrices } from '../bound/prices.js';
import type { RelaxedCell } from '../bound/relaxed-cell.js';
import type { ConfigurationPool } from '../bound/configuration-pool.js';
import { finishedAllocation } from '../finish/finished.js';
import { sharedAllocation } from './shared-cores.js';
import { wholeNodePlans } from './whole-nodes.js';

/** Maximum number of rounds of generating columns and tangents (linear bounds on cooling power) in one LP. */
const MAX_ROUNDS = 15;
/** Relative saving of cost below which the demanded rates are not corrected once more. */
const NEAR = 1e-6;
/** Maximum number of corrections of the demanded rates, because time-sharing changes rates with co-location. */
const MAX_CORRECTIONS = 10;
/**
 * Number of exact corrections of the demanded rates. Later corrections only raise them, by twice the rate that is
 * missing. Our choice: each LP divides the work differently, so exact corrections need not converge.
 */
const EVEN_CORRECTIONS = 3;
/** Relative amount by which demanded rates exceed the arrivals, so that rounding errors leave nothing unserved. */
const TO_SPARE = 2e-10;
/**
 * Shares of the power and carbon caps tried in turn. Shares below 1 are tried because tangents underestimate the
 * cooling power.
 */
const CAP_SHARES = [1, 0.9999, 0.998] as const;

interface SharingOptions {
  readonly engine: LpEngine;
  /** Cost above which a plan is useless, USD, because a better plan is known. */
  readonly mostUsd: number;
  readonly step: () => Promise<boolean>;
}

/** Maximum number of rows of the LP with fixed awake nodes. Beyond it rounding loses little. */
const MAX_ROWS = 4000;

/** Returns true if the LP with fixed numbers of awake nodes has at most MAX_ROWS rows. */
export function isShareable({ epochs, tasks, centres, types }: BoundContext): boolean {
  return epochs * (tasks + centres * (2 * types + 3)) <= MAX_ROWS;
}

/** Returns the cost of an allocation after it is brought into its final form, USD; null if it then breaks a limit. */
export function billOf(model: GeoModel, allocation: GeoAllocation): number | null {
  const { violations, costUsd } = evaluateAllocation(model, finishedAllocation(model, allocation));
  return violations.length === 0 ? costUsd : null;
}

/**
 * Returns the cheapest plan found in which cores may share their time; null if there is none. The search tries the
 * numbers of awake nodes of the plan of whole cores, and those that mixed-integer programs find.
 */
export async function planWithSharedCores(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  wholeCores: GeoAllocation | null,
  given: ConfigurationPool,
  options: SharingOptions,
): Promise<{ readonly allocation: GeoAllocation; readonly costUsd: number } | null> {
  if (!isShareable(context)) return null;
  const { model } = context;
  const pool = given.copy();
  addIdleConfigurations(context, pool);
  const counts = new Map<string, Int32Array>();
  const consider = (awake: Int32Array): unknown => counts.set(awake.join(), awake);
  consider(wholeCores === null ? awakeIn(context, cells, Math.ceil) : awakeOf(context, wholeCores));
  const whole = await wholeNodePlans(context, cells, pool, { ...options, capShare: 1, whole: 'awake' });
  for (const plan of whole) consider(awakeIn(context, plan, Math.round));
  let best: { readonly allocation: GeoAllocation; readonly costUsd: number } | null = null;
  for (const awake of counts.values()) {
    const allocation = await sharedPlan(context, cells, awake, pool, options);
    const costUsd = allocation === null ? null : billOf(model, allocation);
    if (costUsd !== null && costUsd < (best?.costUsd ?? Infinity)) best = { allocation: allocation!, costUsd };
    if (await options.step()) break;
  }
  return best;
}

/**
 * Returns the number of awake nodes in an LP's answer, at index (epoch * D + centre) * J + node type, with D centres
 * and J node types. No number exceeds the nodes that exist.
 *
 * @param whole function that rounds a fractional number of nodes
 */
export function awakeIn(
  { types, centres, model }: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  whole: (nodes: number) => number,
): Int32Array {
  const awake = new Float64Array(cells.length * types);
  for (const [cell, one] of cells.entries()) {
    for (const { pooled, nodes } of one?.used ?? []) awake[cell * types + pooled.type]! += nodes;
  }
  return Int32Array.from(awake, (nodes, n) => {
    const { nodeCount } = model.centres[Math.floor(n / types) % centres]!;
    return Math.min(nodeCount[n % types]!, whole(nodes - 1e-6));
  });
}

/** Adds idle configurations of awake nodes to the pool; column generation with fractional nodes needs none. */
export function addIdleConfigurations({ classes, tasks }: BoundContext, pool: ConfigurationPool): void {
  for (const [c, { nodeTypes }] of classes.entries()) {
    for (const [j, nodeType] of nodeTypes.entries()) {
      const none = nodeType.tasks.length;
      const idle = configurationFrom(j, nodeType, tasks, new Uint16Array(none), new Uint8Array(none));
      if (idle !== null) pool.add(c, j, idle);
    }
  }
}

/**
 * Returns the number of awake nodes in a plan, at index (epoch * D + centre) * J + node type, with D centres and J node
 * types.
 */
function awakeOf({ types }: BoundContext, { loads, cells }: GeoAllocation): Int32Array {
  const awake = new Int32Array(cells.length * types);
  for (const [cell, { load, nodes }] of cells.entries()) {
    for (const [n, index] of load.entries()) awake[cell * types + loads[index]!.type]! += nodes[n]!;
  }
  return awake;
}

/**
 * Returns the cheapest plan found with these awake nodes, in which cores may share their time; null if none keeps every
 * limit. The plan comes from the LP over the horizon. With co-location, demanded rates are corrected until arrivals are
 * served.
 */
async function sharedPlan(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  awake: Int32Array,
  pool: ConfigurationPool,
  options: SharingOptions,
): Promise<GeoAllocation | null> {
  const { model, tasks } = context;
  let best: GeoAllocation | null = null;
  let leastUsd = Infinity;
  for (const capShare of CAP_SHARES) {
    const demand = model.arrivalRatePerS.map((rate) => rate * (1 + TO_SPARE));
    let from = cells;
    let capsOnly = false;
    for (let n = 0; n < MAX_CORRECTIONS; n++) {
      const answer = await solveShared(context, from, { awake, demand, capShare }, pool, options);
      if (answer === null || answer.costUsd > options.mostUsd) break;
      from = Array.from(answer.cells.values());
      const mixes = Array.from(answer.cells.values(), ({ used }) => used);
      const allocation = sharedAllocation(context, mixes, awake);
      if (allocation === null) break;
      const finished = finishedAllocation(model, allocation);
      const { violations, costUsd, servedPerS } = evaluateAllocation(model, finished);
      const before = leastUsd;
      if (violations.length === 0 && costUsd < leastUsd) {
        best = allocation;
        leastUsd = costUsd;
      }
      const unserved = violations.some(({ constraint }) => constraint === 'unservedRate');
      capsOnly = !unserved && violations.some(({ constraint }) => /^(power|carbon)Cap$/.test(constraint));
      if (violations.length === 0 && before - leastUsd <= NEAR * Math.abs(leastUsd)) break;
      const asked = servedBy(context, answer);
      let changed = false;
      for (let key = 0; key < demand.length; key++) {
        const target = model.arrivalRatePerS[key]! * (1 + TO_SPARE);
        const served = servedPerS[Math.floor(key / tasks)]![key % tasks]!;
        const even = n < EVEN_CORRECTIONS && asked[key]! <= demand[key]! * (1 + NEAR);
        if (target === 0 || served === 0 || !(served < target || even)) continue;
        const more = target / served - 1;
        const next = demand[key]! * (1 + (n < EVEN_CORRECTIONS ? more : 2 * more));
        changed ||= Math.abs(next - demand[key]!) > 1e-10 * demand[key]!;
        demand[key] = next;
      }
      if (!changed || (await options.step())) break;
    }
    if (best !== null || !capsOnly) break;
  }
  return best;
}

function servedBy({ tasks, centres, model }: BoundContext, answer: MasterAnswer): Float64Array {
  const served = new Float64Array(model.arrivalRatePerS.length);
  for (const { cell, used } of answer.cells.values()) {
    const t = Math.floor(cell / centres);
    for (const { pooled, nodes } of used) {
      for (let i = 0; i < tasks; i++) served[t * tasks + i]! += nodes * pooled.configuration.ratePerS[i]!;
    }
  }
  return served;
}

interface SharedProgram {
  readonly awake: Int32Array;
  /** Rates to be served, tasks/s, at index epoch * I + task type, with I task types. */
  readonly demand: Float64Array;
  readonly capShare: number;
}

/** Solves the LP over the horizon with fixed awake nodes; null if these cannot serve the demand within the limits. */
export async function solveShared(
  context: BoundContext,
  cells: readonly (RelaxedCell | null)[],
  { awake, demand, capShare }: SharedProgram,
  pool: ConfigurationPool,
  { engine, step }: Pick<SharingOptions, 'engine' | 'step'>,
): Promise<MasterAnswer | null> {
  const { epochs, centres, types, model, classOf } = context;
  const all = Array.from({ length: epochs }, (_, t) => t);
  const group = {
    centres: [...model.centres.keys()],
    arrivalRatePerS: demand,
    mostPayingPerS: demand,
    carbonCapKg: model.carbonCapKg,
  };
  const master = openGeoMaster(context, all, engine, { horizon: true, billed: 1, capShare, group, awake });
  try {
    for (let cell = 0; cell < epochs * centres; cell++) {
      for (let j = 0; j < types; j++) {
        if (awake[cell * types + j] === 0) continue;
        for (const pooled of pool.starts(classOf[cell % centres]!, j)) master.addConfiguration(cell, pooled);
        for (const pooled of pool.of(classOf[cell % centres]!, j)) {
          if (pooled.configuration.coreW === 0) master.addConfiguration(cell, pooled);
        }
      }
      for (const { pooled } of cells[cell]?.used ?? []) {
        if (awake[cell * types + pooled.type]! > 0) master.addConfiguration(cell, pooled);
      }
    }
    for (const [cell, one] of cells.entries()) if (one !== null) addTangent(context, master, cell, one.powerW);
    let last: MasterAnswer | null = null;
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = master.solve();
      if (answer === null) break;
      const saved = last === null ? Infinity : last.costUsd - answer.costUsd;
      last = answer;
      const prices = answer.writePrices(noPrices(context));
      const lines = addLines(context, master, answer, prices);
      if (lines.added === 0 && Math.abs(saved) <= NEAR * Math.abs(answer.costUsd)) break;
      let { added } = addConfigurations(context, master, answer, prices, pool);
      if (added === 0) {
        extendPool(context, all, prices, pool);
        ({ added } = addConfigurations(context, master, answer, prices, pool));
      }
      if (lines.added + added === 0 || (await step())) break;
    }
    return last === null || last.missing.size > 0 ? null : last;
  } finally {
    master.dispose();
  }
}
