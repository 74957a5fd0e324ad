import type { Violation } from '../../../../models/families/violation.js';
import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { AllOn } from './all-on.js';
import type { StandbySummary } from '../../../../models/families/reward-rate/standby.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { DistinctSettings } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { Survive } from '../../../../models/families/reward-rate/instance.js';
import type { Population } from '../methods/genetic/populations.js';
import type { AlternativesRecord } from './alternatives.js';
import type { FailuresRecord } from './failures.js';
import type { DrawnRooms, RoomsReserve } from './drawn-rooms.js';
import type { Robustness } from './robustness.js';
import type { ReserveUse } from './reserves.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';

/** Power of a plan, with a proven lower bound on the power of plans that earn at least `rewardPerS`. */
export interface LeastPower {
  /** Power of the plan at the meter, W. */
  readonly powerW: number;
  /** Lower bound on the meter power of plans in `scope` that earn at least `rewardPerS`, W. */
  readonly boundW: number;
  /** Relative gap between the plan's power and the bound, (powerW - boundW) / powerW. */
  readonly gap: number;
  /**
   * Reward that plans covered by `boundW` must earn, reward/s. It is the reward of the first plan, reduced by the
   * fraction `toleranceReward`.
   */
  readonly rewardPerS: number;
  /** Fraction of the first plan's reward that may be given up to save power. */
  readonly toleranceReward: number;
  /** Words that say which plans the proof covers. */
  readonly scope: string;
}

export interface Prices {
  /** Money paid per unit of reward, USD. */
  readonly rewardUsd: number;
  readonly energyUsdPerKWh: number;
  /** Price of CO2, USD/t. */
  readonly carbonUsdPerT: number;
  /** CO2 emitted per unit of energy from the grid, g/kWh. */
  readonly carbonGPerKWh: number;
}

/** Money of a plan: revenue minus cost of its energy and CO2. */
export interface Money {
  readonly usdPerH: number;
  /** Proven upper bound on the money of the plans that `scope` describes, USD/h. */
  readonly boundUsdPerH: number;
  readonly gapUsdPerH: number;
  /** Relative gap, gapUsdPerH / boundUsdPerH; null if the bound is not positive. */
  readonly gap: number | null;
  readonly revenueUsdPerH: number;
  /** Cost of the energy at the meter and of its CO2, USD/h. */
  readonly energyUsdPerH: number;
  readonly prices: Prices;
  /** Words that say which plans the proof covers. */
  readonly scope: string;
}

/** Reward of a run without some limit, reward/s, with its bound and gap. */
export interface ProvenReward {
  readonly objective: number;
  readonly bound: number | null;
  readonly gap: number | null;
}

/** Reward that a plan loses because of a limit. */
export interface LostBy {
  /** Reward lost, reward/s, at least 0. */
  readonly lost: number;
  /** Lost fraction of the reward without the limit; null if that reward is 0. */
  readonly lostShare: number | null;
}

/** Set-points of a plan whose CRACs accept only multiples of a step, and the reward lost because of these steps. */
export interface SetPointSteps extends LostBy {
  /** Working CRACs that have a step, K, with their set-points in the plan, C. */
  readonly cracs: readonly { readonly crac: string; readonly stepK: number; readonly setPointC: number }[];
  /** Number of combinations of allowed set-points at which plans were searched. */
  readonly planned: number;
  /** Result of the same run if CRACs accepted any set-point, and these set-points of the working CRACs, C. */
  readonly withoutStep: ProvenReward & { readonly setPointsC: Readonly<Record<string, number>> };
}

/**
 * Numbers of different settings (what a node's cores run) that a plan uses: in the whole room, the largest number in
 * any rack, and, if rows are listed, the largest number in any row.
 */
export interface SettingCounts {
  readonly rack: number;
  readonly row?: number;
  readonly room: number;
}

/** Limits on the number of different node settings (what a node's cores run), and the reward lost because of them. */
export interface SettingsKept extends LostBy {
  readonly limits: DistinctSettings;
  readonly used: SettingCounts;
  /** Result of the same run without these limits and with one configuration per node. */
  readonly withoutLimit: ProvenReward & { readonly used: SettingCounts };
}

/** Cost of surviving CRAC failures: the plan compared with the same run without this requirement. */
export interface SurvivalCost extends LostBy {
  readonly survive: Survive;
  /**
   * Result of the run without this requirement. If the surviving plan earns more, its reward is given instead and the
   * gap is null.
   */
  readonly withoutFailures: ProvenReward;
}

/** Hottest inlet of a plan if the air of its room mixes more or less than is stated. */
export interface InletAtMixing {
  readonly mixingM2PerS: number;
  readonly hottestInletC: number;
  readonly hottestInletAt: string;
}

/** Result of a run as printed by `plenum solve --json` and stored in result.json. */
export interface RunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'reward-rate';
  /** True if the method ignored co-location (NERR, Eq. 23). */
  readonly naive: boolean;
  /** Rule for the population of the genetic algorithm (option `--population`); absent if none was given. */
  readonly population?: Population;
  /** Fraction of the reward that co-location costs, compared with the estimate without it; null without a plan. */
  readonly colocationLoss: number | null;
  /** Reward rate with the thesis' time-averaged co-location effects, reward/s; absent without a plan. */
  readonly averagedRewardPerS?: number;
  readonly claimedObjective: number | null;
  /**
   * Name of the cheaper method that made the plan. Absent if no cheaper method's plan earned more than the plan of the
   * method asked for.
   */
  readonly planFrom?: string;
  /**
   * Best plan found whose nodes and cores do not divide their time: its reward, reward/s, and its gap to `bound` (null
   * if the bound does not cover it). Absent if the plan itself is of this kind or none is known.
   */
  readonly withoutSharing?: { readonly objective: number; readonly gap: number | null };
  /**
   * Bound on the reward of all plans, also those whose nodes divide their time, reward/s. Present if `bound` covers
   * only plans with one configuration per node.
   */
  readonly boundWithSharing?: number;
  /** How nodes alternate between configurations; absent if none do. */
  readonly sharing?: SharingOfNodes;
  /**
   * Nodes on standby, the power they save, and what is proven about plans with all nodes on. Absent if no nodes are on
   * standby.
   */
  readonly standby?: StandbySummary & { readonly allOn?: AllOn };
  /**
   * Course of the search for nodes on standby that fit the air flow that they cause. Absent if the air flow does not
   * depend on which nodes are on standby.
   */
  readonly air?: AirRounds;
  /** Limits with a reserve and the distance that the plan keeps from them; absent without reserves. */
  readonly reserves?: readonly ReserveUse[];
  /** Steps of set-points and their cost; absent if CRACs can take any set-point, or without a plan. */
  readonly setPointSteps?: SetPointSteps;
  /**
   * Limits on the number of different node settings (what a node's cores run), and the reward lost because of them.
   * Absent without such limits or without a plan.
   */
  readonly distinctSettings?: SettingsKept;
  /**
   * Failures that the plan survives and their cost. Absent if none must be survived, there is no feasible plan, or the
   * cost was not computed.
   */
  readonly survival?: SurvivalCost;
  /** Uncertainty under which the plan holds, and the plan's values without it; absent if plans need not be robust. */
  readonly robust?: Robustness;
  /** The plan in random rooms (the facility with other values of its uncertain data); absent if none were drawn. */
  readonly rooms?: DrawnRooms;
  /**
   * Reserve with which limits hold in a larger fraction of the random rooms. Absent if the fraction is high enough, if
   * the instance has no uncertainty, or if the plan is not feasible.
   */
  readonly roomsReserve?: RoomsReserve;
  /**
   * Power of the plan, and a lower bound on the power of plans with about the same reward. Absent if not asked for or
   * not found.
   */
  readonly leastPower?: LeastPower;
  /** Money of the plan and an upper bound on the money of any plan; absent if not asked for or not found. */
  readonly money?: Money;
  /**
   * Plans of nearly the same reward that differ most. Absent if not asked for, if there is no feasible plan, or if the
   * air flow depends on which nodes are on standby.
   */
  readonly alternatives?: AlternativesRecord;
  /**
   * What happens to the plan when CRACs fail. Absent if not asked for, if there is no plan that can be run, or if the
   * air flow depends on which nodes are on standby.
   */
  readonly failures?: FailuresRecord;
  /** Hottest inlet with half and twice the stated mixing of the room's air; absent if none is stated, or without a plan. */
  readonly inletByMixing?: readonly InletAtMixing[];
  readonly binding: readonly BindingConstraint[];
  readonly matrixProvenance: string;
}

/** Course of the search for a plan that fits the air flow caused by the plan's own nodes on standby. */
export interface AirRounds {
  /** Number of different sets of nodes on standby (the empty one included) for whose air flow a plan was made. */
  readonly sets: number;
  /**
   * True if the search converged: on the air flow of the last set of nodes on standby, a plan that chooses freely
   * chooses the same set.
   */
  readonly settled: boolean;
}

/** Nodes that alternate between configurations (all cores of a node together). */
export interface SharingOfNodes {
  readonly nodes: number;
  /** Period in which these nodes repeat their configurations and over which limits hold on average, s. */
  readonly periodS: number;
  /** Largest excess over each kind of limit exceeded at some moment; empty if all limits always hold. */
  readonly excess: readonly Violation[];
}

/** Facility with all nodes idle, for runs in which even idle nodes violate a limit. */
export interface IdleRoom {
  /** Plan in which all nodes idle, at the best set-points found. */
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}

/** Data of a run that a report needs besides the instance, stored in result.json as `report`. */
export interface RunRecord {
  readonly result: RunResult;
  readonly evaluation: PlanEvaluation | null;
  /** Evaluation of the facility with all nodes idle; present if even that violates a limit. */
  readonly idle?: IdleRoom;
  readonly trajectory: readonly TrajectoryPoint[];
}
