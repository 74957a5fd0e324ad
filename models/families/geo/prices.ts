import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { named, prose } from '../../fields/fields.js';
import { CARBON, PRICE, type ValueLimits } from '../../fields/value-limits.js';

export const limited = ({ unit, least, most }: ValueLimits, meaning: string): z.ZodNumber =>
  z.number().min(least).max(most).meta({ description: meaning, unit });

const provenance = prose('Where the numbers are from.').optional();

/**
 * Meanings of a time stamp in a CSV file. They say which clock it uses, and whether it marks the beginning or the end
 * of its interval.
 */
const TIME_CONVENTIONS = [
  ...(['utc-beginning', 'utc-ending', 'local-standard-beginning', 'local-standard-ending'] as const),
  ...(['local-beginning', 'local-ending'] as const),
] as const;

/** Fields that describe an hourly series in a CSV file: file name, columns, and meaning of time stamps. */
export const csvSeries = {
  file: z
    .union([
      prose('CSV file with a header, relative to the instance file.').min(1),
      z.array(prose('One of them.').min(1)).min(1).max(100),
    ])
    .meta({
      description:
        'CSV file with a header, or JSON with a list of objects, relative to the instance file; or a list of files, joined in the order of their times.',
    }),
  timeColumn: prose('Header of the column with the time stamps; empty for the column without one.'),
  hourColumn: prose(
    'Header of the column with the time of day, or the number of the hour, if timeColumn has dates alone.',
  )
    .meta({ fallback: 'timeColumn has date and time' })
    .optional(),
  valueColumn: prose('Header of the column with the values.'),
  filter: z
    .record(named('Header of a column.'), prose('Text that the rows of the series have there.'))
    .meta({
      description:
        'Which rows are meant in a file with several series: the text that they have in a column, by its header.',
      fallback: 'all rows',
    })
    .optional(),
  timeConvention: z
    .enum(TIME_CONVENTIONS)
    .meta({
      description:
        'What a time stamp means: beginning or end of its interval, in UTC, in standard time of the data centre (local-standard: no daylight saving) or as its clocks show it (local). Stamps that state their offset are taken by that.',
    }),
  timeZone: named(
    'Zone of local times, a name of the IANA data base such as Europe/Berlin; for local-standard-... also an offset from UTC such as "+05:30".',
  )
    .meta({ fallback: 'the zone of the data centre' })
    .optional(),
  intervalMinutes: quantity.intervalMin('Length of the interval of one row.'),
  scale: quantity.scale('The value in the file times this is in the unit of the field: 0.001 for USD/MWh.'),
  gaps: z
    .enum(['refuse', 'previous'])
    .meta({ description: 'Missing intervals within the horizon. refuse: an error. previous: repeat the one before.' }),
  year: z
    .int()
    .min(1970)
    .max(2200)
    .meta({
      description:
        "Year of the file taken for that of the horizon; hours are matched by month, day and hour of the file's own clock.",
      fallback: 'the year of the horizon',
    })
    .optional(),
};

const csv = z.strictObject({
  source: z.literal('csv').meta({ description: 'Read from a CSV file, averaged onto the epochs by duration.' }),
  ...csvSeries,
});

export const priceSource = z
  .discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('tariff').meta({ description: 'By a time-of-use tariff in local time.' }),
      tariff: named('Name of a tariff in tariffs.'),
    }),
    z.strictObject({
      source: z.literal('series').meta({ description: 'Spelled out.' }),
      usdPerKwh: z
        .array(limited(PRICE, 'Price of one epoch.'))
        .min(1)
        .meta({ description: 'Price by epoch (USD/kWh, not USD/MWh).' }),
      provenance,
    }),
    csv,
  ])
  .meta({ description: 'E^price: what a kWh costs.' });

export const carbonSource = z
  .discriminatedUnion('source', [
    z.strictObject({
      source: z.literal('series').meta({ description: 'Spelled out.' }),
      gramsPerKwh: z
        .array(limited(CARBON, 'Carbon intensity of one epoch.'))
        .min(1)
        .meta({ description: 'Carbon intensity of the grid by epoch (g CO2-equivalent per kWh).' }),
      provenance,
    }),
    csv,
  ])
  .meta({ description: 'What a kWh bought emits; needed where rules price or cap carbon.' });

const period = z.strictObject({
  name: named('Unique within the season.'),
  usdPerKwh: limited(PRICE, 'Energy price.'),
  demandUsdPerKwMonth: quantity
    .demandUsdPerKw('Demand charge for the greatest power within the period, per month.', { fallback: '0' })
    .optional(),
  when: z
    .array(
      z.strictObject({
        days: z
          .array(z.enum(['weekday', 'saturday', 'sunday', 'holiday']).meta({ description: 'Kind of day.' }))
          .min(1)
          .meta({ description: 'Kinds of days; a holiday is no weekday.' }),
        from: prose('Local time "HH:MM".'),
        to: prose('Local time "HH:MM", up to "24:00".'),
      }),
    )
    .min(1)
    .meta({ description: 'When it applies; the first period listed that matches a moment has it.' }),
});

export const tariff = z.strictObject({
  description: prose('For readers.').optional(),
  citation: prose('The published schedule the rates are from.').min(1),
  seasons: z
    .array(
      z.strictObject({
        name: named('Unique within the tariff.'),
        from: prose('First day "MM-DD"; it lasts until the next season begins.'),
        periods: z.array(period).min(1).meta({ description: 'Time-of-use periods.' }),
        demandUsdPerKwMonth: quantity
          .demandUsdPerKw(
            'Demand charge for the greatest power at any time of the season, beside those of its periods, per month.',
            { fallback: '0' },
          )
          .optional(),
      }),
    )
    .min(1)
    .meta({ description: 'Seasons of the year.' }),
  holidays: z
    .array(prose('Local date "YYYY-MM-DD".'))
    .meta({ description: 'Local dates "YYYY-MM-DD" charged as day class "holiday".' })
    .optional(),
  daylightSaving: z
    .discriminatedUnion('rule', [
      z.strictObject({ rule: z.literal('clock').meta({ description: 'Local clock time as it is.' }) }),
      z.strictObject({
        rule: z
          .literal('former-dates')
          .meta({
            description:
              'Meters that know the daylight-saving dates before 2007: bounds shift from the second Sunday of March to the first of April and from the last of October to the first of November.',
          }),
        minutes: z
          .int()
          .min(-180)
          .max(180)
          .meta({ description: 'How much later the bounds are on those dates.', unit: 'min' }),
      }),
    ])
    .meta({ description: 'What the tariff does about daylight saving.' }),
});

export type PriceSource = Declared<typeof priceSource>;
export type CarbonSource = Declared<typeof carbonSource>;
/**
 * Reference to an hourly series in a CSV file, relative to the instance file. The value of an epoch is the mean of the
 * file's values, weighted by duration.
 */
export type CsvSeries = Omit<Declared<typeof csv>, 'source'>;
/** Time-of-use electricity tariff, with hours in the data centre's local time. */
export type Tariff = Declared<typeof tariff>;
export type TariffSeason = Tariff['seasons'][number];
export type TariffPeriod = Declared<typeof period>;
export type DayClass = TariffPeriod['when'][number]['days'][number];
