import { J_PER_KWH } from '../../units.js';
import { overlapS } from './overlap.js';

/**
 * Energy price over time, constant in each of H steps of equal length. The first price also applies before the first
 * step, the last price after the last step.
 *
 * Charged seconds and joules are weighted by price / mean price. An amount of money, such as a budget, divided by the
 * mean price is therefore an amount of charged energy.
 */
export interface EnergyTariff {
  /** Start of the first step, s, <= 0. */
  readonly originS: number;
  readonly stepS: number;
  /** Energy price in each step, USD/kWh, >= 0. */
  readonly usdPerKwh: Float64Array;
  /** For each step, energy price divided by the mean price. */
  readonly weight: Float64Array;
  /**
   * For each step, charged seconds from the origin to its start. One more entry has those to the end of the last step.
   */
  readonly chargedS: Float64Array;
  /** Mean price over the measured time, USD/J, > 0. It is the price of a charged joule. */
  readonly usdPerJ: number;
}

/**
 * Returns the tariff with the given prices.
 *
 * @param usdPerKwh price in each step
 * @param meanUsdPerKwh mean price over the measured time, above 0
 */
export function energyTariff(
  usdPerKwh: Float64Array,
  {
    originS,
    stepS,
    meanUsdPerKwh,
  }: { readonly originS: number; readonly stepS: number; readonly meanUsdPerKwh: number },
): EnergyTariff {
  const weight = usdPerKwh.map((price) => price / meanUsdPerKwh);
  const chargedS = new Float64Array(weight.length + 1);
  for (let h = 0; h < weight.length; h++) chargedS[h + 1] = chargedS[h]! + weight[h]! * stepS;
  return { originS, stepS, usdPerKwh, weight, chargedS, usdPerJ: meanUsdPerKwh / J_PER_KWH };
}

/**
 * Returns the index of the tariff step at a time (s). For a time outside the tariff, it is the first or the last step.
 */
export function stepAt({ originS, stepS, weight }: EnergyTariff, atS: number): number {
  return Math.max(0, Math.min(weight.length - 1, Math.floor((atS - originS) / stepS)));
}

/** Returns the end of the tariff step that contains a time, s. The end is later than that time. */
export function nextStepS(tariff: EnergyTariff, atS: number): number {
  let h = stepAt(tariff, atS) + 1;
  while (tariff.originS + h * tariff.stepS <= atS) h++;
  return tariff.originS + h * tariff.stepS;
}

/** Returns the seconds from fromS to toS (fromS <= toS), weighted by price / mean price. */
export function chargedS(tariff: EnergyTariff, fromS: number, toS: number): number {
  return chargedUntilS(tariff, toS) - chargedUntilS(tariff, fromS);
}

function chargedUntilS(tariff: EnergyTariff, atS: number): number {
  const h = stepAt(tariff, atS);
  return tariff.chargedS[h]! + (atS - tariff.originS - h * tariff.stepS) * tariff.weight[h]!;
}

/**
 * Returns the common seconds of [fromS, toS) and [startS, endS), weighted by price / mean price. Without a tariff, they
 * are not weighted.
 */
export function chargedOverlapS(
  tariff: EnergyTariff | undefined,
  fromS: number,
  toS: number,
  startS: number,
  endS: number,
): number {
  if (tariff === undefined) return overlapS(fromS, toS, startS, endS);
  const [beginS, stopS] = [Math.max(fromS, startS), Math.min(toS, endS)];
  return stopS > beginS ? chargedS(tariff, beginS, stopS) : 0;
}

/**
 * Returns the largest number of charged seconds (weighted by price / mean price) before endS that a run of length timeS
 * can have if it starts in [fromS, untilS].
 *
 * It tries fromS and untilS, the starts of tariff steps, and the start for which the run ends at endS.
 */
export function greatestChargedS(
  tariff: EnergyTariff,
  timeS: number,
  fromS: number,
  untilS: number,
  endS: number,
): number {
  const { originS, stepS } = tariff;
  const of = (startS: number): number => {
    const stopS = Math.min(startS + timeS, endS);
    return stopS > startS ? chargedS(tariff, startS, stopS) : 0;
  };
  let most = Math.max(of(fromS), of(untilS));
  if (endS - timeS > fromS && endS - timeS < untilS) most = Math.max(most, of(endS - timeS));
  // Starts on a border, then ends on one.
  for (const shiftS of [0, timeS]) {
    const first = Math.ceil((fromS + shiftS - originS) / stepS);
    for (let h = first; originS + h * stepS - shiftS < untilS; h++) {
      most = Math.max(most, of(Math.max(fromS, originS + h * stepS - shiftS)));
    }
  }
  return most;
}

/** Returns the smallest price of the tariff steps in [fromS, toS), divided by the mean price. */
export function leastWeight(tariff: EnergyTariff, fromS: number, toS: number): number {
  let least = Infinity;
  const last = stepAt(tariff, toS);
  for (let h = stepAt(tariff, fromS); h <= last; h++) {
    const isIn = h === 0 || tariff.originS + h * tariff.stepS < toS;
    if (isIn) least = Math.min(least, tariff.weight[h]!);
  }
  return least;
}
