import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { GEO_FORMAT, GEO_FORMAT_VERSION } from './format.js';
import { airflow, coolingPerformance, crac } from '../../facility/airflow.js';
import * as quantity from '../../fields/quantities.js';
import { celsius, currency, fraction, named, prose, rackNamed, whole } from '../../fields/fields.js';
import { nodeType } from '../../facility/facility.js';
import { carbonSource, priceSource, tariff } from './prices.js';
import { renewables } from './weather.js';

// This file declares the fields and value ranges of a geo instance; prices and weather have files of their own. Rules
// across several fields (references, lengths of series, valid dates and times of day) are in consistency.ts.

/** Maximum number of epochs of an instance: the hours of a leap year. */
export const MAX_EPOCHS = 8784;
/** Maximum number of data centres of an instance. */
const MAX_CENTRES = 10_000;
/** Maximum number of task types of an instance. */
const MAX_TASK_TYPES = 255;

const horizon = z
  .strictObject({
    start: prose('Local civil time at which the first epoch begins, "YYYY-MM-DDTHH:MM".'),
    timeZone: named('IANA time zone of start, such as "America/Los_Angeles" or "UTC".'),
    epochs: whole(1, MAX_EPOCHS, 'T: epochs of equal length.'),
    epochMinutes: whole(1, 1440, 'Length of an epoch in minutes of elapsed time; divides a day (1440).'),
    boundary: z
      .enum(['cyclic', 'open'])
      .meta({
        description:
          'Who comes before the first epoch and after the last. cyclic: they are neighbours. open: nobody, no transition there.',
      }),
  })
  .meta({ description: 'The epochs to plan.' });

const geoNodeType = nodeType.extend({
  sleepPowerW: quantity
    .nodePowerW('P^Sleep, at the wall; at most the idle power.', { fallback: '0.16 of the idle power' })
    .optional(),
  peakDynamicPowerW: quantity
    .nodePowerW('P^D of Eqs. 34 and 44, at the wall: peak power of a busy node above idle.', {
      fallback: 'cores x mean over its task types of the core power in P-state 0',
    })
    .optional(),
});

const sinusoidalArrivals = z
  .strictObject({
    meanPerS: quantity.ratePerS('Mean arrival rate of a day.'),
    swing: fraction('Amplitude as a share of the mean.'),
    peakHour: z
      .number()
      .min(0)
      .lt(24)
      .meta({ description: 'Local hour at which most arrive: 14.5 is half past two.', unit: 'h' }),
    timeZone: named('IANA time zone of the people who cause them.'),
  })
  .meta({
    description: 'meanPerS (1 + swing cos(2 pi (h - peakHour) / 24)), h the local hour at the middle of the epoch.',
  });

const taskType = z.strictObject({
  name: named('Unique; node types refer to it.'),
  memoryClass: named('Selects the interference coefficients.'),
  arrivalRatePerS: z
    .union([
      z.array(quantity.ratePerS('AR_i of one epoch.')).min(1).meta({ description: 'One value per epoch.' }),
      sinusoidalArrivals,
    ])
    .meta({ description: 'AR_i: tasks per second that must be served somewhere, by epoch.' }),
  allowedDataCentres: z
    .array(named('Name of a data centre.'))
    .min(1)
    .meta({ description: 'Data centres that may serve it.', fallback: 'all' })
    .optional(),
});

const room = z.strictObject({
  nodeGroups: z
    .array(
      z.strictObject({
        nodeType: named('Name of a type in nodeTypes.'),
        count: whole(1, 1_000_000, 'Identical nodes in consecutive slots.'),
        rack: rackNamed('Rack they stand in; under room airflow one of the layout.'),
        firstSlot: whole(1, 1_000_000, 'Lowest slot, 1 = bottom.', {
          fallback: 'after the previous group of the rack',
        }).optional(),
      }),
    )
    .min(1)
    .meta({ description: 'Which nodes stand where.' }),
  cracs: z.array(crac).min(1).meta({ description: 'Computer-room air conditioners; they share one set-point.' }),
  airflow,
  coolingPerformance,
  air: z
    .strictObject({
      densityKgPerM3: quantity.airDensityKgPerM3('Density of air.', { fallback: '1.204' }),
      heatCapacityJPerKgK: quantity.gasHeatCapacityJPerKgK('Heat capacity of air at constant pressure.', {
        fallback: '1006',
      }),
    })
    .meta({ description: 'Air properties; absent means dry air at 20 C and sea level.' })
    .optional(),
  redLineC: celsius('Greatest inlet temperature of any node.'),
});

const dataCentre = z.strictObject({
  name: named('Unique; plans and allowedDataCentres refer to it.'),
  description: prose('For readers.').optional(),
  latitudeDeg: z.number().min(-90).max(90).meta({ description: 'North is positive.', unit: 'degrees' }),
  longitudeDeg: z.number().min(-180).max(180).meta({ description: 'East is positive.', unit: 'degrees' }),
  timeZone: named('IANA time zone: of its tariff and its local days.'),
  room: named('Name of a room in rooms; several data centres may have the same.'),
  powerOverhead: z
    .number()
    .min(1)
    .max(10)
    .meta({ description: 'Eff: power at the meter per power of nodes and CRACs (losses of UPS and power supplies).' }),
  coolingPerPower: quantity
    .heatPerPower('CUP of Eqs. 34 and 43: heat removed per power of the CRACs.', {
      fallback: 'calibrated from the room (docs/decisions/geo-cup.md)',
    })
    .optional(),
  price: priceSource,
  carbon: carbonSource.optional(),
  renewables: renewables.optional(),
  powerCapW: quantity
    .capPowerW('Greatest power at the meter after overhead and before renewables.', { fallback: 'no limit' })
    .optional(),
});

const rules = z
  .strictObject({
    transitionS: quantity.spanS('T^S: how long a node takes to wake or to fall asleep; at most an epoch.'),
    utilisation: z
      .number()
      .min(0.001)
      .max(1)
      .meta({ description: 'phi^E of Eqs. 34, 38 and 44: utilisation of an awake node, above 0 and at most 1.' }),
    surplus: z
      .discriminatedUnion('rule', [
        z.strictObject({
          rule: z
            .literal('printed')
            .meta({ description: 'Worth the purchase price (Eq. 33); a cost may be negative.' }),
        }),
        z.strictObject({ rule: z.literal('curtailed').meta({ description: 'Worth nothing.' }) }),
        z.strictObject({
          rule: z.literal('feed-in').meta({ description: 'Worth a fixed price.' }),
          usdPerKwh: quantity.feedInUsdPerKwh(
            'That price; never above what a kWh bought costs in any epoch, its carbon included.',
          ),
        }),
      ])
      .meta({ description: 'What renewable energy beyond the needs of its data centre is worth.' }),
    carbonUsdPerTonne: quantity
      .carbonUsdPerTonne('Price of emitting a tonne of CO2-equivalent.', { fallback: '0' })
      .optional(),
    carbonCapKg: quantity.massKg('Greatest emission over the horizon.', { fallback: 'no limit' }).optional(),
    demandChargeShare: quantity
      .months('Share of the monthly demand charges that this horizon bears, e.g. 1/30.', { fallback: '0' })
      .optional(),
  })
  .meta({ description: 'What is charged and what is forbidden.' });

export const geoSchema = z
  .strictObject({
    format: z.literal(GEO_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(GEO_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; plans refer to it.'),
    description: prose('For readers.').optional(),
    currency: currency(),
    horizon,
    nodeTypes: z.array(geoNodeType).min(1).meta({ description: 'Kinds of compute nodes of all data centres.' }),
    colocation: z
      .strictObject({
        model: z
          .enum(['anchored', 'literal', 'none'])
          .meta({
            description: 'anchored: CET = B + max(0, u A + x (D - E)). literal: Eq. 21 as printed. none: CET = B.',
          }),
      })
      .meta({ description: 'How co-located tasks slow each other down.' }),
    taskTypes: z.array(taskType).min(1).max(MAX_TASK_TYPES).meta({ description: 'Kinds of tasks.' }),
    rooms: z
      .record(named('Name of a room.'), room)
      .meta({ description: 'Rooms by name: nodes, CRACs and air, shared by data centres built alike.' }),
    tariffs: z
      .record(named('Name of a tariff.'), tariff)
      .meta({ description: 'Time-of-use tariffs by name; {} when no price needs one.' }),
    dataCentres: z.array(dataCentre).min(1).max(MAX_CENTRES).meta({ description: 'The data centres.' }),
    rules,
    knownOptimum: z
      .strictObject({
        costUsd: z.number().meta({ description: 'Least cost over the horizon.', unit: 'USD' }),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For hand-solvable instances.' })
      .optional(),
  })
  .meta({ title: 'Plenum geo instance' });

/**
 * A geo instance as stored in a file (thesis chapter 4): T epochs, I task types and D data centres, each with its own
 * electricity price, sun and wind in each epoch. All arriving tasks must be served in some centre.
 */
export type GeoInstance = Declared<typeof geoSchema>;
/**
 * Planning horizon of T epochs of equal length. Epochs count elapsed time, because a local day may have 23, 24 or 25
 * hours.
 */
export type Horizon = Declared<typeof horizon>;
/** A node type of a geo instance. It has the fields of a reward-rate node type and those that thesis chapter 4 adds. */
export type GeoNodeType = Declared<typeof geoNodeType>;
export type GeoTaskType = Declared<typeof taskType>;
/**
 * Parameters of sinusoidal arrivals. They give the arrival rate of a task type, tasks/s, at the local hour h in
 * `timeZone` at the middle of an epoch:
 *
 * meanPerS (1 + swing cos(2 pi (h - peakHour) / 24))
 */
export type SinusoidalArrivals = Declared<typeof sinusoidalArrivals>;
/** A machine room with its equipment. Several data centres may refer to the same room. */
export type Room = Declared<typeof room>;
export type DataCentre = Declared<typeof dataCentre>;
/** Optional costs and limits, such as carbon price, demand charges and carbon cap. */
export type GeoRules = Declared<typeof rules>;
export type { CarbonSource, CsvSeries, DayClass, PriceSource, Tariff, TariffPeriod, TariffSeason } from './prices.js';
export type { Renewables } from './weather.js';
