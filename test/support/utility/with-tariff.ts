import { chargedS, type EnergyTariff, energyTariff } from '../../../models/families/utility/energy-tariff.js';
import { overlapS, type UtilityModel } from '../../../models/families/utility/model.js';
import { randomStream } from '../../../src/random/stream.js';

/** Prices by step over a mean of 1, so that weights are what is given. */
export function tariffOfWeights(weights: readonly number[], stepS: number, originS = 0): EnergyTariff {
  return energyTariff(Float64Array.from(weights), { originS, stepS, meanUsdPerKwh: 1 });
}

/** The fault with budgets that are charged by a tariff drawn by a seed. Weights are halves, so that sums of whole numbers stay exact. */
export function withTariff(model: UtilityModel, seed: number): UtilityModel {
  const { integer, uniform } = randomStream(seed, 'tariff');
  const stepS = 60 * integer(1, 12) + (uniform() < 0.3 ? 17 : 0);
  const originS = uniform() < 0.5 ? 0 : -integer(1, stepS - 1);
  const steps = Math.ceil((model.endS * uniform(0.5, 3) - originS) / stepS);
  const weights = Array.from({ length: steps }, () => integer(0, 6) / 2);
  const charging = tariffOfWeights(weights, stepS, originS);
  return { ...model, tariff: charging, charging };
}

/** Seconds of a run within [startS, endS) as budgets count them. */
export function countedS(
  { charging }: UtilityModel,
  fromS: number,
  toS: number,
  startS = -Infinity,
  endS = Infinity,
): number {
  if (charging === undefined) return overlapS(fromS, toS, startS, endS);
  const [beginS, stopS] = [Math.max(fromS, startS), Math.min(toS, endS)];
  return stopS > beginS ? chargedS(charging, beginS, stopS) : 0;
}
