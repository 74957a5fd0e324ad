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
import { decadesTo, measureOf } from './runs/rated.js';
import { SCALE_Z } from './runs/result-of.js';
import { type FinishLine, slackPercent } from './studies/compare/finish-lines.js';

/**
 * Largest absolute value of a quantile in means; farther ones are replaced by it. Our choice: they are practically as
 * certain, but would outweigh all others.
 */
const FARTHEST_Z = 40;

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
    const { problem = 'mo-ec', constraint = 'dynamic', improve = 'none' } = words;
    const measure = measureOf(problem as RobustGoal, words['objective'] as RobustObjective | undefined);
    return {
      scale: SCALE_Z,
      against: ({ values, objective }, common) => {
        const { jointPsiLog10, energyMeanJ, finishLines } = values;
        const [bound, z, energyJ] = ['bound', 'boundZ', 'energyBoundJ'].map((key) => numberIn(common, key));
        const of = (one: typeof measure): boolean => objective !== null && measure === one;
        const lines = finishLines as unknown as readonly FinishLine[];
        return {
          decadesToBound: of('whole-bag') && z != null ? decadesTo(z, jointPsiLog10 as number) : null,
          psiGap: of('psi') && bound != null ? bound - objective! : null,
          deadlineSlackPercent: of('psi') && z != null ? slackPercent(lines, model.deadlineS, z) : null,
          energyGap: of('phi') && energyJ != null && energyJ > 0 ? (Number(energyMeanJ) - energyJ) / energyJ : null,
        };
      },
      facts: { problem, boundOn: measure, constraint, improve },
    };
  },
  report: async () => (await import('./report/compare.js')).robustCompareReport,
};
