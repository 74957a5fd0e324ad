import { heldBound } from '../../../../../models/families/bound.js';
import type { PlanEvaluation } from '../../../../../models/families/reward-rate/outcome.js';
import type { PowerSplit } from '../../../../../models/facility/power-split.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { dayMoney } from './money.js';
import type { Closure, DayLedger, EnergyJ, EpochResult, TaskEntry } from './result.js';

/** Relative tolerance for totals of a day that should be equal; it allows for rounding error. */
const CLOSES = 1e-9;
/** Uses of energy. Their energies should sum to the metered total. */
export const USES = ['idleJ', 'coresJ', 'coolingJ', 'upsLossJ', 'otherJ'] as const;
/** Returns the energy of an epoch by use, J. The total is metered power times length, not the sum of the uses. */
export function energyOf(power: PowerSplit, epochS: number): EnergyJ {
  return {
    idleJ: power.idleW * epochS,
    coresJ: power.coresW * epochS,
    coolingJ: power.coolingW * epochS,
    upsLossJ: power.upsLossW * epochS,
    otherJ: power.otherW * epochS,
    totalJ: power.totalW * epochS,
  };
}

/** Returns the energy of an epoch by use, J, to which the energy of waking nodes is added. */
export function withWakingJ(energy: EnergyJ, wakingJ: number): EnergyJ {
  const { totalJ, ...uses } = energy;
  return { ...uses, wakingJ, totalJ: totalJ + wakingJ };
}

/** Returns, by task type, how many tasks arrive, are completed and are lost in an epoch, and the reward. */
export function tasksOf(instance: RewardRateInstance, evaluation: PlanEvaluation | null, epochS: number): TaskEntry[] {
  return instance.workload.taskTypes.map(({ arrivalRatePerS, rewardPerTask }, i) => {
    const arrived = arrivalRatePerS * epochS;
    const completed = Math.min(evaluation?.ratePerS[i] ?? 0, arrivalRatePerS) * epochS;
    return { arrived, completed, lost: arrived - completed, reward: rewardPerTask * completed };
  });
}

export function dayLedger(epochs: readonly EpochResult[], taskTypes: number): DayLedger {
  const planned = epochs.filter(({ energy }) => energy !== null);
  const sum = (pick: (epoch: EpochResult) => number): number => epochs.reduce((total, epoch) => total + pick(epoch), 0);
  const used = (use: (typeof USES)[number] | 'totalJ' | 'wakingJ'): number => sum(({ energy }) => energy?.[use] ?? 0);
  const energy: EnergyJ = {
    idleJ: used('idleJ'),
    coresJ: used('coresJ'),
    coolingJ: used('coolingJ'),
    upsLossJ: used('upsLossJ'),
    otherJ: used('otherJ'),
    ...(planned.every((epoch) => epoch.energy!.wakingJ === undefined) ? {} : { wakingJ: used('wakingJ') }),
    totalJ: used('totalJ'),
  };
  const tasks = Array.from({ length: taskTypes }, (_, i): TaskEntry => {
    const counted = (key: keyof TaskEntry): number => sum((epoch) => epoch.tasks[i]![key]);
    return {
      arrived: counted('arrived'),
      completed: counted('completed'),
      lost: counted('lost'),
      reward: counted('reward'),
    };
  });
  const reward = sum((epoch) => epoch.reward);
  const waking = {
    nodes: sum((epoch) => epoch.waking?.nodes ?? 0),
    energyJ: sum((epoch) => epoch.waking?.energyJ ?? 0),
    rewardLost: sum((epoch) => epoch.waking?.rewardLost ?? 0),
  };
  const bounded = epochs.every(({ rewardBound }) => rewardBound !== null);
  const provenBound = bounded ? sum((epoch) => epoch.rewardBound!) : null;
  const rewardBound = provenBound === null ? null : heldBound(provenBound, reward, true).bound;
  // A plan that its epoch's bound does not cover has no gap, and then the day has none.
  const covered = epochs.every(({ feasible, bound, gap }) => !feasible || bound === null || gap !== null);
  const comparable = covered && rewardBound !== null && !exceeds(reward, rewardBound) && !epochs.some(isAboveBound);
  return {
    lengthS: sum(({ epochS }) => epochS),
    epochsWithPlan: planned.length,
    energy,
    ...leastEnergyOf(planned),
    ...(waking.nodes === 0 ? {} : { waking }),
    tasks,
    reward,
    rewardBound,
    gap: !comparable ? null : rewardBound > 0 ? Math.max(0, rewardBound - reward) / rewardBound : 0,
    ...dayMoney(epochs),
    closure: closureOf(planned, energy, tasks, reward),
  };
}

/** Returns a lower bound on the energy of the epochs with a plan; absent if one has no lower bound on power. */
function leastEnergyOf(planned: readonly EpochResult[]): Pick<DayLedger, 'leastEnergyJ'> {
  const leastJ = planned.map(({ leastPower, epochS }) => (leastPower === undefined ? NaN : leastPower.boundW * epochS));
  const leastEnergyJ = leastJ.reduce((sum, one) => sum + one, 0);
  return leastJ.length === 0 || Number.isNaN(leastEnergyJ) ? {} : { leastEnergyJ };
}

/** Returns true if a reward exceeds its upper bound by more than rounding error. */
function exceeds(reward: number, bound: number): boolean {
  return heldBound(bound, reward, true).isRefuted;
}

function isAboveBound({ feasible, objective, bound, gap }: EpochResult): boolean {
  return feasible && objective !== null && bound !== null && gap !== null && exceeds(objective, bound);
}

/**
 * Returns a list with a sentence that explains why the day has no gap: the reward of some epoch, or of the day, exceeds
 * its upper bound. The list is empty if no reward does. Epochs are examined too, because the sum over the day may hide
 * an excess.
 */
export function aboveBound(
  epochs: readonly EpochResult[],
  { reward, rewardBound }: Pick<DayLedger, 'reward' | 'rewardBound'>,
): string[] {
  const wrong = epochs.filter(isAboveBound).map(({ epoch }) => epoch);
  if (wrong.length === 0 && (rewardBound === null || !exceeds(reward, rewardBound))) return [];
  const what =
    wrong.length === 0
      ? `The day earns ${reward}, more than its proven bound of ${rewardBound}`
      : `Plans earn more than the proven bound of their epoch in ${wrong.length} of ${epochs.length} epochs, the first of them ${wrong[0]!}`;
  return [`${what}: one of the two is wrong, and the day has no gap. Please report this instance.`];
}

function closureOf(
  planned: readonly EpochResult[],
  energy: EnergyJ,
  tasks: readonly TaskEntry[],
  reward: number,
): Closure {
  const worst = (differences: readonly number[]): number => Math.max(0, ...differences);
  const parts = (entry: EnergyJ): number => USES.reduce((sum, use) => sum + entry[use], entry.wakingJ ?? 0);
  const rewards = (entries: readonly TaskEntry[]): number => entries.reduce((sum, entry) => sum + entry.reward, 0);
  const closure = {
    energyParts: worst(planned.map((epoch) => relative(parts(epoch.energy!), epoch.energy!.totalJ))),
    energyDay: relative(parts(energy), energy.totalJ),
    rewardParts: worst(
      planned.map(({ tasks: own, objective, epochS, waking }) =>
        relative(rewards(own), (objective ?? 0) * epochS - (waking?.rewardLost ?? 0)),
      ),
    ),
    rewardDay: relative(rewards(tasks), reward),
    tasks: worst(tasks.map(({ arrived, completed, lost }) => relative(completed + lost, arrived))),
  };
  return { ...closure, closes: Object.values(closure).every((difference) => difference <= CLOSES) };
}

function relative(one: number, other: number): number {
  const scale = Math.max(Math.abs(one), Math.abs(other));
  return scale === 0 ? 0 : Math.abs(one - other) / scale;
}
