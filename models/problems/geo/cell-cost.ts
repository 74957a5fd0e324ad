import { J_PER_KWH } from '../../units.js';
import { cooling } from './cooling.js';
import type { GeoCentre, GeoProblem } from './problem.js';

/** Share of the sum of the prices' sizes below which their sum counts as 0. The checker states it a second time. */
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
export function epochKwh(problem: GeoProblem, powerW: number): number {
  return (powerW * problem.epochS) / J_PER_KWH;
}

/** Returns the price of a bought kWh, USD: the tariff and the price of its carbon. */
export function purchaseUsdPerKwh(problem: GeoProblem, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (problem.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
}

/** Returns true if a bought kWh earns money: tariff and carbon price are below 0 together. */
export function purchasePays(problem: GeoProblem, centre: GeoCentre, epoch: number): boolean {
  const priceUsd = centre.usdPerKwh[epoch]!;
  const carbonUsd = (problem.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
  return priceUsd + carbonUsd < -ROUNDING * (Math.abs(priceUsd) + carbonUsd);
}

/**
 * Returns true if using a kWh costs less than nothing, so that no work beyond what arrives may be run there
 * (docs/decisions/geo-surplus.md): a bought kWh earns money, or feeding one in costs money (`printed`, with sun or
 * wind).
 */
export function usePays(problem: GeoProblem, centre: GeoCentre, epoch: number): boolean {
  return (
    purchasePays(problem, centre, epoch) || (centre.renewableKwh[epoch]! > 0 && centre.surplusUsdPerKwh[epoch]! < 0)
  );
}

/**
 * Returns the energy of sun and wind that an epoch uses first, by prices alone, kWh: all there is; none where a bought
 * kWh earns money and an unused one costs nothing.
 */
export function readyKwh(problem: GeoProblem, centre: GeoCentre, epoch: number): number {
  const stands = centre.surplusUsdPerKwh[epoch] === 0 && purchasePays(problem, centre, epoch);
  return stands ? 0 : centre.renewableKwh[epoch]!;
}

/**
 * Returns the cost of an epoch's energy for nodes, CRACs and overhead, USD, including the carbon price, without
 * transitions. Sun and wind are used as `readyKwh` says.
 */
export function energyCostUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - readyKwh(problem, centre, epoch);
  return boughtKwh >= 0
    ? boughtKwh * purchaseUsdPerKwh(problem, centre, epoch)
    : boughtKwh * centre.surplusUsdPerKwh[epoch]!;
}

/**
 * Returns the cost of a centre in an epoch at its hottest admissible set-point, USD, without transitions and demand
 * charges.
 *
 * @param nodePowerW power by node type, W
 */
export function cellCostUsd(
  problem: GeoProblem,
  centre: GeoCentre,
  epoch: number,
  nodePowerW: ArrayLike<number>,
): number {
  return energyCostUsd(problem, centre, epoch, epochKwh(problem, meterPowerW(centre, nodePowerW)));
}

/** Returns the energy of one start or stop of a node (Eq. 34), kWh at the meter. */
export function transitionKwh(problem: GeoProblem, centre: GeoCentre, type: number): number {
  const { rules } = problem.instance;
  const { peakDynamicW, staticW, sleepW } = problem.nodeTypes[type]!;
  const extraW = rules.utilisation * peakDynamicW + staticW - sleepW;
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / J_PER_KWH;
}

/**
 * Returns the cost of one start or stop of a node in an epoch (Eq. 34), USD, including the carbon price. The energy is
 * always bought, whatever sun and wind give.
 */
export function transitionUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(problem, centre, type) * purchaseUsdPerKwh(problem, centre, epoch);
}
