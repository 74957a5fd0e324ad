import type { Declared } from '../../../models/fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../../models/fields/quantities.js';
import { celsius, named, whole } from '../../../models/fields/fields.js';

/** Value of "format" in a file of simulated days. */
export const DAY_SERIES_FORMAT = 'plenum.day-series';
/** Value of "formatVersion" in a file of simulated days. */
export const DAY_SERIES_VERSION = 1;
/** Maximum number of days in a file. Our choice: all mapping rules with all cooling policies under five budgets. */
export const MAX_DAYS = 64;
/** Maximum number of time intervals of a day. Our choice: a month in steps of a minute. */
export const MAX_INTERVALS = 50_000;
/** Maximum number of entries of all lists in a file. Our choice: a dozen days of a month in steps of a minute. */
export const MAX_LIST_ENTRIES = 2_500_000;
/** Maximum energy budget of a day, J. Our choice: as in utility instances. */
const MAX_BUDGET_J = 1e18;
/** Maximum number of task types in a file. Our choice: as in templates instances. */
const MAX_TASK_TYPES = 255;

const sha256 = (of: string): z.ZodString =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .meta({ description: `SHA-256 of ${of}, hexadecimal.` });

const list = <T extends z.ZodType>(entry: T, meaning: string): z.ZodArray<T> =>
  z
    .array(entry)
    .min(1)
    .max(MAX_INTERVALS)
    .meta({ description: `${meaning}, by interval.` });

const day = z.strictObject({
  method: named('Method of the day.'),
  setPointC: celsius('Set-point of all CRACs; null: it changes.').nullable(),
  energyBudgetJ: z.number().min(0).max(MAX_BUDGET_J).meta({ description: 'Energy budget; null: none.' }).nullable(),
  stoppedAtS: quantity.spanS('Moment at which the room stopped; null: it lasted.').nullable(),
  nodePowerW: list(quantity.sitePowerW('A mean over the interval.'), 'Power of the nodes'),
  cracPowerW: list(quantity.sitePowerW('A mean over the interval.'), 'Power of the CRACs'),
  hottestInletC: list(celsius('Hottest inlet; null after the stop.').nullable(), 'Hottest inlet'),
  rewardSoFar: list(quantity.amount('Reward earned by the end of the interval.'), 'Reward'),
});

export const daySeriesSchema = z.strictObject({
  format: z.literal(DAY_SERIES_FORMAT).meta({ description: 'Says what the file is.' }),
  formatVersion: z.literal(DAY_SERIES_VERSION).meta({ description: 'Version of this format.' }),
  instance: z.strictObject({ name: named('Name of the instance.'), sha256: sha256('its file') }),
  facilitySha256: sha256('the room'),
  tasks: z.strictObject({
    count: whole(1, 1_000_000_000, 'Number of tasks.'),
    sha256: sha256('the tasks'),
    reward: quantity.amount('Reward of all tasks together.'),
  }),
  taskTypes: z
    .array(
      z.strictObject({
        name: named('Unique.'),
        reward: quantity.amount('Reward of a task in time.'),
        deadlineS: quantity.spanS('After arrival.'),
      }),
    )
    .min(1)
    .max(MAX_TASK_TYPES)
    .meta({ description: 'Worth of tasks by type.' }),
  durationS: quantity.timeS('Length of the day.'),
  intervalS: quantity.timeS('Length of an interval.'),
  outletLimitC: celsius('Greatest outlet temperature.'),
  days: z.array(day).min(1).max(MAX_DAYS).meta({ description: 'Days of the room.' }),
});

/**
 * A file of simulated days of a machine room: power, hottest inlet and reward in each time interval, of which the last
 * may be shorter. The templates family writes such files, and the utility family reads them.
 */
export type DaySeriesFile = Declared<typeof daySeriesSchema>;
/**
 * One day, simulated with one method under one energy budget. Each list has one entry for each time interval; entries
 * after the room has stopped are 0 or null.
 */
export type OneDaySeries = Declared<typeof day>;

export function intervalCount({ durationS, intervalS }: Pick<DaySeriesFile, 'durationS' | 'intervalS'>): number {
  return Math.ceil(durationS / intervalS - 1e-9);
}
