import { type PowerCap, shareOfCapW } from '../../facility/meter.js';
import { G_PER_KG, J_PER_KWH } from '../../units.js';
import { cooling } from './cooling.js';
import type { GeoCentre, GeoModel } from './model.js';

/**
 * Rounding error of tariff plus carbon price, as a fraction of the sum of their absolute values. The checker has a
 * constant of its own.
 */
const ROUNDING = 1e-12;

/**
 * Returns the power of nodes, CRACs and overhead at the centre's meter, W, at the highest set-point that the red line
 * permits.
 *
 * @param nodePowerW total power of the nodes of each type, W
 */
export function meterPowerW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * (nodesW + cooling(centre.thermal, nodePowerW).cracPowerW);
}

/**
 * Returns the power at the centre's meter by Eq. 43, W. In Eq. 43 the CRACs draw the node power divided by CUP, a
 * constant of the centre.
 */
export function meterPowerByCupW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * nodesW * (1 + 1 / centre.coolingPerPower);
}

/** Returns the energy of a constant power over one epoch, kWh. */
export function epochKwh(model: GeoModel, powerW: number): number {
  return (powerW * model.epochS) / J_PER_KWH;
}

/** Returns the energy that a fraction of a data centre's power cap allows in an epoch, kWh; Infinity without a cap. */
export function capKwh(model: GeoModel, capped: PowerCap, share = 1): number {
  return epochKwh(model, shareOfCapW(capped, share));
}

/** Returns the price of a kWh from the grid, USD/kWh: electricity tariff plus carbon price. */
export function purchaseUsdPerKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / G_PER_KG;
}

/** Returns true if the centre earns money by buying from the grid, because tariff plus carbon price is negative. */
export function purchasePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  const priceUsd = centre.usdPerKwh[epoch]!;
  const carbonUsd = (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / G_PER_KG;
  return priceUsd + carbonUsd < -ROUNDING * (Math.abs(priceUsd) + carbonUsd);
}

/**
 * Returns true if a centre saves or earns money by consuming another kWh. A plan may then not run more work than
 * arrives (docs/decisions/geo-surplus.md).
 *
 * This happens in two cases: tariff plus carbon price is negative, or surplus solar and wind energy must be fed in
 * (surplus rule 'printed') at a negative price.
 */
export function usePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  return purchasePays(model, centre, epoch) || (centre.renewableKwh[epoch]! > 0 && centre.surplusUsdPerKwh[epoch]! < 0);
}

/**
 * Returns the solar and wind energy that the centre uses in an epoch before it buys energy, kWh. It is all that is
 * available, except that it is 0 if buying earns money and unused energy costs nothing.
 */
export function readyKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  const stands = centre.surplusUsdPerKwh[epoch] === 0 && purchasePays(model, centre, epoch);
  return stands ? 0 : centre.renewableKwh[epoch]!;
}

/**
 * Returns the amount that a centre pays in an epoch for the energy of nodes, CRACs and overhead, USD, carbon price
 * included. Solar and wind energy of `readyKwh` is used first. The amount is negative if feeding in surplus earns
 * money.
 *
 * @param energyKwh energy of nodes, CRACs and overhead at the meter, kWh
 */
export function energyCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - readyKwh(model, centre, epoch);
  return boughtKwh >= 0
    ? boughtKwh * purchaseUsdPerKwh(model, centre, epoch)
    : boughtKwh * centre.surplusUsdPerKwh[epoch]!;
}

/**
 * Returns the cost of a centre in an epoch, USD, at the highest set-point that the red line permits. Starts and stops
 * of nodes and demand charges are not included.
 *
 * @param nodePowerW total power of the nodes of each type, W
 */
export function cellCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, nodePowerW: ArrayLike<number>): number {
  return energyCostUsd(model, centre, epoch, epochKwh(model, meterPowerW(centre, nodePowerW)));
}

/** Returns the energy at the meter for one start or one stop of a node (Eq. 34), kWh. */
export function transitionKwh(model: GeoModel, centre: GeoCentre, type: number): number {
  const { rules } = model.instance;
  const { peakDynamicW, staticW, sleepW } = model.nodeTypes[type]!;
  const extraW = rules.utilisation * peakDynamicW + staticW - sleepW;
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / J_PER_KWH;
}

/**
 * Returns the cost of one start or one stop of a node in an epoch (Eq. 34), USD, carbon price included. The energy for
 * it is always bought from the grid, even if solar and wind energy is left over.
 */
export function transitionUsd(model: GeoModel, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(model, centre, type) * purchaseUsdPerKwh(model, centre, epoch);
}
