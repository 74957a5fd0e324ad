import { MAX_SEED } from '../../../models/fields/fields.js';
import { robustModel } from '../../../models/families/robust/model.js';
import { normalCdf } from '../../../models/families/robust/normal.js';
import type { RobustGoal, RobustObjective } from '../../../models/families/robust/plan.js';
import { digestOf } from '../../runs/digest.js';
import { numberIn } from '../../studies/compare/certificates.js';
import type { ComparedFamily } from '../compare.js';
import { figures } from './figures.js';
import { timesOf } from './instances/load.js';
import { withTimesOfSeed } from './instances/trial.js';
import type { OpenedRobust } from './runs/open.js';
import { decadesTo, measureOf, type RobustMeasure } from './runs/rated.js';
import { deadlineSlackPercent, SCALE_Z } from './runs/result-of.js';
import type { FinishLine } from './studies/compare/finish-lines.js';

/**
 * Largest absolute value of a quantile in means. Quantiles farther from 0 are replaced by it. Our choice: farther ones
 * are practically as certain, but would outweigh all others.
 */
const FARTHEST_Z = 40;

/** Names, in the report, of the measures that can be maximised. All are probabilities. */
const NAMES: Readonly<Record<RobustMeasure, string>> = { psi: 'Psi', phi: 'phi', 'whole-bag': 'all in time' };

/** Command `compare` for robust instances. Plans are ranked by the quantile of the probability that is maximised. */
export const compareOfRobust: ComparedFamily<OpenedRobust> = {
  objectiveUnit: 'probability',
  figures,
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance: { workload } }) => {
      const { source } = workload.tasks;
      if (source === 'generated') return null;
      const allowed = 'with --vary generated times ("source": "generated"): others have no seed';
      const remedy = 'Leave --vary out, or name another instance.';
      return { path: 'workload.tasks.source', value: source, allowed, remedy };
    },
    drawn: (original, seed) => {
      const instance = withTimesOfSeed(original.instance, seed);
      const read = timesOf(instance, '');
      return read.ok ? { ...original, instance, times: read.times, sha256: digestOf(instance) } : read;
    },
  },
  fresh: (opened) => ({ ...opened, model: robustModel(opened.instance, opened.times) }),
  certificates: [
    { key: 'boundZ', on: 'objectiveZ', unit: 'z', tie: 1, farthest: FARTHEST_Z, shown: normalCdf },
    { key: 'energyBoundJ', on: 'energyMeanJ', isUpper: false, unit: 'J' },
  ],
  isWarnedByFigures: true,
  rating: ({ opened: { model }, words }) => {
    const { problem = 'mo-ec', constraint = 'dynamic', improve = 'none' } = words as Readonly<Record<string, string>>;
    const improved = improve === 'none' ? '' : `, improvements ${improve}`;
    const measure = measureOf(problem as RobustGoal, words['objective'] as RobustObjective | undefined);
    return {
      scale: SCALE_Z,
      against: ({ values, objective }, common) => {
        // A run that broke down has no values.
        const { jointPsiLog10 = null, energyMeanJ = null, finishLines = [] } = values;
        const [bound, z, energyJ] = ['bound', 'boundZ', 'energyBoundJ'].map((key) => numberIn(common, key));
        const of = (one: typeof measure): boolean => objective !== null && measure === one;
        const nodes = (finishLines as unknown as readonly FinishLine[]).map(([meanS, sdS]) => {
          return { finishMeanS: [meanS], finishSdS: [sdS] };
        });
        return {
          decadesToBound: of('whole-bag') && z != null ? decadesTo(z, jointPsiLog10 as number) : null,
          psiGap: of('psi') && bound != null ? bound - objective! : null,
          deadlineSlackPercent: of('psi') && z != null ? deadlineSlackPercent(model, { nodes }, z) : null,
          energyGap: of('phi') && energyJ != null && energyJ > 0 ? (Number(energyMeanJ) - energyJ) / energyJ : null,
        };
      },
      facts: { problem, boundOn: measure, constraint, improve },
      report: () => ({
        labels: { objective: NAMES[measure] },
        head: [
          ['problem', `${problem}, the most ${NAMES[measure]}`],
          ['searches', `constraint handling ${constraint}${improved}, where a label says no other`],
        ],
        notes: [
          'All cores in time: probability that all cores are; budget kept: that it lasts until the last core of every node is done, if times are Gaussian and independent.',
          measure === 'whole-bag'
            ? "lagrange searches by all cores in time; the others by Psi, the thesis' measure, which is of the least certain core alone."
            : "Psi and phi, which the methods search by, are the thesis' measures: of the least certain core, and until the core expected to be last.",
          'Plans are ranked by their standard normal quantile, z: 0 is a probability of 0.5, 1.282 of 0.9, 2.326 of 0.99. Beyond 40 it is taken as 40. Before promising a deadline or a budget, ask plenum simulate.',
        ],
      }),
    };
  },
};
