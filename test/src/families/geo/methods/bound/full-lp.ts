import type { LinearColumn, LinearRow } from '../../../../../../models/forms/linear-program.js';
import { epochKwh, purchaseUsdPerKwh, transitionKwh } from '../../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../../models/families/geo/model.js';
import { wholeCoreLoads } from '../../../../../oracle/geo-brute-force.js';
import { engine } from './relaxed.js';

export const COP = 3;
/** Factor on costs: tiny problems cost thousandths of a dollar, and engines take so much for nothing. */
const COST_SCALE = 1e4;
/** Unit of energy, kWh, for the same reason. */
const UNIT_KWH = 1e-3;

/** CoP 3 at every set-point: cooling is linear, and the whole relaxation one linear program. */
export function withConstantCop(model: GeoModel): GeoModel {
  const cooling = { quadraticPerC2: 0, linearPerC: 0, constant: COP };
  return { ...model, centres: model.centres.map((centre) => ({ ...centre, thermal: { ...centre.thermal, cooling } })) };
}

/** Test whether a kWh costs less than nothing in all: its price with carbon's below 0, or, fed in, below 0. */
function pays(model: GeoModel, d: number, t: number): boolean {
  const { usdPerKwh, gramsPerKwh, renewableKwh, surplusUsdPerKwh } = model.centres[d]!;
  const boughtUsd = usdPerKwh[t]! + (gramsPerKwh[t]! / 1000) * model.carbonUsdPerKg;
  return boughtUsd < -1e-12 || (renewableKwh[t]! > 0 && surplusUsdPerKwh[t]! < 0);
}

/**
 * Written out with every load as a column, carbon cap and demand charges included; null where it has no solution. `whole`:
 * numbers of nodes awake are whole, which without co-location is the very best plan, since every mix of loads is some plan.
 */
export function fullLpUsd(model: GeoModel, whole = false): number | null {
  const loads = wholeCoreLoads(model);
  const columns: LinearColumn[] = [];
  const rows: LinearRow[] = [];
  const column = (cost: number, lower: number, upper: number, integer = false): number =>
    columns.push({ name: `c${columns.length}`, cost: COST_SCALE * cost, lower, upper, integer }) - 1;
  const row = (lower: number, upper: number, entries: readonly (readonly [number, number])[]): void => {
    rows.push({
      name: `r${rows.length}`,
      lower,
      upper,
      columnIndices: entries.map(([index]) => index),
      coefficients: entries.map(([, value]) => value),
    });
  };
  const { epochCount, centres, nodeTypes, taskNames } = model;
  const types = nodeTypes.length;
  const awakeOf: number[][][] = [];
  /** Columns of energy bought with their energies in UNIT_KWH, by centre and epoch. */
  const boughtOf = centres.map(() => Array.from({ length: epochCount }, (): [number, number][] => []));
  for (let t = 0; t < epochCount; t++) {
    const served = taskNames.map((): [number, number][] => []);
    const servedPaid = taskNames.map((): [number, number][] => []);
    awakeOf.push(
      centres.map((centre, d) => {
        const { thermal } = centre;
        const buy = column(UNIT_KWH * purchaseUsdPerKwh(model, centre, t), 0, Infinity);
        const sell = column(-UNIT_KWH * centre.surplusUsdPerKwh[t]!, 0, centre.renewableKwh[t]! / UNIT_KWH);
        boughtOf[d]![t]!.push([buy, 1]);
        const awake = nodeTypes.map((_, j) => column(0, 0, centre.nodeCount[j]!, whole));
        const counts = awake.map((index): [number, number][] => [[index, -1]]);
        const power = nodeTypes.map((): [number, number][] => []);
        for (const load of loads) {
          if (load.ratePerS.some((rate, i) => rate > 0 && centre.allowed[i] === 0)) continue;
          const nodes = column(0, 0, Infinity);
          counts[load.type]!.push([nodes, 1]);
          power[load.type]!.push([nodes, load.powerW - nodeTypes[load.type]!.sleepW]);
          for (const [i, rate] of load.ratePerS.entries()) {
            if (rate > 0) served[i]!.push([nodes, rate]);
            if (rate > 0 && pays(model, d, t)) servedPaid[i]!.push([nodes, rate]);
          }
        }
        for (const entries of counts) row(0, 0, entries);
        const kwhPerW = epochKwh(model, centre.powerOverhead * (1 + 1 / COP));
        const asleepW = nodeTypes.map(({ sleepW }, j) => sleepW * centre.nodeCount[j]!);
        const drawn = power.flat().map(([index, watts]): [number, number] => [index, (-kwhPerW * watts) / UNIT_KWH]);
        const leastKwh = kwhPerW * asleepW.reduce((sum, watts) => sum + watts, 0) - centre.renewableKwh[t]!;
        row(leastKwh / UNIT_KWH, leastKwh / UNIT_KWH, [[buy, 1], [sell, -1], ...drawn]);
        const limit = (rowOf: Float64Array, k: number, most: number): void => {
          const own = (j: number): number => rowOf[k * types + j]!;
          const entries = power.flatMap((one, j) => one.map(([index, w]): [number, number] => [index, own(j) * w]));
          row(-Infinity, most - asleepW.reduce((sum, watts, j) => sum + own(j) * watts, 0), entries);
        };
        for (let k = 0; k < thermal.rowCount; k++) limit(thermal.riseKPerW, k, thermal.redLineC - thermal.setPointMinC);
        for (const [k, capacity] of thermal.capacityW.entries()) limit(thermal.heatShare, k, capacity);
        return awake;
      }),
    );
    for (const [i, entries] of served.entries())
      row(model.arrivalRatePerS[t * taskNames.length + i]!, Infinity, entries);
    for (const [i, entries] of servedPaid.entries())
      row(-Infinity, model.arrivalRatePerS[t * taskNames.length + i]!, entries);
  }
  for (let t = 0; t < epochCount; t++) {
    const after = t + 1 < epochCount ? t + 1 : model.cyclic && epochCount > 1 ? 0 : -1;
    if (after < 0) continue;
    for (const [d, centre] of centres.entries()) {
      for (let j = 0; j < types; j++) {
        const kwh = transitionKwh(model, centre, j);
        const up = column(kwh * purchaseUsdPerKwh(model, centre, t), 0, Infinity);
        const down = column(kwh * purchaseUsdPerKwh(model, centre, after), 0, Infinity);
        const [now, then] = [awakeOf[t]![d]![j]!, awakeOf[after]![d]![j]!];
        const entries: [number, number][] = [
          [up, 1],
          [down, -1],
          [then, -1],
          [now, 1],
        ];
        row(0, 0, entries);
        // Where a start and a stop together earn money, nodes must not do both at once.
        const starts = column(0, 0, 1, whole);
        row(-Infinity, 0, [
          [up, 1],
          [starts, -centre.nodeCount[j]!],
        ]);
        row(-Infinity, centre.nodeCount[j]!, [
          [down, 1],
          [starts, centre.nodeCount[j]!],
        ]);
        boughtOf[d]![t]!.push([up, kwh / UNIT_KWH]);
        boughtOf[d]![after]!.push([down, kwh / UNIT_KWH]);
      }
    }
  }
  for (const [d, { demandPeriods }] of centres.entries()) {
    for (const { usdPerKw, epochs } of demandPeriods) {
      const peak = column((UNIT_KWH * usdPerKw * 3600) / model.epochS, 0, Infinity);
      for (const t of epochs) row(-Infinity, 0, [...boughtOf[d]![t]!, [peak, -1]]);
    }
  }
  if (model.carbonCapKg < Infinity) {
    const emitted = centres.flatMap(({ gramsPerKwh }, d) =>
      boughtOf[d]!.flatMap((entries, t) =>
        entries.map(([index, kwh]): [number, number] => [index, (kwh * gramsPerKwh[t]!) / 1000]),
      ),
    );
    row(-Infinity, model.carbonCapKg / UNIT_KWH, emitted);
  }
  const session = engine.open({ sense: 'minimize', columns, rows });
  const answer = session.solve(whole ? { mipRelativeGap: 0 } : {});
  session.dispose();
  return answer.proven === 'optimal' ? answer.point!.objective / COST_SCALE : null;
}
