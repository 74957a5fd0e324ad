import type { BindingConstraint } from '../../../../models/families/binding-constraint.js';
import type { AllOn } from './all-on.js';
import type { StandbySummary } from '../../../../models/families/reward-rate/standby.js';
import type { RewardRatePlan } from '../../../../models/families/reward-rate/plan.js';
import type { DistinctSettings } from '../../../../models/families/reward-rate/instance.js';
import type { PlanEvaluation } from '../../../../models/families/reward-rate/outcome.js';
import type { Survive } from '../../../../models/families/reward-rate/instance.js';
import type { AlternativesRecord } from './alternatives.js';
import type { FailuresRecord } from './failures.js';
import type { DrawnRooms, RoomsReserve } from './drawn-rooms.js';
import type { Robustness } from './robustness.js';
import type { ReserveUse } from './reserves.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { FamilyRunResult, TrajectoryPoint } from '../../../runs/result.js';

/** Power of a plan beside the least that any plan of its reward can draw. */
export interface LeastPower {
  /** Power of the plan at the meter by the checker, W. */
  readonly powerW: number;
  /** No plan in `scope` that earns `rewardPerS` or more draws less than this at the meter, W. */
  readonly boundW: number;
  /** (powerW - boundW) / powerW, a fraction. */
  readonly gap: number;
  /** Reward that plans must have to count, reward/s: that of the plan found first, less `toleranceReward`. */
  readonly rewardPerS: number;
  /** Share of the reward that counts as none. */
  readonly toleranceReward: number;
  /** Plans that the proof covers. */
  readonly scope: string;
}

/** Prices of reward and energy. */
export interface Prices {
  /** Worth of a reward of 1, USD. */
  readonly rewardUsd: number;
  readonly energyUsdPerKWh: number;
  /** Price of CO2, USD/t. */
  readonly carbonUsdPerT: number;
  /** CO2 of the energy, g/kWh. */
  readonly carbonGPerKWh: number;
}

/** Money of a plan, revenue less the price of its energy, beside the greatest of any plan. */
export interface Money {
  readonly usdPerH: number;
  /** No plan in `scope` makes more than this, USD/h. */
  readonly boundUsdPerH: number;
  readonly gapUsdPerH: number;
  /** gapUsdPerH / boundUsdPerH, a fraction; null if no plan is proven to make money. */
  readonly gap: number | null;
  readonly revenueUsdPerH: number;
  /** Price of the energy at the meter and of its CO2, USD/h. */
  readonly energyUsdPerH: number;
  readonly prices: Prices;
  /** Plans that the proof covers. */
  readonly scope: string;
}

/** Plans whose set-points CRACs accept, and what that costs. */
export interface SetPointSteps {
  /** CRACs at work with a step, K, and their set-points in the plan, C. */
  readonly cracs: readonly { readonly crac: string; readonly stepK: number; readonly setPointC: number }[];
  /** Number of choices of allowed set-points at which the method planned. */
  readonly planned: number;
  /** The same run with any set-point of the ranges: reward, bound, gap, set-points at work. */
  readonly withoutStep: {
    readonly objective: number;
    readonly bound: number | null;
    readonly gap: number | null;
    readonly setPointsC: Readonly<Record<string, number>>;
  };
  /** Reward that the steps cost, reward/s: what the run without them earns more, at least 0. */
  readonly lost: number;
  /** lost / withoutStep.objective, a fraction; null if that is 0. */
  readonly lostShare: number | null;
}

/** Maximum number of different settings in a rack, and in a row where rows are listed, and the number in the room. */
export interface SettingCounts {
  readonly rack: number;
  readonly row?: number;
  readonly room: number;
}

/** Limits on different settings, and what they cost. */
export interface SettingsKept {
  readonly limits: DistinctSettings;
  /** Settings of the plan. */
  readonly used: SettingCounts;
  /** The same run without these limits, each node at one configuration: reward, bound, gap, settings. */
  readonly withoutLimit: {
    readonly objective: number;
    readonly bound: number | null;
    readonly gap: number | null;
    readonly used: SettingCounts;
  };
  /** Reward that the limits cost, reward/s, at least 0. */
  readonly lost: number;
  /** lost / withoutLimit.objective, a fraction; null if that is 0. */
  readonly lostShare: number | null;
}

/** Plan that survives failures beside the same run whose plans need not. */
export interface SurvivalCost {
  /** Failures that the plan survives. */
  readonly survive: Survive;
  /**
   * The run whose plans need not: reward, bound and gap; gap null if its reward is that of the surviving plan, which
   * earns more.
   */
  readonly withoutFailures: { readonly objective: number; readonly bound: number | null; readonly gap: number | null };
  /** Reward that surviving costs, reward/s, at least 0. */
  readonly lost: number;
  /** lost / withoutFailures.objective, a fraction; null if that is 0. */
  readonly lostShare: number | null;
}

/** The object `plenum solve --json` prints and result.json holds. */
export interface RunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'reward-rate';
  /** True if the method was told to ignore co-location (NERR, Eq. 23). */
  readonly naive: boolean;
  /** The share of the plan's naive estimate that co-location takes away, a fraction; null without a plan. */
  readonly colocationLoss: number | null;
  readonly claimedObjective: number | null;
  /** The method whose plan was returned, where it is not the one asked for: a cheaper one that earns more. */
  readonly planFrom?: string;
  /**
   * The best plan found in which no node shares time: what it earns, reward/s, and its gap to `bound` (null without one that covers it);
   * absent where the plan's nodes share none, or no such plan is known.
   */
  readonly withoutSharing?: { readonly objective: number; readonly gap: number | null };
  /**
   * Bound over plans whose nodes may share time as well, reward/s, where `bound` is that of plans of one configuration per node
   * (`boundScope`); else absent.
   */
  readonly boundWithSharing?: number;
  /** Nodes that share time as a whole, and what the plan passes its limits by for moments; absent where there are none. */
  readonly sharing?: SharingOfNodes;
  /**
   * Nodes that the plan has on standby, the power that they draw less than idle ones, and what is proven of plans with all nodes on; absent
   * where there are none.
   */
  readonly standby?: StandbySummary & { readonly allOn?: AllOn };
  /** Sets of nodes on standby whose air was planned on; absent where air does not depend on them. */
  readonly air?: AirRounds;
  /** Limits with a reserve and what the plan leaves free of each; absent where the instance has no reserve. */
  readonly reserves?: readonly ReserveUse[];
  /** Steps of set-points, and what they cost; absent where CRACs accept any. */
  readonly setPointSteps?: SetPointSteps;
  /** Limits on different settings, and what they cost; absent where there are none. */
  readonly distinctSettings?: SettingsKept;
  /** Failures that the plan survives, and what that costs; absent where it need not, or there is no feasible plan. */
  readonly survival?: SurvivalCost;
  /** The set of rooms in which the plan holds, and its figures in the stated one; absent where plans need not be robust. */
  readonly robust?: Robustness;
  /** The plan in rooms drawn from what is uncertain; absent where none were drawn. */
  readonly rooms?: DrawnRooms;
  /** Reserve that raises the share of rooms in which limits hold; absent where they hold in enough, or where no uncertainty is stated. */
  readonly roomsReserve?: RoomsReserve;
  /** Power of the plan beside the least of any plan of its reward; absent where it was not asked for or not found. */
  readonly leastPower?: LeastPower;
  /** Money of the plan beside the greatest of any plan; absent where it was not asked for or not found. */
  readonly money?: Money;
  /** Plans of nearly the same reward that differ most; absent where nobody asked, or there is no feasible plan. */
  readonly alternatives?: AlternativesRecord;
  /** Fate of the plan when CRACs fail; absent where nobody asked, or the plan cannot be run. */
  readonly failures?: FailuresRecord;
  readonly binding: readonly BindingConstraint[];
  readonly matrixProvenance: string;
}

/** Planning on the air that plans cause. */
export interface AirRounds {
  /** Number of sets of nodes on standby that were planned with, that of none among them. */
  readonly sets: number;
  /** True if a plan free to choose them on the air of the last set chose the same set again. */
  readonly settled: boolean;
}

/** Nodes that share time as a whole. */
export interface SharingOfNodes {
  readonly nodes: number;
  /** Period over which limits hold on average, s. */
  readonly periodS: number;
  /** Largest excess for a moment, of each kind of limit that is passed; empty where all hold at every moment. */
  readonly excess: readonly MomentaryExcess[];
}

/** Limit that a plan passes for a moment, in `unit`; `amount` is the value less the limit. */
export interface MomentaryExcess {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  readonly amount: number;
}

/** Facility with all nodes idle as the checker sees it, where a run says that it breaks a limit. */
export interface IdleRoom {
  /** Plan in which nothing runs; its set-points are the best found. */
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}
/** Data that a report needs beside the instance; stored as result.json's `report` part. */
export interface RunRecord {
  readonly result: RunResult;
  readonly evaluation: PlanEvaluation | null;
  /** The idle facility, where even it breaks a limit. */
  readonly idle?: IdleRoom;
  readonly trajectory: readonly TrajectoryPoint[];
}
