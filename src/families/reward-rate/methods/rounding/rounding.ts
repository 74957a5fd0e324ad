import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { CouplingRow } from '../room-program/coupling.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { failedRoomsOf } from '../../../../../models/families/reward-rate/in-failed-room.js';
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
import type { PlanLimits, RoundingLimits } from './plan-limits.js';
import type { WholePlan } from './descent.js';
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
/** Maximum number of plans judged for one choice of open nodes. Each that breaks limits adds rows that exclude it. */
const MAX_JUDGED = 3;
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
/**
 * A run that is stopped makes no mixed-integer program if exchanges found a plan within this relative gap that survives
 * failures. Ours: with the rows of all failures a program takes longer than a planner waits for the rest of the gap.
 */
const STOPPED_SURVIVING_GAP = 1e-2;
/** Relative gap at which the mixed-integer program itself ends. */
const PROGRAM_GAP = 1e-4;

export interface RoundedPlan extends WholePlan {
  /** Number of mixed-integer programs solved. */
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
  /** Last kind of search that is made: exchanges, or a dive after them. Absent: mixed-integer programs follow. */
  readonly upTo?: 'exchanges' | 'dive';
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
  const { model, solution, bound, goalRewardPerS, limits } = input;
  const whole = wholeShares(model, solution.used);
  const isSwift = input.swift === true || input.brief === true;
  const { tries, ends } = effortOf(hasStandby(model), input.swift === true, input.brief === true);
  const candidates = roundingConfigurations(model, input.oracles, bound, tries.at(-1)!.configurations);
  const openNodes: OpenNodesOf = (kept, { extraNodes, configurations }) =>
    [...whole.open, ...spread(model, whole.open, extraNodes)].map(({ zone, node }) => {
      const used = solution.used[zone]!.map(({ configuration }) => configuration);
      const own = [kept[zone]![node]!, whole.nodes[zone]![node]!, ...used];
      return { zone, node, configurations: candidates.of(zone, own, configurations) };
    });
  let best = exchanged(input, whole.nodes, openNodes);
  const keep = (plan: WholePlan | null): void => {
    if (plan !== null && plan.rewardPerS > (best?.rewardPerS ?? -Infinity)) best = plan;
  };
  const gap = (): number => (best === null ? Infinity : 1 - best.rewardPerS / goalRewardPerS);
  // The LP may have ended before it reached its bound: no rounding makes up for that.
  const isDone = (gapBefore: number): boolean =>
    ends(gap(), gapBefore) || (best !== null && best.rewardPerS >= solution.objective * (1 - PROGRAM_GAP));
  const isStopped = (): Promise<boolean> =>
    input.control.step({ phase: 'rounding', bound: bound.value, incumbent: best?.rewardPerS ?? null });
  const isLoose = gap() > DIVE_GAP && !(isSwift && ends(gap(), Infinity));
  const binding = bindingRewards(model, bound).filter((reward) => reward > 0).length;
  const mayDive = input.upTo !== 'exchanges' && binding >= DIVE_BINDING && canExchange(model, limits);
  if (isLoose && mayDive)
    keep(dive({ ...input, used: solution.used, goalRewardPerS: goalRewardPerS * (1 - DIVE_GAP) }));
  const isGood = isDone(Infinity);
  // With set-points of each CRAC's own a program follows at once, stop or not: in small rooms exchanges alone may be far off.
  const isClose = failedRoomsOf(model).length > 0 && gap() <= STOPPED_SURVIVING_GAP;
  const isAsked = best !== null && (isGood || isClose || limits.fixed === undefined);
  const isOver = (isAsked && (await isStopped())) || isGood || input.upTo !== undefined;
  let programs = 0;
  let gapBefore = gap();
  for (const effort of isOver ? [] : tries) {
    const found = byProgram(input, whole.nodes, openNodes(whole.nodes, effort), effort.programNodes);
    programs += found.programs;
    keep(found.plan);
    if ((await isStopped()) || isDone(gapBefore)) break;
    gapBefore = gap();
  }
  return best === null ? null : { ...best, programs };
}

type Nodes = readonly (readonly Configuration[])[];
/** Returns the nodes whose configurations are to be chosen, with the configurations to choose from. */
type OpenNodesOf = (
  kept: Nodes,
  effort: { readonly configurations: number; readonly extraNodes: number },
) => OpenNode[];

/**
 * Returns a plan found by exchanges; null if they cannot handle the limits or found no plan.
 *
 * With independent set-points these are fixed in each turn of exchanges. The first turn uses the set-points of the
 * fractional solution. Each next turn uses those with the least power for the plan so far.
 */
function exchanged(input: RoundingRequest, whole: Nodes, openNodes: OpenNodesOf): WholePlan | null {
  const { model, limits, bound, goalRewardPerS } = input;
  const isSwift = input.swift === true || input.brief === true;
  const gap = isSwift ? SWIFT_GAP : limits.fixed === undefined ? EXCHANGE_GAP : OWN_EXCHANGE_GAP;
  const goal = goalRewardPerS * (1 - gap);
  const atLimits = (at: PlanLimits, start: Nodes): WholePlan | null => {
    const rows = [...at.rows];
    let best: WholePlan | null = null;
    for (const effort of EXCHANGES) {
      const nodes: Nodes = best?.nodes ?? start;
      const open = openNodes(nodes, effort);
      const found = completed(at, rows, nodes, open, () =>
        completeByExchange({ model, nodes, open, bound, goalRewardPerS: goal, limits: { rows, side: at.side } }),
      );
      if (found !== null && found.rewardPerS > (best?.rewardPerS ?? -Infinity)) best = found;
      if (best !== null && best.rewardPerS >= goal) break;
    }
    return best;
  };
  const found: WholePlan[] = [];
  let leftPerS = Infinity;
  let at = limits.fixed === undefined ? limits : limits.fixed(null);
  while (at !== null && canExchange(model, at)) {
    const plan = atLimits(at, found.at(-1)?.nodes ?? whole);
    if (plan === null || goalRewardPerS - plan.rewardPerS >= leftPerS) break;
    const before = leftPerS;
    found.push(plan);
    leftPerS = goalRewardPerS - plan.rewardPerS;
    const isSettled = leftPerS <= gap * goalRewardPerS || leftPerS > (1 - MIN_TURN_GAIN) * before;
    if (isSettled || found.length === MAX_TURNS || limits.fixed === undefined) break;
    at = limits.fixed(plan.nodes);
  }
  return found.findLast(({ nodes }) => limits.judge(nodes, []).feasible) ?? null;
}

/**
 * Returns the tries that rounding makes, and whether it ends, by the relative gaps before and after a try (Infinity
 * without a plan).
 *
 * @param standby true if nodes may be on standby
 * @param swift true for one of many similar models
 * @param brief true for only the cheap tries
 */
export function effortOf(standby: boolean, swift: boolean, brief = false) {
  const isSwift = swift || brief;
  const tries = standby ? STANDBY_TRIES : isSwift ? SWIFT_TRIES : TRIES;
  const hasSettled = (gap: number, gapBefore: number): boolean =>
    gap <= SWIFT_GAP || (gap <= STANDBY_GAP && gapBefore - gap < TARGET_GAP);
  return {
    tries: brief ? tries.slice(0, BRIEF) : tries,
    ends: standby ? hasSettled : (gap: number) => gap <= (isSwift ? SWIFT_GAP : TARGET_GAP),
  };
}

/** Completes a plan: a mixed-integer program chooses the configurations of the open nodes. */
function byProgram(
  { model, limits, engine }: RoundingRequest,
  kept: Nodes,
  open: readonly OpenNode[],
  programNodes: number,
): { readonly plan: WholePlan | null; readonly programs: number } {
  const base = withChosen(
    kept,
    open,
    open.map(({ zone }) => idleOf(model, zone)),
  );
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
  const effort = { mipRelativeGap: PROGRAM_GAP, mipNodeLimit: programNodes };
  const rows = [...limits.rows];
  let programs = 0;
  const plan = completed(limits, rows, base, open, () => {
    programs++;
    const counts = bestChoices(model, base, ratePerS, choices, { rows, side: limits.side }, engine, effort);
    if (counts === null) return null;
    return open.map(({ configurations }, n) => configurations[counts[n]!.indexOf(Math.max(...counts[n]!))]!);
  });
  return { plan, programs };
}

/**
 * Completes a plan by a choice of the open nodes' configurations; null if no plan was found. If the plan then breaks
 * limits, rows that exclude it are added to `rows`, and the choice is made again.
 */
function completed(
  limits: PlanLimits,
  rows: CouplingRow[],
  kept: Nodes,
  open: readonly OpenNode[],
  choose: () => readonly Configuration[] | null,
): WholePlan | null {
  for (let judged = 0; judged < MAX_JUDGED; judged++) {
    const chosen = choose();
    if (chosen === null) return null;
    const nodes = withChosen(kept, open, chosen);
    const { feasible, rewardPerS, more } = limits.judge(nodes, rows);
    if (feasible) return { nodes, rewardPerS };
    if (more.length === 0) return null;
    rows.push(...more);
  }
  return null;
}

function withChosen(nodes: Nodes, open: readonly OpenNode[], chosen: readonly Configuration[]): Configuration[][] {
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
