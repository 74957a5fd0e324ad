import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { fraction, prose, seed } from '../../fields/fields.js';
import { csvSeries, limited } from './prices.js';
import { AIR_DENSITY, IRRADIANCE, WIND_SPEED } from '../../fields/value-limits.js';

/** This file declares the sun and wind of a geo instance (Eqs. 30-32). */

const epwFile = prose('EnergyPlus weather file (.epw), relative to the instance file.').min(1);
const airDensity = limited(AIR_DENSITY, 'Density of air at the rotor.');

const irradianceSource = z
  .discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('series').meta({ description: 'Spelled out.' }),
      wPerM2: z
        .array(limited(IRRADIANCE, 'Irradiance of one epoch.'))
        .min(1)
        .meta({ description: 'Mean irradiance on the panels by epoch (W/m2).' }),
    }),
    z.strictObject({
      source: z.literal('clear-sky').meta({ description: 'By latitude, longitude and date (docs/geo/weather.md).' }),
      clearness: fraction('Share of the clear-sky irradiance that arrives.'),
    }),
    z.strictObject({
      source: z.literal('epw').meta({ description: 'Global horizontal irradiance of a weather file.' }),
      file: epwFile,
    }),
    z.strictObject({
      source: z.literal('csv').meta({ description: 'W/m2 from a CSV file, averaged onto the epochs by duration.' }),
      ...csvSeries,
    }),
  ])
  .meta({ description: 'Irradiance on the panels.' });

const windSource = z
  .discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('series').meta({ description: 'Spelled out.' }),
      mPerS: z
        .array(limited(WIND_SPEED, 'Wind of one epoch.'))
        .min(1)
        .meta({ description: 'Wind speed at hub height by epoch (m/s).' }),
      airDensityKgPerM3: z
        .union([airDensity, z.array(airDensity).min(1).meta({ description: 'One value per epoch.' })])
        .meta({ description: 'Density of air: one value, or one per epoch (kg/m3).' }),
    }),
    z.strictObject({
      source: z.literal('model').meta({ description: 'Seeded wind of a typical site (docs/geo/weather.md).' }),
      meanMPerS: z
        .number()
        .positive()
        .max(WIND_SPEED.most)
        .meta({ description: 'Mean wind speed at hub height.', unit: 'm/s' }),
      seed: seed('The same seed gives the same wind everywhere.'),
    }),
    z.strictObject({
      source: z.literal('epw').meta({ description: 'Wind and air density of a weather file.' }),
      file: epwFile,
      hubM: quantity.lengthM('Height of the hub.'),
      shearExponent: fraction('Of the power law that raises the measured wind to the hub; 1/7 over open land.'),
    }),
  ])
  .meta({ description: 'Wind at the rotor.' });

export const renewables = z
  .strictObject({
    solar: z
      .strictObject({
        panelAreaM2: quantity.areaM2('A^solar: area of all panels.'),
        efficiency: quantity.efficiency('alpha: electricity per irradiance on the panels.'),
        irradiance: irradianceSource,
      })
      .meta({ description: 'Photovoltaic panels (Eq. 30).' })
      .optional(),
    wind: z
      .strictObject({
        rotorAreaM2: quantity.areaM2('A^wind: swept area of all rotors.'),
        efficiency: quantity.efficiency('beta: electricity per power of the wind through the rotors; below 0.593.'),
        speed: windSource,
        ratedPowerW: quantity
          .capPowerW('Greatest electrical power of all turbines.', { fallback: 'no limit' })
          .optional(),
      })
      .meta({ description: 'Wind turbines (Eq. 31).' })
      .optional(),
  })
  .meta({ description: 'On-site sun and wind.' });

/** Solar panels and wind turbines of a data centre, with the weather that drives them (Eqs. 30-32). */
export type Renewables = Declared<typeof renewables>;
