import type { WordsOf } from '../../options.js';
import type { BUILD_OPTIONS } from '../options.js';
import { stateCount } from '../../../../models/families/templates/states.js';
import type { Refused } from '../../../instances/fault.js';
import type { Asked, CommandAnswer } from '../../commands.js';
import { builtAnswer, placeForDatabase, progressTo } from '../../database-commands.js';
import { openTemplates } from '../instances/open.js';
import { databaseText } from '../report/database.js';
import { buildTemplates } from '../runs/build.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import { summaryOf } from '../runs/summary.js';
import { instanceFiles } from './instance-files.js';

type BuildWords = WordsOf<typeof BUILD_OPTIONS>;

/** Runs `plenum templates build`, which solves all states of an instance and writes the templates to a database. */
export async function runBuild(asked: Asked): Promise<CommandAnswer | Refused> {
  const { files, words, plenumVersion, nowS, interrupted, watcher, places } = asked;
  const { out, rounding, standby, workers, force } = words as unknown as BuildWords;
  const file = files[0]!;
  const startedS = nowS();
  const refused = placeForDatabase(out, [file], places);
  if (refused !== null) return refused;
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  const overwritten = placeForDatabase(out, instanceFiles(file, opened.instance), places);
  if (overwritten !== null) return overwritten;
  const { warnings, sha256 } = opened;
  const { name, grid } = opened.instance;
  warnings.forEach(watcher.warn);
  const request = {
    opened,
    out,
    rounding,
    standby,
    workers,
    force,
    plenumVersion,
    interrupted,
    onChunk: progressTo(watcher, { count: stateCount(grid), unit: 'states' }, nowS),
    onWarning: watcher.warn,
  };
  return builtAnswer(
    asked,
    { out, instance: name, warnings, startedS },
    () => buildTemplates(request),
    async () => {
      const database = await openTemplateDatabase(out, { name, sha256 });
      if (!database.ok) return database;
      const { facts, bytes } = database;
      const summary = summaryOf(database);
      return { ok: true, bytes, details: { ...facts, ...summary }, text: databaseText(facts, summary) };
    },
  );
}
