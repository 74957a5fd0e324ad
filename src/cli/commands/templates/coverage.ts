import { join } from 'node:path';
import { templatesProblem } from '../../../../models/problems/templates/compile.js';
import { templatesChecker } from '../../../families/templates/check/check-templates.js';
import { coverageSamplesCsv, runningVectorsCsv } from '../../../families/templates/report/coverage-csv.js';
import { coverageText } from '../../../families/templates/report/coverage-text.js';
import { monotonicS } from '../../../runs/clock.js';
import { phases, withTotal } from '../../../runs/stop-watch.js';
import { openDatabaseRoom } from '../../../families/templates/runs/database-room.js';
import { feasibilityOf } from '../../../families/templates/studies/coverage/feasibility.js';
import type { CoverageRecord } from '../../../families/templates/studies/coverage/record.js';
import { sampleCoverage } from '../../../families/templates/studies/coverage/run.js';
import { EXIT } from '../../exit-codes.js';
import { interruptSwitch } from '../../interrupt.js';
import { OptionError } from '../../options.js';
import { printJson, printLines, refuse } from '../../output.js';
import { outputProblem } from '../../../workbench/places.js';
import { writeStudy } from '../../study-files.js';
import { instanceFiles } from '../../templates-inputs.js';

export interface CoverageOptions {
  readonly samples: number;
  readonly seed: number;
  readonly instance?: string;
  readonly out?: string;
  readonly force?: boolean;
  readonly json: boolean;
}

const NAMES = { coverage: 'coverage.json', vectors: 'running-cores.csv', samples: 'samples.csv' } as const;

/** `plenum templates coverage`: what the grid of a database covers and what rounding to it costs. Returns the exit code. */
export async function coverageCommand(file: string, options: CoverageOptions): Promise<number> {
  const { samples, seed, out, json } = options;
  if (out?.trim() === '') throw new OptionError('--out', out, 'the name of a directory', 'Name one.');
  const paths = Object.entries(NAMES).map(([key, name]): [string, string] => [
    key,
    out === undefined ? '' : join(out, name),
  ]);
  const targets = out === undefined ? [] : paths.map(([, path]) => path);
  const inputs = [file, ...(options.instance === undefined ? [] : [options.instance])];
  const { force } = options;
  const inTheWay = outputProblem('--out', targets, { inputs, force });
  if (inTheWay !== null) return refuse([inTheWay], json);
  const timeS: Record<string, number> = {};
  const clock = phases(monotonicS, timeS);
  const opened = await openDatabaseRoom(file, options.instance);
  if (!opened.ok) return refuse(opened.problems, json);
  const { database, matrices } = opened;
  const { instance, book, facts } = database;
  const overwritten = outputProblem('--out', targets, { inputs: instanceFiles(options.instance, instance), force });
  if (overwritten !== null) return refuse([overwritten], json);
  const checker = templatesChecker(instance, matrices);
  if (!checker.ok) {
    const value = checker.faults.map(({ where }) => where).join('; ');
    const remedy = 'plenum templates check lists what is wrong.';
    return refuse([{ file, path: '', value, allowed: 'a room that can be judged', remedy }], json);
  }
  const problem = templatesProblem(instance, matrices);
  clock('open');
  const { feasibility, vectors } = feasibilityOf(problem, book, checker.check);
  clock('feasibility');
  const interrupt = interruptSwitch();
  try {
    const found = await sampleCoverage({
      ...{ problem, book, samples, seed },
      pause: async (done) => {
        if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2Kstate ${done} of ${samples}`);
        await new Promise((resolve) => setImmediate(resolve));
        return interrupt.asked();
      },
    });
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[2K');
    clock('sampling');
    const record: CoverageRecord = {
      ...{
        instance: instance.name,
        family: 'templates',
        study: 'coverage',
        database: file,
        sha256: facts.instanceSha256,
        seed,
      },
      feasibility,
      sampling: found.sampling,
      refinement: found.refinement,
      matrixProvenance: facts.airflow.summary,
      warnings: interrupt.asked() ? [`interrupted: ${found.samples.length} of ${samples} states`] : [],
      timeS: withTotal(timeS),
      files: out === undefined ? {} : Object.fromEntries(paths),
    };
    const names = problem.quadrants.map(({ name }) => name);
    const fault =
      out === undefined
        ? null
        : writeStudy(
            out,
            new Map([
              [NAMES.vectors, runningVectorsCsv(names, vectors, problem.ventOpenings)],
              [NAMES.samples, coverageSamplesCsv(names, found.samples)],
              [NAMES.coverage, `${JSON.stringify(record, null, 1)}\n`],
            ]),
          );
    if (json) printJson(record);
    else printLines(coverageText(record));
    if (fault !== null) process.stderr.write(`${fault.message}\n`);
    return fault?.exitCode ?? EXIT.solved;
  } finally {
    interrupt.release();
  }
}
