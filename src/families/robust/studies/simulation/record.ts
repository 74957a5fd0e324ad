import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { BinomialShare, ShareDifference } from '../../../../experiments/binomial.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { TimeLaw } from './laws.js';

/** Record of the simulation of a robust plan. Field meanings: docs/robust/simulation.md. */
export interface RobustSimulationRecord {
  readonly instance: string;
  readonly family: 'robust';
  readonly method: string;
  readonly goal: RobustGoal;
  readonly seed: number;
  /** Number of samples asked for; each law says how many it was given. */
  readonly samples: number;
  readonly termination: 'finished' | 'interrupted';
  readonly confidence: number;
  readonly analytic: AnalyticFigures;
  /** Records of the laws, the Gaussian first. */
  readonly laws: readonly LawRecord[];
}

/** Figures of the checker: Eqs. 2-10. */
export interface AnalyticFigures {
  /** Core with the least probability, Psi of Eq. 4. */
  readonly leastCore: CoreName;
  readonly psi: number;
  /** Probability that all cores are in time, cores independent. */
  readonly jointPsi: number;
  /** Probability of the budget as the instance asks for it; both readings of the energy's variance stand beside it. */
  readonly phi: number;
  readonly phiPrinted: number;
  readonly phiCorrelated: number;
  readonly energyMeanJ: number;
  readonly energySdPrintedJ: number;
  readonly energySdCorrelatedJ: number;
  /** Overhead until the core with the largest expected finish is done, all nodes. */
  readonly overheadJ: number;
  readonly untilLastCore: UntilLastCoreFigures;
  /** Probability that deadline and budget (until the last core is done) are both kept: the least and the greatest it may be. */
  readonly bothAtLeast: number;
  readonly bothAtMost: number;
}

/**
 * Energy if every node is on until its last core is in fact done (Eqs. 9 and 10 stop at the core expected to be last):
 * exact moments, probability by normality.
 */
export interface UntilLastCoreFigures {
  readonly phi: number;
  readonly energyMeanJ: number;
  readonly energySdJ: number;
  readonly overheadJ: number;
}

export interface CoreName {
  readonly node: string;
  readonly core: number;
}

/** A simulated share beside the analytic figure. */
export interface ComparedShare extends BinomialShare {
  readonly analytic: number;
  /** True if the interval contains it. */
  readonly inside: boolean;
}

/** A simulated share beside the two analytic figures that it lies between. */
export interface BracketedShare extends BinomialShare {
  readonly analyticAtLeast: number;
  readonly analyticAtMost: number;
  /** True if the interval meets the range between them. */
  readonly inside: boolean;
}

export interface LawRecord {
  readonly law: TimeLaw['kind'];
  readonly samples: number;
  /** Number of tasks drawn one by one; `tasksInSums`: in sums whose distribution is known or tabulated. */
  readonly tasksOneByOne: number;
  readonly tasksInSums: number;
  readonly negativeTimes: NegativeTimes;
  /** The core with the least analytic probability. */
  readonly least: CoreName & ComparedShare;
  /** Core with the fewest samples in time: chosen after the samples were seen, so its interval is too low. */
  readonly worst: CoreName & BinomialShare;
  /**
   * Number of cores whose own interval does not contain their analytic probability; by chance, about 1 - confidence of
   * them at most.
   */
  readonly coresOutside: number;
  readonly coresUsed: number;
  /** Share of samples with all cores in time. */
  readonly joint: ComparedShare;
  /** Share of samples with all cores in time and the energy within the budget, which are not independent. */
  readonly both: BracketedShare;
  /** Share of samples with the energy within the budget, against the analytic phi under each reading. */
  readonly phi: ComparedShare;
  readonly phiPrinted: ComparedShare;
  readonly phiCorrelated: ComparedShare;
  readonly energyJ: MeanBesideAnalytic;
  readonly energySdJ: number;
  /** Overhead until the last core really is done. */
  readonly overheadJ: MeanBesideAnalytic;
  /** Share within the budget, and means, beside the figures until the last core is done. */
  readonly untilLastCore: {
    readonly phi: ComparedShare;
    readonly energyJ: MeanBesideAnalytic;
    readonly overheadJ: MeanBesideAnalytic;
  };
  /** Probabilities by convolution instead of sampling; null if it is not available for every core. */
  readonly convolved: ConvolvedFigures | null;
  /** Shares of this law less the Gaussian's; null for the Gaussian itself. */
  readonly againstGaussian: AgainstGaussian | null;
}

export interface NegativeTimes {
  /** Probability of a negative time of the task likeliest to be given one. */
  readonly largestProbability: number;
  /** Expected number of tasks with negative times in a sample. */
  readonly expectedTasks: number;
  /** Probability that a sample has any negative time. */
  readonly anyProbability: number;
}

/** Mean beside the analytic figure: excess = mean - analytic, with the mean's interval moved alike (Student's t). */
export interface MeanBesideAnalytic {
  readonly mean: number;
  readonly interval: Interval;
  readonly analytic: number;
  readonly excess: number;
  readonly excessInterval: Interval;
  readonly inside: boolean;
}

export interface ConvolvedFigures {
  readonly least: CoreName & { readonly probability: number };
  readonly joint: number;
  /** Difference from the analytic figures: the error of the Gaussian assumption. */
  readonly leastLessAnalytic: number;
  readonly jointLessAnalytic: number;
}

export interface AgainstGaussian {
  readonly least: ShareDifference;
  readonly joint: ShareDifference;
  readonly phi: ShareDifference;
}
