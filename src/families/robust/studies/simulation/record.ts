import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { BinomialShare, ShareDifference } from '../../../../experiments/binomial.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { TimeLaw } from './laws.js';

/** Record of the simulation of a robust plan; fields: docs/robust/simulation.md. */
export interface RobustSimulationRecord {
  readonly instance: string;
  readonly family: 'robust';
  readonly method: string;
  readonly goal: RobustGoal;
  readonly seed: number;
  /** Requested number of samples; each law states how many it got. */
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
  /** Probability that all cores are in time, if cores are independent. */
  readonly jointPsi: number;
  /** Probability of the budget under the instance's reading of the energy's variance. Next: under both readings. */
  readonly phi: number;
  readonly phiPrinted: number;
  readonly phiCorrelated: number;
  readonly energyMeanJ: number;
  readonly energySdPrintedJ: number;
  readonly energySdCorrelatedJ: number;
  /** Overhead until the core with the largest expected finish is done, all nodes. */
  readonly overheadJ: number;
  readonly untilLastCore: UntilLastCoreFigures;
  /**
   * Lower bound on the probability that deadline and budget (until the last core finishes) are both kept. Next: upper
   * bound.
   */
  readonly bothAtLeast: number;
  readonly bothAtMost: number;
}

/**
 * Energy if every node is on until its last core really finishes (Eqs. 9 and 10 stop at the core expected to be last):
 * exact moments, and a probability that assumes normality.
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

/** A simulated share compared with its analytic value. */
export interface ComparedShare extends BinomialShare {
  readonly analytic: number;
  /** True if the interval contains the analytic value. */
  readonly inside: boolean;
}

/** A simulated share compared with the two analytic bounds on it. */
export interface BracketedShare extends BinomialShare {
  readonly analyticAtLeast: number;
  readonly analyticAtMost: number;
  /** True if the interval overlaps the range between them. */
  readonly inside: boolean;
}

export interface LawRecord {
  readonly law: TimeLaw['kind'];
  readonly samples: number;
  /** Number of tasks drawn individually. `tasksInSums`: in sums whose distribution is known or tabulated. */
  readonly tasksOneByOne: number;
  readonly tasksInSums: number;
  readonly negativeTimes: NegativeTimes;
  /** The core with the least analytic probability. */
  readonly least: CoreName & ComparedShare;
  /** Core with the fewest samples in time. It was chosen afterwards, so its interval is too low. */
  readonly worst: CoreName & BinomialShare;
  /**
   * Number of cores whose interval misses their analytic probability; by chance at most about 1 - confidence of them.
   */
  readonly coresOutside: number;
  readonly coresUsed: number;
  /** Share of samples with all cores in time. */
  readonly joint: ComparedShare;
  /** Share of samples with all cores in time and the energy within the budget. */
  readonly both: BracketedShare;
  /** Share of samples with the energy within the budget, compared with the analytic phi under each reading. */
  readonly phi: ComparedShare;
  readonly phiPrinted: ComparedShare;
  readonly phiCorrelated: ComparedShare;
  readonly energyJ: MeanBesideAnalytic;
  readonly energySdJ: number;
  /** Overhead until the last core really finishes. */
  readonly overheadJ: MeanBesideAnalytic;
  /** Share within the budget, and means, compared with the figures until the last core finishes. */
  readonly untilLastCore: {
    readonly phi: ComparedShare;
    readonly energyJ: MeanBesideAnalytic;
    readonly overheadJ: MeanBesideAnalytic;
  };
  /** Probabilities by convolution instead of sampling; null if it is not available for every core. */
  readonly convolved: ConvolvedFigures | null;
  /** Shares under this law minus those under the Gaussian; null for the Gaussian itself. */
  readonly againstGaussian: AgainstGaussian | null;
}

export interface NegativeTimes {
  /** Largest probability of a negative time of any task. */
  readonly largestProbability: number;
  /** Expected number of tasks with negative times in a sample. */
  readonly expectedTasks: number;
  /** Probability that a sample has any negative time. */
  readonly anyProbability: number;
}

/** Mean compared with the analytic value: excess = mean - analytic, with its Student's t interval. */
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
  /** Simulated minus analytic value of the least robust core: error of the Gaussian assumption. */
  readonly leastLessAnalytic: number;
  readonly jointLessAnalytic: number;
}

export interface AgainstGaussian {
  readonly least: ShareDifference;
  readonly joint: ShareDifference;
  readonly phi: ShareDifference;
}
