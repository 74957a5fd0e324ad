import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';
import { binomialShare, type BinomialShare, shareDifference } from '../../../../experiments/binomial.js';
import { meanInterval } from '../../../../experiments/statistics.js';
import { normalProbability } from '../../check/normal.js';
import { convolvedFigures } from './convolve.js';
import type { Tally } from './draw-samples.js';
import type { TimeLaw } from './laws.js';
import { negativeTimes } from './negative-times.js';
import type {
  AnalyticFigures,
  BracketedShare,
  ComparedShare,
  CoreName,
  LawRecord,
  MeanBesideAnalytic,
} from './record.js';
import type { SimulatedPlan } from './simulated-plan.js';

/**
 * Makes the record of a law of task times from its samples. `gaussian` has the samples of the Gaussian law, and is null
 * if `law` is the Gaussian law.
 */
export type LawJudge = (law: TimeLaw, tally: Tally, gaussian: Tally | null) => LawRecord;

export function lawJudge(
  plan: SimulatedPlan,
  evaluation: RobustEvaluation,
  analytic: AnalyticFigures,
  level: number,
): LawJudge {
  const cores = plan.nodes.flatMap((node) => node.cores);
  const zOfNode = new Map(evaluation.nodes.map(({ node, z }) => [node, z]));
  const expected = cores.map(({ node, core }) => normalProbability(zOfNode.get(node)![core]!));
  // A core without tasks is surely in time, so it is a plan's least core only if all cores surely are.
  const least = cores.findIndex(
    ({ node, core }) => node === analytic.leastCore.node && core === analytic.leastCore.core,
  );
  return (law, tally, gaussian) => {
    const { samples, samplers, inTime } = tally;
    const known = new Map<number, BinomialShare>();
    const shareOf = (successes: number): BinomialShare => {
      const found = known.get(successes) ?? binomialShare(successes, samples, level);
      known.set(successes, found);
      return found;
    };
    const compared = (successes: number, value: number): ComparedShare => beside(shareOf(successes), value);
    const leastInTime = least >= 0 ? inTime[least]! : samples;
    const worst = inTime.indexOf(inTime.reduce((fewest, count) => Math.min(fewest, count), Infinity));
    return {
      law: law.kind,
      samples,
      tasksOneByOne: samplers.tasksOneByOne,
      tasksInSums: samplers.tasksInSums,
      negativeTimes: negativeTimes(plan, law),
      least: { ...analytic.leastCore, ...compared(leastInTime, analytic.psi) },
      worst:
        worst >= 0
          ? { ...nameOf(cores[worst]!), ...shareOf(inTime[worst]!) }
          : { ...analytic.leastCore, ...shareOf(samples) },
      coresOutside: expected.filter((value, c) => !compared(inTime[c]!, value).inside).length,
      coresUsed: cores.length,
      joint: compared(tally.allInTime, analytic.jointPsi),
      both: between(shareOf(tally.both), analytic),
      phi: compared(tally.withinBudget, analytic.phi),
      phiPrinted: compared(tally.withinBudget, analytic.phiPrinted),
      phiCorrelated: compared(tally.withinBudget, analytic.phiCorrelated),
      energyJ: meanBeside(tally.energyJ, analytic.energyMeanJ, level),
      energySdJ: meanInterval(Array.from(tally.energyJ)).sd!,
      overheadJ: meanBeside(tally.overheadJ, analytic.overheadJ, level),
      untilLastCore: {
        phi: compared(tally.withinBudget, analytic.untilLastCore.phi),
        energyJ: meanBeside(tally.energyJ, analytic.untilLastCore.energyMeanJ, level),
        overheadJ: meanBeside(tally.overheadJ, analytic.untilLastCore.overheadJ, level),
      },
      convolved: convolvedFigures(plan, law, analytic),
      againstGaussian:
        gaussian === null
          ? null
          : {
              least: difference(
                leastInTime,
                samples,
                least >= 0 ? gaussian.inTime[least]! : gaussian.samples,
                gaussian,
                level,
              ),
              joint: difference(tally.allInTime, samples, gaussian.allInTime, gaussian, level),
              phi: difference(tally.withinBudget, samples, gaussian.withinBudget, gaussian, level),
            },
    };
  };
}

function nameOf({ node, core }: CoreName): CoreName {
  return { node, core };
}

/**
 * Returns a share of samples with the analytic value beside it. A difference of 1e-12 is allowed for rounding errors.
 */
function beside(share: BinomialShare, analytic: number): ComparedShare {
  return { ...share, analytic, inside: analytic >= share.low - 1e-12 && analytic <= share.high + 1e-12 };
}

/**
 * Returns a share of samples with its two analytic bounds beside it. A difference of 1e-12 is allowed for rounding
 * errors.
 */
function between(
  share: BinomialShare,
  { bothAtLeast: analyticAtLeast, bothAtMost: analyticAtMost }: AnalyticFigures,
): BracketedShare {
  const inside = analyticAtLeast <= share.high + 1e-12 && analyticAtMost >= share.low - 1e-12;
  return { ...share, analyticAtLeast, analyticAtMost, inside };
}

function difference(
  successes: number,
  samples: number,
  reference: number,
  { samples: referenceSamples }: Tally,
  level: number,
): ReturnType<typeof shareDifference> {
  return shareDifference(binomialShare(successes, samples, level), binomialShare(reference, referenceSamples, level));
}

function meanBeside(values: Float64Array, analytic: number, level: number): MeanBesideAnalytic {
  const { mean, interval } = meanInterval(Array.from(values), level);
  const { low, high } = interval!;
  // Sums of another order differ in their last digits.
  const rounding = 1e-12 * Math.abs(analytic);
  return {
    mean,
    interval: { low, high },
    analytic,
    excess: mean - analytic,
    excessInterval: { low: low - analytic, high: high - analytic },
    inside: analytic >= low - rounding && analytic <= high + rounding,
  };
}
