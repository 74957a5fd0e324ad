import { binomialShare } from '../../../../experiments/binomial.js';
import type { MeanInterval } from '../../../../experiments/statistics.js';
import { bestCounts, meanOrNull, paired, type Pick1, valuesOf } from '../../../../studies/compare/summary.js';
import { improvementsText, type RobustContestant } from './contestants.js';
import type { RobustCompareRun, RobustMethodDifference, RobustMethodSummary } from './record.js';

/** Quantiles beyond it are as good as certain, and would outweigh all others in a mean. */
export const FARTHEST_Z = 40;
/** Equal but for rounding, in z. */
const TIE_Z = 1e-9;

/** A run's quantile as statistics take it. */
export const clippedZ: Pick1<RobustCompareRun> = ({ objectiveZ }) =>
  objectiveZ === null ? null : Math.max(-FARTHEST_Z, Math.min(FARTHEST_Z, objectiveZ));

export function robustSummaries(
  contestants: readonly RobustContestant[],
  runs: readonly RobustCompareRun[],
): RobustMethodSummary[] {
  const best = bestCounts(
    contestants.map(({ label }) => label),
    runs,
    (run) => run.objectiveZ,
    (z, most) => z >= most - TIE_Z * Math.max(1, Math.abs(most)),
  );
  return contestants.map(({ label, method, handling, improvements }) => {
    const own = runs.filter((run) => run.method === label);
    const rated = own.filter(({ objective }) => objective !== null);
    const unbroken = own.filter(({ failure }) => failure === undefined);
    const mean = (pick: Pick1<RobustCompareRun>): MeanInterval | null => meanOrNull(valuesOf(rated, pick));
    const isImproved = method.heeds.includes('improvements') && improvementsText(improvements) !== 'none';
    return {
      method: label,
      constraintHandling: method.heeds.includes('handling') ? handling : 'none',
      improvements: isImproved ? improvementsText(improvements).split('+') : [],
      plans: rated.length,
      withoutPlan: own.length - rated.length,
      feasibleShare: own.length === 0 ? null : binomialShare(rated.length, own.length),
      allInTime: withinUnit(mean((run) => run.allInTime)),
      budgetUntilLastCore: withinUnit(mean((run) => run.budgetUntilLastCore)),
      objective: withinUnit(mean((run) => run.objective)),
      objectiveZ: mean(clippedZ),
      bound: mean((run) => run.bound),
      gap: mean((run) => run.gap),
      psiGap: mean((run) => run.psiGap),
      deadlineSlackPercent: mean((run) => run.deadlineSlackPercent),
      energyMeanJ: mean((run) => run.energyMeanJ),
      energyGap: mean((run) => run.energyGap),
      timeS: meanOrNull(unbroken.map(({ timeS }) => timeS)),
      steps: meanOrNull(unbroken.map(({ steps }) => steps)),
      best: best.get(label)!,
    };
  });
}

/** A mean of probabilities lies between 0 and 1: its interval holds no less when cut there. */
function withinUnit(mean: MeanInterval | null): MeanInterval | null {
  if (mean?.interval == null) return mean;
  const { low, high } = mean.interval;
  return { ...mean, interval: { low: Math.max(0, low), high: Math.min(1, high) } };
}

/** Differences of every method but the reference, by common trials. */
export function robustDifferences(
  methods: readonly string[],
  reference: string,
  runs: readonly RobustCompareRun[],
): RobustMethodDifference[] {
  return methods
    .filter((method) => method !== reference)
    .map((method) => {
      const { unpaired, difference } = paired(runs, method, reference, (run) => run.objective);
      const objectiveZ = paired(runs, method, reference, clippedZ).difference;
      return { method, reference, unpaired, objective: difference, objectiveZ };
    });
}
