import { normalCdf } from '../../../models/problems/robust/normal.js';
import type { RobustGoal } from '../../../models/problems/robust/plan.js';
import { robustBound } from '../../methods/robust/bound/robust-bound.js';
import type { RobustCertificate } from '../../methods/robust/outcome.js';
import { oneLine } from '../../reports/format.js';
import { energyText, robustnessText } from '../../reports/robust-summary.js';
import { type OpenedRobust, openRobust } from '../../runs/robust/open.js';
import { finite, provenInfeasibility } from '../../runs/robust/result-of.js';
import { EXIT } from '../exit-codes.js';
import { boundRun, type BoundRunOptions } from './bound-run.js';

export interface BoundRobustOptions extends BoundRunOptions {
  readonly goal: RobustGoal;
}

/** `plenum bound` of a robust instance: what no plan can exceed, and the least energy. */
export function boundRobustCommand(file: string, options: BoundRobustOptions): Promise<number> {
  const { goal } = options;
  return boundRun<OpenedRobust & { readonly ok: true }>(options, {
    progressUnit: 'z',
    open: () => openRobust(file),
    prove: async ({ problem, instance }, control) => {
      const certificate = await robustBound({ problem, goal, control, start: null });
      return {
        infeasibility: certificate.infeasibility?.message ?? null,
        isEmpty: certificate.boundZ === Infinity,
        fields: fields(instance.name, certificate),
        lines: lines(instance.name, certificate),
      };
    },
    tightens: 'lower',
    least: 'a bound below 1',
    emptyExit: EXIT.solved,
  });
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
