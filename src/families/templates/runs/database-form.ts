import type { TemplatesTables } from '../../../../models/families/templates/compile.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { LocalFault } from '../../../instances/fault.js';
import { databaseFault, kindFaults, MAX_FAULTS, numbersOf, parsedJson } from '../../../runs/database/form.js';
import type { DatabaseKind } from '../../../runs/database/kind.js';
import type { Rows } from '../../../runs/database/rows.js';
import { type PriceTable, TEMPLATE_DATABASE, type TableName } from './database-schema.js';
import { priceFaults } from './price-rows.js';
import { ROUNDING_RULES } from './result.js';
import { floatsOf } from './float-bytes.js';

/** Rows of each table of a database, with types and lengths not checked yet. */
export type TemplateRows = Rows<TableName> & Partial<Rows<PriceTable>>;

/** Largest whole number accepted in a database: the maximum of 32-bit integers. */
const MAX_INT32 = 2 ** 31 - 1;

/** Keys that the table `meta` must have; without them nothing else is checked. */
const NEEDED = ['instance_sha256', 'plenum_version'] as const;

type Shape = 'number' | 'number or null' | 'text' | { readonly [key: string]: Shape };
/**
 * Required JSON shape of a `Breach` in `rounding_effects`: number of violations, largest excess, and state with this
 * excess.
 */
const BREACH: Shape = { count: 'number', worst: 'number', worstState: 'number or null' };
/** Required JSON shape of the record on the effects of one rounding rule. */
const EFFECT: Shape = {
  states: 'number',
  work: BREACH,
  power: BREACH,
  outlet: BREACH,
  fewerThanRunning: BREACH,
  workChange: { mean: 'number', least: 'number' },
};
/** Required JSON shape of the fields of a MatrixProvenance that are shown. */
const AIRFLOW: Shape = { kind: 'text', summary: 'text', rowSumError: 'number', conservationError: 'number' };
/** Required shape of the JSON values in the table `meta`, by key. */
const META_JSON: Readonly<Record<string, Shape>> = {
  rounding_effects: Object.fromEntries(ROUNDING_RULES.map((rule) => [rule, EFFECT])),
  airflow: AIRFLOW,
};

/** Returns at most MAX_FAULTS faults of rows with wrong types, lengths or formats. Contents are not checked. */
export function formFaults(
  rows: TemplateRows,
  instance: TemplatesInstance,
  { blocks: { length: blocks }, ventOpenings }: Pick<TemplatesTables, 'blocks' | 'ventOpenings'>,
  kind: DatabaseKind<TableName>,
): LocalFault[] {
  const faults = kindFaults(kind, rows);
  if (faults.length > 0) return faults;
  metaFaults(new Map(rows.meta.map(([key, value]) => [key as string, value as string])), faults);
  const quadrants = instance.quadrants.length;
  const combinations = ventOpenings.length;
  const inOrder = rows.vents.every(
    ([vents, quadrant], n) => vents === Math.floor(n / quadrants) && quadrant === n % quadrants,
  );
  if (rows.vents.length !== combinations * quadrants || !inOrder) {
    const allowed = `${combinations} vent combinations of ${quadrants} quadrants, each once`;
    faults.push(faultAt('vents', `${rows.vents.length} rows`, allowed));
  }
  for (const row of rows.templates) {
    if (faults.length >= MAX_FAULTS) break;
    const at = (column: string): string => `templates, state ${String(row[0])}, ${column}`;
    if (numbersOf(row[2] as string, quadrants) === null) {
      faults.push(faultAt(at('running_cores'), row[2], `a JSON list of ${quadrants} numbers, one per quadrant`));
    }
    const bytes = row[13] as Uint8Array;
    if (bytes.length !== 8 * blocks) {
      faults.push(faultAt(at('utilisation'), `${bytes.length} bytes`, `${8 * blocks} bytes: a float64 per block`));
    } else if (!floatsOf(bytes, 8).every(Number.isFinite)) {
      faults.push(faultAt(at('utilisation'), 'a value that is no finite number', 'finite numbers'));
    }
    const isCount = (value: number): boolean => Number.isInteger(value) && Math.abs(value) <= MAX_INT32;
    if (numbersOf(row[14] as string, blocks, isCount) === null) {
      faults.push(faultAt(at('allowable_cores'), row[14], `a JSON list of ${blocks} whole numbers, one per block`));
    }
    if (row[18] !== undefined && numbersOf(row[18] as string, blocks, isCount) === null) {
      faults.push(faultAt(at('awake_nodes'), row[18], `a JSON list of ${blocks} whole numbers, one per block`));
    }
  }
  const { prices, proofs } = rows;
  if (prices !== undefined && proofs !== undefined) {
    const optimal = rows.templates.map(([, , , , status]) => status === 'optimal');
    const sizes = { blocks, vents: combinations, optimal };
    priceFaults({ prices, proofs }, sizes, faultAt, faults);
  }
  return faults;
}

export function faultAt(path: string, value: unknown, allowed: string): LocalFault {
  return databaseFault(TEMPLATE_DATABASE, path, value, allowed);
}

function metaFaults(meta: ReadonlyMap<string, string>, faults: LocalFault[]): void {
  for (const key of NEEDED) {
    if ((meta.get(key) ?? '') === '') faults.push(faultAt(`meta.${key}`, meta.get(key), 'a text that is not empty'));
  }
  const rounding = meta.get('rounding');
  if (!ROUNDING_RULES.some((rule) => rule === rounding)) {
    faults.push(faultAt('meta.rounding', rounding, ROUNDING_RULES.join(' or ')));
  }
  for (const [key, shape] of Object.entries(META_JSON)) {
    const wrong = misfit(parsedJson(meta.get(key) ?? ''), shape, `meta.${key}`);
    if (wrong !== null) faults.push(wrong);
  }
}

/** Returns the fault of the first value that does not have the required JSON shape; null if there is none. */
function misfit(value: unknown, shape: Shape, path: string): LocalFault | null {
  if (typeof shape === 'string') {
    const isNull = shape === 'number or null' && value === null;
    const fits = isNull || (shape === 'text' ? typeof value === 'string' : Number.isFinite(value));
    return fits ? null : faultAt(path, value, `a ${shape}`);
  }
  if (typeof value !== 'object' || value === null) return faultAt(path, value, 'a JSON object');
  const own = value as Readonly<Record<string, unknown>>;
  for (const [key, inner] of Object.entries(shape)) {
    const wrong = misfit(Object.hasOwn(own, key) ? own[key] : undefined, inner, `${path}.${key}`);
    if (wrong !== null) return wrong;
  }
  return null;
}
