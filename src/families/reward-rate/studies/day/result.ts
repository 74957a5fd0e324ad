import type { Prices } from '../../runs/result.js';
import type { Choices } from '../choices.js';
import type { RunSummary } from '../summary.js';

/** The object that `plenum day --json` prints and day.json contains (docs/reward-rate/results.md). */
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
  /** Name of the file, or of the profile. */
  readonly arrivals: string;
  readonly taskTypes: readonly string[];
  readonly epochs: readonly EpochResult[];
  /** Number of epochs that an interrupt left out. */
  readonly epochsLeft: number;
  /** Number of epochs taken from an earlier run with the same inputs. */
  readonly epochsResumed: number;
  readonly ledger: DayLedger;
  readonly boundScope: string;
  readonly matrixProvenance: string;
  /** Currency of the instance, if it states one. */
  readonly currency?: string;
  readonly warnings: readonly string[];
  readonly timeS: Readonly<Record<string, number>>;
  readonly files: Readonly<Record<string, string>>;
}

export interface EpochResult extends RunSummary {
  readonly epoch: string;
  readonly startS: number;
  readonly epochS: number;
  readonly powerCapW: number;
  /** Prices of the epoch; absent if money was not maximised. */
  readonly prices?: Prices;
  readonly redLineC: number;
  /** Energy of the epoch, J; null without a plan. */
  readonly energy: EnergyJ | null;
  /**
   * Nodes that wake at the start of the epoch; absent if none does, or waking takes no time. Included in energy, tasks
   * and reward.
   */
  readonly waking?: Waking;
  /** The epoch's own plan, if another was chosen for the whole day: reward/s, W, number of nodes. */
  readonly alone?: { readonly objective: number; readonly powerW: number; readonly onStandby: number };
  /** Number of nodes on standby in the epoch's plan; null without a plan. */
  readonly onStandby: number | null;
  /** Price of a kWh with its CO2, USD; absent if money was not maximised. */
  readonly usdPerKWh?: number;
  /** Money of the epoch at its prices, waking included; null without a plan, absent if money was not maximised. */
  readonly usd?: EpochMoney | null;
  /** Entries by task type. */
  readonly tasks: readonly TaskEntry[];
  /** Reward of the epoch; 0 without a plan. */
  readonly reward: number;
  /** Proven upper bound on the reward of the epoch; null if there is none. */
  readonly rewardBound: number | null;
}

/** Nodes that wake at the start of an epoch, and upper bounds on what that costs. */
export interface Waking {
  readonly nodes: number;
  /** Energy at the meter, with its losses and cooling, J. */
  readonly energyJ: number;
  /** Reward that the nodes do not earn while they wake. */
  readonly rewardLost: number;
  /** Maximum power at the meter if all wake at once, W. */
  readonly mostW: number;
}

/** Powers of the checker's evaluation times the epoch's length. */
export interface EnergyJ {
  readonly idleJ: number;
  readonly coresJ: number;
  readonly coolingJ: number;
  readonly upsLossJ: number;
  readonly otherJ: number;
  /** Energy of waking nodes, J; absent if none wakes. */
  readonly wakingJ?: number;
  readonly totalJ: number;
}

/** Numbers of tasks of a type, and their reward, in one epoch or over the day. */
export interface TaskEntry {
  readonly arrived: number;
  readonly completed: number;
  readonly lost: number;
  readonly reward: number;
}

export interface DayLedger {
  readonly lengthS: number;
  /** Number of epochs with a plan; energies are of these only. */
  readonly epochsWithPlan: number;
  readonly energy: EnergyJ;
  /**
   * Proven lower bound on the energy at the meter of plans with the epochs' rewards, without waking, J: the proven
   * least powers times the lengths; absent if an epoch with a plan has none.
   */
  readonly leastEnergyJ?: number;
  /** Nodes that wake at the starts of epochs, with upper bounds on the costs over the day; absent if none wakes. */
  readonly waking?: Omit<Waking, 'mostW'>;
  /** The day with every epoch's own plan; absent if this is that day. */
  readonly oneByOne?: DayOneByOne;
  readonly tasks: readonly TaskEntry[];
  readonly reward: number;
  /**
   * Bound on the reward, summed over the epochs; null if an epoch with a plan has none. An epoch that provably has no
   * plan counts 0.
   */
  readonly rewardBound: number | null;
  /**
   * Gap of the day, a fraction; null also if plans earn more than their bounds allow, because then one of the two is
   * wrong.
   */
  readonly gap: number | null;
  /** Money of the day; absent if it was not maximised. */
  readonly money?: DayMoney;
  readonly closure: Closure;
}

/** Day with every epoch's own plan, waking included. */
export interface DayOneByOne {
  readonly reward: number;
  readonly energyJ: number;
  readonly wakingNodes: number;
  /** Revenue minus the cost of energy, USD; absent if money was not maximised. */
  readonly usd?: number;
}

/** Money of an epoch, or of a day at the prices of its epochs, USD. */
export interface EpochMoney {
  /** Revenue minus the cost of energy. */
  readonly usd: number;
  /** Worth of the reward. */
  readonly revenueUsd: number;
  /** Cost of the energy and its CO2. */
  readonly energyUsd: number;
}

/** Money of all epochs together, each at its own prices, USD. */
export interface DayMoney extends EpochMoney {
  /** Upper bound on the money of plans of the epochs; null if an epoch has none. */
  readonly boundUsd: number | null;
  readonly gapUsd: number | null;
}

/** Relative differences between sums that should be equal. The day's accounts are balanced if none exceeds 1e-9. */
export interface Closure {
  /** Difference between the sum of the uses of energy and the total of the meter, in the worst epoch. */
  readonly energyParts: number;
  /** Difference between the total of the day and the sum of its uses. */
  readonly energyDay: number;
  /** Difference between the rewards of the task types and the checker's reward rate times time, in the worst epoch. */
  readonly rewardParts: number;
  /** Difference between the reward of the day by epochs and by task types. */
  readonly rewardDay: number;
  /** Difference between arrived tasks and completed plus lost tasks, for the worst task type of the day. */
  readonly tasks: number;
  readonly closes: boolean;
}
