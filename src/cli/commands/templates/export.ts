import { statSync } from 'node:fs';
import { statesOf } from '../../../../models/problems/templates/states.js';
import { exportCsv, exportJson, type ExportRow } from '../../../families/templates/report/export.js';
import { errorObstacle, writeObstacle, writeWhole } from '../../../runs/files.js';
import { openTemplateDatabase } from '../../../families/templates/runs/open-database.js';
import type { TemplateDatabase } from '../../../families/templates/runs/result.js';
import { EXIT } from '../../exit-codes.js';
import { OptionError } from '../../options.js';
import { printJson, printLines, refuse } from '../../output.js';
import { unwritable } from '../../../workbench/places.js';

export interface ExportOptions {
  readonly out: string;
  readonly format: 'json' | 'csv';
  readonly force: boolean;
  readonly json: boolean;
}

/** `plenum templates export`. Returns the exit code. */
export async function exportCommand(file: string, { out, format, force, json }: ExportOptions): Promise<number> {
  const obstacle = writeObstacle([out], [file]);
  if (obstacle !== null) return refuse([unwritable('--out', obstacle)], json);
  if (!force && statSync(out, { throwIfNoEntry: false }) !== undefined) {
    throw new OptionError('--out', out, 'a file that is not there yet', 'Name another one, or add --force.');
  }
  const database = await openTemplateDatabase(file);
  if (!database.ok) return refuse(database.problems, json);
  try {
    writeWhole(out, (format === 'json' ? exportJson : exportCsv)(database, rowsOf(database)));
  } catch (error) {
    return refuse([unwritable('--out', errorObstacle(out, error))], json);
  }
  const states = statesOf(database.book.grid).length;
  const bytes = statSync(out).size;
  if (json) printJson({ database: file, out, format, states, bytes });
  else printLines(`written       ${out}: ${states} states, ${(bytes / 1e6).toFixed(2)} MB`);
  return EXIT.solved;
}

function* rowsOf({ book, coresFigures }: TemplateDatabase): Generator<ExportRow> {
  for (const state of statesOf(book.grid)) {
    yield { state, template: book.template(state.index), figures: coresFigures(state.index) };
  }
}
