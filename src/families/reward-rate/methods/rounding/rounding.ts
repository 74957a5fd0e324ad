import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { hasStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { RunControl } from '../../../../methods/control.js';
import type { LagrangianBound } from '../room-program/bound.js';
import { bestChoices, type Choice } from './choice-program.js';
import { dive } from './dive.js';
import { canExchange, completeByExchange, type OpenNode } from './exchange.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { idleOf, roundingConfigurations } from '../room-program/rounding-configurations.js';
import type { PricingOracle } from '../../../../pricing/pricing.js';
import { bindingRewards } from './near-configurations.js';
import { ratesOf } from './node-plan.js';
import type { RoundingLimits } from './rounding-limits.js';
import { type Place, wholeShares } from './whole-shares.js';

/** Relative gap between fractional solution and rounded plan at which rounding ends; a planner does not notice it. */
export const TARGET_GAP = 2e-4;
/**
 * Effort of the first, second ... try to complete the plan with a mixed-integer program.
 *
 * Later tries have more configurations to choose from and more open nodes (whose configurations are to be chosen). They
 * have fewer branch-and-bound nodes, because each of these takes longer.
 */
const TRIES = [
  { configurations: 60, extraNodes: 4, programNodes: 600 },
  { configurations: 120, extraNodes: 8, programNodes: 200 },
  { configurations: 120, extraNodes: 16, programNodes: 100 },
] as const;
/** Same as TRIES, but for a run that starts from a similar model's plan. */
const SWIFT_TRIES = [
  { configurations: 30, extraNodes: 2, programNodes: 20 },
  { configurations: 30, extraNodes: 4, programNodes: 50 },
  ...TRIES,
] as const;
/** Number of tries that are made if only cheap tries are asked for: the first ones of the list. */
const BRIEF = 2;
/** Relative gap at which rounding from a similar model's plan ends. Ours: smaller gaps do not matter to a planner. */
const SWIFT_GAP = 5e-4;
/**
 * Same as TRIES, but for models whose nodes may be on standby. The LP then leaves more nodes to be chosen. Larger
 * programs take many times as long as the LP and gain little.
 */
const STANDBY_TRIES = [
  { configurations: 8, extraNodes: 4, programNodes: 20 },
  { configurations: 30, extraNodes: 4, programNodes: 20 },
  ...TRIES,
] as const;
/** Relative gap at which rounding ends if nodes may be on standby and the last try gained less than TARGET_GAP. */
const STANDBY_GAP = 1e-3;
/** Effort of the first and second round of exchanges of configurations, made before mixed-integer programs. */
const EXCHANGES = [
  { configurations: 60, extraNodes: 4 },
  { configurations: 60, extraNodes: 8 },
] as const;
/**
 * Relative gap between fractional solution and plan at which exchanges end. Ours: a smaller gap is not worth the time.
 */
const EXCHANGE_GAP = 4e-5;
/**
 * Relative gap at which exchanges end with independent set-points. Rows then contain no set-points, which makes
 * exchanges quick: 21,600 nodes with 10 CRACs reach 8e-6 in 0.5 s.
 */
const OWN_EXCHANGE_GAP = 2e-5;
/** Maximum number of turns of exchanges, each at the best set-points for the last plan. One is usually enough. */
const MAX_TURNS = 4;
/**
 * Another turn of exchanges follows only if the last one removed at least this fraction of the reward by which the plan
 * falls short of the fractional solution.
 */
const MIN_TURN_GAIN = 0.1;
/**
 * A dive follows the exchanges if the relative gap is above this, and ends when the gap is at most this. A dive takes
 * up to as long as an LP.
 */
const DIVE_GAP = 1e-4;
/**
 * A dive is tried only if at least this many arrival limits bind. If only one binds, mixed-integer programs are quick.
 * In facilities of thousands of racks dives are slow: with 48 CRACs and one task type, a dive took 20 s for a gap of
 * 4.7e-4, and the program that followed reached 2.1e-4.
 */
const DIVE_BINDING = 2;
/** Relative gap at which the mixed-integer program itself ends. */
const PROGRAM_GAP = 1e-4;

export interface RoundedPlan {
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly programs: number;
}

export interface RoundingRequest {
  readonly model: RewardRateModel;
  readonly oracles: readonly PricingOracle[];
  readonly solution: MasterSolution;
  /** Bound whose dual values guide the rounding. */
  readonly bound: LagrangianBound;
  /** Reward of the fractional solution to be rounded, reward/s. Gaps are measured against it. */
  readonly goalRewardPerS: number;
  readonly limits: RoundingLimits;
  readonly engine: LpEngine;
  readonly control: RunControl;
  /** True if this is one of many similar models: SWIFT_TRIES apply. */
  readonly swift?: boolean;
  /** True to make only the first, cheap tries by mixed-integer programs. */
  readonly brief?: boolean;
  /** True to make only exchanges and solve no mixed-integer program. */
  readonly exchangesOnly?: boolean;
}

/**
 * Rounds the LP's fractional solution to one configuration per node; null if no plan within the limits was found.
 *
 * Nodes to which the LP gives one configuration keep it. The few others, and some more for freedom of choice, are open.
 * Exchanges, a dive or a small mixed-integer program choose their configurations together.
 *
 * Only configurations that lose little at the bound's dual values are considered. The gap between bound and plan is
 * exactly the sum of these losses plus the limits' slacks times their dual values.
 */
export async function roundToNodes(input: RoundingRequest): Promise<RoundedPlan | null> {
  const { model, bound } = input;
  const { nodes, open: fractional } = wholeShares(model, input.solution.used);
  const { tries, ends } = effortOf(hasStandby(model), input.swift === true, input.brief === true);
  const candidates = roundingConfigurations(model, input.oracles, bound, tries[tries.length - 1]!.configurations);
  const used = (zone: number): Configuration[] => input.solution.used[zone]!.map(({ configuration }) => configuration);
  const openNodes = (kept: readonly (readonly Configuration[])[], extraNodes: number, count: number): OpenNode[] =>
    [...fractional, ...spread(model, fractional, extraNodes)].map(({ zone, node }) => ({
      zone,
      node,
      configurations: candidates.of(zone, [kept[zone]![node]!, nodes[zone]![node]!, ...used(zone)], count),
    }));
  let best =
    input.limits.fixed === undefined ? exchanged(input, nodes, openNodes) : exchangedInTurn(input, nodes, openNodes);
  const isSwift = input.swift === true || input.brief === true;
  const gapOf = (plan: RoundedPlan | null): number =>
    plan === null ? Infinity : 1 - plan.rewardPerS / input.goalRewardPerS;
  // The LP may have ended before it reached its bound: no rounding makes up for that.
  const isAsGoodAsTheMixture = (plan: RoundedPlan | null): boolean =>
    plan !== null && plan.rewardPerS >= input.solution.objective * (1 - PROGRAM_GAP);
  const isLoose = gapOf(best) > DIVE_GAP && !(isSwift && ends(gapOf(best), Infinity));
  const binding = bindingRewards(model, bound).filter((reward) => reward > 0).length;
  if (isLoose && binding >= DIVE_BINDING && canExchange(model, input.limits)) {
    const dived = dive({ ...input, used: input.solution.used, goalRewardPerS: input.goalRewardPerS * (1 - DIVE_GAP) });
    if (dived !== null && (best === null || dived.rewardPerS > best.rewardPerS)) best = { ...dived, programs: 0 };
  }
  const isGood = best !== null && (ends(gapOf(best), Infinity) || isAsGoodAsTheMixture(best));
  // With set-points of each CRAC's own a program follows at once, stop or not: in small rooms exchanges alone may be far off.
  if (best !== null && (isGood || input.limits.fixed === undefined)) {
    const stop = await input.control.step({ phase: 'rounding', bound: bound.value, incumbent: best.rewardPerS });
    if (stop || isGood) return best;
  }
  if (input.exchangesOnly === true) return best;
  let programs = 0;
  let gapBefore = gapOf(best);
  for (const { configurations: count, extraNodes, programNodes } of tries) {
    const rounded = complete(input, nodes, openNodes(nodes, extraNodes, count), programNodes);
    programs += rounded.programs;
    if (rounded.nodes !== null && (best === null || rounded.rewardPerS > best.rewardPerS)) {
      best = { nodes: rounded.nodes, rewardPerS: rounded.rewardPerS, programs };
    }
    const incumbent = best?.rewardPerS ?? null;
    const stop = await input.control.step({ phase: 'rounding', bound: bound.value, incumbent });
    const gap = gapOf(best);
    if (stop || ends(gap, gapBefore) || isAsGoodAsTheMixture(best)) break;
    gapBefore = gap;
  }
  return best === null ? null : { ...best, programs };
}

type OpenNodesOf = (kept: readonly (readonly Configuration[])[], extraNodes: number, count: number) => OpenNode[];

/**
 * Returns a plan found by exchanges at fixed set-points; null if no plan or set-points were found. The first turn uses
 * the set-points of the fractional solution. Each next turn uses those with the least power for the plan so far.
 */
function exchangedInTurn(
  input: RoundingRequest,
  whole: readonly (readonly Configuration[])[],
  openNodes: OpenNodesOf,
): RoundedPlan | null {
  const { limits, goalRewardPerS } = input;
  const found: RoundedPlan[] = [];
  let kept = whole;
  let leftPerS = Infinity;
  const gap = exchangeGapOf(input);
  let fixed = limits.fixed?.(null) ?? null;
  for (let turn = 0; turn < MAX_TURNS && fixed !== null; turn++) {
    const plan = exchanged({ ...input, limits: fixed }, kept, openNodes, gap);
    if (plan === null || goalRewardPerS - plan.rewardPerS >= leftPerS) break;
    const before = leftPerS;
    found.push(plan);
    kept = plan.nodes;
    leftPerS = goalRewardPerS - plan.rewardPerS;
    if (leftPerS <= gap * goalRewardPerS || leftPerS > (1 - MIN_TURN_GAIN) * before) break;
    fixed = limits.fixed?.(kept) ?? null;
  }
  return found.findLast((plan) => limits.judge(plan.nodes, new Set()).feasible) ?? null;
}

function exchangeGapOf({ swift, brief, limits }: RoundingRequest): number {
  if (swift === true || brief === true) return SWIFT_GAP;
  return limits.fixed === undefined ? EXCHANGE_GAP : OWN_EXCHANGE_GAP;
}

/** Returns the plan after rounds of exchanges; null if exchanges cannot handle the limits or found no plan. */
function exchanged(
  input: RoundingRequest,
  whole: readonly (readonly Configuration[])[],
  openNodes: OpenNodesOf,
  target = exchangeGapOf(input),
): RoundedPlan | null {
  const { model, limits, bound, goalRewardPerS } = input;
  if (!canExchange(model, limits)) return null;
  const rows = [...limits.rows];
  let best: RoundedPlan | null = null;
  for (const { configurations, extraNodes } of EXCHANGES) {
    const kept: readonly (readonly Configuration[])[] = best?.nodes ?? whole;
    const open = openNodes(kept, extraNodes, configurations);
    for (let judgements = 0; judgements < 3; judgements++) {
      const goal = goalRewardPerS * (1 - target);
      const chosen = completeByExchange({
        model,
        nodes: kept,
        open,
        bound,
        goalRewardPerS: goal,
        limits: { rows, side: limits.side },
      });
      if (chosen === null) break;
      const nodes = withChosen(kept, open, chosen);
      const { feasible, rewardPerS, more } = limits.judge(nodes, new Set(rows.map((row) => row.zone)));
      rows.push(...more);
      if (!feasible && more.length === 0) break;
      if (!feasible) continue;
      if (best === null || rewardPerS > best.rewardPerS) best = { nodes, rewardPerS, programs: 0 };
      break;
    }
    if (best !== null && best.rewardPerS >= goalRewardPerS * (1 - target)) break;
  }
  return best;
}

export interface RoundingEffort {
  readonly tries: readonly {
    readonly configurations: number;
    readonly extraNodes: number;
    readonly programNodes: number;
  }[];
  /** Returns true if rounding should end, by the relative gaps before and after a try (Infinity without a plan). */
  readonly ends: (gap: number, gapBefore: number) => boolean;
}

/**
 * Returns the tries that rounding makes and when it ends.
 *
 * @param standby true if nodes may be on standby
 * @param swift true for one of many similar models
 * @param brief true for only the cheap tries
 */
export function effortOf(standby: boolean, swift: boolean, brief = false): RoundingEffort {
  if (brief) return { ...effortOf(standby, true), tries: (standby ? STANDBY_TRIES : SWIFT_TRIES).slice(0, BRIEF) };
  if (!standby) {
    const target = swift ? SWIFT_GAP : TARGET_GAP;
    return { tries: swift ? SWIFT_TRIES : TRIES, ends: (gap) => gap <= target };
  }
  return {
    tries: STANDBY_TRIES,
    ends: (gap, gapBefore) => gap <= SWIFT_GAP || (gap <= STANDBY_GAP && gapBefore - gap < TARGET_GAP),
  };
}

/**
 * Completes a plan: a mixed-integer program chooses the configurations of the open nodes. If the plan then violates
 * limits in any zone, rows for them are added and the program is solved again. `nodes` is null if no plan was found.
 */
function complete(
  { model, limits, engine }: RoundingRequest,
  kept: readonly (readonly Configuration[])[],
  open: readonly OpenNode[],
  programNodes: number,
): { readonly nodes: Configuration[][] | null; readonly rewardPerS: number; readonly programs: number } {
  const base = kept.map((zone) => [...zone]);
  for (const { zone, node } of open) base[zone]![node] = idleOf(model, zone);
  // What exceeds the arrivals earns nothing, so it may as well be left out: coefficients stay of one size.
  const useful = (ratePerS: Float64Array): Float64Array =>
    ratePerS.map((rate, i) => Math.min(rate, model.arrivalRatePerS[i]!));
  const ratePerS = useful(ratesOf(model, base));
  const choices = open.map(({ zone, configurations }): Choice => ({
    zone,
    count: 1,
    isWhole: true,
    options: configurations.map((one) => ({ ...one, ratePerS: useful(one.ratePerS) })),
  }));
  const rows = [...limits.rows];
  for (let programs = 1; programs <= 3; programs++) {
    const effort = { mipRelativeGap: PROGRAM_GAP, mipNodeLimit: programNodes };
    const counts = bestChoices(model, base, ratePerS, choices, { rows, side: limits.side }, engine, effort);
    if (counts === null) return { nodes: null, rewardPerS: 0, programs };
    const nodes = withChosen(
      base,
      open,
      open.map(({ configurations }, n) => configurations[counts[n]!.indexOf(Math.max(...counts[n]!))]!),
    );
    const { feasible, rewardPerS, more } = limits.judge(nodes, new Set(rows.map((row) => row.zone)));
    if (feasible) return { nodes, rewardPerS, programs };
    rows.push(...more);
  }
  return { nodes: null, rewardPerS: 0, programs: 3 };
}

function withChosen(
  nodes: readonly (readonly Configuration[])[],
  open: readonly OpenNode[],
  chosen: readonly Configuration[],
): Configuration[][] {
  const result = nodes.map((zone) => [...zone]);
  for (const [n, { zone, node }] of open.entries()) result[zone]![node] = chosen[n]!;
  return result;
}

/** Returns `count` further nodes, not in `taken`, spread evenly over the facility. */
function spread(model: RewardRateModel, taken: readonly Place[], count: number): Place[] {
  const keys = new Set(taken.map(({ zone, node }) => `${zone}/${node}`));
  const free = model.zones
    .flatMap(({ nodeCount }, zone) => Array.from({ length: nodeCount }, (_, node): Place => ({ zone, node })))
    .filter(({ zone, node }) => !keys.has(`${zone}/${node}`));
  const wanted = new Set(Array.from({ length: count }, (_, n) => Math.floor(((n + 0.5) * free.length) / count)));
  return [...wanted].flatMap((n) => free[n] ?? []);
}
