import { MS_PER_H } from '../../../../../models/units.js';
import type { CsvSeries, DataCentre, Renewables } from '../../../../../models/families/geo/instance.js';
import { clearSkyMeanWPerM2 } from '../../../../../models/physics/renewables/clear-sky.js';
import { meanSolarHour } from '../../../../../models/physics/renewables/solar-position.js';
import {
  airDensityKgPerM3,
  energyKwh,
  solarPowerW,
  speedAtHubMPerS,
  STANDARD_AIR_KG_PER_M3,
  windPowerW,
} from '../../../../../models/physics/renewables/wind-power.js';
import { windSpeedsMPerS } from '../../../../../models/physics/renewables/wind-speed.js';
import { randomStream } from '../../../../random/stream.js';
import { endMs, epochBeginMs, spreadOver } from './calendar.js';

import { EPW_WIND_HEIGHT_M } from '../../../../instances/series/epw.js';
import type { SeriesSources } from './sources.js';
import { AIR_DENSITY, IRRADIANCE, WIND_SPEED } from '../../../../../models/fields/value-limits.js';

type Solar = NonNullable<Renewables['solar']>;
type Wind = NonNullable<Renewables['wind']>;

/** Energy of sun and wind by epoch, kWh (Eqs. 30 and 31); zero without a source, or with faulty data. */
export interface RenewableEnergy {
  readonly solarKwh: Float64Array;
  readonly windKwh: Float64Array;
}

/**
 * Returns the energy of a data centre's sun and wind by epoch. `path` is the path of its field `renewables` in the
 * instance.
 */
export function renewableEnergy(centre: DataCentre, sources: SeriesSources, path: string): RenewableEnergy {
  const { solar, wind } = centre.renewables ?? {};
  const { epochCount, epochMs } = sources.calendar;
  const energy = (powerW: Float64Array | undefined): Float64Array =>
    powerW?.map((mean) => energyKwh(mean, epochMs)) ?? new Float64Array(epochCount);
  return {
    solarKwh: energy(solar && solarW(centre, solar, sources, `${path}.solar.irradiance`)),
    windKwh: energy(wind && windW(centre, wind, sources, `${path}.wind.speed`)),
  };
}

/**
 * Returns mean solar power by epoch, W; undefined if its data are faulty. Power is linear in irradiance, so it follows
 * from the mean irradiance of an epoch.
 */
function solarW(centre: DataCentre, solar: Solar, sources: SeriesSources, path: string): Float64Array | undefined {
  return irradiance(centre, solar.irradiance, sources, path)?.map((wPerM2) => solarPowerW(solar, wPerM2));
}

function irradiance(
  { latitudeDeg, longitudeDeg, timeZone }: DataCentre,
  source: Solar['irradiance'],
  sources: SeriesSources,
  path: string,
): Float64Array | undefined {
  const { calendar } = sources;
  switch (source.source) {
    case 'series':
      return sources.given(source.wPerM2, IRRADIANCE, `${path}.wPerM2`);
    case 'csv':
      return sources.csv(source satisfies CsvSeries, timeZone, IRRADIANCE, path);
    case 'epw':
      return sources.epwMeans(source.file, path, ['irradianceWPerM2'], ({ irradianceWPerM2: w }) => w);
    case 'clear-sky':
      return Float64Array.from({ length: calendar.epochCount }, (_, t) => {
        const [from, to] = [epochBeginMs(calendar, t), epochBeginMs(calendar, t + 1)];
        return source.clearness * clearSkyMeanWPerM2(latitudeDeg, longitudeDeg, from, to);
      });
  }
}

/** Returns mean wind power by epoch, W; undefined if data are faulty. Hourly speeds are cubed before averaging. */
function windW(centre: DataCentre, wind: Wind, sources: SeriesSources, path: string): Float64Array | undefined {
  const { calendar } = sources;
  const { speed } = wind;
  switch (speed.source) {
    case 'series': {
      const speeds = sources.given(speed.mPerS, WIND_SPEED, `${path}.mPerS`);
      const { airDensityKgPerM3: given } = speed;
      const single = typeof given === 'number';
      const densities = sources.given(
        single ? new Array<number>(calendar.epochCount).fill(given) : given,
        AIR_DENSITY,
        `${path}.airDensityKgPerM3`,
      );
      return densities && speeds?.map((mPerS, t) => windPowerW(wind, densities[t]!, mPerS));
    }
    case 'epw': {
      const { hubM, shearExponent } = speed;
      const needed = ['windMPerS', 'temperatureC', 'pressurePa'] as const;
      return sources.epwMeans(speed.file, path, needed, ({ windMPerS, temperatureC, pressurePa }) => {
        const atHub = speedAtHubMPerS(windMPerS, EPW_WIND_HEIGHT_M, hubM, shearExponent);
        return windPowerW(wind, airDensityKgPerM3(pressurePa, temperatureC), atHub);
      });
    }
    case 'model':
      return modelledW(centre, wind, speed, sources);
  }
}

/**
 * Returns the mean wind power by epoch, W, from modelled wind speeds. One speed is drawn for each hour (UTC), beginning
 * with the first hour of the horizon.
 */
function modelledW(
  { longitudeDeg }: DataCentre,
  wind: Wind,
  { meanMPerS, seed }: Extract<Wind['speed'], { source: 'model' }>,
  { calendar }: SeriesSources,
): Float64Array {
  const firstHour = Math.floor(calendar.startMs / MS_PER_H);
  const hours = Math.ceil(endMs(calendar) / MS_PER_H) - firstHour;
  const solarHour = Float64Array.from({ length: hours }, (_, h) =>
    meanSolarHour(longitudeDeg, (firstHour + h + 0.5) * MS_PER_H),
  );
  const speeds = windSpeedsMPerS(meanMPerS, solarHour, randomStream(seed, 'geo wind').normal);
  const powerW = new Float64Array(calendar.epochCount);
  for (const [h, mPerS] of speeds.entries()) {
    const from = (firstHour + h) * MS_PER_H;
    spreadOver(calendar, from, from + MS_PER_H, (epoch, share) => {
      powerW[epoch]! += share * windPowerW(wind, STANDARD_AIR_KG_PER_M3, mPerS);
    });
  }
  return powerW;
}
