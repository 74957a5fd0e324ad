import type { Mapping } from '../../../../models/families/robust/mapping.js';
import type { RobustGoal, RobustObjective } from '../../../../models/families/robust/plan.js';
import type { RobustModel } from '../../../../models/families/robust/model.js';
import type { RandomStream } from '../../../random/stream.js';
import type { RunControl } from '../../../methods/control.js';

/** How a search weighs the limit against the objective (thesis 2.6 and appendix C). */
export const CONSTRAINT_HANDLING = ['dynamic', 'static', 'superiority', 'limit'] as const;
export type ConstraintHandling = (typeof CONSTRAINT_HANDLING)[number];

/** Initial weight c of Eqs. 13 and 14 (thesis 2.6.2). */
export const PENALTY_WEIGHT = 2;

/** Changes to the printed searches, each optional and ours: docs/robust/tabu.md and docs/robust/ga.md. */
export interface Improvements {
  /** True if standard normal quantiles are compared instead of probabilities, which are flat near 0 and 1. */
  readonly zSpace: boolean;
  /** True if ties in the objective are broken by the next criterion: less energy, or less load on the worst core. */
  readonly ties: boolean;
  /** True if long-hops and founders keep the limit, instead of Min-Min Balance from scratch. */
  readonly keepFeasible: boolean;
}

/** Settings of the searches as printed: no improvement. */
export const PRINTED: Improvements = { zSpace: false, ties: false, keepFeasible: false };
/** Names of the improvements. */
const SINGLE_IMPROVEMENTS: readonly string[] = ['z', 'ties', 'keep'];
/** Words allowed in a list of improvements. */
export const IMPROVEMENT_WORDS: readonly string[] = [...SINGLE_IMPROVEMENTS, 'all', 'none'];

/** Returns the improvements in a list (`z,ties,keep` in any order, `all`, or `none`), or the first unknown word. */
export function improvementsOf(list: string): Improvements | { readonly unknown: string } {
  const names =
    list === 'all' ? SINGLE_IMPROVEMENTS : list === 'none' ? [] : list.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !SINGLE_IMPROVEMENTS.includes(name));
  if (unknown !== undefined) return { unknown };
  return { zSpace: names.includes('z'), ties: names.includes('ties'), keepFeasible: names.includes('keep') };
}

/** Input of every robust method. */
export interface RobustMethodRequest {
  readonly model: RobustModel;
  readonly goal: RobustGoal;
  /** Measure that MO-EC maximises; Psi if absent. */
  readonly objective?: RobustObjective | undefined;
  readonly handling: ConstraintHandling;
  readonly improvements: Improvements;
  /** Settings of a search that replace the printed ones. */
  readonly tuning?: SearchTuning | undefined;
  readonly control: RunControl;
  /** Stream of random numbers, seeded by the run; a method forks one stream per purpose. */
  readonly random: RandomStream;
  /** Results of an earlier run, which may speed a method up and cannot make a bound wrong. */
  readonly start: RobustStart | null;
}

/** Settings that the caller of a search can choose, instead of printed settings or of our stop rules. */
export interface SearchTuning {
  /** Weight c of Eqs. 13 and 14: of the static penalty, and the first one of the dynamic penalty. */
  readonly penaltyWeight?: number | undefined;
  /** Number of short-hops of Tabu without enough gain after which a long-hop follows. */
  readonly stallHops?: number | undefined;
  /** True if the search continues until a limit ends the run, even if it no longer improves the plan. */
  readonly persist?: boolean | undefined;
}

/** Input of a bound; for MO-EC it bounds the chosen objective. */
export type RobustBoundRequest = Pick<RobustMethodRequest, 'model' | 'goal' | 'objective' | 'control' | 'start'>;

export interface RobustStart {
  readonly mapping: Mapping | null;
  readonly prices: RobustPrices | null;
}

/** Multipliers of the Lagrangian dual at a quantile z (docs/robust/bound.md). */
export interface RobustPrices {
  /** Price of one core's whole time until the deadline by group of equivalent nodes, J. */
  readonly nodeJ: Float64Array;
  /** Price of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
  /** Quantile for which the prices were found. */
  readonly z: number;
}

/** Multipliers of the dual of the whole bag (docs/robust/whole-bag.md). */
export interface BagPrices {
  /** Worth of a core by group: upper bound on ln Phi of its quantile plus the charges of its tasks. */
  readonly worth: Float64Array;
  /** Worth of a joule in units of ln P. */
  readonly perJ: number;
  /** Price of energy variance, J per J^2. */
  readonly varianceJPerJ2: number;
}

export interface RobustMethodOutcome {
  /** Complete mapping, feasible or not, to be judged by the checker; null if none was found. */
  readonly mapping: Mapping | null;
  readonly certificate: RobustCertificate | null;
  readonly stoppedEarly: boolean;
  readonly warnings: readonly string[];
  readonly next?: RobustStart;
  /** Counts of work (iterations, generations, long-hops, ...); they are equal on every machine. */
  readonly work: Readonly<Record<string, number>>;
}

/** A proven bound over all plans that keep the goal's limit. */
export interface RobustCertificate {
  readonly goal: RobustGoal;
  /**
   * MO-EC: upper bound on makespanZ, or on the quantile of the whole bag's probability, of plans with energyZ of at
   * least that of eta; -Infinity if none exists. EO-MC: upper bound on energyZ of plans with makespanZ of at least that
   * of Gamma.
   */
  readonly boundZ: number;
  /** Least expected energy of any plan that keeps the goal's limit, J; for MO-EC of any plan. */
  readonly energyBoundJ: number;
  readonly scope: string;
  /** Proof that nothing is feasible, if there is one. */
  readonly infeasibility?: RobustInfeasibility;
  readonly prices: RobustPrices | null;
  readonly work: Readonly<Record<string, number>>;
}

export interface RobustInfeasibility {
  readonly constraint: 'deadline' | 'energyBudget';
  /** Smallest change of the limit that is needed, s or J. */
  readonly amount: number;
  readonly unit: 's' | 'J';
  readonly message: string;
}
