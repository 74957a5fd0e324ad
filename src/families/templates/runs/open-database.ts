import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import { templateBook } from '../../../../models/families/templates/book.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import type { LocalFault, Fault } from '../../../instances/fault.js';
import { templatesFiles } from '../instances/load.js';
import { readDatabaseFile } from '../../../runs/database/file.js';
import { type Row, rowsOfBytes } from '../../../runs/database/rows.js';
import { contentFaults } from './database-content.js';
import { formFaults, faultAt, type TemplateRows } from './database-form.js';
import { TEMPLATE_DATABASE, templateDatabaseOfVersion } from './database-schema.js';
import { blocksOf, factsOf, templatesOf, ventOpeningsOf } from './database-rows.js';
import { tablesOf as instanceTables } from './instance-rows.js';
import { proofsOf } from './price-rows.js';
import type { DatabaseFacts, TemplateDatabase } from './result.js';

export type OpenedTemplateDatabase =
  | ({ readonly ok: true; readonly file: string; readonly bytes: number } & TemplateDatabase)
  | { readonly ok: false; readonly faults: readonly Fault[] };

/** Name and SHA-256 of the instance from which a database must have been built. */
export interface ExpectedInstance {
  readonly name: string;
  readonly sha256: string;
}

/**
 * How thoroughly the table of templates is checked. 'readable': rows are well-formed. 'of the instance': they also
 * match the states of the grid, and their settings are possible. All other tables must match the instance in both
 * cases.
 */
export type DatabaseContents = 'readable' | 'of the instance';

/**
 * Reads a template database into memory without changing or locking any file. It checks the header, the digest of every
 * row, completeness, types, and agreement with the instance. Templates are compared with the instance only if
 * `contents` is 'of the instance'. Returns faults for a bad file, and never throws.
 */
export async function openTemplateDatabase(
  file: string,
  expected?: ExpectedInstance,
  contents: DatabaseContents = 'of the instance',
): Promise<OpenedTemplateDatabase> {
  const refuse = (fault: LocalFault): OpenedTemplateDatabase => ({ ok: false, faults: [{ file, ...fault }] });
  const read = readDatabaseFile(file, TEMPLATE_DATABASE);
  if (!read.ok) return refuse(read.fault);
  const kind = templateDatabaseOfVersion(read.schemaVersion);
  const tables = await rowsOfBytes(kind, read.bytes);
  if (!tables.ok) return refuse(tables.fault);
  const { meta } = tables;
  const judged = templatesFiles.judgeText(meta.get('instance_json') ?? '');
  const { grid } = judged.ok ? judged.instance : { grid: null };
  const gap = grid === null ? null : missingState(tables.rows.templates, stateCount(grid));
  if (gap !== null) return refuse(gap);
  if (tables.altered !== null) return refuse(tables.altered);
  if (!judged.ok) {
    const faults = judged.faults.map((one) => ({ file, ...one, path: `meta.instance_json: ${one.path}` }));
    return { ok: false, faults };
  }
  const { instance } = judged;
  const ofInstance = instanceTables(instance);
  const form = formFaults(tables.rows, instance, ofInstance, kind);
  const faults =
    form.length > 0 ? form : contentFaults(tables.rows, instance, ofInstance, contents === 'of the instance');
  if (faults.length > 0) return { ok: false, faults: faults.map((fault) => ({ file, ...fault })) };
  const facts = factsOf(meta, kind.schemaVersion);
  if (expected !== undefined && expected.sha256 !== facts.instanceSha256)
    return refuse(otherInstance(facts.instanceName, expected));
  return { ok: true, file, bytes: read.bytes.length, ...databaseOf(instance, facts, tables.rows) };
}

/**
 * Returns a fault with the first state that has no row; null if every state has one. `rows` must be sorted by state.
 */
function missingState(rows: readonly Row[], count: number): LocalFault | null {
  const fault = (value: string): LocalFault =>
    faultAt('templates', value, `each of the ${count} states of the grid once`);
  const states = rows.map(([state]) => state);
  const wrong = states.findIndex((state, k) => state !== k);
  if (wrong < 0 && states.length === count) return null;
  if (wrong < 0 && states.length < count) return fault(`no state ${states.length}`);
  const state = wrong < 0 ? states[count] : states[wrong];
  if (wrong > 0 && state === states[wrong - 1]) return fault(`state ${String(state)} twice`);
  const isAhead = typeof state === 'number' && Number.isInteger(state) && state > wrong && wrong >= 0 && wrong < count;
  return fault(isAhead ? `no state ${wrong}` : `a state ${String(state)}`);
}

function otherInstance(name: string, expected: ExpectedInstance): LocalFault {
  const same = name === expected.name;
  return {
    path: 'meta.instance_sha256',
    value: same ? `templates of another version of "${name}"` : `templates of "${name}"`,
    allowed: `templates of "${expected.name}" as it is now`,
    remedy: same
      ? 'The instance (or its matrices) changed since: build the database anew, or take the instance it was built from.'
      : 'Name the database of this instance, or build one.',
  };
}

function databaseOf(instance: TemplatesInstance, facts: DatabaseFacts, rows: TemplateRows): TemplateDatabase {
  const { prices, proofs } = rows;
  const known = prices === undefined || proofs === undefined ? null : proofsOf(prices, proofs);
  const { templates, figures, states } = templatesOf(rows.templates, known);
  return {
    facts,
    instance,
    blocks: blocksOf(rows.blocks),
    quadrants: rows.quadrants.map(([, name, cores]) => ({ name: String(name), cores: Number(cores) })),
    ventOpenings: ventOpeningsOf(rows.vents),
    book: templateBook(instance.grid, templates),
    coresFigures: (state) => figures[state]!,
    statedState: (state) => states[state]!,
  };
}
