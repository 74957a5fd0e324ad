import { G_PER_KG, J_PER_KWH } from '../../units.js';
import { cooling } from './cooling.js';
import type { GeoCentre, GeoModel } from './model.js';

/**
 * Relative tolerance at which the sum of two prices counts as 0, relative to the sum of their absolute values. The
 * checker defines it separately.
 */
const ROUNDING = 1e-12;

/**
 * Returns the power of nodes, CRACs and overhead at the meter, W, at the highest admissible set-point.
 *
 * @param nodePowerW total power of each node type, W
 */
export function meterPowerW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * (nodesW + cooling(centre.thermal, nodePowerW).cracPowerW);
}

/**
 * Returns the power at the meter by Eq. 43, W. It approximates the CRACs' power by node power / CUP, a constant ratio
 * of the centre.
 */
export function meterPowerByCupW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * nodesW * (1 + 1 / centre.coolingPerPower);
}

/** Returns the energy of one epoch at constant power, kWh. */
export function epochKwh(model: GeoModel, powerW: number): number {
  return (powerW * model.epochS) / J_PER_KWH;
}

/** Returns the price of a bought kWh, USD: tariff plus carbon price. */
export function purchaseUsdPerKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / G_PER_KG;
}

/** Returns true if buying a kWh earns money: the sum of tariff and carbon price is negative. */
export function purchasePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  const priceUsd = centre.usdPerKwh[epoch]!;
  const carbonUsd = (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / G_PER_KG;
  return priceUsd + carbonUsd < -ROUNDING * (Math.abs(priceUsd) + carbonUsd);
}

/**
 * Returns true if consuming a kWh has a negative cost; then no work beyond the arrivals may be run
 * (docs/decisions/geo-surplus.md). One case: buying a kWh earns money. The other: surplus solar or wind energy is
 * always fed in (surplus rule 'printed') at a negative price.
 */
export function usePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  return purchasePays(model, centre, epoch) || (centre.renewableKwh[epoch]! > 0 && centre.surplusUsdPerKwh[epoch]! < 0);
}

/**
 * Returns the solar and wind energy that is used before energy is bought, kWh. It is all that is available. Exception:
 * none, if buying a kWh earns money and leaving solar or wind energy unused costs nothing.
 */
export function readyKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  const stands = centre.surplusUsdPerKwh[epoch] === 0 && purchasePays(model, centre, epoch);
  return stands ? 0 : centre.renewableKwh[epoch]!;
}

/**
 * Returns the cost of a centre's energy for nodes, CRACs and overhead in an epoch, USD, including the carbon price,
 * without transitions. Solar and wind energy is used as `readyKwh` says.
 */
export function energyCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - readyKwh(model, centre, epoch);
  return boughtKwh >= 0
    ? boughtKwh * purchaseUsdPerKwh(model, centre, epoch)
    : boughtKwh * centre.surplusUsdPerKwh[epoch]!;
}

/**
 * Returns the cost of a centre in an epoch at its highest admissible set-point, USD, without transitions and demand
 * charges.
 *
 * @param nodePowerW total power of each node type, W
 */
export function cellCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, nodePowerW: ArrayLike<number>): number {
  return energyCostUsd(model, centre, epoch, epochKwh(model, meterPowerW(centre, nodePowerW)));
}

/** Returns the energy of one transition (start or stop) of a node (Eq. 34), kWh at the meter. */
export function transitionKwh(model: GeoModel, centre: GeoCentre, type: number): number {
  const { rules } = model.instance;
  const { peakDynamicW, staticW, sleepW } = model.nodeTypes[type]!;
  const extraW = rules.utilisation * peakDynamicW + staticW - sleepW;
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / J_PER_KWH;
}

/**
 * Returns the cost of one transition (start or stop) of a node in an epoch (Eq. 34), USD, including the carbon price.
 * Its energy is always bought, even if sun and wind would suffice.
 */
export function transitionUsd(model: GeoModel, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(model, centre, type) * purchaseUsdPerKwh(model, centre, epoch);
}
