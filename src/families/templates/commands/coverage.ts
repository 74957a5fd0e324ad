import type { WordsOf } from '../../options.js';
import type { COVERAGE_OPTIONS } from '../options.js';
import { join } from 'node:path';
import { type Asked, type CommandAnswer, type CommandRecord, RefusedOption } from '../../commands.js';
import type { Refused } from '../../../instances/fault.js';
import { withAllNodesOn } from '../../../../models/families/templates/standby.js';
import { templatesModel } from '../../../../models/families/templates/compile.js';
import { templatesChecker } from '../check/check-templates.js';
import { coverageSamplesCsv, runningVectorsCsv } from '../report/coverage-csv.js';
import { coverageText } from '../report/coverage-text.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { openDatabaseRoom } from '../runs/database-room.js';
import { feasibilityOf } from '../studies/coverage/feasibility.js';
import type { CoverageRecord } from '../studies/coverage/record.js';
import { sampleCoverage } from '../studies/coverage/run.js';
import { instanceFiles } from './instance-files.js';

type CoverageWords = WordsOf<typeof COVERAGE_OPTIONS>;

/** Names of the output files in the folder given by --out, by their keys in the record. */
const NAMES = { coverage: 'coverage.json', vectors: 'running-cores.csv', samples: 'samples.csv' } as const;

/**
 * Runs `plenum templates coverage`. It finds how many states of the grid are feasible, and how much work is lost
 * because a scheduler uses the template of the nearest state.
 */
export async function runCoverage(asked: Asked): Promise<CommandAnswer | Refused> {
  const { interrupted, watcher, places, nowS, recordText } = asked;
  const options = asked.words as unknown as CoverageWords;
  const { samples, seed, out } = options;
  const file = asked.files[0]!;
  if (out?.trim() === '') throw new RefusedOption('--out', out, 'the name of a directory', 'Name one.');
  const paths = Object.entries(NAMES).map(([key, name]): [string, string] => [
    key,
    out === undefined ? '' : join(out, name),
  ]);
  const targets = out === undefined ? [] : paths.map(([, path]) => path);
  const inputs = [file, ...(options.instance === undefined ? [] : [options.instance])];
  const { force } = options;
  const inTheWay = places.obstacle('--out', targets, { inputs, force });
  if (inTheWay !== null) return { ok: false, faults: [inTheWay] };
  const timeS: Record<string, number> = {};
  const clock = phases(nowS, timeS);
  const opened = await openDatabaseRoom(file, options.instance);
  if (!opened.ok) return opened;
  const { database, matrices } = opened;
  const { instance, book, facts } = database;
  const overwritten = places.obstacle('--out', targets, { inputs: instanceFiles(options.instance, instance), force });
  if (overwritten !== null) return { ok: false, faults: [overwritten] };
  const checker = templatesChecker(instance, matrices);
  if (!checker.ok) {
    const value = checker.faults.map(({ where }) => where).join('; ');
    const remedy = 'plenum templates check lists what is wrong.';
    return { ok: false, faults: [{ file, path: '', value, allowed: 'a room that can be judged', remedy }] };
  }
  const compiled = templatesModel(instance, matrices);
  const model = facts.nodesMayBeOff === true ? compiled : withAllNodesOn(compiled);
  clock('open');
  const { feasibility, vectors } = feasibilityOf(model, book, checker.check);
  clock('feasibility');
  const found = await sampleCoverage({
    model,
    book,
    samples,
    seed,
    pause: async (done) => {
      watcher.line(`state ${done} of ${samples}`);
      await new Promise((resolve) => setImmediate(resolve));
      return interrupted();
    },
  });
  watcher.clear();
  clock('sampling');
  const record: CoverageRecord = {
    instance: instance.name,
    family: 'templates',
    study: 'coverage',
    database: file,
    sha256: facts.instanceSha256,
    seed,
    feasibility,
    sampling: found.sampling,
    refinement: found.refinement,
    matrixProvenance: facts.airflow.summary,
    warnings: interrupted() ? [`interrupted: ${found.samples.length} of ${samples} states`] : [],
    timeS: withTotal(timeS),
    files: out === undefined ? {} : Object.fromEntries(paths),
  };
  const told = toldOf(record, found.samples.length < samples);
  const names = model.quadrants.map(({ name }) => name);
  const fault =
    out === undefined
      ? null
      : places.write(
          out,
          new Map([
            [NAMES.vectors, runningVectorsCsv(names, vectors, model.ventOpenings)],
            [NAMES.samples, coverageSamplesCsv(names, found.samples)],
            [NAMES.coverage, recordText(told)],
          ]),
        );
  return { ok: true, ended: 'done', record: told, text: coverageText(record), fault };
}

function toldOf(record: CoverageRecord, isCutShort: boolean): CommandRecord {
  const { instance, family, seed, warnings, timeS, files, ...details } = record;
  const termination = isCutShort ? 'interrupted' : 'finished';
  return { instance, family, seed, termination, warnings, timeS, files, details };
}
