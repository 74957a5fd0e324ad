import { statSync } from 'node:fs';
import { type Asked, type CommandAnswer, RefusedOption } from '../../commands.js';
import type { Refused } from '../../../instances/problem.js';
import { statesOf } from '../../../../models/problems/templates/states.js';
import { exportCsv, exportJson, type ExportRow } from '../report/export.js';
import { writeWhole } from '../../../runs/files.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import type { TemplateDatabase } from '../runs/result.js';

interface ExportWords {
  readonly out: string;
  readonly format: 'json' | 'csv';
  readonly force: boolean;
}

/** `plenum templates export`. */
export async function runExport({ files: [file], words, places }: Asked): Promise<CommandAnswer | Refused> {
  const { out, format, force } = words as unknown as ExportWords;
  // Whatever is there is refused below, in words of its own.
  const obstacle = places.obstacle('--out', [out], { inputs: [file!], force: true });
  if (obstacle !== null) return { ok: false, problems: [obstacle] };
  if (!force && statSync(out, { throwIfNoEntry: false }) !== undefined) {
    throw new RefusedOption('--out', out, 'a file that is not there yet', 'Name another one, or add --force.');
  }
  const database = await openTemplateDatabase(file!);
  if (!database.ok) return database;
  try {
    writeWhole(out, (format === 'json' ? exportJson : exportCsv)(database, rowsOf(database)));
  } catch (error) {
    return { ok: false, problems: [places.failed('--out', out, error)] };
  }
  const states = statesOf(database.book.grid).length;
  const bytes = statSync(out).size;
  return {
    ...{ ok: true, ended: 'done' },
    record: {
      instance: database.facts.instanceName,
      files: { export: out },
      details: { database: file, format, states, bytes },
    },
    text: `written       ${out}: ${states} states, ${(bytes / 1e6).toFixed(2)} MB`,
  };
}

function* rowsOf({ book, coresFigures }: TemplateDatabase): Generator<ExportRow> {
  for (const state of statesOf(book.grid)) {
    yield { state, template: book.template(state.index), figures: coresFigures(state.index) };
  }
}
