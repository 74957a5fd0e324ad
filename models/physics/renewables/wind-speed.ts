/** Correlation between consecutive hours of the normal variable behind wind speeds (docs/geo/weather.md). */
export const HOURLY_CORRELATION = 0.9;
/** Amplitude of the daily variation of the wind speed, as a fraction of its mean (docs/geo/weather.md). */
export const DAILY_SWING = 0.2;
/** Hour of the day, in solar time, with the strongest mean wind (docs/geo/weather.md). */
export const WINDIEST_HOUR = 15;

/** Mean of a Weibull distribution with shape 2 and scale 1. */
const MEAN_OF_UNIT_WEIBULL = Math.sqrt(Math.PI) / 2;

/**
 * Returns random hourly wind speeds, m/s. They follow a Weibull distribution with shape 2 (Rayleigh) and mean
 * `meanMPerS`, times the daily variation 1 + DAILY_SWING cos(2 pi (h - 15) / 24) at solar hour h.
 *
 * A standard normal variable follows a first-order autoregression from hour to hour. The speed is the Weibull quantile
 * of the variable's probability.
 *
 * @param solarHour solar time at the middle of each wanted hour
 * @param normal draws from the standard normal distribution, one for each hour
 */
export function windSpeedsMPerS(meanMPerS: number, solarHour: ArrayLike<number>, normal: () => number): Float64Array {
  const scale = meanMPerS / MEAN_OF_UNIT_WEIBULL;
  const fresh = Math.sqrt(1 - HOURLY_CORRELATION ** 2);
  const speeds = new Float64Array(solarHour.length);
  let z = 0;
  for (let h = 0; h < speeds.length; h++) {
    z = h === 0 ? normal() : HOURLY_CORRELATION * z + fresh * normal();
    const swing = 1 + DAILY_SWING * Math.cos((2 * Math.PI * (solarHour[h]! - WINDIEST_HOUR)) / 24);
    speeds[h] = scale * Math.sqrt(-Math.log(upperNormalTail(z))) * swing;
  }
  return speeds;
}

/**
 * Returns P(Z > z) of a standard normal Z, with a relative error below 1.2e-7 (Press et al., Numerical Recipes, erfcc).
 */
function upperNormalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2;
  const t = 1 / (1 + 0.5 * x);
  const series = [
    -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587, -0.82215223,
    0.17087277,
  ].reduceRight((sum, coefficient) => sum * t + coefficient, 0);
  const tail = 0.5 * t * Math.exp(-x * x + series);
  return z >= 0 ? tail : 1 - tail;
}
