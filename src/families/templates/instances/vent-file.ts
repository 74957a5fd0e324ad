import type { LocalFault } from '../../../instances/fault.js';
import { TIME_S } from '../../../../models/fields/quantities.js';

/** Names of the required columns of a file of vent matrices, in any order. `tau_s` and `sigma_s` are optional. */
export const COLUMNS = { vent: 'vent_id', sink: 'sink_id', source: 'source_id', weight: 'w' } as const;
/** Names of the optional columns: mean and standard deviation of air travel times, s. */
const TRAVEL_COLUMNS = ['tau_s', 'sigma_s'];
/** Maximum number of faults listed for a file of vent matrices. */
const MAX_FAULTS = 5;

export type VentTable =
  | {
      readonly ok: true;
      /**
       * Weights of each vent combination, row-major. The row is the sink of the air, the column the source that the air
       * left last. A weight is 0 if the file does not have it.
       */
      readonly weights: readonly Float64Array[];
      /** Mean air travel times, laid out like `weights`, s; 0 if not stated. Null without a column `tau_s`. */
      readonly travelS: readonly Float64Array[] | null;
    }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Returns a reader of files of vent matrices: lines `vent_id,sink_id,source_id,w[,tau_s,sigma_s]` without quotes,
 * perhaps millions. It checks only that weights are numbers; `importMatrix` checks the air flow.
 */
export function ventFileReader(ventIds: readonly string[], entities: readonly string[]): (text: string) => VentTable {
  const ventOf = new Map(ventIds.map((id, v) => [id, v]));
  const entityOf = new Map(entities.map((name, e) => [name, e]));
  const size = entities.length;

  return (text) => {
    const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/);
    const header = lines[0]!.split(',').map((cell) => cell.trim());
    const headerFaults = judgeHeader(header);
    if (headerFaults.length > 0) return { ok: false, faults: headerFaults };
    const [ventAt, sinkAt, sourceAt, weightAt] = Object.values(COLUMNS).map((name) => header.indexOf(name));
    const travelAt = TRAVEL_COLUMNS.map((name) => header.indexOf(name)).filter((at) => at >= 0);
    // Not a number: not stated yet.
    const weights = ventIds.map(() => new Float64Array(size * size).fill(NaN));
    const meanTravelAt = header.indexOf('tau_s');
    const travelS = meanTravelAt < 0 ? null : ventIds.map(() => new Float64Array(size * size));
    const stated = ventIds.map(() => false);
    const faults: LocalFault[] = [];
    const fault = (line: number, at: number, value: unknown, allowed: string, remedy: string): void => {
      faults.push({ path: `line ${line}, column ${at + 1} (${header[at]!})`, value, allowed, remedy });
    };
    for (let n = 1; n < lines.length && faults.length < MAX_FAULTS; n++) {
      if (lines[n]!.trim() === '') continue;
      const cells = lines[n]!.split(',').map((cell) => cell.trim());
      if (cells.length !== header.length) {
        const value = `${cells.length} cells`;
        const remedy = 'Give every column a cell; names stand without quotes and hold no comma.';
        faults.push({ path: `line ${n + 1}`, value, allowed: `${header.length} cells, as in line 1`, remedy });
        continue;
      }
      const v = ventOf.get(cells[ventAt!]!);
      const sink = entityOf.get(cells[sinkAt!]!);
      const source = entityOf.get(cells[sourceAt!]!);
      const weight = numberOf(cells[weightAt!]!);
      const before = faults.length;
      if (v === undefined) {
        const remedy =
          "Write the index of each quadrant's opening in ventOpenings, from 0, one digit per quadrant, as text.";
        fault(n + 1, ventAt!, cells[ventAt!], `one of ${some(ventIds)}`, remedy);
      }
      const remedy =
        'Name CRACs as in facility.cracs, node groups by rack and position in it from the bottom, such as "R1/1", or all nodes, such as "R1/1/12".';
      if (sink === undefined) fault(n + 1, sinkAt!, cells[sinkAt!], `one of ${some(entities)}`, remedy);
      if (source === undefined) fault(n + 1, sourceAt!, cells[sourceAt!], `one of ${some(entities)}`, remedy);
      if (Number.isNaN(weight)) {
        fault(n + 1, weightAt!, cells[weightAt!], "a number: a fraction of the sink's air", 'Correct the cell.');
      }
      for (const at of travelAt) {
        const timeS = numberOf(cells[at]!);
        if (cells[at] === '' || (timeS >= 0 && timeS <= TIME_S.most)) continue;
        const allowed = `a number from 0 to ${TIME_S.most} (s), or nothing`;
        fault(n + 1, at, cells[at], allowed, 'Correct the cell.');
      }
      if (faults.length > before) continue;
      const index = sink! * size + source!;
      if (!Number.isNaN(weights[v!]![index])) {
        const pair = `${cells[sinkAt!]!} from ${cells[sourceAt!]!}`;
        fault(n + 1, weightAt!, weight, `${pair} once per vent combination`, 'Remove one of the two lines.');
      }
      weights[v!]![index] = weight;
      if (travelS !== null) travelS[v!]![index] = Number(cells[meanTravelAt]);
      stated[v!] = true;
    }
    const missing = ventIds.filter((_, v) => !stated[v]);
    if (faults.length === 0 && missing.length > 0) {
      faults.push({
        path: COLUMNS.vent,
        value: `no line for ${some(missing)}`,
        allowed: `all ${ventIds.length} vent combinations`,
        remedy: 'Add their matrices, or leave the opening out of ventOpenings.',
      });
    }
    if (faults.length > 0) return { ok: false, faults };
    for (const matrix of weights) for (let k = 0; k < matrix.length; k++) if (Number.isNaN(matrix[k])) matrix[k] = 0;
    return { ok: true, weights, travelS };
  };
}

function judgeHeader(header: readonly string[]): LocalFault[] {
  const needed = Object.values(COLUMNS);
  const known: readonly string[] = [...needed, ...TRAVEL_COLUMNS];
  const isFit =
    needed.every((name) => header.includes(name)) &&
    header.every((name, at) => known.includes(name) && header.indexOf(name) === at);
  if (isFit) return [];
  return [
    {
      path: 'line 1',
      value: header.join(','),
      allowed: `the columns ${needed.join(', ')}, and optionally ${TRAVEL_COLUMNS.join(', ')}, each once`,
      remedy: 'Name the columns in the first line, separated by commas.',
    },
  ];
}

/** Returns true if some line of the file names one of these entities, as sink or source of air. */
export function namesAny(text: string, entities: ReadonlySet<string>): boolean {
  let from = text.indexOf('\n') + 1;
  while (from > 0 && from < text.length) {
    const next = text.indexOf('\n', from);
    const line = text.slice(from, next < 0 ? text.length : next);
    if (line.split(',').some((cell) => entities.has(cell.trim()))) return true;
    from = next + 1;
  }
  return false;
}

/** Returns the number in a cell; NaN if the cell is no finite number. */
function numberOf(cell: string): number {
  const value = cell === '' ? NaN : Number(cell);
  return Number.isFinite(value) ? value : NaN;
}

function some(names: readonly string[]): string {
  return `${names.slice(0, 8).join(', ')}${names.length > 8 ? `, ... (${names.length})` : ''}`;
}
