import { type Asked, type CommandAnswer, type CommandWatcher, RefusedOption } from '../../commands.js';
import type { Refused } from '../../../instances/problem.js';
import { stateCount } from '../../../../models/problems/templates/states.js';
import { openTemplates } from '../instances/open.js';
import { databaseText } from '../report/database.js';
import { type BuildProgress, buildTemplates, journalOf } from '../runs/build.js';
import { openTemplateDatabase } from '../runs/open-database.js';
import { summaryOf } from '../runs/summary.js';
import type { RoundingRule } from '../runs/result.js';
import { instanceFiles } from './instance-files.js';

interface BuildWords {
  readonly out: string;
  readonly rounding: RoundingRule;
  readonly workers: number;
  readonly force: boolean;
}

/** `plenum templates build`. */
export async function runBuild(asked: Asked): Promise<CommandAnswer | Refused> {
  const { files, words, plenumVersion, nowS, interrupted, watcher, places } = asked;
  const { out, rounding, workers, force } = words as unknown as BuildWords;
  const file = files[0]!;
  const startedS = nowS();
  if (out.trim() === '') throw new RefusedOption('--out', out, 'the name of a file', 'Name one.');
  const targets = [out, journalOf(out)];
  // What is there is taken up, or refused by the build itself.
  const obstacle = places.obstacle('--out', targets, { inputs: [file], force: true });
  if (obstacle !== null) return { ok: false, problems: [obstacle] };
  const opened = openTemplates(file);
  if (!opened.ok) return opened;
  const inputs = instanceFiles(file, opened.instance);
  const overwritten = places.obstacle('--out', targets, { inputs, force: true });
  if (overwritten !== null) return { ok: false, problems: [overwritten] };
  opened.warnings.forEach(watcher.warn);
  try {
    const answer = await buildTemplates({
      ...{ opened, out, rounding, workers, force, plenumVersion, interrupted },
      onChunk: progressTo(watcher, stateCount(opened.instance.grid), nowS),
      onWarning: watcher.warn,
    });
    watcher.clear();
    if (!answer.ok) return answer;
    if (answer.outcome === 'interrupted') {
      const { done, total } = answer.progress;
      return {
        ...{ ok: true, ended: 'stopped' },
        record: {
          ...{ instance: opened.instance.name, termination: 'interrupted', warnings: opened.warnings },
          files: { journal: journalOf(out) },
          details: { outcome: 'interrupted', done, total },
        },
        text: `Interrupted after ${done} of ${total} parts; the same command goes on from there.`,
      };
    }
    const database = await openTemplateDatabase(out, { name: opened.instance.name, sha256: opened.sha256 });
    if (!database.ok) return database;
    const seconds = nowS() - startedS;
    const outcome = answer.outcome === 'complete' ? 'alreadyComplete' : 'built';
    const { facts, bytes } = database;
    const summary = summaryOf(database);
    const what =
      outcome === 'built'
        ? `${(bytes / 1e6).toFixed(2)} MB, built in ${seconds.toFixed(1)} s`
        : 'complete already, left as it is';
    return {
      ...{ ok: true, ended: 'done' },
      record: {
        ...{ instance: opened.instance.name, termination: 'finished', warnings: opened.warnings },
        timeS: { total: seconds },
        files: { database: out },
        details: { outcome, bytes, ...facts, ...summary },
      },
      text: `${databaseText(facts, summary)}written       ${out}: ${what}`,
    };
  } catch (error) {
    watcher.clear();
    return { ok: false, problems: [places.failed('--out', out, error)] };
  }
}

/** States done and seconds left, and what an earlier run had done. */
function progressTo(watcher: CommandWatcher, states: number, nowS: () => number): (progress: BuildProgress) => void {
  const fromS = nowS();
  return ({ done, resumed, total }) => {
    if (done === resumed && resumed > 0) {
      watcher.say(`${resumed} of ${total} parts are there already, from an earlier run.`);
    }
    const passedS = nowS() - fromS;
    const leftS = done > resumed ? (passedS / (done - resumed)) * (total - done) : NaN;
    const left = Number.isNaN(leftS) ? '' : `, ${Math.ceil(leftS)} s left`;
    watcher.line(`${Math.round((states * done) / total)} of ${states} states${left}`);
  };
}
