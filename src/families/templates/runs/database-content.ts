import { createHash } from 'node:crypto';
import type { TemplatesTables } from '../../../../models/families/templates/compile.js';
import type { StateGrid, TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { stateAt } from '../../../../models/families/templates/states.js';
import type { LocalFault } from '../../../instances/fault.js';
import type { SqlValue } from 'sql.js';
import { MAX_FAULTS } from '../../../runs/database/form.js';
import { DIGEST_KEY } from '../../../runs/database/kind.js';
import { faultAt, type TemplateRows } from './database-form.js';
import { COLUMNS } from './database-schema.js';
import { metaOfInstance, setPointsC, tableRows } from './instance-rows.js';

/** Relative difference up to which a stored figure equals the recomputed one, summed in another order. */
const SAME = 1e-9;
/** Difference up to which two set-points count as equal, K. Our choice: the accuracy of the search for set-points. */
const SAME_C = 1e-6;
/** Keys of the table `meta` whose values cannot be derived from the instance or from other tables. */
const OTHER_KEYS = ['airflow', 'instance_json', 'instance_sha256', 'plenum_version', 'rounding', 'rounding_effects'];

/** Names of binding limits that are allowed with each status. */
const BINDINGS: Readonly<Record<string, readonly string[]>> = {
  optimal: ['work', 'power', 'saturated', 'outlet', 'none'],
  infeasible: ['infeasible-power', 'infeasible-outlet'],
};

/**
 * Returns faults of well-formed rows that contradict the instance or are impossible in its room; at most MAX_FAULTS.
 * Stored figures are checked by `plenum templates check`.
 *
 * @param judgeTemplates false to check all tables except the templates
 */
export function contentFaults(
  rows: TemplateRows,
  instance: TemplatesInstance,
  tables: TemplatesTables,
  judgeTemplates: boolean,
): LocalFault[] {
  const faults: LocalFault[] = [];
  metaFaults(rows.meta, instance, faults);
  const expected = tableRows(instance, tables);
  for (const table of ['quadrants', 'vents', 'blocks', 'nodes'] as const) {
    compareRows(table, rows[table], expected[table], faults);
  }
  if (!judgeTemplates) return faults.slice(0, MAX_FAULTS);
  const range = setPointsC(instance);
  for (const row of rows.templates) {
    if (faults.length >= MAX_FAULTS) break;
    templateFaults(row, instance.grid, tables, range, faults);
  }
  return faults.slice(0, MAX_FAULTS);
}

function metaFaults(rows: TemplateRows['meta'], instance: TemplatesInstance, faults: LocalFault[]): void {
  const meta = new Map(rows.map(([key, value]) => [key as string, value as string]));
  if (meta.size < rows.length) faults.push(faultAt('meta', 'a key that is there twice', 'each key once'));
  const expected = metaOfInstance(instance);
  for (const [key, value] of Object.entries(expected)) {
    if (meta.get(key) !== value) faults.push(faultAt(`meta.${key}`, meta.get(key), `${value}, as in the instance`));
  }
  const known = new Set([...Object.keys(expected), ...OTHER_KEYS, DIGEST_KEY]);
  for (const key of meta.keys()) {
    if (!known.has(key)) faults.push(faultAt(`meta.${key}`, meta.get(key), 'no such key'));
    if (faults.length >= MAX_FAULTS) return;
  }
  // Imported matrices are part of the digest, and not of the database.
  if (instance.facility.airflow.source === 'vent-matrices') return;
  const text = meta.get('instance_json')!;
  const digestOf = (bytes: string): string => createHash('sha256').update(bytes).digest('hex');
  const stated = meta.get('instance_sha256');
  if (stated === digestOf(text) || stated === digestOf(`\uFEFF${text}`)) return;
  faults.push(faultAt('meta.instance_sha256', stated, 'the SHA-256 of the instance beside it'));
}

function compareRows(
  table: keyof typeof COLUMNS,
  rows: readonly (readonly SqlValue[])[],
  expected: readonly (readonly SqlValue[])[],
  faults: LocalFault[],
): void {
  if (rows.length !== expected.length) {
    faults.push(faultAt(table, `${rows.length} rows`, `${expected.length} rows, as the instance has them`));
    return;
  }
  for (const [n, row] of rows.entries()) {
    if (faults.length >= MAX_FAULTS) return;
    const c = row.findIndex((value, k) => !isSame(value, expected[n]![k]!));
    if (c < 0) continue;
    const allowed = `${String(expected[n]![c])}, as the instance has it`;
    faults.push(faultAt(`${table}, row ${n}, ${COLUMNS[table][c]!}`, row[c], allowed));
  }
}

function templateFaults(
  row: readonly SqlValue[],
  grid: StateGrid,
  { blocks, ventOpenings }: TemplatesTables,
  { setPointMinC, setPointMaxC }: ReturnType<typeof setPointsC>,
  faults: LocalFault[],
): void {
  const [state, arriving, running, limit, status, binding, vents, setPointC] = row;
  const demand = (holds: boolean, column: string, value: unknown, allowed: string): void => {
    if (!holds) faults.push(faultAt(`templates, state ${String(state)}, ${column}`, value, allowed));
  };
  const own = stateAt(grid, state as number);
  const ofGrid = 'as the grid of the instance has it';
  demand(
    isSame(arriving!, own.arrivingWorkPerS),
    'arriving_work_per_s',
    arriving,
    `${own.arrivingWorkPerS}, ${ofGrid}`,
  );
  const runningCores = JSON.parse(running as string) as number[];
  const sameCores = runningCores.every((count, q) => isSame(count, own.runningCores[q]!));
  demand(sameCores, 'running_cores', running, `[${own.runningCores.join()}], ${ofGrid}`);
  demand(isSame(limit!, own.powerLimitW), 'power_limit_w', limit, `${own.powerLimitW}, ${ofGrid}`);
  const bindings = Object.hasOwn(BINDINGS, status as string) ? BINDINGS[status as string]! : null;
  demand(bindings !== null, 'status', status, 'optimal or infeasible');
  if (bindings !== null) demand(bindings.includes(binding as string), 'binding', binding, bindings.join(', '));
  const combinations = ventOpenings.length;
  demand((vents as number) >= 0 && (vents as number) < combinations, 'vents', vents, `0 to ${combinations - 1}`);
  const kept = (setPointC as number) >= setPointMinC - SAME_C && (setPointC as number) <= setPointMaxC + SAME_C;
  demand(kept, 'set_point_c', setPointC, `${setPointMinC} to ${setPointMaxC} C: what the CRACs keep`);
  for (const [column, c] of [
    ['work_per_s', 8],
    ['power_w', 9],
    ['tasks_per_j', 10],
    ['bound_tasks_per_j', 11],
    ['cores_work_per_s', 15],
    ['cores_power_w', 16],
  ] as const) {
    demand((row[c] as number) >= 0, column, row[c], 'at least 0');
  }
  const bytes = row[13] as Uint8Array;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const cores = JSON.parse(row[14] as string) as number[];
  const awake = row[18] === undefined ? null : (JSON.parse(row[18] as string) as number[]);
  for (const [b, { name, nodeCount, coresPerNode, standby }] of blocks.entries()) {
    const used = view.getFloat64(8 * b, true);
    const fewest = standby?.minimumOn ?? nodeCount;
    const nodes = awake?.[b] ?? nodeCount;
    if (awake !== null) {
      const allowed = fewest === nodeCount ? `${nodeCount}` : `${fewest} to ${nodeCount}`;
      demand(nodes >= fewest && nodes <= nodeCount, `awake_nodes of ${name}`, nodes, allowed);
    }
    const share = nodes / nodeCount;
    const allowed = share === 1 ? '0 to 1' : `0 to ${share}: its share of nodes that are on`;
    demand(used >= -SAME && used <= share + SAME, `utilisation of ${name}`, used, allowed);
    const most = nodes * coresPerNode;
    demand(cores[b]! >= 0 && cores[b]! <= most, `allowable_cores of ${name}`, cores[b], `0 to ${most}`);
  }
}

function isSame(value: SqlValue, other: SqlValue): boolean {
  if (typeof value !== 'number' || typeof other !== 'number') return value === other;
  return Math.abs(value - other) <= SAME * Math.max(1, Math.abs(value), Math.abs(other));
}
