import { resolve } from 'node:path';
import { COMMAND_LINE, type Fault, type Refused } from '../../instances/fault.js';
import { csvText } from '../../reports/csv.js';
import { writeOwnFile } from '../../runs/file-set.js';
import { errorObstacle } from '../../runs/write-failure.js';
import { parquetBytes } from '../../runs/tables/parquet.js';
import { MAX_SQLITE_COLUMNS, type SqliteHeader, sqliteBytes } from '../../runs/tables/sqlite.js';
import type { Table } from '../../runs/tables/table.js';
import { canonicalJson } from '../../studies/plan/canonical-json.js';
import { runsTable, type StudyTable, trajectoryTable, violationsTable } from '../../studies/tables.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { outputFault, unwritable } from '../places.js';
import { type FolderSurroundings, openStudyFolder, recordsOf, type StudyFolder } from './folder.js';
import { isInOwnPlace } from './own-places.js';

/** File formats in which the table of a study can be exported. */
export const EXPORT_FORMATS = ['csv', 'sqlite', 'parquet'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface StudyExportRequest {
  readonly format: ExportFormat;
  /** File to write. */
  readonly out: string;
  /** File for the trajectories, in the same format; null for none. */
  readonly trajectories: string | null;
  /** True to include values that depend on the machine, such as times. */
  readonly times: boolean;
  /** True to also overwrite files that Plenum did not write. */
  readonly force: boolean;
}

export interface StudyExported {
  readonly ok: true;
  readonly record: CommandEnvelope;
  readonly lines: readonly string[];
  /** Sentences for the user on what the table does not contain. */
  readonly notes: readonly string[];
}

/** Writes the runs of a study folder as a table of exact numbers (docs/studies/tables.md). */
export async function exportStudy(
  directory: string,
  request: StudyExportRequest,
  surroundings: FolderSurroundings,
): Promise<StudyExported | Refused> {
  const opened = await openStudyFolder(directory, surroundings);
  return opened.ok ? exportFolder(opened.folder, request) : opened;
}

/** Writes the runs of an opened study folder as a table, like `exportStudy`. */
export async function exportFolder(opened: StudyFolder, request: StudyExportRequest): Promise<StudyExported | Refused> {
  const fault = placeFault(opened, request);
  if (fault !== null) return { ok: false, faults: [fault] };
  const { format, out, times, trajectories } = request;
  const { study, runs, store } = opened;
  const table = runsTable({ runs, records: recordsOf(store), times });
  if (format === 'sqlite' && table.columns.length > MAX_SQLITE_COLUMNS) {
    const allowed = `at most ${MAX_SQLITE_COLUMNS} columns in SQLite`;
    const remedy = 'Take another --format, or export studies of fewer families or options.';
    return refused('--format', `${table.columns.length} columns`, allowed, remedy);
  }
  const files: Record<string, string> = { table: out };
  let bytes: number;
  try {
    bytes = written(out, format === 'sqlite' ? await database(opened, table, times) : await bytesOf(format, table));
    if (trajectories !== null && format !== 'sqlite') {
      written(trajectories, await bytesOf(format, trajectoryTable(table, times)));
      files['trajectories'] = trajectories;
    }
  } catch (error) {
    return { ok: false, faults: [unwritable('--out', errorObstacle(out, error))] };
  }
  const { missing, others } = table;
  const rows = table.rows.length;
  const failed = table.records.filter(({ outcome }) => outcome.failure !== null).length;
  const families = new Set(table.records.map(({ run }) => run.family));
  return {
    ok: true,
    record: commandEnvelope({
      family: families.size === 1 ? [...families][0]! : null,
      termination: 'finished',
      warnings: store.warnings,
      files,
      work: { rows, columns: table.columns.length },
      details: {
        study: study.name,
        format,
        times,
        runs: runs.length,
        done: rows,
        failed,
        missing,
        notAsked: others,
        bytes,
      },
    }),
    lines: Object.values(files).map((file) => `written       ${file}`),
    notes: notesOn(opened, { missing, others, failed }),
  };
}

function placeFault({ directory }: StudyFolder, request: StudyExportRequest): Fault | null {
  const { format, out, trajectories, force } = request;
  if (trajectories !== null && format === 'sqlite') {
    const allowed = 'with --format csv or parquet: a SQLite file has a table of them';
    return { file: COMMAND_LINE, path: '--trajectories', value: trajectories, allowed, remedy: 'Leave it out.' };
  }
  if (trajectories !== null && resolve(trajectories) === resolve(out)) {
    const allowed = 'another file than --out';
    return { file: COMMAND_LINE, path: '--trajectories', value: trajectories, allowed, remedy: 'Name another.' };
  }
  for (const [option, file] of [['--out', out] as const, ['--trajectories', trajectories] as const]) {
    if (file === null) continue;
    if (isInOwnPlace(directory, file)) {
      const allowed = `a file outside what ${directory} keeps the study in`;
      return { file: COMMAND_LINE, path: option, value: file, allowed, remedy: 'Name another file.' };
    }
    const inTheWay = outputFault(option, [file], { force });
    if (inTheWay !== null) return inTheWay;
  }
  return null;
}

async function bytesOf(format: Exclude<ExportFormat, 'sqlite'>, table: Table): Promise<Uint8Array> {
  if (format === 'parquet') return parquetBytes(table);
  const head = table.columns.map(({ name }) => name);
  return Buffer.from(csvText([head, ...table.rows], { quoteEmpty: true }));
}

/** Application id ("PLST") and schema version in the header of a study's SQLite file. */
const HEADER: SqliteHeader = { applicationId: 0x504c5354, schemaVersion: 1 };

function database({ study, runs }: StudyFolder, table: StudyTable, times: boolean): Promise<Uint8Array> {
  const { name, title, verb } = study;
  const facts: Readonly<Record<string, string | null>> = {
    name,
    title,
    verb,
    runs: String(runs.length),
    missing: String(table.missing),
    // It names files by paths, which are of the machine.
    ...(times ? { definition: canonicalJson(study) } : {}),
  };
  const columns = [{ name: 'name', kind: 'text' } as const, { name: 'value', kind: 'text' } as const];
  return sqliteBytes(
    [
      { name: 'study', columns, rows: Object.entries(facts), key: ['name'] },
      { ...table, key: ['key'], indexes: [['family', 'instance', 'method']] },
      { ...violationsTable(table), key: ['key', 'number'] },
      { ...trajectoryTable(table, times), key: ['key', 'number'] },
    ],
    HEADER,
  );
}

function written(file: string, bytes: Uint8Array): number {
  writeOwnFile(file, [bytes]);
  return bytes.length;
}

function notesOn(
  { directory, runs }: StudyFolder,
  { missing, others, failed }: Readonly<Record<'missing' | 'others' | 'failed', number>>,
): string[] {
  const of = `of ${runs.length} runs`;
  const notes: string[] = [];
  if (missing > 0) notes.push(`Without a record: ${missing} ${of}. plenum study resume ${directory} makes them.`);
  if (failed > 0) notes.push(`Without an answer: ${failed} ${of}. The column "failure" says why.`);
  if (others > 0) notes.push(`Records left out, since the study does not ask for their runs: ${others}.`);
  return notes;
}

function refused(path: string, value: unknown, allowed: string, remedy: string): Refused {
  return { ok: false, faults: [{ file: COMMAND_LINE, path, value, allowed, remedy }] };
}
