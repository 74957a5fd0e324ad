import { overCapW, withCapOf } from '../../../../../models/facility/meter.js';
import { plain, watts } from '../../../../reports/format.js';
import { S_PER_H } from '../../../../../models/units.js';
import { heldBound } from '../../../../../models/families/bound.js';
import { greatestReward } from '../../../../../models/families/reward-rate/greatest-reward.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasAirOfStandby, withAsleep } from '../../../../../models/families/reward-rate/standby-air.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { relativeGap } from '../../../../runs/relative-gap.js';
import { boundCovers, boundScope } from '../../methods/bound/certificate.js';
import { bindingConstraints } from '../../runs/binding.js';
import { provenPower, setPointsOf } from '../../runs/least-power.js';
import { sharingOf } from '../../runs/momentary.js';
import { judgedMoney } from '../../runs/money.js';

import type { OpenedModel } from '../../runs/open.js';
import type { Proofs } from '../../runs/search-state.js';
import type { Prices } from '../../runs/result.js';
import { moneyOfRun, powerOfEquals, type RunSummary } from '../summary.js';
import type { CheckedPlan } from './kept-awake.js';
import { energyOf, tasksOf, withWakingJ } from './ledger.js';
import type { EpochResult, Waking } from './result.js';
import { nodesOnStandby, type WakingOfTasks, withoutWaking } from './waking.js';

/** Relative gap up to which an epoch's plan counts as optimal, as in runs of `solve`. */
const OPTIMAL_GAP = 1e-9;

export interface EpochPlace {
  readonly epoch: string;
  readonly startS: number;
  readonly epochS: number;
  readonly instance: RewardRateInstance;
  readonly prices?: Prices;
}

/**
 * Returns the result of an epoch without costs of waking nodes.
 *
 * @param checked feasible plan of the epoch with its evaluation, or null
 */
export function epochResult(
  { epoch, startS, epochS, instance, prices }: EpochPlace,
  summary: RunSummary,
  checked: CheckedPlan | null,
): EpochResult {
  const { redLineC } = instance.limits;
  const evaluated = checked?.evaluation ?? null;
  return {
    epoch,
    startS,
    epochS,
    ...withCapOf({}, instance.limits),
    redLineC,
    ...(prices === undefined ? {} : { prices }),
    ...summary,
    onStandby: checked === null ? null : total(checked.plan),
    energy: evaluated === null ? null : energyOf(evaluated.power, epochS),
    tasks: tasksOf(instance, evaluated, epochS),
    reward: evaluated === null ? 0 : evaluated.rewardPerS * epochS,
    rewardBound: rewardBoundOf(summary, epochS),
  };
}

/** Returns an upper bound on the reward of the whole epoch: 0 if no plan exists, null if nothing is proven. */
export function rewardBoundOf(
  { bound, infeasibility }: Pick<RunSummary, 'bound' | 'infeasibility'>,
  epochS: number,
): number | null {
  if (infeasibility !== undefined) return infeasibility.proven ? 0 : null;
  return bound === null ? null : bound * epochS;
}

/** Returns the result of an epoch with the energy of waking nodes added and the reward lost meanwhile subtracted. */
export function withWaking(result: EpochResult, waking: WakingOfTasks | null): EpochResult {
  if (waking === null) return result;
  const { nodes, energyJ, rewardLost, mostW } = waking;
  const warning = wakingWarning(waking, overCapW(result, waking.mostW));
  return {
    ...result,
    ...(warning === null ? {} : { warnings: [...result.warnings, warning] }),
    energy: result.energy === null ? null : withWakingJ(result.energy, energyJ),
    waking: { nodes, energyJ, rewardLost, mostW },
    tasks: withoutWaking(result.tasks, waking),
    reward: result.reward - rewardLost,
  };
}

/** Returns a warning if the power may exceed the cap, by `overW` at most, while nodes wake; otherwise null. */
function wakingWarning({ nodes }: Waking, overW: number): string | null {
  if (overW <= 0) return null;
  const over = `the meter may show ${plain(watts(overW))} more than the cap`;
  return nodes === 1 ? `While 1 node wakes ${over}.` : `While ${nodes} nodes wake at once ${over}: wake them in turn.`;
}

/**
 * Returns the result of an epoch with another plan, chosen for the whole day. The upper bounds of the epoch hold for it
 * too, unless they assume other nodes on standby. The lower bound on power is kept only if the plan earns at least the
 * reward for which it was proven.
 */
export function withPlanForDay(
  ofEpoch: EpochResult,
  ownPlan: CheckedPlan['plan'],
  opened: OpenedModel,
  { plan, evaluation }: CheckedPlan,
): EpochResult {
  const { instance, matrix, model } = opened;
  const hasOwnAir = hasAirOfStandby(instance);
  const free = hasOwnAir ? withAsleep(model, plan.standby ?? []) : withStandby(model);
  const alone = hasOwnAir && !hasSameOnStandby(plan, ownPlan) ? unproven(ofEpoch) : ofEpoch;
  const { epochS, prices } = alone;
  const objective = evaluation.rewardPerS;
  const covered = boundCovers(free, setPointsOf(opened, plan));
  const held =
    alone.bound === null || !covered ? null : heldBound(alone.bound, objective, true, greatestReward(instance));
  const bound = held?.bound ?? alone.bound;
  const gap = bound === null || !covered ? null : relativeGap(bound, objective);
  const { warnings = [], isRefuted: isDisproven, ...proven } = provenOf(alone, free, { plan, evaluation });
  const isRefuted = held?.isRefuted === true || isDisproven === true;
  const sharing = sharingOf(free, plan, evaluation.zoneNodePowerW);
  const priceOf = new Map(alone.binding.map((one) => [JSON.stringify([one.constraint, one.where]), one.marginalValue]));
  const unpriced = bound === null ? null : 0;
  const summary: RunSummary = {
    termination: isRefuted
      ? 'failed'
      : alone.termination === 'optimal' && !(gap !== null && gap <= OPTIMAL_GAP)
        ? 'finished'
        : alone.termination,
    feasible: true,
    ...(alone.planFrom === undefined ? {} : { planFrom: alone.planFrom }),
    ...(sharing === null ? {} : { sharing }),
    objective,
    bound,
    gap,
    ...(alone.air === undefined ? {} : { air: { ...alone.air, onStandby: total(plan) } }),
    ...(alone.boundScope === undefined ? {} : { boundScope: alone.boundScope }),
    ...(gap === null ? { gapReason: alone.gapReason ?? 'the bound does not cover the set-points of the plan' } : {}),
    power: evaluation.power,
    ...proven,
    setPointsC: plan.setPointsC,
    hottestInletC: evaluation.zoneInletC.reduce((most, inletC) => Math.max(most, inletC), -Infinity),
    binding: bindingConstraints(instance, matrix, evaluation, null, plan.standby, model.limits)
      .filter(({ constraint, where }) => constraint !== 'redLine' || where === '')
      .map((one) => ({ ...one, marginalValue: priceOf.get(JSON.stringify([one.constraint, one.where])) ?? unpriced })),
    violations: [],
    warnings: [...alone.warnings, ...warnings],
    timeS: alone.timeS,
  };
  const place = { epoch: alone.epoch, startS: alone.startS, epochS, instance };
  return {
    ...epochResult(prices === undefined ? place : { ...place, prices }, summary, { plan, evaluation }),
    alone: { objective: alone.objective ?? 0, powerW: alone.power?.totalW ?? 0, onStandby: total(ownPlan) },
  };
}

/** Why an epoch has no bound: the known bound assumes other nodes on standby than its plan. */
const OTHER_SET = 'the bound of the epoch holds for other nodes on standby, whose air is another';

/** Returns the result without its bounds, which hold only for plans with other nodes on standby. */
function unproven(epoch: EpochResult): EpochResult {
  const { leastPower, money, boundScope: scope, ...rest } = epoch;
  return { ...rest, binding: [], bound: null, gap: null, gapReason: OTHER_SET };
}

function hasSameOnStandby(one: CheckedPlan['plan'], other: CheckedPlan['plan']): boolean {
  const [nodes, others] = [nodesOnStandby(one), nodesOnStandby(other)];
  return nodes.size === others.size && [...nodes].every(([zone, count]) => others.get(zone) === count);
}

function total(plan: CheckedPlan['plan']): number {
  return [...nodesOnStandby(plan).values()].reduce((sum, nodes) => sum + nodes, 0);
}

/** Returns power and money with their proven bounds, and warnings if the plan contradicts them. */
function provenOf(
  { leastPower, money, prices }: EpochResult,
  model: RewardRateModel,
  { evaluation }: CheckedPlan,
): Pick<RunSummary, 'leastPower' | 'money'> & Pick<Proofs, 'warnings' | 'isRefuted'> {
  const power =
    leastPower === undefined || evaluation.rewardPerS < leastPower.rewardPerS
      ? {}
      : provenPower(evaluation.power.totalW, { ...leastPower, model });
  const made =
    money === undefined || prices === undefined
      ? {}
      : judgedMoney(evaluation, money.boundUsdPerH / S_PER_H, prices, boundScope(model));
  const isRefuted = power.isRefuted === true || made.isRefuted === true;
  return {
    ...(power.leastPower === undefined ? {} : { leastPower: powerOfEquals(power.leastPower) }),
    ...(made.money === undefined ? {} : { money: moneyOfRun(made.money) }),
    warnings: [...(power.warnings ?? []), ...(made.warnings ?? [])],
    ...(isRefuted ? { isRefuted } : {}),
  };
}
