import { writtenZ } from '../../../models/families/robust/infinite-z.js';
import { normalCdf, normalCdfLog10 } from '../../../models/families/robust/normal.js';
import type { RobustObjective } from '../../../models/families/robust/plan.js';
import { robustBound } from './methods/bound/robust-bound.js';
import type { RobustCertificate } from './methods/outcome.js';
import { oneLine } from '../../reports/format.js';
import { quantile } from '../../reports/wording.js';
import { energyText, jointText, robustnessText } from './report/wording.js';
import type { Driver } from '../../runs/control.js';
import type { OpenedRobust } from './runs/open.js';
import { measureOf } from './runs/rated.js';
import { provenInfeasibility } from './runs/result-of.js';
import type { BoundOfFamily, Proven, Words } from '../family.js';
import type { ValuesOf } from '../options.js';
import type { ROBUST_OPTIONS } from './options.js';

/**
 * Proves an upper bound on the probability that plans keep the deadline or the budget, and a lower bound on their
 * energy.
 */
export const boundOfRobust: BoundOfFamily<OpenedRobust> = {
  progressUnit: 'z',
  prove,
  tightens: 'lower',
  least: 'a bound below 1',
  mayBeEmpty: true,
};

async function prove({ model, instance }: OpenedRobust, control: Driver, words: Words): Promise<Proven> {
  const { problem: goal = 'mo-ec', objective } = words as ValuesOf<typeof ROBUST_OPTIONS, 'bound'>;
  const certificate = await robustBound({ model, goal, objective, control, start: null });
  const { boundZ, energyBoundJ, scope, infeasibility, work } = certificate;
  const isKnown = infeasibility === undefined;
  return {
    // 1 where no bound below it was proven.
    bound: isKnown ? normalCdf(boundZ) : null,
    objectiveUnit: 'probability',
    boundScope: scope,
    ...(isKnown
      ? {}
      : { infeasibility: { record: provenInfeasibility(infeasibility), lines: [infeasibility.message] } }),
    isEmpty: boundZ === Infinity,
    warnings: [],
    work,
    details: {
      problem: goal,
      boundOn: measureOf(goal, objective),
      boundZ: isKnown ? writtenZ(boundZ) : null,
      energyBoundJ,
    },
    lines: lines(instance.name, certificate, objective),
  };
}

function lines(
  name: string,
  { goal, boundZ, energyBoundJ, scope }: RobustCertificate,
  objective: RobustObjective | undefined,
): string[] {
  const of =
    objective === 'whole-bag'
      ? 'probability of all cores in time'
      : goal === 'mo-ec'
        ? 'makespan-robustness Psi'
        : 'energy-robustness phi';
  const robustness = { z: boundZ, probability: normalCdf(boundZ), complement: normalCdf(-boundZ) };
  return [
    boundZ === Infinity
      ? `No bound on ${of} below 1 was proven for ${oneLine(name)}.`
      : `No plan for ${oneLine(name)} has a ${of} above ${objective === 'whole-bag' ? `${jointText(normalCdfLog10(boundZ))} (${quantile(boundZ)})` : robustnessText(robustness)}.`,
    `No plan needs less than ${energyText(energyBoundJ)} in expectation.`,
    `Holds for ${scope}.`,
  ];
}
