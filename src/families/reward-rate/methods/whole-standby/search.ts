import { idleAwake } from '../../../../../models/families/reward-rate/minimum-on.js';
import { isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RunControl } from '../../../../methods/control.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { brokenRows, type ConfigurationLpResult } from '../room-program/configuration-lp.js';
import type { CouplingRow } from '../room-program/coupling.js';
import { groupByZone } from '../room-program/grouping.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import type { SharedPlan } from '../outcome.js';
import { keepsCommonSetPoint } from '../rounding/node-plan.js';
import { sharedPlan } from '../sharing/shared-plan.js';
import { type AwakeBound, awakeBound } from './awake-bound.js';
import { type AwakeAnswer, type AwakeProgram, openAwakeProgram, type Units } from './awake-program.js';
import { above, below, bestCut, roundedUp } from './awake-cut.js';
import { allRanges, type AwakeRanges, type AwakeSet, awakeSetsOf, isPossible } from './awake-sets.js';

/** Maximum number of LPs in a search. Ours: about a second with tens of nodes. */
const MAX_PROGRAMS = 1000;
/** Limit on the number of LPs times the number of zones. */
const LP_WORK = 60_000;
/** Maximum number of zones for which the search is made. Ours: with more, LP_WORK leaves too few LPs. */
const MAX_ZONES = 500;
/** A branch is closed if its bound exceeds the incumbent's reward by at most this fraction. Ours: the LPs' accuracy. */
const SAME = 3e-7;
/** Relative gap between an LP's value and its bound at which column generation ends. */
const LP_GAP = 3e-8;
/** Maximum number of times that a branch's LP is solved again with new columns and rows. */
const ROUNDS = 60;
/** Maximum number of nodes of the engine's search tree for integer numbers of running nodes. */
const ENGINE_NODES = 300;
/** Relative gap between bound and best plan at which the engine's branch and bound ends. */
const ENGINE_GAP = 1e-7;
/** Numbers of examined branches after which the engine's branch and bound runs again, with the columns found since. */
const SEARCH_AGAIN = [10, 40, 160];
/** Number of initial LP columns per zone besides the best configuration and those that the configuration LP used. */
const SEEDS = 4;

export interface WholeStandbyRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  /** Result of the configuration LP, in which nodes may be on standby for part of the time. */
  readonly lp: ConfigurationLpResult;
  /** Reward of the best plan known before, reward/s. */
  readonly incumbentRewardPerS: number;
  readonly engine: LpEngine;
  readonly control: RunControl;
}

export interface WholeStandby {
  /** Upper bound on the reward of plans whose nodes are each always on standby or always on, reward/s. */
  readonly boundRewardPerS: number;
  /** Plan better than the incumbent; null if none was found. */
  readonly better: SharedPlan | null;
  readonly programs: number;
  readonly stoppedEarly: boolean;
}

interface Branch extends AwakeRanges {
  /** Upper bound on the reward of every plan in the branch, reward/s. */
  readonly value: number;
}

/** Returns true if nodes may be on standby, there is one common set-point and not too many zones. */
export function canSearchStandby(model: RewardRateModel): boolean {
  const isCommon = model.cracs.length === 1 || keepsCommonSetPoint(model);
  return isCommon && model.zones.length <= MAX_ZONES && awakeSetsOf(model).length > 0;
}

/**
 * Searches by branch and bound for the best plan with an integer number of running nodes in each zone, and for a bound
 * on such plans (docs/reward-rate/whole-standby.md). The branch with the largest bound comes first.
 *
 * Running nodes may divide their time over configurations. So the LP's answer is a plan once the numbers of running
 * nodes are integer.
 */
export async function searchWholeStandby(input: WholeStandbyRequest): Promise<WholeStandby> {
  const sets = awakeSetsOf(input.model);
  const program = openAwakeProgram(input.model, sets, input.engine);
  try {
    return await run(input, sets, program);
  } finally {
    program.dispose();
  }
}

async function run(
  input: WholeStandbyRequest,
  sets: readonly AwakeSet[],
  program: AwakeProgram,
): Promise<WholeStandby> {
  const { model, oracles, lp, control } = input;
  const rows: CouplingRow[] = [...lp.rows];
  begin(input, sets, program);
  program.addRows(rows);
  const grouping = groupByZone(model);
  const redLined = new Set(rows.flatMap(({ constraint, zone }) => (constraint === 'redLine' ? [zone] : [])));
  let incumbent = input.incumbentRewardPerS;
  let better: SharedPlan | null = null;
  let programs = 0;
  let stoppedEarly = false;
  /** Largest bound of the unsolved branches, reward/s; -Infinity if there are none. */
  let left = -Infinity;
  const most = Math.min(MAX_PROGRAMS, Math.ceil(LP_WORK / model.zones.length));
  const open: Branch[] = [{ ...allRanges(sets), value: lp.bound.value }];
  const goal = (): number => incumbent + SAME * Math.abs(incumbent);
  const greatestOpen = (): number => open.reduce((greatest, { value }) => Math.max(greatest, value), -Infinity);
  const isOver = (): boolean => stoppedEarly || programs >= most;

  const solved = async (ranges: AwakeRanges, inherited: number): Promise<Solved> => {
    let value = inherited;
    program.setRanges(ranges);
    for (let round = 0; round < ROUNDS && !isOver(); round++) {
      const answer = program.solve();
      programs++;
      const bound = Math.min(lp.bound.value, Math.max(incumbent, left, value, greatestOpen()));
      if (await control.step({ phase: 'whole standby', bound, incumbent })) stoppedEarly = true;
      if (answer === null) break;
      const at = awakeBound(model, oracles, rows, sets, ranges, answer.prices);
      value = Math.min(value, at.value);
      if (value <= goal()) return { value, is: 'closed' };
      const broken = brokenRows(
        model,
        { rows, redLined, grouping },
        { side: Float64Array.of(answer.setPointC), groupKW: answer.zoneKW },
      );
      const isTight = value - answer.objective <= LP_GAP * Math.abs(value);
      const added = isTight ? 0 : priceOut(model, at, program);
      if (broken.length === 0 && added === 0) return { value, is: 'solved', answer, zonePowerPrice: at.zonePowerPrice };
      program.flush();
      rows.push(...broken);
      for (const { zone } of broken) redLined.add(zone);
      program.addRows(broken);
    }
    return { value, is: 'unsolved' };
  };
  const consider = (answer: AwakeAnswer): void => {
    const plan = sharedPlan(model, wholeSolution(model, sets, answer), [], true);
    if (plan === null || plan.claimedRewardPerS <= incumbent) return;
    [better, incumbent] = [plan, plan.claimedRewardPerS];
  };
  const tried = new Set<string>();
  const tryNumbers = async (awake: Float64Array | null): Promise<void> => {
    if (awake === null || isOver() || tried.has(awake.join())) return;
    tried.add(awake.join());
    const fixed = { lower: awake, upper: awake };
    if (!isPossible(sets, fixed)) return;
    const found = await solved(fixed, lp.bound.value);
    if (found.is === 'solved') consider(found.answer);
  };

  let branches = 0;
  while (open.length > 0 && !isOver()) {
    const at = open.reduce((greatest, { value }, n) => (value > open[greatest]!.value ? n : greatest), 0);
    const branch = open[at]!;
    if (branch.value <= Math.max(goal(), left)) break;
    open.splice(at, 1);
    const found = await solved(branch, branch.value);
    branches++;
    if (found.is !== 'solved') {
      left = Math.max(left, found.value);
      continue;
    }
    const { answer, value } = found;
    const cut = bestCut(model, sets, answer.awake, found.zonePowerPrice);
    if (cut === null) {
      consider(answer);
      left = Math.max(left, value);
      continue;
    }
    if (branches === 1) await tryNumbers(roundedUp(sets, answer.awake));
    if (branches === 1 || SEARCH_AGAIN.includes(branches)) {
      program.setRanges(allRanges(sets));
      await tryNumbers(program.wholeNumbers(ENGINE_NODES, ENGINE_GAP));
    }
    for (const side of [below(branch, cut), above(branch, cut)])
      if (isPossible(sets, side)) open.push({ ...side, value });
  }
  const boundRewardPerS = Math.min(lp.bound.value, Math.max(incumbent, left, greatestOpen()));
  return { boundRewardPerS, better, programs, stoppedEarly };
}

/**
 * Result for a branch. 'closed': no plan in it is better than the incumbent. 'unsolved': no more LPs may be solved.
 * 'solved': `answer` is the answer of its LP.
 */
type Solved =
  | { readonly is: 'closed' | 'unsolved'; readonly value: number }
  | {
      readonly is: 'solved';
      readonly value: number;
      readonly answer: AwakeAnswer;
      readonly zonePowerPrice: Float64Array;
    };

/**
 * Adds the initial columns: configurations that the configuration LP used, idling, and those that are best at its price
 * of power or at neighbouring prices.
 */
function begin({ model, lp }: WholeStandbyRequest, sets: readonly AwakeSet[], program: AwakeProgram): void {
  const wakes = new Set(sets.flatMap(({ zones }) => zones));
  for (const [b, { type }] of model.zones.entries()) {
    for (const { configuration } of lp.solution.used[b]!)
      if (configuration.coreW > 0 || !isWithoutWork(configuration)) program.addColumn(b, configuration);
    if (wakes.has(b)) program.addColumn(b, idleAwake(model, b));
    const envelope = lp.bound.envelopes[type]!;
    const price = lp.bound.zonePowerPrice[b]!;
    const near = [...envelope.points].sort((p, q) => Math.abs(p.price - price) - Math.abs(q.price - price));
    for (const { configuration } of [envelope.bestOnAt(price), ...near.slice(0, SEEDS)])
      program.addColumn(b, configuration);
  }
  program.flush();
}

function priceOut(model: RewardRateModel, { envelopes, zonePowerPrice }: AwakeBound, program: AwakeProgram): number {
  let added = 0;
  for (const [b, { type }] of model.zones.entries())
    if (program.addColumn(b, envelopes[type]!.bestOnAt(zonePowerPrice[b]!).configuration)) added++;
  return added;
}

/**
 * Returns the LP's answer with the number of running nodes in each zone made integer. A node that runs only because of
 * this is idle.
 */
function wholeSolution(
  model: RewardRateModel,
  sets: readonly AwakeSet[],
  { awake, used }: AwakeAnswer,
): Pick<MasterSolution, 'used'> {
  const wholeOf = new Map<number, number>();
  for (const [n, { zones, parts }] of sets.entries())
    if (parts.length === 0) wholeOf.set(zones[0]!, Math.round(awake[n]!));
  const kept = used.map((ofZone, b): readonly Units[] => {
    const whole = wholeOf.get(b);
    if (whole === undefined) return ofZone;
    const busy = ofZone.filter(({ configuration }) => !isWithoutWork(configuration));
    const sum = busy.reduce((total, { units }) => total + units, 0);
    const factor = sum > whole ? whole / sum : 1;
    const idle = { configuration: idleAwake(model, b), units: Math.max(0, whole - sum) };
    return [...busy.map(({ configuration, units }) => ({ configuration, units: units * factor })), idle];
  });
  return { used: kept };
}
