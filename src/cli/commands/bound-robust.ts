import { normalCdf } from '../../../models/problems/robust/normal.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { robustBound } from '../../methods/robust/bound/robust-bound.js';
import { runDriver } from '../../runs/control.js';
import { openRobust } from '../../runs/robust/open.js';
import { quantile } from '../../reports/robust-summary.js';
import { EXIT } from '../exit-codes.js';
import { interruptSwitch } from '../interrupt.js';
import { printJson, printLines, refuse } from '../output.js';
import { progressLine } from '../progress.js';

export interface BoundRobustOptions {
  readonly goal: RobustGoal;
  readonly timeLimit?: number;
  readonly json: boolean;
}

/** `plenum bound` of a robust instance: what no plan can exceed, and the least energy. Exit code 3 where nothing is feasible. */
export async function boundRobustCommand(file: string, { goal, timeLimit, json }: BoundRobustOptions): Promise<number> {
  const interrupt = interruptSwitch();
  const progress = progressLine();
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
    const certificate = await robustBound({ problem, goal, control, start: null });
    progress.clear();
    const { boundZ, energyBoundJ, scope, infeasibility, work } = certificate;
    const bound = infeasibility === undefined ? normalCdf(boundZ) : null;
    if (json) {
      printJson({
        instance: instance.name,
        family: 'robust',
        problem: goal,
        bound,
        boundZ: infeasibility === undefined ? Math.max(-1e308, Math.min(1e308, boundZ)) : null,
        objectiveUnit: 'probability',
        boundScope: scope,
        energyBoundJ,
        ...(infeasibility === undefined ? {} : { infeasibility: { where: '', proven: true, ...infeasibility } }),
        work,
      });
    } else if (infeasibility !== undefined) printLines(infeasibility.message);
    else {
      const of = goal === 'mo-ec' ? 'makespan-robustness Psi' : 'energy-robustness phi';
      printLines(
        [
          `No plan for ${instance.name} has a ${of} above ${bound!.toPrecision(8)} (z ${quantile(boundZ)}).`,
          `None needs less than ${(energyBoundJ / 1e6).toFixed(3)} MJ.`,
          `Holds for ${scope}.`,
        ].join('\n'),
      );
    }
    return infeasibility === undefined ? EXIT.solved : EXIT.noFeasiblePlan;
  } finally {
    interrupt.release();
  }
}
