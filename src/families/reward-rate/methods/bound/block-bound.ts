import { W_PER_KW } from '../../../../../models/units.js';
import { chordErrorOfPowerPerHeat, powerPerHeat } from '../../../../../models/physics/cooling/crac.js';
import { type CracBlock, nonZeros, type SeparateProblem } from '../room-program/crac-blocks.js';
import type { Scope, Sharing } from '../room-program/proof.js';

/** Dual values of the red-line rows of one block (a CRAC with its zones), summed up for fast evaluation. */
export interface BlockPrices {
  /** [row of the block]: the row's dual value minus its reference value `CracBlock.rowPrice`. */
  readonly change: Float64Array;
  /** [zone]: `change` times the coefficient of the zone's power, summed over the block's rows. */
  readonly perZone: Float64Array;
  /** Indices of the zones where `perZone` may differ from 0. */
  readonly zones: readonly number[];
  /** [CRAC]: `change` times the coefficient of the CRAC's set-point, summed over the block's rows. */
  readonly perSetPoint: Float64Array;
  /** `change` times the right-hand side, summed over the block's rows. */
  readonly constant: number;
}

export function blockPrices({ model }: SeparateProblem, block: CracBlock, price: ArrayLike<number>): BlockPrices {
  // Rows without a price given have price 0.
  const change = Float64Array.from(block.rows, (_, k) => Math.max(0, price[k] ?? 0) - block.rowPrice[k]!);
  const perZone = new Float64Array(model.zones.length);
  const touched = new Set<number>();
  const perSetPoint = new Float64Array(model.cracs.length);
  let constant = 0;
  for (const [k, row] of block.rows.entries()) {
    const y = change[k]!;
    if (y === 0) continue;
    constant += y * row.rhs;
    for (const b of block.rowZones[k]!) {
      perZone[b]! += y * row.zoneCoefficient[b]!;
      touched.add(b);
    }
    for (const { column, value } of row.side) perSetPoint[column]! += y * value;
  }
  return { change, perZone, zones: [...touched], perSetPoint, constant };
}

/**
 * Contribution of a block (a CRAC with its zones) to the upper bound on reward, as a function of the CRAC's set-point
 * T. h = 1 / CoP(T).
 */
export interface BlockBound {
  /** Returns the contribution at one set-point, reward/s. */
  at(prices: BlockPrices, setPointC: number): number;
  /** Returns an upper bound on the contribution over all set-points of an interval, reward/s. */
  over(prices: BlockPrices, fromC: number, toC: number): number;
}

export function blockBound(
  separate: SeparateProblem,
  block: CracBlock,
  ranges: Scope,
  { weight, setPointsC }: Sharing,
): BlockBound {
  const { model, unitsPerNode, envelopes, capPrice, zonePrice, zoneOnPrice, setPointWorth, idleHeatKW, mostCoreKW } =
    separate;
  const { cooling } = model.budget;
  const { crac } = block;
  const referenceInverseCop = separate.inverseCop[crac]!;
  const heatShare = model.thermal.cracHeatRow(crac);
  const exchange = model.thermal.cracHeatPerSetPoint(crac);
  const zoneShare = separate.zoneShare[crac]!;
  const own = nonZeros(zoneShare);
  /** Zones outside this block (the CRAC with its zones) whose heat reaches its CRAC. */
  const foreign = nonZeros(heatShare).filter((b) => zoneShare[b] === 0);

  /**
   * Returns an upper bound on V, the best value of a node of zone b at a price of power, reward/s. At a negative price,
   * V is at most its value at price 0 plus the node's maximum power times -price.
   */
  function worthAt(b: number, price: number): number {
    const { type, nodeCount } = model.zones[b]!;
    const beyondKW = price < 0 ? mostCoreKW[b]! / nodeCount / unitsPerNode[type]! : 0;
    return envelopes[type]!.upperBound(Math.max(0, price), zoneOnPrice[b]) + Math.max(0, -price) * beyondKW;
  }

  /**
   * Returns the part of the block's bound that is convex in h = 1 / CoP, reward/s: the value of the block's nodes and
   * an upper bound on the products with changes in other blocks.
   */
  function convexPart(prices: BlockPrices, inverseCop: number): number {
    const perHeat = capPrice * (inverseCop - referenceInverseCop);
    let value = 0;
    for (const b of own) {
      const { type, nodeCount } = model.zones[b]!;
      const share = zoneShare[b]!;
      const price = zonePrice[b]! + (perHeat * heatShare[b]! + prices.perZone[b]!) / share;
      value += share * nodeCount * unitsPerNode[type]! * worthAt(b, price);
    }
    const mostElsewhere = (b: number): number =>
      Math.max(0, -(perHeat * heatShare[b]! + prices.perZone[b]!)) * mostCoreKW[b]!;
    for (const b of foreign) value += mostElsewhere(b);
    for (const b of prices.zones) if (zoneShare[b] === 0 && heatShare[b] === 0) value += mostElsewhere(b);
    for (let d = 0; d < exchange.length; d++) {
      if (d === crac) continue;
      const worth = -((perHeat * exchange[d]!) / W_PER_KW + prices.perSetPoint[d]!);
      value += worth * setPointsC[d]! + mostOfMove(worth, weight[crac]![d]!, ranges, d, setPointsC[d]!);
    }
    return value;
  }

  const inverseAt = (setPointC: number): number => powerPerHeat(cooling, setPointC);
  const perT = (prices: BlockPrices): number => setPointWorth[crac]! - prices.perSetPoint[crac]!;
  /**
   * Coefficient of the product (h - reference h) T in the block's bound:
   *
   * -w K_cc / 1000
   *
   * T is the CRAC's set-point, h = 1 / CoP(T), w the dual value of the power cap. K_cc is the heat, in W, that CRAC c
   * removes per kelvin of its own set-point.
   */
  const product = (-capPrice * exchange[crac]!) / W_PER_KW;

  /** Sum of the weights s of all terms s t^2 / 2 that the other blocks add to this block's bound (see Sharing). */
  const borne = weight.reduce((sum, row) => sum + row[crac]!, 0);
  const sharedC = setPointsC[crac]!;

  return {
    at(prices, setPointC) {
      const h = inverseAt(setPointC);
      const dh = h - referenceInverseCop;
      return (
        convexPart(prices, h) +
        prices.constant -
        capPrice * dh * idleHeatKW[crac]! +
        perT(prices) * setPointC +
        product * dh * setPointC +
        (borne * (setPointC - sharedC) ** 2) / 2
      );
    },
    over(prices, fromC, toC) {
      const [h0, h1] = [inverseAt(fromC), inverseAt(toC)];
      const [e0, e1] = [convexPart(prices, h0), convexPart(prices, h1)];
      // The chord over h of the convex part, then everything else exactly but for h's distance from its own chord over T.
      const slope = h1 === h0 ? 0 : (e1 - e0) / (h1 - h0);
      const atH0 = h1 === h0 ? Math.max(e0, e1) : e0;
      const perH = slope - capPrice * idleHeatKW[crac]!;
      const constant = atH0 - slope * h0 + prices.constant + capPrice * referenceInverseCop * idleHeatKW[crac]!;
      const linear = perT(prices) - product * referenceInverseCop;
      const hSlope = toC > fromC ? (h1 - h0) / (toC - fromC) : 0;
      const value = (T: number): number => {
        const h = h0 + hSlope * (T - fromC);
        return constant + (perH + product * T) * h + linear * T + (borne * (T - sharedC) ** 2) / 2;
      };
      let most = Math.max(value(fromC), value(toC));
      const bend = product * hSlope + borne / 2;
      if (bend < 0) {
        const slopeAtFrom =
          perH * hSlope + product * h0 + product * hSlope * fromC + linear + borne * (fromC - sharedC);
        const vertexC = fromC - slopeAtFrom / (2 * bend);
        if (vertexC > fromC && vertexC < toC) most = Math.max(most, value(vertexC));
      }
      const perError = Math.max(Math.abs(perH + product * fromC), Math.abs(perH + product * toC));
      return most + perError * chordErrorOfPowerPerHeat(cooling, fromC, toC);
    },
  };
}

/**
 * Returns an upper bound on the effect of moving one CRAC's set-point, reward/s. The bound is the maximum of
 *
 * worth * t - s t^2 / 2
 *
 * over all changes t, K, that keep the set-point in its range. The set-point is `fromC` before the move, and `worth` is
 * in reward/s per K.
 */
function mostOfMove(
  worth: number,
  s: number,
  { setPointMinC, setPointMaxC }: Scope,
  crac: number,
  fromC: number,
): number {
  const [least, most] = [setPointMinC[crac]! - fromC, setPointMaxC[crac]! - fromC];
  const free = s > 0 ? worth / s : worth > 0 ? Infinity : -Infinity;
  const t = Math.min(most, Math.max(least, free));
  return worth * t - (s * t * t) / 2;
}
