import { BYTES_PER_MB } from '../../../../models/units.js';
import type { Asked, CommandAnswer } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { databaseText } from '../report/database.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import { summaryOf } from '../runs/summary.js';

/** Runs `plenum templates info`, which describes a database. */
export async function runInfo({ files: [file] }: Asked): Promise<CommandAnswer | Refused> {
  const database = await openTemplateDatabase(file!);
  if (!database.ok) return database;
  const { facts, bytes } = database;
  const summary = summaryOf(database);
  const { quadrants } = database;
  return {
    ok: true,
    ended: 'done',
    record: {
      instance: facts.instanceName,
      details: { database: file, bytes, ...facts, ...summary, grid: database.book.grid, quadrants },
    },
    text: `${'database'.padEnd(14)}${file!}, ${(bytes / BYTES_PER_MB).toFixed(2)} MB\n${databaseText(facts, summary)}`,
  };
}
