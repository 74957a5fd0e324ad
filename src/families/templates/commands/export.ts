import { statesOf } from '../../../../models/families/templates/states.js';
import type { Refused } from '../../../instances/fault.js';
import type { Asked, CommandAnswer } from '../../commands.js';
import { type DatabaseExport, exportedAnswer } from '../../database-commands.js';
import { exportCsv, exportJson, type ExportRow } from '../report/export.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import type { TemplateDatabase } from '../runs/result.js';

/** Runs `plenum templates export`, which writes the templates of a database in another format. */
export function runExport(asked: Asked): Promise<CommandAnswer | Refused> {
  const words = asked.words as unknown as DatabaseExport;
  return exportedAnswer(asked, words, async () => {
    const database = await openTemplateDatabase(asked.files[0]!);
    if (!database.ok) return database;
    return {
      ok: true,
      instance: database.facts.instanceName,
      count: statesOf(database.book.grid).length,
      unit: 'states',
      pieces: (words.format === 'json' ? exportJson : exportCsv)(database, rowsOf(database)),
    };
  });
}

function* rowsOf({ book, coresFigures }: TemplateDatabase): Generator<ExportRow> {
  for (const state of statesOf(book.grid)) {
    yield { state, template: book.template(state.index), figures: coresFigures(state.index) };
  }
}
