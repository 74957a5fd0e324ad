import { MS_PER_DAY } from '../../units.js';
/** Radians per degree. */
const RADIANS = Math.PI / 180;

/**
 * Position of the sun on a day, independent of the place on earth. `declination` is in radians, positive in the north.
 */
export interface SolarDay {
  readonly declination: number;
  /** Equation of time: apparent solar time minus mean solar time, h. */
  readonly equationOfTimeH: number;
}

/**
 * Returns the declination, rad, and the equation of time, h, at an instant (ms since 1970, UTC). The declination is
 * accurate to about 0.001 rad, the equation of time to about 0.01 h. They come from Spencer's Fourier series in the day
 * angle (J. W. Spencer, "Fourier series representation of the position of the sun", Search 2(5), 1971).
 */
export function solarDay(utcMs: number): SolarDay {
  const year = new Date(utcMs).getUTCFullYear();
  const yearStart = Date.UTC(year, 0, 1);
  const angle = (2 * Math.PI * (utcMs - yearStart)) / (Date.UTC(year + 1, 0, 1) - yearStart);
  const [c1, s1] = [Math.cos(angle), Math.sin(angle)];
  const [c2, s2] = [Math.cos(2 * angle), Math.sin(2 * angle)];
  const [c3, s3] = [Math.cos(3 * angle), Math.sin(3 * angle)];
  const declination =
    0.006918 - 0.399912 * c1 + 0.070257 * s1 - 0.006758 * c2 + 0.000907 * s2 - 0.002697 * c3 + 0.00148 * s3;
  const equationRad = 0.000075 + 0.001868 * c1 - 0.032077 * s1 - 0.014615 * c2 - 0.040849 * s2;
  return { declination, equationOfTimeH: (12 / Math.PI) * equationRad };
}

/** Returns the mean solar time of day at a longitude (degrees, east positive), in hours from 0 to 24. */
export function meanSolarHour(longitudeDeg: number, utcMs: number): number {
  const hours = (utcMs % MS_PER_DAY) / (MS_PER_DAY / 24) + longitudeDeg / 15;
  return ((hours % 24) + 24) % 24;
}

/**
 * Returns the cosine of the sun's zenith angle, without refraction. It is negative at night. Latitude and longitude are
 * in degrees, north and east positive.
 */
export function cosineOfZenith(
  latitudeDeg: number,
  longitudeDeg: number,
  utcMs: number,
  { declination, equationOfTimeH }: SolarDay = solarDay(utcMs),
): number {
  const hourAngle = (Math.PI / 12) * (meanSolarHour(longitudeDeg, utcMs) + equationOfTimeH - 12);
  const latitude = latitudeDeg * RADIANS;
  return Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(hourAngle);
}
