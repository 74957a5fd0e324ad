import type { CentreSeries } from '../../../../models/families/geo/series.js';
import { csvText } from '../../../reports/csv.js';
import { csvHeading } from '../../../reports/figures.js';

/** Series of a data centre, with the further columns that exports have. */
interface ExportedCentre extends CentreSeries {
  readonly name: string;
  readonly solarKwh: Float64Array;
  readonly windKwh: Float64Array;
  readonly surplusUsdPerKwh: Float64Array;
  readonly localBeginnings: readonly string[];
}
/**
 * Yields the series as CSV, one row per epoch and data centre. The last columns are the arrival rates of the epoch.
 *
 * @param arrivalRatePerS arrival rates, tasks/s, at index epoch * I + task type, with I task types
 * @param currency currency of the prices
 */
export function* seriesCsv(
  centres: readonly ExportedCentre[],
  utcBounds: readonly string[],
  taskNames: readonly string[],
  arrivalRatePerS: Float64Array,
  currency: string,
): Generator<string> {
  yield csvText([
    [
      'epoch',
      'begin_utc',
      'begin_local',
      'data_centre',
      csvHeading({ key: 'priceUsdPerKwh' }, currency),
      csvHeading({ key: 'surplusUsdPerKwh' }, currency),
      'carbon_g_per_kwh',
      'solar_kwh',
      'wind_kwh',
      'renewable_kwh',
      ...taskNames.map((name) => `arrivals_per_s:${name}`),
    ],
  ]);
  const tasks = taskNames.length;
  for (let t = 0; t + 1 < utcBounds.length; t++) {
    const arrivals = [...arrivalRatePerS.subarray(t * tasks, (t + 1) * tasks)];
    yield csvText(
      centres.map((one) => [
        t,
        utcBounds[t]!,
        one.localBeginnings[t]!,
        one.name,
        one.usdPerKwh[t]!,
        one.surplusUsdPerKwh[t]!,
        one.gramsPerKwh[t]!,
        one.solarKwh[t]!,
        one.windKwh[t]!,
        one.renewableKwh[t]!,
        ...arrivals,
      ]),
    );
  }
}
