import { inUnit, plain } from '../../../../reports/format.js';
import { G_PER_KG } from '../../../../../models/units.js';
import { greatestRiseK, limitedHeatW, cooling } from '../../../../../models/families/geo/cooling.js';
import { exceeded, TOLERATED_W, unitOfDifference, worstFirst, unitOf } from '../../../../../models/facility/limits.js';
import { heatLimits } from '../../../../../models/families/geo/violations.js';
import { epochKwh } from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { RunControl } from '../../../../methods/control.js';
import type { GeoBrokenLimit, GeoInfeasibility } from '../outcome.js';
import { type BoundContext, boundContext } from './context.js';
import { addLines, addTangent, addConfigurations, extendPool } from './improve.js';
import { lagrangian } from './lagrangian.js';
import { openGeoMaster } from './master.js';
import { noPrices } from './prices.js';
import { relax, type Relaxation } from './relaxation.js';
import { configurationPool } from './configuration-pool.js';

/** Maximum number of rounds of generating columns and tangents in the proof, in case the proof does not converge. */
const MAX_ROUNDS = 60;
/** Share of an arrival rate below which a missing rate counts as rounding error. */
const NEGLIGIBLE = 1e-7;
/** Relative excess at which the carbon cap counts as exceeded; larger than the checker's (docs/geo/checker.md). */
const CAP_TOLERANCE = 2e-9;
/**
 * Fraction by which the least power of a data centre is lowered before it is compared with the power cap. This allows
 * for the checker's tolerance on set-points: a set-point slightly too high saves less power than this.
 */
const ASLEEP_TOLERANCE = 1e-6;
/** Ratio of the relaxed plan's emissions to the carbon cap above which a proof of infeasibility is tried. */
const NEAR_CAP = 1.01;

/**
 * Proves that no plan is feasible; null if no proof is found. Three kinds of proof are tried in turn: a room is too hot
 * or a data centre exceeds its power cap even with all nodes asleep; some epoch cannot be served; no plan keeps the
 * carbon cap.
 *
 * The proof for an epoch sets all prices to 0, so that every plan costs 0. A lower bound L above 0 then shows that no
 * plan exists.
 *
 * The proof names one task type. Even if all other task types are served, its rate is too low by at least L divided by
 * its dual value.
 */
export async function proveInfeasible(
  context: BoundContext,
  relaxation: Relaxation,
  { engine, control }: { readonly engine: LpEngine; readonly control: RunControl },
): Promise<GeoInfeasibility | null> {
  const { tasks, model } = context;
  const { missing, bound } = relaxation;
  const inTheRooms = allOf([...uncooledRooms(model), ...overPowerCaps(context)]);
  if (inTheRooms !== null) return inTheRooms;
  if (bound.costUsd === Infinity) return unservable(context, NOT_COOLED);
  const suspects = new Set<number>();
  for (const [key, rate] of missing) {
    if (rate > NEGLIGIBLE * model.arrivalRatePerS[key]!) suspects.add(Math.floor(key / tasks));
  }
  const missed: GeoBrokenLimit[] = [];
  for (const t of [...suspects].sort((one, other) => one - other)) {
    // Of the others a stopped run says nothing.
    if (missed.length > 0 && relaxation.stopped) break;
    const found = await missingIn(context, t, engine, control);
    if (found !== null) missed.push(found);
  }
  // No plan serves all tasks: what such a one emits is no question.
  if (missed.length > 0) return allOf(missed);
  const isDoubtful = suspects.size > 0 || relaxedKg(context, relaxation) > NEAR_CAP * model.carbonCapKg;
  return model.carbonCapKg < Infinity && isDoubtful && !relaxation.stopped
    ? overCarbonCap(model, engine, control)
    : null;
}

function allOf(broken: readonly GeoBrokenLimit[]): GeoInfeasibility | null {
  const [first, ...others] = worstFirst(broken);
  return first === undefined ? null : { ...first, others };
}

/** Returns the emissions of the LP's plan without starts and stops, kg; Infinity if some cell has no plan. */
function relaxedKg({ model, centres }: BoundContext, { cells }: Relaxation): number {
  let kg = 0;
  for (const [index, cell] of cells.entries()) {
    if (cell === null) return Infinity;
    const t = Math.floor(index / centres);
    const { thermal, powerOverhead, renewableKwh, gramsPerKwh } = model.centres[index % centres]!;
    const nodesW = cell.powerW.reduce((sum, powerW) => sum + powerW, 0);
    const kwh = epochKwh(model, powerOverhead * (nodesW + cooling(thermal, cell.powerW).cracPowerW));
    kg += (Math.max(0, kwh - renewableKwh[t]!) * gramsPerKwh[t]!) / G_PER_KG;
  }
  return kg;
}

/**
 * Returns a proof that every plan exceeds the carbon cap; null if none is found. In the proof, carbon has the price 1
 * USD per kg and everything else costs nothing. A lower bound on the bill is then a lower bound on emissions, kg.
 */
export async function overCarbonCap(
  model: GeoModel,
  engine: LpEngine,
  control: RunControl,
): Promise<GeoBrokenLimit | null> {
  const { bound } = await relax(boundContext(chargingCarbonAlone(model), 'room'), { engine, control });
  const { carbonCapKg: capKg } = model;
  const leastKg = bound.costUsd;
  // An infinite one is a room that cannot be cooled: said elsewhere.
  if (!(leastKg > capKg * (1 + CAP_TOLERANCE)) || leastKg === Infinity) return null;
  return {
    constraint: 'carbonCap',
    where: '',
    unit: unitOf('carbonCap'),
    amount: leastKg - capKg,
    message:
      `The carbon cap cannot be kept: every plan that serves all tasks emits at least ${leastKg.toPrecision(6)} kg, and rules.carbonCapKg ` +
      `allows ${capKg} kg. Raise the cap, lower the arrival rates, or add cleaner energy.`,
  };
}

export function chargingCarbonAlone(model: GeoModel): GeoModel {
  const free = new Float64Array(model.epochCount);
  return {
    ...model,
    centres: model.centres.map((centre) => ({ ...centre, usdPerKwh: free, surplusUsdPerKwh: free, demandPeriods: [] })),
    carbonUsdPerKg: 1,
    carbonCapKg: Infinity,
  };
}

async function missingIn(
  context: BoundContext,
  t: number,
  engine: LpEngine,
  control: RunControl,
): Promise<GeoBrokenLimit | null> {
  const { centres, tasks, types, model, classOf } = context;
  const pool = configurationPool(context);
  const master = openGeoMaster(context, [t], engine, { horizon: false, billed: 0, capShare: 1 });
  let prices = noPrices(context);
  let best: { readonly task: number; readonly missingPerS: number } | null = null;
  try {
    for (let d = 0; d < centres; d++) {
      for (let j = 0; j < types; j++) {
        if (model.centres[d]!.nodeCount[j]! > 0)
          for (const pooled of pool.starts(classOf[d]!, j)) master.addConfiguration(t * centres + d, pooled);
      }
      const asleepW = Float64Array.from(model.nodeTypes, ({ sleepW }, j) => model.centres[d]!.nodeCount[j]! * sleepW);
      addTangent(context, master, t * centres + d, asleepW);
    }
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const answer = master.solve();
      if (answer === null) break;
      prices = answer.writePrices(prices);
      const value = lagrangian(context, prices, 0, () => undefined).costUsd;
      if (value > 0) {
        const found = mostMissing(context, t, prices.rate, value, answer.missing);
        if (best === null || found.missingPerS > best.missingPerS) best = found;
      }
      const lines = addLines(context, master, answer, prices);
      extendPool(context, [t], prices, pool);
      const columns = addConfigurations(context, master, answer, prices, pool);
      if (lines.added + columns.added === 0) break;
      if (await control.step({ phase: 'infeasibility', bound: null, incumbent: null })) break;
    }
  } finally {
    master.dispose();
  }
  if (best === null) return null;
  const taskType = model.taskNames[best.task]!;
  const arrival = model.arrivalRatePerS[t * tasks + best.task]!;
  return unserved(
    t,
    taskType,
    best.missingPerS,
    `Epoch ${t} cannot be served: of ${Number(arrival.toPrecision(6))} tasks/s of ${taskType} at least ${best.missingPerS.toPrecision(4)} are ` +
      `missing when every other task type is served. Add nodes, lower the arrival rates, or loosen caps and allowed data centres.`,
  );
}

function unserved(epoch: number, taskType: string, missingPerS: number, message: string): GeoBrokenLimit {
  const where = `epochs[${epoch}], ${taskType}`;
  const amount = missingPerS;
  return {
    constraint: 'unservedRate',
    where,
    unit: unitOf('unservedRate'),
    amount,
    message,
    epoch,
    taskType,
    missingPerS,
  };
}

/**
 * Returns the task type with the largest unserved share. `missingPerS` is a lower bound on its unserved rate, tasks/s.
 */
function mostMissing(
  { tasks, model }: BoundContext,
  t: number,
  rate: Float64Array,
  value: number,
  missing: ReadonlyMap<number, number>,
): { readonly task: number; readonly missingPerS: number } {
  let task = -1;
  let most = -1;
  for (let i = 0; i < tasks; i++) {
    const key = t * tasks + i;
    if (!(rate[key]! > 0)) continue;
    const share = (missing.get(key) ?? 0) / model.arrivalRatePerS[key]!;
    if (share > most) {
      most = share;
      task = i;
    }
  }
  // Served rates below 0 do not exist: no more than all of it can be missing.
  const key = t * tasks + task;
  return { task, missingPerS: Math.min(value / rate[key]!, model.arrivalRatePerS[key]!) };
}

/** Returns the red lines and CRAC capacities exceeded even with all nodes asleep at the coldest set-point. */
function uncooledRooms({ centres, nodeTypes }: GeoModel): GeoBrokenLimit[] {
  return centres.flatMap((centre): GeoBrokenLimit[] => {
    const { name, nodeCount, thermal } = centre;
    const asleepW = Float64Array.from(nodeTypes, ({ sleepW, staticW }, j) => nodeCount[j]! * Math.min(sleepW, staticW));
    const { setPointMinC, redLineC: limit } = thermal;
    const hottestC = greatestRiseK(thermal, asleepW) + setPointMinC;
    const redLine = { constraint: 'redLine', where: name, limit, use: (inletC: number) => inletC } as const;
    const broken = [...exceeded([redLine], hottestC), ...exceeded(heatLimits(centre), limitedHeatW(thermal, asleepW))];
    return broken.map(({ constraint, where, unit, amount }) => {
      const over = plain(inUnit(amount, unitOfDifference(unit)));
      const what =
        constraint === 'redLine'
          ? `at the coldest set-point (${setPointMinC} C), its hottest inlet is ${over} above the red line`
          : `${over} more heat reaches ${where.slice(name.length + 2)} than it can remove`;
      const message = `${name} cannot be cooled: with all its nodes asleep, ${what}.`;
      return { constraint, where, unit, amount, message };
    });
  });
}

/** Returns the data centres that exceed their power caps even with all nodes asleep. */
function overPowerCaps({ model, cooling: rooms }: BoundContext): GeoBrokenLimit[] {
  return model.centres.flatMap(({ name, nodeCount, powerOverhead, powerCapW }, d): GeoBrokenLimit[] => {
    const nodesW = model.nodeTypes.reduce(
      (sum, { sleepW, staticW }, j) => sum + nodeCount[j]! * Math.min(sleepW, staticW),
      0,
    );
    const leastW = powerOverhead * rooms[d]!.leastPerW * nodesW * (1 - ASLEEP_TOLERANCE);
    const amount = leastW - powerCapW;
    if (!(amount > TOLERATED_W)) return [];
    const message =
      `${name} cannot keep its power cap: with all its nodes asleep it draws at least ${leastW.toPrecision(6)} W at the meter, and powerCapW ` +
      `allows ${powerCapW} W. Raise the cap.`;
    return [{ constraint: 'powerCap', where: name, unit: unitOf('powerCap'), amount, message }];
  });
}

/**
 * Returns a proof that no plan is feasible. The proof has the form of an unserved rate: all arrivals of the first task
 * type that arrives.
 */
function unservable({ model }: BoundContext, message: string): GeoBrokenLimit {
  const task = Math.max(
    0,
    model.taskNames.findIndex((_, i) => model.arrivalRatePerS[i]! > 0),
  );
  return unserved(0, model.taskNames[task]!, model.arrivalRatePerS[task]!, message);
}

/** Message about a data centre that is too hot even with all nodes asleep. */
const NOT_COOLED =
  'A data centre cannot be cooled even with all its nodes asleep: no set-point in range keeps red line and capacities.';
