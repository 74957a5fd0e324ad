import { normalCdf } from '../../../models/problems/robust/normal.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { robustBound } from '../../methods/robust/bound/robust-bound.js';
import type { RobustCertificate } from '../../methods/robust/outcome.js';
import { runDriver } from '../../runs/control.js';
import { openRobust } from '../../runs/robust/open.js';
import { finite, provenInfeasibility } from '../../runs/robust/result-of.js';
import { oneLine } from '../../reports/format.js';
import { energyText, robustnessText } from '../../reports/robust-summary.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, refuse } from '../output.js';
import { progressLine } from '../progress.js';

export interface BoundRobustOptions {
  readonly goal: RobustGoal;
  readonly timeLimit?: number;
  readonly json: boolean;
}

const STOPPED = 'Stopped before the bound was as tight as it can be made: it holds, but more time may lower it.';
const STOPPED_EMPTY = 'Stopped before a bound below 1 was proven.';

/**
 * `plenum bound` of a robust instance: what no plan can exceed, and the least energy. Exit code 3 where nothing is feasible, 4 where
 * stopped before anything was proven.
 */
export async function boundRobustCommand(file: string, { goal, timeLimit, json }: BoundRobustOptions): Promise<number> {
  const interrupt = interruptSwitch();
  const progress = progressLine('z');
  try {
    const control = runDriver({
      limits: { timeLimitS: timeLimit ?? null, workLimit: null },
      nowS: () => performance.now() / 1000,
      interrupted: interrupt.asked,
      onProgress: progress.show,
    });
    const opened = openRobust(file);
    if (!opened.ok) return refuse(opened.problems, json);
    const { problem, instance } = opened;
    const warnings = [...opened.warnings];
    const certificate = await robustBound({ problem, goal, control, start: null });
    progress.clear();
    const { infeasibility, boundZ } = certificate;
    const stopped = infeasibility === undefined && control.stopReason !== null;
    const nothing = stopped && boundZ === Infinity;
    if (stopped) warnings.push(nothing ? STOPPED_EMPTY : STOPPED);
    if (json) printJson({ ...fields(instance.name, certificate), warnings });
    else if (infeasibility !== undefined) printLines(infeasibility.message);
    else printLines(lines(instance.name, certificate).join('\n'));
    if (!json) for (const warning of warnings) process.stderr.write(`Note: ${oneLine(warning)}\n`);
    if (infeasibility !== undefined) return EXIT.noFeasiblePlan;
    return nothing ? EXIT.limitWithoutPlan : EXIT.solved;
  } finally {
    interrupt.release();
  }
}

function fields(instance: string, certificate: RobustCertificate): Record<string, unknown> {
  const { goal, boundZ, energyBoundJ, scope, infeasibility, work } = certificate;
  const known = infeasibility === undefined;
  return {
    instance,
    family: 'robust',
    problem: goal,
    bound: known ? normalCdf(boundZ) : null,
    boundZ: known ? finite(boundZ) : null,
    objectiveUnit: 'probability',
    boundScope: scope,
    energyBoundJ,
    ...(known ? {} : { infeasibility: provenInfeasibility(infeasibility) }),
    work,
  };
}

function lines(name: string, { goal, boundZ, energyBoundJ, scope }: RobustCertificate): string[] {
  const of = goal === 'mo-ec' ? 'makespan-robustness Psi' : 'energy-robustness phi';
  const robustness = { z: boundZ, probability: normalCdf(boundZ), complement: normalCdf(-boundZ) };
  return [
    boundZ === Infinity
      ? `No bound on ${of} below 1 was proven for ${oneLine(name)}.`
      : `No plan for ${oneLine(name)} has a ${of} above ${robustnessText(robustness)}.`,
    `No plan needs less than ${energyText(energyBoundJ)} in expectation.`,
    `Holds for ${scope}.`,
  ];
}
