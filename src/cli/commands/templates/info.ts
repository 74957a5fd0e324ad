import { databaseText } from '../../../families/templates/report/database.js';
import { openTemplateDatabase } from '../../../families/templates/runs/open-database.js';
import { summaryOf } from '../../../families/templates/runs/summary.js';
import { EXIT } from '../../exit-codes.js';
import { printJson, printLines, refuse } from '../../output.js';

/** `plenum templates info`. Returns the exit code. */
export async function infoCommand(file: string, { json }: { readonly json: boolean }): Promise<number> {
  const database = await openTemplateDatabase(file);
  if (!database.ok) return refuse(database.problems, json);
  const { facts, bytes } = database;
  const summary = summaryOf(database);
  if (json) printJson({ file, bytes, ...facts, ...summary, grid: database.book.grid, quadrants: database.quadrants });
  else printLines(`${'database'.padEnd(14)}${file}, ${(bytes / 1e6).toFixed(2)} MB\n${databaseText(facts, summary)}`);
  return EXIT.solved;
}
