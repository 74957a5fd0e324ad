import { J_PER_KWH } from '../../units.js';
import { cooling } from './cooling.js';
import type { GeoCentre, GeoProblem } from './problem.js';

/** Share of the prices added up below which their sum is rounding of 0. Stated a second time by the checker. */
const ROUNDING = 1e-12;

/** Nodes and CRACs with the overhead, W, at the hottest admissible set-point. nodePowerW by node type. */
export function meterPowerW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * (nodesW + cooling(centre.thermal, nodePowerW).cracPowerW);
}

/** Meter power by Eq. 43, W: CRAC power approximated by CUP. */
export function meterPowerByCupW(centre: GeoCentre, nodePowerW: ArrayLike<number>): number {
  let nodesW = 0;
  for (let j = 0; j < nodePowerW.length; j++) nodesW += nodePowerW[j]!;
  return centre.powerOverhead * nodesW * (1 + 1 / centre.coolingPerPower);
}

/** Energy of an epoch at constant power, kWh. */
export function epochKwh(problem: GeoProblem, powerW: number): number {
  return (powerW * problem.epochS) / J_PER_KWH;
}

/** Price of a kWh bought, USD: the tariff and the charge for its carbon. */
export function purchaseUsdPerKwh(problem: GeoProblem, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (problem.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
}

/** Test whether a kWh bought earns money: price and carbon's price together below 0. */
export function purchasePays(problem: GeoProblem, centre: GeoCentre, epoch: number): boolean {
  const priceUsd = centre.usdPerKwh[epoch]!;
  const carbonUsd = (problem.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
  return priceUsd + carbonUsd < -ROUNDING * (Math.abs(priceUsd) + carbonUsd);
}

/**
 * Test whether a kWh used costs less than nothing in all, so that no work beyond what arrives may be run there
 * (docs/decisions/geo-surplus.md): a kWh bought earns money, or one fed in costs some (`printed`, with sun or wind).
 */
export function usePays(problem: GeoProblem, centre: GeoCentre, epoch: number): boolean {
  return (
    purchasePays(problem, centre, epoch) || (centre.renewableKwh[epoch]! > 0 && centre.surplusUsdPerKwh[epoch]! < 0)
  );
}

/**
 * Energy of sun and wind that an epoch uses first where nothing but prices speaks, kWh: all there is, and none where a kWh
 * bought earns money and one not used costs nothing.
 */
export function readyKwh(problem: GeoProblem, centre: GeoCentre, epoch: number): number {
  const stands = centre.surplusUsdPerKwh[epoch] === 0 && purchasePays(problem, centre, epoch);
  return stands ? 0 : centre.renewableKwh[epoch]!;
}

/**
 * Cost of an epoch's energy for nodes, CRACs and overhead (kWh, no transitions), USD, carbon's price included, sun and
 * wind used as `readyKwh` says.
 */
export function energyCostUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - readyKwh(problem, centre, epoch);
  return boughtKwh >= 0
    ? boughtKwh * purchaseUsdPerKwh(problem, centre, epoch)
    : boughtKwh * centre.surplusUsdPerKwh[epoch]!;
}

/** An epoch of a centre at its hottest admissible set-point, USD, without transitions and demand charges. nodePowerW by node type. */
export function cellCostUsd(
  problem: GeoProblem,
  centre: GeoCentre,
  epoch: number,
  nodePowerW: ArrayLike<number>,
): number {
  return energyCostUsd(problem, centre, epoch, epochKwh(problem, meterPowerW(centre, nodePowerW)));
}

/** Eq. 34's energy of one start or stop of a node, kWh at the meter. */
export function transitionKwh(problem: GeoProblem, centre: GeoCentre, type: number): number {
  const { rules } = problem.instance;
  const { peakDynamicW, staticW, sleepW } = problem.nodeTypes[type]!;
  const extraW = rules.utilisation * peakDynamicW + staticW - sleepW;
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / J_PER_KWH;
}

/** Eq. 34 for one start or stop of a node in an epoch, USD, carbon's price included. Always bought, whatever sun and wind give. */
export function transitionUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(problem, centre, type) * purchaseUsdPerKwh(problem, centre, epoch);
}
