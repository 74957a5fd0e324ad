import { cooling } from './cooling.js';
import type { GeoCentre, GeoProblem } from './problem.js';

/**
 * Cost of one centre in one epoch, piece by piece: power of nodes by type -> power at the meter -> energy -> USD. With
 * W in watts at the nodes' wall, S their sum and p the price (carbon's included), s <= p the surplus price:
 *
 *   E = Eff (S + S / CoP(T)) T^e / 3.6e6 kWh                       (Eq. 33's bracket, cooling of the room at set-point T)
 *   energy cost = p max(0, E - R) - s max(0, R - E)                (convex and, for p, s >= 0, non-decreasing in E)
 *   transition  = p Eff (1 + 1/CUP) T^S (phi P^D + P^S - P^Sleep) / 3.6e6 per start or stop (Eq. 34)
 */
export const JOULES_PER_KWH = 3.6e6;

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
  return (powerW * problem.epochS) / JOULES_PER_KWH;
}

/** Price of a kWh bought, USD: the tariff and the charge for its carbon. */
export function purchaseUsdPerKwh(problem: GeoProblem, centre: GeoCentre, epoch: number): number {
  return centre.usdPerKwh[epoch]! + (problem.carbonUsdPerKg * centre.gramsPerKwh[epoch]!) / 1000;
}

/** Cost of an epoch's energy for nodes, CRACs and overhead (kWh, no transitions), USD, carbon's price included. */
export function energyCostUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, energyKwh: number): number {
  const boughtKwh = energyKwh - centre.renewableKwh[epoch]!;
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
  return (extraW * centre.powerOverhead * (1 + 1 / centre.coolingPerPower) * rules.transitionS) / JOULES_PER_KWH;
}

/** Eq. 34 for one start or stop of a node in an epoch, USD, carbon's price included. Always bought, whatever sun and wind give. */
export function transitionUsd(problem: GeoProblem, centre: GeoCentre, epoch: number, type: number): number {
  return transitionKwh(problem, centre, type) * purchaseUsdPerKwh(problem, centre, epoch);
}
