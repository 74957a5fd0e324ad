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

/** Power of a plan with the least power that a plan of its reward can draw. */
export interface LeastPower {
  /** Power of the plan at the meter by the checker, W. */
  readonly powerW: number;
  /** Lower bound on the meter power of plans in `scope` that earn at least `rewardPerS`, W. */
  readonly boundW: number;
  /** Relative gap, (powerW - boundW) / powerW. */
  readonly gap: number;
  /** Reward that plans must have, reward/s: that of the first plan minus `toleranceReward`. */
  readonly rewardPerS: number;
  /** Share of the reward that may be given up. */
  readonly toleranceReward: number;
  /** Plans that the proof covers, in words. */
  readonly scope: string;
}

/** Prices of reward, energy and CO2. */
export interface Prices {
  /** Money paid per unit of reward, USD. */
  readonly rewardUsd: number;
  readonly energyUsdPerKWh: number;
  /** Price of CO2, USD/t. */
  readonly carbonUsdPerT: number;
  /** CO2 of the energy, g/kWh. */
  readonly carbonGPerKWh: number;
}

/** Money of a plan (revenue minus the price of its energy) with the proven best. */
export interface Money {
  readonly usdPerH: number;
  /** Upper bound on the money of plans in `scope`, USD/h. */
  readonly boundUsdPerH: number;
  readonly gapUsdPerH: number;
  /** Relative gap, gapUsdPerH / boundUsdPerH; null if the bound is not positive. */
  readonly gap: number | null;
  readonly revenueUsdPerH: number;
  /** Price of the energy at the meter and of its CO2, USD/h. */
  readonly energyUsdPerH: number;
  readonly prices: Prices;
  /** Plans that the proof covers, in words. */
  readonly scope: string;
}

/** Plan whose set-points CRACs can take in steps, and what the steps cost. */
export interface SetPointSteps {
  /** CRACs at work that have a step, K, with their set-points in the plan, C. */
  readonly cracs: readonly { readonly crac: string; readonly stepK: number; readonly setPointC: number }[];
  /** Number of combinations of allowed set-points for which plans were made. */
  readonly planned: number;
  /** The same run with arbitrary set-points within the ranges: reward, bound, gap, set-points at work. */
  readonly withoutStep: {
    readonly objective: number;
    readonly bound: number | null;
    readonly gap: number | null;
    readonly setPointsC: Readonly<Record<string, number>>;
  };
  /** Reward lost by the steps, reward/s, at least 0. */
  readonly lost: number;
  /** Lost share of the reward, lost / withoutStep.objective; null if that objective is 0. */
  readonly lostShare: number | null;
}

/** Number of different settings in the room, and the maximum in a rack and, if rows are listed, in a row. */
export interface SettingCounts {
  readonly rack: number;
  readonly row?: number;
  readonly room: number;
}

/** Limits on the number of different settings, and what they cost. */
export interface SettingsKept {
  readonly limits: DistinctSettings;
  /** Numbers of settings in the plan. */
  readonly used: SettingCounts;
  /** The same run without these limits and with one configuration per node: reward, bound, gap, settings. */
  readonly withoutLimit: {
    readonly objective: number;
    readonly bound: number | null;
    readonly gap: number | null;
    readonly used: SettingCounts;
  };
  /** Reward lost by the limits, reward/s, at least 0. */
  readonly lost: number;
  /** Lost share of the reward, lost / withoutLimit.objective; null if that objective is 0. */
  readonly lostShare: number | null;
}

/** What surviving failures costs: the plan compared with the same run without that demand. */
export interface SurvivalCost {
  /** Failures that the plan survives. */
  readonly survive: Survive;
  /**
   * The run without the requirement to survive failures: reward, bound and gap. The gap is null if the surviving plan
   * earns more, so that its reward is shown.
   */
  readonly withoutFailures: { readonly objective: number; readonly bound: number | null; readonly gap: number | null };
  /** Reward lost by surviving, reward/s, at least 0. */
  readonly lost: number;
  /** Lost share of the reward, lost / withoutFailures.objective; null if that objective is 0. */
  readonly lostShare: number | null;
}

/** Result of a run as printed by `plenum solve --json` and stored in result.json. */
export interface RunResult extends FamilyRunResult, PlanFigures {
  readonly family: 'reward-rate';
  /** True if the method ignored co-location (NERR, Eq. 23). */
  readonly naive: boolean;
  /** Share of the plan's naive estimate lost to co-location; null without a plan. */
  readonly colocationLoss: number | null;
  readonly claimedObjective: number | null;
  /** Method that made the plan, if a cheaper one earned more than the method asked for. */
  readonly planFrom?: string;
  /**
   * Best plan found without shared time: its reward, reward/s, and its gap to `bound` (null if the bound does not cover
   * it). Absent if the plan shares no time or none is known.
   */
  readonly withoutSharing?: { readonly objective: number; readonly gap: number | null };
  /**
   * Bound including plans whose nodes share time, reward/s; present if `bound` covers only plans with one configuration
   * per node.
   */
  readonly boundWithSharing?: number;
  /** Nodes that share time as a whole, and by how much limits are exceeded for moments; absent if there are none. */
  readonly sharing?: SharingOfNodes;
  /**
   * Nodes on standby, the power they save against idling, and what is proven about plans with all nodes on; absent if
   * there are none.
   */
  readonly standby?: StandbySummary & { readonly allOn?: AllOn };
  /** Standby sets whose air was planned on; absent if air does not depend on them. */
  readonly air?: AirRounds;
  /** Limits with a reserve and what the plan leaves free; absent without reserves. */
  readonly reserves?: readonly ReserveUse[];
  /** Steps of set-points and their cost; absent if CRACs can take any. */
  readonly setPointSteps?: SetPointSteps;
  /** Limits on the number of settings and their cost; absent without such limits. */
  readonly distinctSettings?: SettingsKept;
  /** Failures that the plan survives and their cost; absent if it need not or there is no feasible plan. */
  readonly survival?: SurvivalCost;
  /** Rooms in which a robust plan holds, and its figures in the room as stated; absent if plans need not be robust. */
  readonly robust?: Robustness;
  /** Test of the plan in rooms drawn at random; absent if none were drawn. */
  readonly rooms?: DrawnRooms;
  /**
   * Reserve that raises the share of rooms in which limits hold; absent if it is high enough or no uncertainty is
   * stated.
   */
  readonly roomsReserve?: RoomsReserve;
  /** Plan's power and the least power for its reward; absent if not asked for or not found. */
  readonly leastPower?: LeastPower;
  /** Plan's money and the best possible; absent if not asked for or not found. */
  readonly money?: Money;
  /** Plans of nearly the same reward that differ most; absent if not asked for or without a feasible plan. */
  readonly alternatives?: AlternativesRecord;
  /** What happens to the plan when CRACs fail; absent if not asked for or the plan cannot be run. */
  readonly failures?: FailuresRecord;
  readonly binding: readonly BindingConstraint[];
  readonly matrixProvenance: string;
}

/** How a plan was made for the air that it causes. */
export interface AirRounds {
  /** Number of standby sets tried, including the empty one. */
  readonly sets: number;
  /** True if a plan that could choose freely on the air of the last set chose the same set again. */
  readonly settled: boolean;
}

/** Nodes that alternate between configurations as a whole. */
export interface SharingOfNodes {
  readonly nodes: number;
  /** Period over which limits hold on average, s. */
  readonly periodS: number;
  /** Largest momentary excess over each kind of limit; empty if all hold at every moment. */
  readonly excess: readonly MomentaryExcess[];
}

/** Limit that a plan exceeds for a moment; `amount` is the value minus the limit, in `unit`. */
export interface MomentaryExcess {
  readonly constraint: string;
  readonly where: string;
  readonly unit: string;
  readonly value: number;
  readonly limit: number;
  readonly amount: number;
}

/** Facility with all nodes idle as judged by the checker; given if even it breaks a limit. */
export interface IdleRoom {
  /** Plan without work, at the best set-points found. */
  readonly plan: RewardRatePlan;
  readonly evaluation: PlanEvaluation;
}
/** Everything that a report needs besides the instance; stored in result.json as `report`. */
export interface RunRecord {
  readonly result: RunResult;
  readonly evaluation: PlanEvaluation | null;
  /** The idle facility, given if even it breaks a limit. */
  readonly idle?: IdleRoom;
  readonly trajectory: readonly TrajectoryPoint[];
}
