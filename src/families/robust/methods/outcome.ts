import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../random/stream.js';
import type { RunControl } from '../../../methods/control.js';

/**
 * Names of the ways in which searches handle the goal's limit (thesis 2.6, appendix C). 'dynamic' and 'static' add a
 * penalty of changing or constant weight. 'superiority' puts feasible plans before infeasible ones. 'limit' admits only
 * feasible plans.
 */
export const CONSTRAINT_HANDLING = ['dynamic', 'static', 'superiority', 'limit'] as const;
export type ConstraintHandling = (typeof CONSTRAINT_HANDLING)[number];

/** Initial weight c of the penalty in Eqs. 13 and 14 (thesis 2.6.2). */
export const PENALTY_WEIGHT = 2;

/**
 * Our improvements of the searches of the thesis. Each can be chosen alone (docs/robust/tabu.md, docs/robust/ga.md).
 */
export interface Improvements {
  /** True if standard normal quantiles are compared instead of probabilities, which hardly change near 0 and 1. */
  readonly zSpace: boolean;
  /** True if ties in the objective are broken, for example by the larger quantile of the limited measure. */
  readonly ties: boolean;
  /**
   * True if long hops (large moves of tabu search) and founders (initial population of genetic algorithms) keep the
   * limit. Otherwise, as in the thesis, long hops reassign tasks by Min-Min Balance and founders are random.
   */
  readonly keepFeasible: boolean;
}

/** No improvements: searches as described in the thesis. */
export const PRINTED: Improvements = { zSpace: false, ties: false, keepFeasible: false };
/** Names of the single improvements in option `--improve`. */
const SINGLE_IMPROVEMENTS: readonly string[] = ['z', 'ties', 'keep'];
/** Words that option `--improve` accepts. */
export const IMPROVEMENT_WORDS: readonly string[] = [...SINGLE_IMPROVEMENTS, 'all', 'none'];

/**
 * Returns the improvements that a list names (`z,ties,keep`, `all` or `none`), or the first unknown word in the list.
 */
export function improvementsOf(list: string): Improvements | { readonly unknown: string } {
  const names =
    list === 'all' ? SINGLE_IMPROVEMENTS : list === 'none' ? [] : list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SINGLE_IMPROVEMENTS.includes(name));
  if (unknown !== undefined) return { unknown };
  return { zSpace: names.includes('z'), ties: names.includes('ties'), keepFeasible: names.includes('keep') };
}

/** Input of every robust method: the model, goal and objective, options, the run's control and random numbers. */
export interface RobustMethodRequest {
  readonly model: RobustModel;
  readonly goal: RobustGoal;
  /**
   * Measure that MO-EC (limited energy) maximizes. If undefined, it is Psi, the probability of the core least likely to
   * be in time.
   */
  readonly objective?: RobustObjective | undefined;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  /** Settings of a search that replace those of the thesis or our stopping rules. */
  readonly tuning?: SearchTuning | undefined;
  readonly control: RunControl;
  /** Stream of random numbers, seeded by the run. A method forks one stream for each purpose. */
  readonly random: RandomStream;
  /** Results of an earlier run; null if there are none. They may speed a method up and cannot make a bound wrong. */
  readonly start: RobustStart | null;
}

/** Settings of a search that its caller may choose. They replace those of the thesis or our stopping rules. */
export interface SearchTuning {
  /**
   * Weight c of the penalty in Eqs. 13 and 14. It is constant for the static penalty, and the initial value for the
   * dynamic penalty.
   */
  readonly penaltyWeight?: number | undefined;
  /**
   * Number of short hops of tabu search over which the gain is measured. If the gain is too small, a long hop follows.
   */
  readonly stallHops?: number | undefined;
  /** Number of generations of a genetic algorithm, which does not end earlier because nothing is gained. */
  readonly generations?: number | undefined;
  /** Number of short hops that GALS makes on each offspring at least as good as the worst of its population. */
  readonly localSearchIterations?: number | undefined;
  /** True to continue the search until a limit ends the run, even if it no longer improves the plan. */
  readonly persist?: boolean | undefined;
}

/** Input of the computation of a bound. For MO-EC (limited energy), the bound is on the chosen objective. */
export type RobustBoundRequest = Pick<RobustMethodRequest, 'model' | 'goal' | 'objective' | 'control' | 'start'>;

export interface RobustStart {
  readonly mapping: Mapping | null;
  readonly prices: RobustPrices | null;
}

/**
 * Multipliers of the dual that were found for a quantile z: those of core time, by node group, and that of energy
 * variance (docs/robust/bound.md).
 */
export interface RobustPrices {
  /** Dual value of the whole time of one core until the deadline, J, by group of equivalent nodes. */
  readonly nodeJ: Float64Array;
  /** Dual value of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
  /** Quantile for which these dual values were found. */
  readonly z: number;
}

/**
 * Multipliers of the dual that bounds the probability P that all cores are in time. There is one for the cores of each
 * node group, one of energy and one of energy variance (docs/robust/whole-bag.md).
 */
export interface BagPrices {
  /**
   * For each node group, dual value of a core, in units of ln P. It is an upper bound on the sum of two terms: ln of
   * the probability that the core is in time, and the charges of the tasks on the core. A charge is the dual value of
   * the core time that a task takes.
   */
  readonly worth: Float64Array;
  /** Dual value of a joule, in units of ln P per J. */
  readonly perJ: number;
  /** Dual value of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
}

export interface RobustMethodOutcome {
  /** Complete mapping, feasible or not; null if the method found none. The checker evaluates it. */
  readonly mapping: Mapping | null;
  readonly certificate: RobustCertificate | null;
  readonly stoppedEarly: boolean;
  readonly warnings: readonly string[];
  readonly next?: RobustStart;
  /** Counts of the work done (iterations, generations, long hops, ...); they are the same on every machine. */
  readonly work: Readonly<Record<string, number>>;
}

/** A bound over all plans that keep the goal's limit, with its proof data. */
export interface RobustCertificate {
  readonly goal: RobustGoal;
  /**
   * Upper bound on a quantile, over all plans that keep the limit. For MO-EC (limited energy eta), it is the makespan
   * quantile, or the quantile of the probability that all cores are in time. For EO-MC (limited makespan Gamma), it is
   * the energy quantile. -Infinity if no plan keeps the limit.
   */
  readonly boundZ: number;
  /**
   * Lower bound on the expected energy, J. For EO-MC it holds for every plan that keeps the makespan limit, for MO-EC
   * for every plan.
   */
  readonly energyBoundJ: number;
  readonly scope: string;
  /** Proof that no plan keeps the goal's limit; undefined if there is none. */
  readonly infeasibility?: RobustInfeasibility;
  readonly prices: RobustPrices | null;
  readonly work: Readonly<Record<string, number>>;
}

export interface RobustInfeasibility {
  readonly constraint: 'deadline' | 'energyBudget';
  /** Amount by which the deadline (s) or the energy budget (J) must at least be increased for a plan to be possible. */
  readonly amount: number;
  readonly unit: string;
  readonly message: string;
}
