import { join } from 'node:path';
import type { Refused } from '../../instances/fault.js';
import { ownFolder } from '../../runs/own-folder.js';
import { commandEnvelope, type CommandEnvelope } from '../envelope.js';
import { EXPORT_FORMATS, type ExportFormat, exportStudy } from './export.js';
import type { FolderSurroundings } from './folder.js';
import { writingTo } from '../refusal-of.js';
import { TABLES } from './own-places.js';
import { reportStudy } from './report.js';
import { studyStatus } from './status.js';

/** File names of the exported tables, by format. */
const FILES: Readonly<Record<ExportFormat, string>> = {
  csv: 'runs.csv',
  sqlite: 'runs.sqlite',
  parquet: 'runs.parquet',
};

export interface StudyCollected {
  readonly ok: true;
  /** True if every run has a record. */
  readonly complete: boolean;
  readonly record: CommandEnvelope;
  readonly lines: readonly string[];
  readonly notes: readonly string[];
}

/**
 * Collects the results of a study folder: the state of each run, tables of the runs with a record, and the report once
 * all have one. Executes nothing and does not wait (docs/studies/slurm.md).
 */
export function collectStudy(
  directory: string,
  rules: { readonly force: boolean },
  surroundings: FolderSurroundings,
): Promise<StudyCollected | Refused> {
  return writingTo('<folder>', () => collected(directory, rules, surroundings));
}

async function collected(
  directory: string,
  { force }: { readonly force: boolean },
  surroundings: FolderSurroundings,
): Promise<StudyCollected | Refused> {
  const status = await studyStatus(directory, surroundings);
  if (!status.ok) return status;
  const tables = ownFolder(directory, TABLES).folder();
  const files: Record<string, string> = {};
  const notes = new Set(status.record.warnings);
  for (const format of EXPORT_FORMATS) {
    const out = join(tables, FILES[format]);
    const written = await exportStudy(directory, { format, out, trajectories: null, times: true, force }, surroundings);
    if (!written.ok) return written;
    files[format] = out;
    for (const warning of written.record.warnings) notes.add(warning);
  }
  const { details, family } = status.record;
  const complete = details['missing'] === 0;
  if (complete) {
    const reported = await reportStudy(directory, { out: null, times: true, force }, surroundings);
    if (!reported.ok) return reported;
    files['report'] = reported.record.files['report']!;
  }
  const record = commandEnvelope({
    family,
    termination: complete ? 'finished' : 'interrupted',
    warnings: [...notes],
    files,
    details: { ...details, complete },
  });
  const written = Object.values(files).map((file) => `written       ${file}`);
  const missing = complete ? [] : ['The report is written once no run is missing.'];
  return { ok: true, complete, record, lines: [...status.lines, ...written, ...missing], notes: [...notes] };
}
