import { J_PER_KWH } from '../../units.js';
import { overlapS } from './overlap.js';

/**
 * Price of energy over time, constant in each of H steps of equal length. Before the first step its price holds, after
 * the last one the last price. A charged second is a second multiplied by the price of its step over the mean price;
 * power times charged seconds is charged energy. So a budget of money, divided by the mean price, is a budget of
 * charged energy.
 */
export interface EnergyTariff {
  /** Beginning of the first step, s, at most 0. */
  readonly originS: number;
  /** Length of a step, s. */
  readonly stepS: number;
  /** Price by step, length H, USD/kWh, at least 0. */
  readonly usdPerKwh: Float64Array;
  /** Length H: price over the mean price. */
  readonly weight: Float64Array;
  /** Length H + 1: charged seconds from the origin to the beginning of each step, and to the end of the last. */
  readonly chargedS: Float64Array;
  /** Mean price of the measured time, USD/J, above 0; it is the price of a charged joule. */
  readonly usdPerJ: number;
}

/**
 * Returns the tariff with these prices by step.
 *
 * @param meanUsdPerKwh mean price of the measured time, above 0
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

/** Returns the index of the step that contains a moment (s); the first or last step for moments outside. */
export function stepAt({ originS, stepS, weight }: EnergyTariff, atS: number): number {
  return Math.max(0, Math.min(weight.length - 1, Math.floor((atS - originS) / stepS)));
}

/** Returns the beginning of the step after the one that contains a moment (s), s; it is later than the moment. */
export function nextStepS(tariff: EnergyTariff, atS: number): number {
  let h = stepAt(tariff, atS) + 1;
  while (tariff.originS + h * tariff.stepS <= atS) h++;
  return tariff.originS + h * tariff.stepS;
}

/** Returns the charged seconds of [fromS, toS), s; fromS is at most toS. */
export function chargedS(tariff: EnergyTariff, fromS: number, toS: number): number {
  return chargedUntilS(tariff, toS) - chargedUntilS(tariff, fromS);
}

function chargedUntilS(tariff: EnergyTariff, atS: number): number {
  const h = stepAt(tariff, atS);
  return tariff.chargedS[h]! + (atS - tariff.originS - h * tariff.stepS) * tariff.weight[h]!;
}

/**
 * Returns the charged seconds of the part of [fromS, toS) that lies in [startS, endS); plain seconds if there is no
 * tariff.
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
 * Returns the most charged seconds before endS of a run of length timeS that starts in [fromS, untilS], s. It tries
 * starts at both ends of that range, starts on borders of steps, and the start with which the run ends at endS.
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

/** Returns the least weight of the steps in [fromS, toS). */
export function leastWeight(tariff: EnergyTariff, fromS: number, toS: number): number {
  let least = Infinity;
  const last = stepAt(tariff, toS);
  for (let h = stepAt(tariff, fromS); h <= last; h++) {
    const isIn = h === 0 || tariff.originS + h * tariff.stepS < toS;
    if (isIn) least = Math.min(least, tariff.weight[h]!);
  }
  return least;
}
