import { J_PER_KWH } from '../../units.js';
import { cooling } from './cooling.js';
import type { GeoCentre, GeoModel } from './model.js';

/**
 * Share of the sum of the prices' absolute values below which their sum counts as 0. The checker defines it separately.
 */
const ROUNDING = 1e-12;

/**
 * Returns the power of nodes, CRACs and overhead at the meter, W, at the hottest admissible set-point.
 *
 * @param nodePowerW power by node type, W
 */
export function meterPowerW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * (nodesW + cooling(centre.thermal, nodePowerW).cracPowerW);
}

/** Returns the power at the meter by Eq. 43, W: the CRACs' power is approximated by CUP. */
export function meterPowerByCupW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * nodesW * (1 + 1 / centre.coolingPerPower);
}

/** Returns the energy of an epoch at constant power, kWh. */
export function epochKwh(model: GeoModel, powerW: number): number {
  return (powerW * model.epochS) / J_PER_KWH;
}

/** Returns the price of a bought kWh, USD: the tariff and the price of its carbon. */
export function purchaseUsdPerKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
}

/** Returns true if a bought kWh earns money: tariff and carbon price are below 0 together. */
export function purchasePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  const priceUsd = centre.usdPerKwh[epoch]!;
  const carbonUsd = (model.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
  return priceUsd + carbonUsd < -ROUNDING * (Math.abs(priceUsd) + carbonUsd);
}

/**
 * Returns true if using a kWh has a negative cost, so that no work beyond the arrivals may be run
 * (docs/decisions/geo-surplus.md): a bought kWh earns money, or feeding one in costs money ('printed', with sun or
 * wind).
 */
export function usePays(model: GeoModel, centre: GeoCentre, epoch: number): boolean {
  return purchasePays(model, centre, epoch) || (centre.renewableKwh[epoch]! > 0 && centre.surplusUsdPerKwh[epoch]! < 0);
}

/**
 * Returns the energy of sun and wind that an epoch uses first, by prices alone, kWh: all, or none if a bought kWh earns
 * money and an unused one costs nothing.
 */
export function readyKwh(model: GeoModel, centre: GeoCentre, epoch: number): number {
  const stands = centre.surplusUsdPerKwh[epoch] === 0 && purchasePays(model, centre, epoch);
  return stands ? 0 : centre.renewableKwh[epoch]!;
}

/**
 * Returns the cost of an epoch's energy for nodes, CRACs and overhead, USD, including the carbon price, without
 * transitions. Sun and wind are used as `readyKwh` says.
 */
export function energyCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - readyKwh(model, centre, epoch);
  return boughtKwh >= 0
    ? boughtKwh * purchaseUsdPerKwh(model, centre, epoch)
    : boughtKwh * centre.surplusUsdPerKwh[epoch]!;
}

/**
 * Returns the cost of a centre in an epoch at its hottest admissible set-point, USD, without transitions and demand
 * charges.
 *
 * @param nodePowerW power by node type, W
 */
export function cellCostUsd(model: GeoModel, centre: GeoCentre, epoch: number, nodePowerW: ArrayLike<number>): number {
  return energyCostUsd(model, centre, epoch, epochKwh(model, meterPowerW(centre, nodePowerW)));
}

/** Returns the energy of one start or stop of a node (Eq. 34), kWh at the meter. */
export function transitionKwh(model: GeoModel, centre: GeoCentre, type: number): number {
  const { rules } = model.instance;
  const { peakDynamicW, staticW, sleepW } = model.nodeTypes[type]!;
  const extraW = rules.utilisation * peakDynamicW + staticW - sleepW;
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / J_PER_KWH;
}

/**
 * Returns the cost of one start or stop of a node in an epoch (Eq. 34), USD, including the carbon price. Its energy is
 * always bought, even if sun and wind would suffice.
 */
export function transitionUsd(model: GeoModel, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(model, centre, type) * purchaseUsdPerKwh(model, centre, epoch);
}
