import { MS_PER_DAY } from '../../../../../models/units.js';
import type { DayClass, Tariff, TariffPeriod } from '../../../../../models/families/geo/instance.js';
import { dateText, nthWeekday, weekdayOf } from '../../../../instances/time/civil.js';

/** All classes of days. */
export const EVERY_DAY: readonly DayClass[] = ['weekday', 'saturday', 'sunday', 'holiday'];

type Times = readonly (readonly [from: string, to: string])[];

function period(name: string, usdPerKwh: number, demandUsdPerKwMonth: number, weekdayTimes: Times): TariffPeriod {
  const when = weekdayTimes.map(([from, to]) => ({ days: ['weekday'] as const, from, to }));
  return { name, usdPerKwh, demandUsdPerKwMonth, when };
}

/** Returns the off-peak period of a tariff: weekday nights, and all hours of weekends and holidays. */
function offPeak(usdPerKwh: number): TariffPeriod {
  const nights: Times = [
    ['00:00', '08:30'],
    ['21:30', '24:00'],
  ];
  const { when, ...rest } = period('off-peak', usdPerKwh, 0, nights);
  return { ...rest, when: [...when, { days: ['saturday', 'sunday', 'holiday'], from: '00:00', to: '24:00' }] };
}

/** Price of the month's largest power at any hour, USD per kW and month, in both seasons (schedule E-19, 2017). */
const PGE_E19_2017_MAXIMUM_DEMAND_USD_PER_KW_MONTH = 17.56;

/** Returns tariff E-19 of Pacific Gas and Electric, secondary voltage, for these years; without customer charge. */
export function pgeE19Secondary(years: readonly number[]): Tariff {
  return {
    description:
      'Medium general demand-metered time-of-use service, secondary voltage, total bundled rates of 1 March 2017',
    citation:
      'Pacific Gas and Electric Company, Electric Schedule E-19, Cal. P.U.C. Sheets No. 40032-E (total rates) and 37144-E (time periods), effective 1 March 2017',
    seasons: [
      {
        name: 'summer',
        from: '05-01',
        periods: [
          period('peak', 0.15178, 18.64, [['12:00', '18:00']]),
          period('part-peak', 0.11127, 5.18, [
            ['08:30', '12:00'],
            ['18:00', '21:30'],
          ]),
          offPeak(0.08445),
        ],
        demandUsdPerKwMonth: PGE_E19_2017_MAXIMUM_DEMAND_USD_PER_KW_MONTH,
      },
      {
        name: 'winter',
        from: '11-01',
        periods: [period('part-peak', 0.10573, 0.12, [['08:30', '21:30']]), offPeak(0.09111)],
        demandUsdPerKwMonth: PGE_E19_2017_MAXIMUM_DEMAND_USD_PER_KW_MONTH,
      },
    ],
    holidays: pgeHolidays(years),
    daylightSaving: { rule: 'former-dates', minutes: 60 },
  };
}

/** Tariff E-19 of Pacific Gas and Electric, secondary voltage, with the holidays of 2017. */
export const PGE_E19_2017_SECONDARY: Tariff = pgeE19Secondary([2017]);

/**
 * Returns the time-of-use holidays of Pacific Gas and Electric, ascending, "YYYY-MM-DD", with New Year's Day of the
 * following year. A holiday on a Sunday is observed on Monday. A holiday on a Saturday is not moved (page "TOU
 * holidays").
 */
function pgeHolidays(years: readonly number[]): string[] {
  const [sunday, monday, thursday] = [0, 1, 4];
  const kept = (year: number, month: number, day: number): number => {
    const actual = Date.UTC(year, month - 1, day) / MS_PER_DAY;
    return weekdayOf(actual) === sunday ? actual + 1 : actual;
  };
  const days = years.flatMap((year) => [
    kept(year, 1, 1),
    nthWeekday(year, 2, monday, 3),
    nthWeekday(year, 5, monday, -1),
    kept(year, 7, 4),
    nthWeekday(year, 9, monday, 1),
    kept(year, 11, 11),
    nthWeekday(year, 11, thursday, 4),
    kept(year, 12, 25),
    kept(year + 1, 1, 1),
  ]);
  return [...new Set(days)].sort((a, b) => a - b).map(dateText);
}
