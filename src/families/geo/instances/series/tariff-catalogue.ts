import type { DayClass, Tariff, TariffPeriod } from '../../../../../models/problems/geo/instance.js';
import { pgeHolidays } from './pge-holidays.js';

export const EVERY_DAY: readonly DayClass[] = ['weekday', 'saturday', 'sunday', 'holiday'];

type Times = readonly (readonly [from: string, to: string])[];

function period(name: string, usdPerKwh: number, demandUsdPerKwMonth: number, weekdayTimes: Times): TariffPeriod {
  const when = weekdayTimes.map(([from, to]) => ({ days: ['weekday'] as const, from, to }));
  return { name, usdPerKwh, demandUsdPerKwMonth, when };
}

/** Nights on weekdays, and all of weekends and holidays. */
function offPeak(usdPerKwh: number): TariffPeriod {
  const nights: Times = [
    ['00:00', '08:30'],
    ['21:30', '24:00'],
  ];
  const { when, ...rest } = period('off-peak', usdPerKwh, 0, nights);
  return { ...rest, when: [...when, { days: ['saturday', 'sunday', 'holiday'], from: '00:00', to: '24:00' }] };
}

/** The schedule's charge for the greatest demand of the month at any time, both seasons, USD/kW. */
const PGE_E19_2017_MAXIMUM_DEMAND_USD_PER_KW_MONTH = 17.56;

/**
 * Schedule E-19, secondary voltage, with the holidays of some years. Facts of the sheets named in the
 * citation. Left out: the customer charge per meter and day.
 */
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

export const PGE_E19_2017_SECONDARY: Tariff = pgeE19Secondary([2017]);
