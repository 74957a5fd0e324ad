import { MAX_SEED } from '../../../models/fields/fields.js';
import { robustModel } from '../../../models/families/robust/model.js';
import { normalCdf } from '../../../models/families/robust/normal.js';
import type { RobustGoal, RobustObjective } from '../../../models/families/robust/plan.js';
import { digestOf } from '../../runs/digest.js';
import type { ComparedFamily } from '../compare.js';
import type { Words } from '../options.js';
import { figures } from './figures.js';
import { timesOf } from './instances/load.js';
import { withTimesOfSeed } from './instances/trial.js';
import type { OpenedRobust } from './runs/open.js';
import { decadesTo, measureOf, type RobustMeasure } from './runs/rated.js';
import { SCALE_Z } from './runs/result-of.js';
import { type FinishLine, slackPercent } from './studies/compare/finish-lines.js';

/**
 * Quantiles farther from 0 than this are replaced by it in means. Our choice: they are practically as certain, but
 * would outweigh all others.
 */
const FARTHEST_Z = 40;

/** Compares robust methods. They are ranked by the quantile of the probability that they maximise. */
export const compareOfRobust: ComparedFamily<OpenedRobust> = {
  objectiveUnit: 'probability',
  figures,
  variants: {
    mostSeed: MAX_SEED,
    fault: ({ instance: { workload } }) =>
      workload.tasks.source === 'generated'
        ? null
        : {
            path: 'workload.tasks.source',
            value: workload.tasks.source,
            allowed: 'with --vary generated times ("source": "generated"): others have no seed',
            remedy: 'Leave --vary out, or name another instance.',
          },
    drawn: (original, seed) => {
      const instance = withTimesOfSeed(original.instance, seed);
      const read = timesOf(instance, '');
      return read.ok ? { ...original, instance, times: read.times, sha256: digestOf(instance) } : read;
    },
  },
  fresh: (opened) => ({ ...opened, model: robustModel(opened.instance, opened.times) }),
  scaleOf: () => SCALE_Z,
  certificates: {
    main: { key: 'boundZ', on: 'objectiveZ', unit: 'z', tie: 1, farthest: FARTHEST_Z, shown: normalCdf },
    others: [{ key: 'energyBoundJ', on: 'energyMeanJ', isUpper: false, unit: 'J' }],
  },
  isWarnedByFigures: true,
  against: ({ values, objective, feasible }, common, { opened, words }) => {
    const measure = measureIn(words);
    const { jointPsiLog10, energyMeanJ, finishLines } = values;
    const lines = finishLines as unknown as readonly FinishLine[];
    const bound = common?.bound ?? null;
    const [boundZ = null, energyBoundJ = null] = [common?.['boundZ'], common?.['energyBoundJ']];
    const isPsi = measure === 'psi' && feasible && boundZ !== null;
    const isPhi = measure === 'phi' && feasible && energyBoundJ !== null && energyBoundJ > 0;
    return {
      decadesToBound:
        measure === 'whole-bag' && feasible && boundZ !== null ? decadesTo(boundZ, jointPsiLog10 as number) : null,
      psiGap: measure === 'psi' && objective !== null && bound !== null ? bound - objective : null,
      deadlineSlackPercent: isPsi ? slackPercent(lines, opened.model.deadlineS, boundZ) : null,
      energyGap: isPhi ? ((energyMeanJ as number) - energyBoundJ) / energyBoundJ : null,
    };
  },
  facts: (_, { words }) => ({
    problem: goalIn(words),
    boundOn: measureIn(words),
    constraint: words['constraint'] ?? 'dynamic',
    improve: words['improve'] ?? 'none',
  }),
  report: async () => (await import('./report/compare.js')).robustCompareReport,
};

function goalIn({ problem = 'mo-ec' }: Words): RobustGoal {
  return problem as RobustGoal;
}

function measureIn(words: Words): RobustMeasure {
  return measureOf(goalIn(words), words['objective'] as RobustObjective | undefined);
}
