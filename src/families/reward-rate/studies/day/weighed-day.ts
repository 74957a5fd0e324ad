import { goesWith } from '../../combinations.js';
import type { RewardRatePlan, StandbyNodes } from '../../../../../models/families/reward-rate/plan.js';
import { withAsleep } from '../../../../../models/families/reward-rate/standby-air.js';
import { digestOf } from '../../../../runs/digest.js';
import type { PartStore } from '../../../../runs/store/part-store.js';
import { brokenBy } from '../../../../studies/broken.js';
import { REWARD_TOLERANCE } from '../../runs/least-power.js';
import { moneyRate } from '../../runs/money-rate.js';
import type { OpenedModel } from '../../runs/open.js';
import type { RunRequest } from '../../runs/request.js';
import type { Prices } from '../../runs/result.js';
import { solveOpened } from '../../runs/solve.js';
import { openedOnAirOf } from '../../runs/standby-air.js';
import { bestPath, type WorthAndEnergy } from './best-path.js';
import { withPlanForDay, withWaking } from './epoch-result.js';
import { type CheckedPlan, checkedPlan, keptAwake } from './kept-awake.js';
import { dayLedger } from './ledger.js';
import type { DayOneByOne, EpochResult } from './result.js';
import { type PlannedEpoch, standbyChoices, standbyList } from './standby-choices.js';
import { type WakingAfter, wakingInto } from './waking.js';

/** Result and plan of an epoch; the plan is null if none is feasible. */
export interface EpochAlone {
  readonly result: EpochResult;
  readonly plan: RewardRatePlan | null;
  /** Says for which plans the epoch's bound holds; absent if it has none. */
  readonly boundScope?: string;
}

/** Epochs of a day with plans chosen with regard to the costs of waking nodes. */
export interface WeighedDay {
  readonly epochs: readonly EpochAlone[];
  /**
   * Totals of the day with each epoch's best plan, chosen without regard to waking nodes. Absent if `epochs` has those
   * plans.
   */
  readonly oneByOne?: DayOneByOne;
  readonly warnings: readonly string[];
}

export interface WeighingRequest extends RunRequest {
  readonly store: PartStore;
  /** Hash of all inputs on which the day depends. */
  readonly digest: string;
}

/** Feasible plan, and the epoch's model for the air flow of the plan's nodes on standby. */
interface PlanInAir extends CheckedPlan {
  readonly onAir: OpenedModel;
}

interface Choice extends PlanInAir, WorthAndEnergy {
  readonly wakingAfter: WakingAfter;
}

/** Epoch with its own plan and its index `e` in the day. */
interface Planned extends PlannedEpoch {
  readonly own: PlanInAir;
  readonly e: number;
  readonly opened: OpenedModel;
}

/**
 * Chooses plans for a day with regard to the costs of waking nodes (docs/reward-rate/day.md). The candidates of each
 * epoch are its own plan and plans in which nodes stay awake or need not wake. The best sequence of candidates is
 * returned.
 *
 * @param isWhole false if epochs are missing; then every epoch keeps its own plan
 */
export async function weighedDay(
  request: WeighingRequest,
  epochs: readonly EpochAlone[],
  open: (e: number) => OpenedModel,
  isWhole: boolean,
): Promise<WeighedDay> {
  const planned = epochs.flatMap(({ result, plan }, e): Planned[] => {
    if (plan === null) return [];
    const opened = open(e);
    const own = checkedOnItsAir(request, opened, plan);
    const { epochS, prices } = result;
    const place = { e, epochS, opened, instance: opened.instance };
    return own === null ? [] : [{ ...place, own, ...(prices === undefined ? {} : { prices }) }];
  });
  if (planned.length < 2) return { epochs, warnings: [] };
  const alone = planned.map((epoch) => [choiceOf(epoch, epoch.own)]);
  const alonePath = planned.map(() => 0);
  const oneByOne = dayAlong(epochs, planned, alone, alonePath);
  if (!isWhole || !wakesAnything(planned, alone)) return { epochs: oneByOne, warnings: [] };
  const warnings: string[] = [];
  const weighed = await choicesFor(request, planned, warnings);
  if (weighed === null) {
    return { epochs: oneByOne, warnings: ['Waking was not weighed against staying awake: the day was interrupted.'] };
  }
  const path = bestPath({ plans: weighed, waking: between(planned, weighed) }, toleranceOf(request));
  if (path.every((choice) => choice === 0)) return { epochs: oneByOne, warnings };
  const days = dayAlong(epochs, planned, weighed, path);
  return { epochs: days, oneByOne: totalsOf(oneByOne), warnings };
}

/**
 * Returns the fraction of the day's value that may be given up to save energy. It is the fraction of reward that a run
 * may give up to save power; 0 if prices are given or power is not minimised.
 */
function toleranceOf({ prices, leastPower, rewardTolerance = REWARD_TOLERANCE }: RunRequest): number {
  return prices !== undefined || leastPower === undefined ? 0 : rewardTolerance;
}

function wakesAnything(planned: readonly Planned[], choices: readonly (readonly Choice[])[]): boolean {
  return planned.some((_, n) => n > 0 && choices[n]![0]!.wakingAfter(choices[n - 1]![0]!.plan) !== null);
}

/** Returns the candidate plans, [epoch][candidate], the epoch's own first; null if the user interrupts the command. */
async function choicesFor(
  request: WeighingRequest,
  planned: readonly Planned[],
  warnings: string[],
): Promise<Choice[][] | null> {
  const standby = standbyChoices(planned, planned[0]!.opened.matrix);
  const all: Choice[][] = [];
  for (const [n, epoch] of planned.entries()) {
    const { opened, own } = epoch;
    const { fewer, unwoken } = standby[n]!;
    const found: PlanInAir[] = [own];
    const anew: StandbyNodes[][] = unwoken === null ? [] : [standbyList(opened.instance, opened.matrix, unwoken)];
    for (const [k, asleep] of fewer.entries()) {
      if (request.interrupted()) return null;
      const list = standbyList(opened.instance, opened.matrix, asleep);
      const onAir = openedOnAirOf(opened, list);
      const kept = onAir === null ? null : keptAwake(request, onAir, own, list);
      if (kept !== null && onAir !== null) found.push({ ...kept, onAir });
      // The first is the one that costs least by node.
      else if (k === 0) anew.push(list);
    }
    for (const list of anew) {
      const plan = await plannedAnew(request, epoch, list, warnings);
      if (request.interrupted()) return null;
      if (plan !== null) found.push(plan);
    }
    all.push(found.map((one) => choiceOf(epoch, one)));
  }
  return all;
}

/**
 * Runs the request's method for an epoch with fixed nodes on standby. Returns null if it finds no feasible plan, is
 * interrupted or fails (which adds a warning), or if the method puts no nodes on standby.
 */
async function plannedAnew(
  request: WeighingRequest,
  { opened, prices }: Planned,
  standby: readonly StandbyNodes[],
  warnings: string[],
): Promise<PlanInAir | null> {
  if (!goesWith(request.method, 'needsStandby')) return null;
  const { workload, limits } = opened.instance;
  const digest = digestOf([request.digest, 'exactly on standby', workload, limits, prices, standby]);
  const stored = request.store.read(digest, true) as { readonly plan: RewardRatePlan | null } | null;
  if (stored !== null) return stored.plan === null ? null : checkedOnItsAir(request, opened, stored.plan);
  try {
    const onAir = openedOnAirOf(opened, standby);
    if (onAir === null) return null;
    const own = { ...request, ...(prices === undefined ? {} : { prices }), withBound: false };
    const { plan, record } = await solveOpened(own, { ...onAir, model: withAsleep(onAir.model, standby) });
    if (record.result.termination === 'interrupted') return null;
    const checked = plan === null ? null : checkedPlan(request, onAir, plan);
    request.store.keep(digest, { plan: checked?.plan ?? null });
    return checked === null ? null : { ...checked, onAir };
  } catch (error) {
    warnings.push(`An epoch was not planned with other nodes on standby: ${brokenBy(error).failure}`);
    return null;
  }
}

/**
 * Returns the plan with the checker's evaluation, for the air flow of its nodes on standby. Null if it breaks a limit
 * or cannot be evaluated.
 */
function checkedOnItsAir(request: RunRequest, opened: OpenedModel, plan: RewardRatePlan): PlanInAir | null {
  const onAir = openedOnAirOf(opened, plan.standby ?? []);
  const checked = onAir === null ? null : checkedPlan(request, onAir, plan);
  return onAir === null || checked === null ? null : { ...checked, onAir };
}

function choiceOf({ epochS, opened, prices }: Planned, { plan, evaluation, onAir }: PlanInAir): Choice {
  const reward = evaluation.rewardPerS * epochS;
  const energyJ = evaluation.power.totalW * epochS;
  const wakingAfter = wakingInto(opened.instance, onAir.matrix, plan, evaluation);
  return { plan, evaluation, onAir, wakingAfter, energyJ, worth: worthOf(prices, reward, energyJ) };
}

/** Returns the value of a reward and an energy: money if prices are given, otherwise the reward. */
function worthOf(prices: Prices | undefined, reward: number, energyJ: number): number {
  if (prices === undefined) return reward;
  const { usdPerReward, usdPerWs } = moneyRate(prices);
  return usdPerReward * reward - usdPerWs * energyJ;
}

/**
 * Returns a function for the value and energy of the nodes that wake at the start of planned epoch n. Its arguments are
 * n, the candidate i chosen in the planned epoch before, and the candidate j chosen in epoch n.
 */
function between(
  planned: readonly Planned[],
  choices: readonly (readonly Choice[])[],
): (n: number, i: number, j: number) => WorthAndEnergy {
  const known = new Map<string, WorthAndEnergy>();
  return (n, i, j) => {
    const key = `${n} ${i} ${j}`;
    const old = known.get(key);
    if (old !== undefined) return old;
    const waking = choices[n]![j]!.wakingAfter(choices[n - 1]![i]!.plan);
    const energyJ = waking?.energyJ ?? 0;
    const found = { energyJ, worth: waking === null ? 0 : worthOf(planned[n]!.prices, -waking.rewardLost, energyJ) };
    known.set(key, found);
    return found;
  };
}

/**
 * Returns the epochs of the day with the chosen plans and the costs of waking nodes.
 *
 * @param path index of the chosen candidate for each epoch that has a plan
 */
function dayAlong(
  epochs: readonly EpochAlone[],
  planned: readonly Planned[],
  choices: readonly (readonly Choice[])[],
  path: readonly number[],
): EpochAlone[] {
  const day = [...epochs];
  for (const [n, { e, own }] of planned.entries()) {
    const choice = choices[n]![path[n]!]!;
    const alone = epochs[e]!.result;
    const result = path[n] === 0 ? alone : withPlanForDay(alone, own.plan, choice.onAir, choice);
    const before = n === 0 ? null : choices[n - 1]![path[n - 1]!]!.plan;
    day[e] = { plan: choice.plan, result: before === null ? result : withWaking(result, choice.wakingAfter(before)) };
  }
  return day;
}

function totalsOf(epochs: readonly EpochAlone[]): DayOneByOne {
  const results = epochs.map(({ result }) => result);
  const { reward, energy, waking, money } = dayLedger(results, results[0]!.tasks.length);
  return {
    reward,
    energyJ: energy.totalJ,
    wakingNodes: waking?.nodes ?? 0,
    ...(money === undefined ? {} : { usd: money.usd }),
  };
}
