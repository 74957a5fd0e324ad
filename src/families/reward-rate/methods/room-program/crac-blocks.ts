import { W_PER_KW } from '../../../../../models/units.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { type PriceEnvelope, priceEnvelope, type PricingOracle } from '../../../../pricing/pricing.js';
import {
  type PricedRows,
  sideWorths,
  unitsPerNode,
  worthWithoutNodes,
  zoneOnPrices,
  zonePowerPrices,
} from './bound.js';
import { independentRows, resetColumns } from './cooling-columns.js';
import { type CouplingRow, lpRooms, ownColumns } from './coupling.js';

/** Block of one CRAC: the inlets it supplies most, with their red-line rows (docs/reward-rate/bounds.md). */
export interface CracBlock {
  readonly crac: number;
  /** Indices of the zones whose inlets get more air from this CRAC than from any other. */
  readonly inlets: readonly number[];
  /** Red-line rows of `inlets`: those with a positive dual value in the LP's answer, and others added later. */
  readonly rows: CouplingRow[];
  /** [row of `rows`]: dual value in the LP's answer, reward/s per K. */
  readonly rowPrice: number[];
  /** [row of `rows`]: indices of the zones whose coefficient is not 0. */
  readonly rowZones: Int32Array[];
}

/** Returns the indices of the values other than 0. */
export function nonZeros(values: Float64Array): Int32Array {
  let count = 0;
  for (let b = 0; b < values.length; b++) if (values[b] !== 0) count++;
  const at = new Int32Array(count);
  for (let b = 0, n = 0; n < count; b++) if (values[b] !== 0) at[n++] = b;
  return at;
}

/** Adds red-line rows whose dual value is 0 in the LP's answer, but may be positive at other set-points. */
export function addRedLines(block: CracBlock, rows: readonly CouplingRow[]): void {
  for (const row of rows) {
    block.rows.push(row);
    block.rowPrice.push(0);
    block.rowZones.push(nonZeros(row.zoneCoefficient));
  }
}

/**
 * The facility split into one block (a CRAC with its zones) per CRAC. The reference dual values are those of the LP's
 * answer. Powers are in kW, dual values in reward/s per unit.
 */
export interface SeparateProblem {
  readonly model: RewardRateModel;
  /** [node type]: configurations that a node runs at a time: 1, or its cores if each is of one core. */
  readonly unitsPerNode: readonly number[];
  /** [node type]: highest value of a unit as a function of the price of power, over all prices that can occur. */
  readonly envelopes: readonly PriceEnvelope[];
  /** [CRAC]: 1 / CoP at its set-point in the LP's answer. */
  readonly inverseCop: Float64Array;
  readonly blocks: readonly CracBlock[];
  /** Dual value w of the power cap, reward/s per kW. */
  readonly capPrice: number;
  /** Terms of the bound that belong to no block, at the reference dual values, reward/s. */
  readonly constant: number;
  /** [zone]: price of power at the reference dual values, reward/s per kW. */
  readonly zonePrice: Float64Array;
  /**
   * [zone]: bonus for each running node, reward/s. The bonus is the dual value of the minimum number of running nodes
   * to which the zone's nodes count; 0 if there is no such minimum.
   */
  readonly zoneOnPrice: Float64Array;
  /** [CRAC]: change of the bound per kelvin of its set-point, reward/s per K, without the effect on its own CoP. */
  readonly setPointWorth: Float64Array;
  /** [CRAC]: part of its heat that idle nodes cause, kW. */
  readonly idleHeatKW: Float64Array;
  /** [zone]: upper bound on its core power in any plan, kW. */
  readonly mostCoreKW: Float64Array;
  /** [CRAC][zone]: fraction of the zone's reward that counts in the CRAC's block; they add up to 1 over the CRACs. */
  readonly zoneShare: readonly Float64Array[];
}

/**
 * Splits the facility into one block (a CRAC with its zones) per CRAC at the dual values of a bound.
 *
 * @param knownRedLines red-line rows with dual value 0 that may bind at other set-points
 */
export function separateProblem(
  model: RewardRateModel,
  oracles: readonly PricingOracle[],
  inverseCop: Float64Array,
  { prices, rows }: Pick<PricedRows, 'prices' | 'rows'>,
  knownRedLines: readonly CouplingRow[],
): SeparateProblem {
  const { cracs, thermal, zones } = model;
  const count = cracs.length;
  const [, ...heats] = independentRows(lpRooms(model, 'own')[0]);
  const idleHeatKW = Float64Array.from(cracs, (_, c) => heats[c]!.rhs);
  // Rows that define heats and powers are left out. Set-points and heats are priced below and by block, whereas set-points
  // for failures are free: each is worth most at an end of its range.
  const kept = { ...prices, coupling: prices.coupling.map((y, r) => (rows[r]?.constraint === 'cooling' ? 0 : y)) };
  const columns = ownColumns(model);
  const priced = Array.from({ length: columns.reset }, () => ({ name: '', lower: 0, upper: 0 }));
  const side = [...priced, ...resetColumns(model)];
  let constant = worthWithoutNodes(model, rows, kept, side);
  const zonePrice = zonePowerPrices(model, rows, kept);
  const worth = sideWorths(rows, kept, side);
  const setPointWorth = worth.slice(0, count);
  const redPrice = new Map<number, number>();
  const redRow = new Map<number, CouplingRow>(knownRedLines.map((row) => [row.zone, row]));
  let capPrice = 0;
  for (const [r, row] of rows.entries()) {
    const y = kept.coupling[r]!;
    if (row.constraint === 'powerCap') capPrice += y;
    if (row.constraint !== 'redLine' || y === 0) continue;
    redPrice.set(row.zone, (redPrice.get(row.zone) ?? 0) + y);
    redRow.set(row.zone, row);
  }
  for (let c = 0; c < count; c++) {
    const perKW = capPrice * inverseCop[c]! - worth[columns.heat + c]!;
    constant -= perKW * idleHeatKW[c]!;
    const share = thermal.cracHeatRow(c);
    for (let b = 0; b < zones.length; b++) zonePrice[b]! += perKW * share[b]!;
    for (const [d, value] of thermal.cracHeatPerSetPoint(c).entries()) setPointWorth[d]! -= (perKW * value) / W_PER_KW;
  }
  const zoneOf = homeOfZones(model);
  const rowOf = greatest(model, (c) => thermal.inletShareOfCrac(c));
  const blocks = cracs.map((_, crac): CracBlock => {
    const own = [...redRow.values()].filter((row) => rowOf[row.zone] === crac);
    return {
      crac,
      inlets: [...zones.keys()].filter((b) => rowOf[b] === crac),
      rows: own,
      rowPrice: own.map((row) => redPrice.get(row.zone) ?? 0),
      rowZones: own.map((row) => nonZeros(row.zoneCoefficient)),
    };
  });
  const dearest = zonePrice.reduce((most, price) => Math.max(most, price), 0);
  return {
    model,
    unitsPerNode: oracles.map(unitsPerNode),
    envelopes: oracles.map((oracle) => priceEnvelope(oracle, prices.task, 0, 4 * dearest + 1e-9)),
    inverseCop,
    blocks,
    capPrice,
    constant,
    zonePrice,
    zoneOnPrice: zoneOnPrices(model, prices),
    setPointWorth,
    idleHeatKW,
    mostCoreKW: mostCoreKW(model),
    zoneShare: zoneShares(model, zoneOf, priceParts(model, blocks, capPrice, inverseCop)),
  };
}

/**
 * A zone belongs in part to each block (a CRAC with its zones) that contributes to its price of power. Smaller
 * fractions than this are neglected. With 1e-2 or 1e-4 the gap of 21,600 nodes with 10 CRACs is the same to 1 %.
 */
const MIN_SHARE = 1e-3;

/**
 * Returns the parts of each zone's price of power, [CRAC][zone], reward/s per kW. A part is due to the CRAC's power and
 * the red-line rows of its block, at the reference dual values.
 */
function priceParts(
  { thermal, zones }: RewardRateModel,
  blocks: readonly CracBlock[],
  capPrice: number,
  inverseCop: Float64Array,
): Float64Array[] {
  return blocks.map(({ crac, rows, rowPrice, rowZones }) => {
    const heatShare = thermal.cracHeatRow(crac);
    // Without a price of the cap heat still says which zones are whose.
    const perHeat = Math.max(1e-9, capPrice * inverseCop[crac]!);
    const part = Float64Array.from(zones, (_, b) => perHeat * Math.max(0, heatShare[b]!));
    for (const [k, row] of rows.entries()) {
      const y = rowPrice[k]!;
      if (y !== 0) for (const b of rowZones[k]!) part[b]! += y * Math.max(0, row.zoneCoefficient[b]!);
    }
    return part;
  });
}

/**
 * Returns the fraction of each zone that counts in the block of each CRAC, [CRAC][zone], in proportion to the block's
 * part of the zone's price of power. Negligible fractions go to the zone's main block (`zoneOf`).
 */
function zoneShares(model: RewardRateModel, zoneOf: Int32Array, parts: readonly Float64Array[]): Float64Array[] {
  const shares = parts.map((part) => new Float64Array(part.length));
  for (const b of model.zones.keys()) {
    const home = zoneOf[b]!;
    const total = parts.reduce((sum, part) => sum + part[b]!, 0);
    const others = parts.map((part, c) => (c !== home && part[b]! / total >= MIN_SHARE ? part[b]! / total : 0));
    const all = others.reduce((sum, share) => sum + share, 0);
    // A zone's own block has some share, whatever its prices.
    const most = Math.min(all, 1 - MIN_SHARE);
    for (const [c, share] of others.entries()) if (share > 0) shares[c]![b] = (share * most) / all;
    shares[home]![b] = 1 - most;
  }
  return shares;
}

/** Returns, for each zone, the CRAC that removes most of its heat. */
export function homeOfZones(model: RewardRateModel): Int32Array {
  return greatest(model, (c) => model.thermal.cracHeatRow(c));
}

/**
 * Returns, for each zone, the CRAC with the largest value.
 *
 * @param valuesOf returns one CRAC's values, [zone]
 */
function greatest(model: RewardRateModel, valuesOf: (crac: number) => Float64Array): Int32Array {
  const best = new Int32Array(model.zones.length);
  const most = new Float64Array(model.zones.length).fill(-Infinity);
  for (const c of model.cracs.keys()) {
    for (const [b, value] of valuesOf(c).entries()) if (value > most[b]!) [best[b], most[b]] = [c, value];
  }
  return best;
}

/** Returns an upper bound on the core power of each zone in any plan, kW. */
export function mostCoreKW(model: RewardRateModel): Float64Array {
  const perNodeKW = model.nodeTypes.map(
    ({ cores, tasks, wakeW = 0 }) =>
      (wakeW + cores * tasks.reduce((most, { powerW }) => powerW.reduce((a, b) => Math.max(a, b), most), 0)) / W_PER_KW,
  );
  return Float64Array.from(model.zones, ({ type, nodeCount }) => nodeCount * perNodeKW[type]!);
}
