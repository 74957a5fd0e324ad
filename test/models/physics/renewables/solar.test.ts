import { describe, expect, it, test } from 'vitest';
import { clearSkyMeanWPerM2, haurwitzWPerM2 } from '../../../../models/physics/renewables/clear-sky.js';
import { cosineOfZenith, meanSolarHour, solarDay } from '../../../../models/physics/renewables/solar-position.js';

const DEGREE = Math.PI / 180;
const HOUR_MS = 3_600_000;

describe('where the sun stands', () => {
  it.each([
    ['2017-06-21T04:24Z', 23.44],
    ['2017-12-21T16:28Z', -23.44],
    ['2017-03-20T10:29Z', 0],
    ['2017-09-22T20:02Z', 0],
    ['2016-06-20T22:34Z', 23.44],
  ])('at %s its declination is %s degrees', (utc, declination) => {
    expect(Math.abs(solarDay(Date.parse(utc)).declination / DEGREE - declination)).toBeLessThan(0.35);
  });

  it.each([
    ['2017-02-11', -14.2],
    ['2017-05-14', 3.7],
    ['2017-07-26', -6.5],
    ['2017-11-03', 16.4],
  ])('on %s the sundial is %s minutes ahead', (date, minutes) => {
    expect(Math.abs(60 * solarDay(Date.parse(`${date}T12:00Z`)).equationOfTimeH - minutes)).toBeLessThan(0.6);
  });

  it('at noon of the solstice it stands above the tropic, and on the other side of the earth below', () => {
    const noon = Date.parse('2017-06-21T12:02Z');
    expect(cosineOfZenith(23.44, 0, noon)).toBeGreaterThan(0.9999);
    expect(cosineOfZenith(-23.44, 180, noon)).toBeLessThan(-0.9999);
    expect(Math.acos(cosineOfZenith(51.48, 0, noon)) / DEGREE).toBeCloseTo(51.48 - 23.44, 1);
  });

  it('rises and sets when almanacs say: Greenwich, 21 March 2017, 06:03 and 18:13', () => {
    // At an altitude of -0.83 degrees, which is how almanacs define it.
    const altitude = (time: string): number =>
      90 - Math.acos(cosineOfZenith(51.48, 0, Date.parse(`2017-03-21T${time}Z`))) / DEGREE;
    expect(Math.abs(altitude('06:03') + 0.83)).toBeLessThan(0.3);
    expect(Math.abs(altitude('18:13') + 0.83)).toBeLessThan(0.3);
  });

  it('east has noon earlier, and every hour is in its day', () => {
    expect(meanSolarHour(-122.4, Date.parse('2017-07-12T20:09:36Z'))).toBeCloseTo(12, 6);
    expect(meanSolarHour(179, Date.parse('2017-07-12T23:30Z'))).toBeCloseTo(11.433, 3);
    expect(meanSolarHour(-179, 0)).toBeCloseTo(12.0667, 3);
  });
});

describe('clear sky', () => {
  it('is dark below the horizon and 1035 W/m2 below the zenith', () => {
    expect([-1, -0.1, 0].map(haurwitzWPerM2)).toEqual([0, 0, 0]);
    expect(haurwitzWPerM2(1)).toBeCloseTo(1035.1, 1);
    expect(haurwitzWPerM2(0.5)).toBeCloseTo(487.9, 1);
    expect(haurwitzWPerM2(1e-6)).toBe(0);
  });

  test('the mean of an hour is the mean of its halves and close to a fine integral', () => {
    const from = Date.parse('2017-07-12T15:00Z');
    const mean = (begin: number, end: number): number => clearSkyMeanWPerM2(37.62, -122.4, from + begin, from + end);
    expect((mean(0, HOUR_MS / 2) + mean(HOUR_MS / 2, HOUR_MS)) / 2).toBeCloseTo(mean(0, HOUR_MS), 9);
    let fine = 0;
    for (let second = 0; second < 3600; second++) {
      fine += haurwitzWPerM2(cosineOfZenith(37.62, -122.4, from + second * 1000 + 500)) / 3600;
    }
    expect(mean(0, HOUR_MS)).toBeCloseTo(fine, 0);
  });

  it('polar nights are dark, polar days are not', () => {
    const day = (date: string): number => {
      const from = Date.parse(`${date}T00:00Z`);
      return clearSkyMeanWPerM2(80, 20, from, from + 24 * HOUR_MS);
    };
    expect(day('2017-12-21')).toBe(0);
    expect(day('2017-06-21')).toBeGreaterThan(300);
  });
});
