import { type PowerCap } from '../../../../../models/facility/meter.js';
import type { Prices } from '../../runs/result.js';
import type { Choices } from '../choices.js';
import type { RunSummary } from '../summary.js';

/** Record of a day, as `plenum day --json` prints it and day.json contains it (docs/reward-rate/results.md). */
export interface DayResult {
  readonly instance: string;
  readonly sha256: string;
  readonly family: 'reward-rate';
  readonly study: 'day';
  readonly method: string;
  readonly naive: boolean;
  readonly seed: number;
  readonly objectiveUnit: string;
  readonly choices: Choices;
  /** Name of the arrivals file, or of the built-in profile. */
  readonly arrivals: string;
  readonly taskTypes: readonly string[];
  readonly epochs: readonly EpochResult[];
  /** Number of epochs that were not planned because the user interrupted the command. */
  readonly epochsLeft: number;
  /** Number of epochs whose results were taken from an earlier run with the same inputs. */
  readonly epochsResumed: number;
  readonly ledger: DayLedger;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  /** Currency of the instance; absent if it states none. */
  readonly currency?: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export interface EpochResult extends RunSummary, PowerCap {
  readonly epoch: string;
  readonly startS: number;
  readonly epochS: number;
  /** Prices in the epoch; absent if money was not the objective. */
  readonly prices?: Prices;
  readonly redLineC: number;
  /** Energy of the epoch, J; null if it has no plan. */
  readonly energy: EnergyJ | null;
  /**
   * Nodes that wake at the start of the epoch. `energy`, `tasks` and `reward` include their costs. Absent if no node
   * wakes or waking takes no time.
   */
  readonly waking?: Waking;
  /**
   * Figures of the epoch's best plan without regard to other epochs: reward rate, power, and number of nodes on
   * standby. Absent if that plan was chosen.
   */
  readonly alone?: { readonly objective: number; readonly powerW: number; readonly onStandby: number };
  /** Number of nodes on standby in the epoch's plan; null if it has no plan. */
  readonly onStandby: number | null;
  /** Price of a kWh including its CO2, USD; absent if money was not the objective. */
  readonly usdPerKWh?: number;
  /** Money of the epoch with the costs of waking nodes. Null without a plan; absent if money was not the objective. */
  readonly usd?: EpochMoney | null;
  /** Numbers of tasks and their reward, by task type in the instance's order. */
  readonly tasks: readonly TaskEntry[];
  /** Reward of the epoch; 0 if it has no plan. */
  readonly reward: number;
  /** Proven upper bound on the reward of the epoch; null if nothing is proven. */
  readonly rewardBound: number | null;
}

/** Nodes that wake at the start of an epoch, with upper bounds on the costs. */
export interface Waking {
  readonly nodes: number;
  /** Metered energy of waking, including losses and cooling, J. */
  readonly energyJ: number;
  /** Reward that the waking nodes do not earn while they wake. */
  readonly rewardLost: number;
  /** Upper bound on the meter power if all these nodes wake at the same time, W. */
  readonly mostW: number;
}

/** Energy of an epoch or day by use, J: power in the checker's evaluation times length. */
export interface EnergyJ {
  readonly idleJ: number;
  readonly coresJ: number;
  readonly coolingJ: number;
  readonly upsLossJ: number;
  readonly otherJ: number;
  /** Energy of waking nodes, J; absent if no node wakes. */
  readonly wakingJ?: number;
  readonly totalJ: number;
}

/** Numbers of tasks of one type and their reward, in one epoch or over the day. */
export interface TaskEntry {
  readonly arrived: number;
  readonly completed: number;
  readonly lost: number;
  readonly reward: number;
}

export interface DayLedger {
  readonly lengthS: number;
  /** Number of epochs with a plan. Energies are totals over these epochs only. */
  readonly epochsWithPlan: number;
  readonly energy: EnergyJ;
  /**
   * Proven lower bound on the metered energy of plans that earn at least as much in each epoch, J. It is the sum over
   * epochs of the lower bound on power times the length of the epoch, without waking nodes. Absent if an epoch with a
   * plan has no such bound.
   */
  readonly leastEnergyJ?: number;
  /** Nodes that wake over the day, with upper bounds on their costs; absent if no node wakes. */
  readonly waking?: Omit<Waking, 'mostW'>;
  /**
   * Totals of the day with each epoch's best plan, chosen without regard to waking nodes. Absent if this ledger is for
   * those plans.
   */
  readonly oneByOne?: DayOneByOne;
  readonly tasks: readonly TaskEntry[];
  readonly reward: number;
  /**
   * Upper bound on the reward of the day, the sum of the epochs' bounds. An epoch proven to have no feasible plan has
   * the bound 0. Null if an epoch has no bound.
   */
  readonly rewardBound: number | null;
  /**
   * Relative gap between the day's reward and its upper bound. Null if the bound is unknown, or if the reward exceeds
   * the bound, because then a plan or a bound is wrong.
   */
  readonly gap: number | null;
  /** Money of the day; absent if money was not the objective. */
  readonly money?: DayMoney;
  readonly closure: Closure;
}

/** Totals of a day with each epoch's best plan without regard to other epochs. Costs of waking are included. */
export interface DayOneByOne {
  readonly reward: number;
  readonly energyJ: number;
  readonly wakingNodes: number;
  /** Revenue minus cost of energy, USD; absent if money was not the objective. */
  readonly usd?: number;
}

/** Money of an epoch, or of a day with each epoch at its own prices. */
export interface EpochMoney {
  /** Revenue minus cost of energy, USD. */
  readonly usd: number;
  /** Money earned by the reward, USD. */
  readonly revenueUsd: number;
  /** Cost of the energy including its CO2, USD. */
  readonly energyUsd: number;
}

/** Money of all epochs together, each at its own prices. */
export interface DayMoney extends EpochMoney {
  /** Upper bound on the money, the sum of the epochs' bounds, USD; null if an epoch has no bound. */
  readonly boundUsd: number | null;
  readonly gapUsd: number | null;
}

/** Consistency check of a day: relative differences between sums that should be equal. None should exceed 1e-9. */
export interface Closure {
  /** Relative difference between the sum of energies by use and the metered total, in the worst epoch. */
  readonly energyParts: number;
  /** Relative difference between the day's total energy and the sum of its energies by use. */
  readonly energyDay: number;
  /**
   * Relative difference between the summed rewards of the task types and the checker's reward rate times length, in the
   * worst epoch.
   */
  readonly rewardParts: number;
  /** Relative difference between the day's reward summed by epoch and summed by task type. */
  readonly rewardDay: number;
  /** Relative difference between arrived tasks and completed plus lost tasks, for the worst task type of the day. */
  readonly tasks: number;
  readonly closes: boolean;
}
