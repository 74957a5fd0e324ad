import type { InfluenceMatrix } from '../../models/physics/thermal/influence-matrix.js';
import { type CsvLine, csvText } from './csv.js';

/**
 * Yields the lines of a CSV file with all non-zero entries of the rooms' influence matrices: the share of a sink's
 * inlet air that comes from a source. For a room whose instance states a heat-recirculation matrix D, the entries are
 * those of D.
 */
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
