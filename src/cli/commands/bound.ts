import { basename, dirname } from 'node:path';
import type { LinearProgram } from '../../../models/forms/linear-program.js';
import { boundCaveat } from '../../methods/reward-rate/certificate.js';
import { configurationBound } from '../../methods/reward-rate/config-lp.js';
import { scaleNotes } from '../../methods/reward-rate/lp-scale.js';
import { idleConflict, withIdleRoom } from '../../methods/reward-rate/infeasibility.js';
import type { Certificate } from '../../methods/reward-rate/outcome.js';
import { writeFileSet } from '../../runs/file-set.js';
import { runDriver } from '../../runs/control.js';
import { openProblem } from '../../runs/open.js';
import { OBJECTIVE_UNIT } from '../../runs/result-of.js';
import { loadLpEngine, type LpEngineName } from '../../solvers/linear/load.js';
import { writeLp } from '../../solvers/linear/write-lp.js';
import { writeMps } from '../../solvers/linear/write-mps.js';
import { otherLimits } from '../../reports/wording.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { OptionError } from '../options.js';
import { outputProblem, printJson, printLines, refuse, unopened } from '../output.js';
import { airTimeIsUp } from '../run-request.js';
import { progressLine } from '../progress.js';

export interface BoundOptions {
  readonly engine: LpEngineName;
  readonly timeLimit?: number;
  readonly writeModel?: string;
  /** Overwrite what Plenum did not write. */
  readonly force?: boolean;
  readonly json: boolean;
}

/** Limits named beside the first that even an idle facility breaks. */
const MOST_OTHERS = 10;

/** `plenum bound`: the certified bound alone, and on request the LP it came from as .mps or .lp. */
export async function boundCommand(file: string, options: BoundOptions): Promise<number> {
  const { json, writeModel } = options;
  const write = writeModel === undefined ? null : modelWriter(writeModel);
  const places = writeModel === undefined ? [] : [writeModel];
  const inTheWay = outputProblem('--write-model', places, { inputs: [file], force: options.force });
  if (inTheWay !== null) return refuse([inTheWay], json);

  const interrupt = interruptSwitch();
  const progress = progressLine();
  try {
    const control = runDriver({
      limits: { timeLimitS: options.timeLimit ?? null, workLimit: null },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    const opened = openProblem(file, undefined, airTimeIsUp(options.timeLimit));
    if (!opened.ok) return unopened(opened, json);
    const { problem, instance } = opened;
    const conflict = idleConflict(problem);
    if (conflict !== null) {
      if (json) printJson({ instance: instance.name, bound: null, infeasibility: conflict });
      else printLines([conflict.message, ...otherLimits(conflict, MOST_OTHERS)].join('\n'));
      return EXIT.noFeasiblePlan;
    }
    const programs: LinearProgram[] = [];
    const engine = await loadLpEngine(options.engine);
    const keep = (program: LinearProgram): unknown => programs.push(program);
    const certificate = await configurationBound(
      { problem: withIdleRoom(problem), engine, control, start: null },
      null,
      keep,
    );
    progress.clear();
    if (certificate === null) {
      const reason =
        control.stopReason === null
          ? `the LP engine ${options.engine} did not finish`
          : 'the run was stopped before a bound was proven';
      if (json) printJson({ instance: instance.name, bound: null, boundReason: reason });
      process.stderr.write(`There is no bound: ${reason}.\n`);
      return control.stopReason === null ? EXIT.ourFault : EXIT.limitWithoutPlan;
    }
    const program = programs.at(-1);
    const written = writeModel !== undefined && write !== null && program !== undefined ? writeModel : null;
    if (written !== null)
      writeFileSet(
        dirname(written),
        new Map([[basename(written), write!(program!, instance.name, scaleNotes(problem))]]),
      );
    const caveat = boundCaveat(problem);
    const warnings = caveat === null ? [] : [caveat];
    if (json) printJson({ instance: instance.name, ...fields(certificate), warnings });
    else printLines([...lines(instance.name, certificate, written), ...warnings].join('\n'));
    return EXIT.solved;
  } finally {
    interrupt.release();
  }
}

function modelWriter(file: string): typeof writeLp {
  if (file.endsWith('.lp')) return writeLp;
  if (file.endsWith('.mps')) return writeMps;
  throw new OptionError(
    '--write-model',
    file,
    'a name ending in .mps or .lp',
    'Add the ending of the format you want.',
  );
}

function fields({ boundRewardPerS, scope, marginal, relaxationGap, work }: Certificate): Record<string, unknown> {
  return {
    bound: boundRewardPerS,
    objectiveUnit: OBJECTIVE_UNIT,
    boundScope: scope,
    relaxationGap,
    marginal,
    work,
  };
}

function lines(name: string, { boundRewardPerS, scope, marginal }: Certificate, model: string | null): string[] {
  const perKW = (marginal.perCapW * 1000).toPrecision(4);
  return [
    `No plan for ${name} earns more than ${boundRewardPerS.toPrecision(10)} ${OBJECTIVE_UNIT}.`,
    `Holds for ${scope}.`,
    `One more kW of cap is worth ${perKW} reward/s, one more degree of red line ${marginal.perRedLineC.toPrecision(4)} reward/s.`,
    ...(model === null ? [] : [`The LP is in ${model}.`]),
  ];
}
