import { MS_PER_H, MS_PER_MIN } from '../../units.js';
import { cosineOfZenith, solarDay } from './solar-position.js';

/**
 * Returns the global horizontal irradiance under a clear sky, W/m2. With c the cosine of the sun's zenith angle, it is
 *
 * 1098 c exp(-0.059 / c)
 *
 * Source: B. Haurwitz, "Insolation in relation to cloudiness and cloud density", Journal of Meteorology 2, 1945;
 * constants as in pvlib. Altitude, haze and water vapour are ignored.
 */
export function haurwitzWPerM2(cosineOfZenith: number): number {
  return cosineOfZenith <= 0 ? 0 : 1098 * cosineOfZenith * Math.exp(-0.059 / cosineOfZenith);
}

/**
 * Returns the mean irradiance under a clear sky over [fromMs, toMs), W/m2. It is averaged over the middles of whole
 * minutes, so that means of adjacent intervals agree with the mean of both.
 *
 * Times are whole minutes, in ms since 1970, UTC. Latitude and longitude are in degrees, north and east positive.
 */
export function clearSkyMeanWPerM2(latitudeDeg: number, longitudeDeg: number, fromMs: number, toMs: number): number {
  let total = 0;
  let hour = NaN;
  let day = solarDay(fromMs);
  for (let minute = fromMs; minute < toMs; minute += MS_PER_MIN) {
    const middle = minute + MS_PER_MIN / 2;
    // The sun's declination moves by less than 0.02 degrees within an hour of UTC.
    const hourOfMiddle = Math.floor(middle / MS_PER_H);
    if (hourOfMiddle !== hour) {
      hour = hourOfMiddle;
      day = solarDay((hour + 0.5) * MS_PER_H);
    }
    total += haurwitzWPerM2(cosineOfZenith(latitudeDeg, longitudeDeg, middle, day));
  }
  return (total * MS_PER_MIN) / (toMs - fromMs);
}
