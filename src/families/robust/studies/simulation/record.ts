import type { RobustGoal } from '../../../../../models/families/robust/plan.js';
import type { BinomialShare, ShareDifference } from '../../../../experiments/binomial.js';
import type { Interval } from '../../../../experiments/statistics.js';
import type { TimeLaw } from './laws.js';

/** Record of the simulation of a robust plan. Its fields are documented in docs/robust/simulation.md. */
export interface RobustSimulationRecord {
  readonly instance: string;
  readonly family: 'robust';
  readonly method: string;
  readonly goal: RobustGoal;
  readonly seed: number;
  /** Number of samples requested. The record of each law tells how many were drawn. */
  readonly samples: number;
  readonly termination: 'finished' | 'interrupted';
  readonly confidence: number;
  readonly analytic: AnalyticFigures;
  /** Records of the simulated laws of task times. The Gaussian law is the first. */
  readonly laws: readonly LawRecord[];
}

/** The checker's analytic results, by Eqs. 2-10. */
export interface AnalyticFigures {
  /** The core with the smallest probability of finishing in time. This probability is Psi (Eq. 4). */
  readonly leastCore: CoreName;
  readonly psi: number;
  /** Probability that all cores are in time if their finish times are independent. */
  readonly jointPsi: number;
  /** Probability of keeping the budget, with the energy variance of the reading of Eq. 10 that the instance chooses. */
  readonly phi: number;
  /** Probability of keeping the budget with the energy variance of Eq. 10 exactly as the thesis prints it. */
  readonly phiPrinted: number;
  /** Probability of keeping the budget if the dynamic and the static energy of a task are fully correlated. */
  readonly phiCorrelated: number;
  readonly energyMeanJ: number;
  readonly energySdPrintedJ: number;
  readonly energySdCorrelatedJ: number;
  /** Overhead energy of all nodes, J. Each node is on until its core with the largest expected finish time finishes. */
  readonly overheadJ: number;
  readonly untilLastCore: UntilLastCoreFigures;
  /**
   * Lower bound on the probability that both deadline and budget are kept, if overhead lasts until a node's last core
   * finishes.
   */
  readonly bothAtLeast: number;
  /**
   * Upper bound on the probability that both deadline and budget are kept, if overhead lasts until a node's last core
   * finishes.
   */
  readonly bothAtMost: number;
}

/**
 * Energy if every node is on until its last core actually finishes. Eqs. 9 and 10 instead assume that a node is on
 * until the largest expected finish time of its cores. Moments are exact; the probability `phi` of keeping the budget
 * assumes that the energy is normal.
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

/** A share of samples, with the analytic value with which it is compared. */
export interface ComparedShare extends BinomialShare {
  readonly analytic: number;
  /** True if the confidence interval of the share contains the analytic value. */
  readonly inside: boolean;
}

/** A share of samples, with two analytic bounds with which it is compared. */
export interface BracketedShare extends BinomialShare {
  readonly analyticAtLeast: number;
  readonly analyticAtMost: number;
  /** True if the confidence interval of the share overlaps the range between the two bounds. */
  readonly inside: boolean;
}

export interface LawRecord {
  readonly law: TimeLaw['kind'];
  readonly samples: number;
  /** Number of tasks whose times are drawn individually. */
  readonly tasksOneByOne: number;
  /** Number of tasks whose times are not drawn individually. Instead, the sums of several tasks' times are drawn. */
  readonly tasksInSums: number;
  readonly negativeTimes: NegativeTimes;
  /** The core with the smallest analytic probability to be in time, and the share of samples in which it is in time. */
  readonly least: CoreName & ComparedShare;
  /**
   * The core that is in time in the fewest samples, and the share of samples in which it is in time. This share is
   * biased downwards, because the core is chosen by the same samples.
   */
  readonly worst: CoreName & BinomialShare;
  /**
   * Number of cores whose confidence interval misses their analytic probability. Chance alone makes this about (1 -
   * confidence level) times the number of cores.
   */
  readonly coresOutside: number;
  readonly coresUsed: number;
  /** Share of samples in which all cores are in time. */
  readonly joint: ComparedShare;
  /** Share of samples in which all cores are in time and the energy is within the budget. */
  readonly both: BracketedShare;
  /**
   * Share of samples within the energy budget, compared with the analytic phi of the reading of Eq. 10 that the
   * instance chooses. `phiPrinted` and `phiCorrelated` compare the same share with the phi of each reading.
   */
  readonly phi: ComparedShare;
  readonly phiPrinted: ComparedShare;
  readonly phiCorrelated: ComparedShare;
  readonly energyJ: MeanBesideAnalytic;
  readonly energySdJ: number;
  /**
   * Mean overhead energy of the samples, J, with nodes on until their last core actually finishes. The analytic value
   * beside it follows Eq. 9.
   */
  readonly overheadJ: MeanBesideAnalytic;
  /**
   * Share of samples within the budget, and mean energies, beside analytic values that also have nodes on until their
   * last core finishes.
   */
  readonly untilLastCore: {
    readonly phi: ComparedShare;
    readonly energyJ: MeanBesideAnalytic;
    readonly overheadJ: MeanBesideAnalytic;
  };
  /** Probabilities computed by convolution instead of sampling. Null if convolution is not possible for every core. */
  readonly convolved: ConvolvedFigures | null;
  /** Differences of shares of samples from those under the Gaussian law. Null for the Gaussian law itself. */
  readonly againstGaussian: AgainstGaussian | null;
}

export interface NegativeTimes {
  /** Largest probability of a negative time among all tasks. */
  readonly largestProbability: number;
  /** Expected number of tasks with negative times in one sample. */
  readonly expectedTasks: number;
  /** Probability that at least one task has a negative time in a sample. */
  readonly anyProbability: number;
}

/**
 * Mean over samples, with the analytic value with which it is compared. `excess` is the mean minus the analytic value.
 * `excessInterval` is the Student t confidence interval of `excess`.
 */
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
  /**
   * Error of the Gaussian assumption for the core least likely to be in time: its probability by convolution minus the
   * analytic probability.
   */
  readonly leastLessAnalytic: number;
  readonly jointLessAnalytic: number;
}

export interface AgainstGaussian {
  readonly least: ShareDifference;
  readonly joint: ShareDifference;
  readonly phi: ShareDifference;
}
