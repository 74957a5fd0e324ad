import { chargedS, type EnergyTariff, energyTariff } from '../../../models/problems/utility/energy-tariff.js';
import { overlapS, type UtilityProblem } from '../../../models/problems/utility/problem.js';
import { randomStream } from '../../../src/random/stream.js';

/** Prices by step over a mean of 1, so that weights are what is given. */
export function tariffOfWeights(weights: readonly number[], stepS: number, originS = 0): EnergyTariff {
  return energyTariff(Float64Array.from(weights), { originS, stepS, meanUsdPerKwh: 1 });
}

/** The problem with budgets that are charged by a tariff drawn by a seed. Weights are halves, so that sums of whole numbers stay exact. */
export function withTariff(problem: UtilityProblem, seed: number): UtilityProblem {
  const { integer, uniform } = randomStream(seed, 'tariff');
  const stepS = 60 * integer(1, 12) + (uniform() < 0.3 ? 17 : 0);
  const originS = uniform() < 0.5 ? 0 : -integer(1, stepS - 1);
  const steps = Math.ceil((problem.endS * uniform(0.5, 3) - originS) / stepS);
  const weights = Array.from({ length: steps }, () => integer(0, 6) / 2);
  const charging = tariffOfWeights(weights, stepS, originS);
  return { ...problem, tariff: charging, charging };
}

/** Seconds of a run within [startS, endS) as budgets count them. */
export function countedS(
  { charging }: UtilityProblem,
  fromS: number,
  toS: number,
  startS = -Infinity,
  endS = Infinity,
): number {
  if (charging === undefined) return overlapS(fromS, toS, startS, endS);
  const [beginS, stopS] = [Math.max(fromS, startS), Math.min(toS, endS)];
  return stopS > beginS ? chargedS(charging, beginS, stopS) : 0;
}
