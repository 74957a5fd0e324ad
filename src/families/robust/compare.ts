import { MAX_SEED } from '../../../models/fields/fields.js';
import { robustModel } from '../../../models/families/robust/model.js';
import { normalCdf } from '../../../models/families/robust/normal.js';
import type { RobustGoal, RobustObjective } from '../../../models/families/robust/plan.js';
import { digestOf } from '../../runs/digest.js';
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

/** Compares robust methods. They are ranked by the quantile of the probability that they maximise. */
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
  certificates: {
    main: { key: 'boundZ', on: 'objectiveZ', unit: 'z', tie: 1, farthest: FARTHEST_Z, shown: normalCdf },
    others: [{ key: 'energyBoundJ', on: 'energyMeanJ', isUpper: false, unit: 'J' }],
  },
  isWarnedByFigures: true,
  rating: ({ opened, words }) => {
    const { problem = 'mo-ec', constraint = 'dynamic', improve = 'none' } = words;
    const measure = measureOf(problem as RobustGoal, words['objective'] as RobustObjective | undefined);
    return {
      scale: SCALE_Z,
      against: ({ values, objective, feasible }, common) => {
        const { jointPsiLog10, energyMeanJ, finishLines } = values;
        const lines = finishLines as unknown as readonly FinishLine[];
        const [bound, boundZ, boundJ] = ['bound', 'boundZ', 'energyBoundJ'].map((key) => common?.[key] ?? null);
        const rated = feasible ? measure : null;
        return {
          decadesToBound: rated === 'whole-bag' && boundZ != null ? decadesTo(boundZ, jointPsiLog10 as number) : null,
          psiGap: measure === 'psi' && objective !== null && bound != null ? bound - objective : null,
          deadlineSlackPercent:
            rated === 'psi' && boundZ != null ? slackPercent(lines, opened.model.deadlineS, boundZ) : null,
          energyGap:
            rated === 'phi' && boundJ != null && boundJ > 0 ? ((energyMeanJ as number) - boundJ) / boundJ : null,
        };
      },
      facts: () => ({ problem, boundOn: measure, constraint, improve }),
    };
  },
  report: async () => (await import('./report/compare.js')).robustCompareReport,
};
