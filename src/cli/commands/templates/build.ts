import { stateCount } from '../../../../models/problems/templates/states.js';
import { openTemplates } from '../../../families/templates/instances/open.js';
import { databaseText } from '../../../families/templates/report/database.js';
import { errorObstacle, writeObstacle } from '../../../runs/files.js';
import { type BuildProgress, buildTemplates, journalOf } from '../../../families/templates/runs/build.js';
import { openTemplateDatabase } from '../../../families/templates/runs/open-database.js';
import { summaryOf } from '../../../families/templates/runs/summary.js';
import type { RoundingRule } from '../../../families/templates/runs/result.js';
import { EXIT } from '../../exit-codes.js';
import { interruptSwitch } from '../../interrupt.js';
import { note, printJson, printLines, refuse } from '../../output.js';
import { unwritable } from '../../../workbench/places.js';
import { instanceFiles } from '../../templates-inputs.js';
import { readVersion } from '../../version.js';

export interface BuildOptions {
  readonly out: string;
  readonly rounding: RoundingRule;
  readonly workers: number;
  readonly force: boolean;
  readonly json: boolean;
}

/** `plenum templates build`. Returns the exit code. */
export async function buildCommand(file: string, packageDirectory: string, options: BuildOptions): Promise<number> {
  const { out, rounding, workers, force, json } = options;
  const startedS = performance.now() / 1000;
  const obstacle = writeObstacle([out, journalOf(out)], [file]);
  if (obstacle !== null) return refuse([unwritable('--out', obstacle)], json);
  const opened = openTemplates(file);
  if (!opened.ok) return refuse(opened.problems, json);
  const overwritten = writeObstacle([out, journalOf(out)], instanceFiles(file, opened.instance));
  if (overwritten !== null) return refuse([unwritable('--out', overwritten)], json);
  for (const warning of opened.warnings) process.stderr.write(`Note: ${warning}\n`);
  const interrupt = interruptSwitch();
  const line = progressOf(stateCount(opened.instance.grid));
  try {
    const answer = await buildTemplates({
      ...{ opened, out, rounding, workers, force },
      plenumVersion: readVersion(packageDirectory),
      interrupted: interrupt.asked,
      onChunk: line.show,
      onWarning: note,
    });
    line.clear();
    if (!answer.ok) return refuse(answer.problems, json);
    if (answer.outcome === 'interrupted') {
      const { done, total } = answer.progress;
      if (json) printJson({ outcome: 'interrupted', out, journal: journalOf(out), done, total });
      else printLines(`Interrupted after ${done} of ${total} parts; the same command goes on from there.`);
      return EXIT.limitWithoutPlan;
    }
    const database = await openTemplateDatabase(out, { name: opened.instance.name, sha256: opened.sha256 });
    if (!database.ok) return refuse(database.problems, json);
    const seconds = performance.now() / 1000 - startedS;
    const outcome = answer.outcome === 'complete' ? 'alreadyComplete' : 'built';
    const { facts, bytes } = database;
    const summary = summaryOf(database);
    if (json) printJson({ outcome, out, bytes, seconds, ...facts, ...summary });
    else {
      const what =
        outcome === 'built'
          ? `${(bytes / 1e6).toFixed(2)} MB, built in ${seconds.toFixed(1)} s`
          : 'complete already, left as it is';
      printLines(`${databaseText(facts, summary)}written       ${out}: ${what}`);
    }
    return EXIT.solved;
  } catch (error) {
    line.clear();
    return refuse([unwritable('--out', errorObstacle(out, error))], json);
  } finally {
    line.clear();
    interrupt.release();
  }
}

/** One line on stderr, rewritten in place; nothing unless stderr is a terminal, but for what an earlier run had done. */
function progressOf(states: number): { readonly show: (progress: BuildProgress) => void; readonly clear: () => void } {
  const { stderr } = process;
  const fromS = performance.now() / 1000;
  let isShown = false;
  return {
    show({ done, resumed, total }) {
      if (done === resumed && resumed > 0) {
        stderr.write(`${resumed} of ${total} parts are there already, from an earlier run.\n`);
      }
      if (!stderr.isTTY) return;
      const passedS = performance.now() / 1000 - fromS;
      const leftS = done > resumed ? (passedS / (done - resumed)) * (total - done) : NaN;
      const left = Number.isNaN(leftS) ? '' : `, ${Math.ceil(leftS)} s left`;
      stderr.write(`\r\u001b[2K${Math.round((states * done) / total)} of ${states} states${left}`);
      isShown = true;
    },
    clear() {
      if (isShown) stderr.write('\r\u001b[2K');
      isShown = false;
    },
  };
}
