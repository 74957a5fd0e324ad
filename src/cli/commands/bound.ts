import type { LinearProgram } from '../../../models/forms/linear-program.js';
import { configurationBound } from '../../methods/reward-rate/config-lp.js';
import { idleConflict } from '../../methods/reward-rate/infeasibility.js';
import { writeAtomically } from '../../runs/files.js';
import { runDriver } from '../../runs/control.js';
import { OBJECTIVE_UNIT, openProblem } from '../../runs/solve.js';
import { loadLpEngine, type LpEngineName } from '../../solvers/linear/load.js';
import { writeLp } from '../../solvers/linear/write-lp.js';
import { writeMps } from '../../solvers/linear/write-mps.js';
import { EXIT } from '../exit-codes.js';
import { printJson, printLines, refuse } from '../output.js';
import { progressLine } from '../progress.js';

export interface BoundOptions {
  readonly engine: LpEngineName;
  readonly timeLimit?: number;
  readonly writeModel?: string;
  readonly json: boolean;
}

/** `plenum bound`: the certified bound alone, and on request the LP it came from as .mps or .lp. */
export async function boundCommand(file: string, options: BoundOptions): Promise<number> {
  const opened = openProblem(file);
  if (!opened.ok) return refuse(opened.problems, options.json);
  const { problem, instance } = opened;
  const conflict = idleConflict(problem);
  if (conflict !== null) {
    if (options.json) printJson({ instance: instance.name, bound: null, infeasibility: conflict });
    else printLines(conflict.message);
    return EXIT.noFeasiblePlan;
  }
  const progress = progressLine();
  const control = runDriver({
    limits: { timeLimitS: options.timeLimit ?? null, workLimit: null },
    nowS: () => performance.now() / 1000,
    interrupted: () => false,
    onProgress: progress.show,
  });
  const programs: LinearProgram[] = [];
  const engine = await loadLpEngine(options.engine);
  const certificate = await configurationBound({ problem, engine, control }, null, (program) => programs.push(program));
  progress.clear();
  if (certificate === null) {
    process.stderr.write('The limit was reached before a bound was proven.\n');
    return EXIT.limitWithoutPlan;
  }
  const program = programs.at(-1);
  if (options.writeModel !== undefined && program !== undefined) {
    const write = options.writeModel.endsWith('.lp') ? writeLp : writeMps;
    writeAtomically(options.writeModel, write(program, instance.name));
  }
  const { boundRewardPerS: bound, scope, marginal, relaxationGap, work } = certificate;
  if (options.json) {
    printJson({
      instance: instance.name,
      bound,
      objectiveUnit: OBJECTIVE_UNIT,
      boundScope: scope,
      relaxationGap,
      marginal,
      work,
    });
  } else {
    printLines(
      [
        `No plan for ${instance.name} earns more than ${bound.toPrecision(10)} ${OBJECTIVE_UNIT}.`,
        `Holds for ${scope}.`,
        `One more kW of cap is worth ${(marginal.perCapW * 1000).toPrecision(4)} reward/s, one more degree of red line ${marginal.perRedLineC.toPrecision(4)} reward/s.`,
        ...(options.writeModel === undefined ? [] : [`The LP is in ${options.writeModel}.`]),
      ].join('\n'),
    );
  }
  return EXIT.solved;
}
