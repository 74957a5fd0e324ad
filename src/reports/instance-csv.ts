import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import type { CentreSeries } from '../../models/problems/geo/series.js';
import type { TaskTimes } from '../../models/problems/robust/times.js';
import { type CsvLine, csvText } from './csv.js';

/** What an instance comes to once files are read and numbers drawn, as CSV in pieces of text: docs/studies/exports.md. */

/** Times by task and column; pairs that cannot run are left out. */
export function* timesCsv(times: TaskTimes, typeNames: readonly string[]): Generator<string> {
  yield csvText([['task', 'task_type', 'column', 'mean_s', 'variance_s2']]);
  const columns = times.columnNames.length;
  for (let task = 0; task < times.taskCount; task++) {
    const lines: CsvLine[] = [];
    for (const [c, name] of times.columnNames.entries()) {
      const meanS = times.meanS[task * columns + c]!;
      if (meanS === Infinity) continue;
      const type = typeNames[times.taskType[task]!]!;
      lines.push([times.taskName(task), type, name, meanS, times.varianceS2[task * columns + c]!]);
    }
    yield csvText(lines);
  }
}

/** What a centre's series is shown with. */
export interface ExportedCentre extends CentreSeries {
  readonly name: string;
  readonly solarKwh: Float64Array;
  readonly windKwh: Float64Array;
  readonly surplusUsdPerKwh: Float64Array;
  readonly localBeginnings: readonly string[];
}

/** Series by epoch and data centre, with the arrivals of the epoch behind. @param arrivalRatePerS entry epoch * I + task. */
export function* seriesCsv(
  centres: readonly ExportedCentre[],
  utcBounds: readonly string[],
  taskNames: readonly string[],
  arrivalRatePerS: Float64Array,
): Generator<string> {
  yield csvText([
    [
      ...['epoch', 'begin_utc', 'begin_local', 'data_centre', 'price_usd_per_kwh', 'surplus_usd_per_kwh'],
      ...['carbon_g_per_kwh', 'solar_kwh', 'wind_kwh', 'renewable_kwh'],
      ...taskNames.map((name) => `arrivals_per_s:${name}`),
    ],
  ]);
  const tasks = taskNames.length;
  for (let t = 0; t + 1 < utcBounds.length; t++) {
    const arrivals = [...arrivalRatePerS.subarray(t * tasks, (t + 1) * tasks)];
    yield csvText(
      centres.map((one) => [
        ...[t, utcBounds[t]!, one.localBeginnings[t]!, one.name, one.usdPerKwh[t]!, one.surplusUsdPerKwh[t]!],
        ...[one.gramsPerKwh[t]!, one.solarKwh[t]!, one.windKwh[t]!, one.renewableKwh[t]!],
        ...arrivals,
      ]),
    );
  }
}

/** Entries that are not 0, by sink and source. Of a room given by its heat-recirculation matrix D instead of weights. */
export function* matrixCsv(rooms: Iterable<readonly [room: string, matrix: InfluenceMatrix]>): Generator<string> {
  yield csvText([['room', 'sink', 'source', 'sink_air_m3_per_s', 'weight_fraction', 'recirculation_k_per_w']]);
  for (const [room, { cracNames, zones, weights, recirculationKPerW, airFlowM3PerS }] of rooms) {
    const first = recirculationKPerW === undefined ? 0 : cracNames.length;
    const names = [...cracNames, ...zones.map(({ name }) => name)].slice(first);
    const { start, column, value } = recirculationKPerW ?? weights;
    for (const [sink, name] of names.entries()) {
      const lines: CsvLine[] = [];
      for (let n = start[sink]!; n < start[sink + 1]!; n++) {
        const isWeight = recirculationKPerW === undefined;
        const entry = value[n]!;
        const air = airFlowM3PerS[first + sink]!;
        lines.push([room, name, names[column[n]!]!, air, isWeight ? entry : null, isWeight ? null : entry]);
      }
      yield csvText(lines);
    }
  }
}
