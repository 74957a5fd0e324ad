import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { PlanConstraint } from '../../../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { RandomStream } from '../../../../random/stream.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';
import type { Candidates } from './candidates.js';
import { type Change, type SearchState, searchState, type Standing } from './search-state.js';

export interface LocalSearchRequest {
  readonly model: RewardRateModel;
  readonly constraints: readonly PlanConstraint[];
  readonly candidates: Candidates;
  readonly random: RandomStream;
  /**
   * Initial penalty per kelvin by which a plan lacks a common set-point, reward/s per K. A plan lacks one if the
   * coldest set-point that the cap allows is warmer than the warmest that the red line allows. The search adapts the
   * penalty.
   */
  readonly rewardPerC: number;
  /** True if the run was already stopped; the search then only returns the best of its starts. */
  readonly stopped: boolean;
  /**
   * Called after each round with the best reward, reward/s, of a plan that keeps all limits; null if there is no such
   * plan yet. Resolves to true to end the search.
   */
  readonly round: (bestRewardPerS: number | null) => Promise<boolean>;
}

export interface LocalSearchResult {
  /** [zone][node]: best plan that keeps all limits; if none was found, the plan with the smallest violations. */
  readonly nodes: Configuration[][];
  readonly rewardPerS: number;
  readonly keepsAll: boolean;
  readonly proposals: number;
  readonly accepted: number;
  readonly stoppedEarly: boolean;
}

/** Number of proposed moves in a round; progress is reported after each round. */
const ROUND = 2000;
/**
 * If users gave constraints, the search asks after this number of proposed moves whether it must end, because
 * constraints may be slow. Without constraints it asks once per round.
 */
const LOOK_EVERY = 100;
/** Minimum number of rounds in a cycle. During a cycle the accepted decrease of the score shrinks to 0. */
const MIN_ROUNDS = 8;
/** Number of rounds in a cycle per node of the facility, if that is more than MIN_ROUNDS. */
const ROUNDS_PER_NODE = 1 / 250;
/** The search ends after this number of consecutive cycles without a better plan. */
const CYCLES_WITHOUT_GAIN = 3;
/**
 * Maximum number of times, between two best plans, that the count of CYCLES_WITHOUT_GAIN starts again. It starts again
 * after a cycle without a new best plan if the last plan of this cycle is better than those of all earlier cycles.
 */
const MAX_WANDERING = 30;
/** A plan counts as a gain in a cycle only if its reward is larger than the best before by more than this fraction. */
const GAIN = 1e-6;
/** Largest decrease of the score by a move at the start of a cycle, as a multiple of the mean reward of one node. */
const FIRST_TOLERANCE = 0.3;
/**
 * A cycle starts from the best plan if this plan earns at least this fraction of the current plan's reward. Otherwise
 * it goes on from the current plan, which may violate limits.
 */
const WORTH_RETURNING = 0.9;
/** Number of proposals between two adaptations of the penalties. */
const ADAPT_EVERY = 250;
/** The penalty of a violated limit grows if the violation fell by less than this fraction since the last adaptation. */
const PROGRESS = 0.02;
/** Factor by which the penalty of a violated limit grows at each adaptation. */
const HARDER = 1.3;
/** Factor by which the penalty of a satisfied limit falls at each adaptation. */
const SOFTER = 0.85;

/**
 * Returns the best plan found by local search over one configuration per node (threshold accepting).
 *
 * Penalties of violated limits grow and those of satisfied limits fall. So the search follows the boundary of the
 * feasible set, where the best plans lie. A cycle starts with the best plan and accepts worse moves up to a tolerance
 * that shrinks to 0.
 *
 * @param starts plans from which the search may start
 */
export async function localSearch(
  starts: readonly NodeConfigurations[],
  input: LocalSearchRequest,
): Promise<LocalSearchResult> {
  const { model, constraints } = input;
  const best = bestOf(starts.map((nodes) => searchState(model, nodes, constraints)));
  // Among plans that break something, the richest start has the most to keep.
  let state = searchState(model, starts[0]!, constraints);
  const penalties = adaptivePenalties(state.standing, input);
  const places = allPlaces(model);
  const nodeCount = places.length;
  const rounds = Math.max(MIN_ROUNDS, Math.ceil(nodeCount * ROUNDS_PER_NODE));
  const looked = (): Promise<boolean> => input.round(keepsAll(best.standing) ? best.standing.rewardPerS : null);
  const lookEvery = constraints.length > 0 ? LOOK_EVERY : ROUND;
  let proposals = 0;
  let accepted = 0;
  let stopped = nodeCount === 0 || input.stopped;
  let reached = state.standing;
  let wandering = 0;
  for (let idle = 0; idle < CYCLES_WITHOUT_GAIN && !stopped; idle++) {
    const before = best.standing;
    if (worthReturning(best, state)) state = searchState(model, best.nodes, constraints);
    const widest = (FIRST_TOLERANCE * Math.max(state.standing.rewardPerS, 1e-9)) / nodeCount;
    for (let round = 0; round < rounds && !stopped; round++) {
      const tolerance = widest * (1 - round / Math.max(1, rounds - 1)) ** 2;
      for (let n = 0; n < ROUND; n++) {
        if (n > 0 && n % lookEvery === 0 && (stopped = await looked())) break;
        if (++proposals % ADAPT_EVERY === 0) penalties.adapt(state.standing);
        const changes = propose(state, input, places);
        if (changes.length === 0) continue;
        const after = state.ifChanged(changes);
        if (penalties.score(after) < penalties.score(state.standing) - tolerance) continue;
        state.change(changes);
        accepted++;
        if (better(state.standing, best.standing)) {
          state.verify();
          if (better(state.standing, best.standing)) best.take(state);
        }
      }
      if (!stopped) stopped = await looked();
    }
    if (gained(before, best.standing)) [idle, wandering, reached] = [-1, 0, state.standing];
    else if (!worthReturning(best, state) && better(state.standing, reached) && wandering++ < MAX_WANDERING) {
      // Better than wherever it went before, or it might go round in circles.
      [idle, reached] = [-1, state.standing];
    }
  }
  return {
    nodes: best.nodes.map((zone) => [...zone]),
    rewardPerS: best.standing.rewardPerS,
    keepsAll: keepsAll(best.standing),
    proposals,
    accepted,
    stoppedEarly: stopped && nodeCount > 0,
  };
}

export function keepsAll({ windowC, limitsKW, own }: Standing): boolean {
  return windowC === 0 && limitsKW === 0 && own.every((amount) => amount === 0);
}

/**
 * Returns true if plan a is better than plan b: it violates fewer limits, or as many with a smaller sum of violations.
 * If both violate none, more reward is better.
 */
export function better(a: Standing, b: Standing): boolean {
  const broken = (standing: Standing): number => amounts(standing).filter((amount) => amount > 0).length;
  if (broken(a) !== broken(b)) return broken(a) < broken(b);
  if (broken(a) === 0) return a.rewardPerS > b.rewardPerS * (1 + 1e-12);
  const total = (standing: Standing): number => amounts(standing).reduce((sum, amount) => sum + amount, 0);
  return total(a) < total(b) * (1 - 1e-12);
}

function gained(before: Standing, after: Standing): boolean {
  if (!keepsAll(after) || !keepsAll(before)) return better(after, before);
  return after.rewardPerS > before.rewardPerS * (1 + GAIN);
}

function amounts({ windowC, limitsKW, own }: Standing): number[] {
  return [windowC, limitsKW, ...own];
}

function worthReturning(best: BestPlan, state: SearchState): boolean {
  return best.standing.rewardPerS >= WORTH_RETURNING * state.standing.rewardPerS;
}

/** Best plan so far, copied so that later moves do not change it. `take` replaces it by a state's current plan. */
interface BestPlan {
  nodes: Configuration[][];
  standing: Standing;
  take(state: SearchState): void;
}

function bestOf(states: readonly SearchState[]): BestPlan {
  let first = states[0]!;
  for (const state of states) if (better(state.standing, first.standing)) first = state;
  return {
    nodes: first.nodes.map((zone) => [...zone]),
    standing: first.standing,
    take(state) {
      this.nodes = state.nodes.map((zone) => [...zone]);
      this.standing = state.standing;
    },
  };
}

/**
 * Returns an object with the penalties of violated limits, reward/s per unit of violation. `score` is a plan's reward
 * minus its penalties; `adapt` changes the penalties after a number of proposals.
 */
function adaptivePenalties(first: Standing, { rewardPerC, constraints }: LocalSearchRequest) {
  const scale = Math.max(first.rewardPerS, 1e-9);
  const weights = [
    Math.max(rewardPerC, 1e-3 * scale),
    1e-2 * scale,
    ...constraints.map((_, c) => (0.05 * scale) / Math.max(1, first.own[c]!)),
  ];
  const least = weights.map((weight) => 1e-3 * weight);
  const most = weights.map((weight) => 1e2 * weight);
  let last = amounts(first);
  return {
    score: (standing: Standing): number =>
      amounts(standing).reduce((score, amount, c) => score - weights[c]! * amount, standing.rewardPerS),
    adapt(standing: Standing): void {
      const now = amounts(standing);
      for (const [c, amount] of now.entries()) {
        if (amount > 0 && amount <= (1 - PROGRESS) * last[c]!) continue;
        weights[c] = Math.min(most[c]!, Math.max(least[c]!, weights[c]! * (amount > 0 ? HARDER : SOFTER)));
      }
      last = now;
    },
  };
}

/**
 * Returns a random move as changes of nodes; empty if nothing would change. Either two nodes of a type exchange
 * configurations, or one gets more power and another less, or one node changes its configuration, or all equal nodes of
 * a zone do.
 */
function propose(
  { nodes }: SearchState,
  { candidates, random }: LocalSearchRequest,
  places: readonly Place[],
): Change[] {
  const one = places[random.integer(0, places.length - 1)]!;
  const current = nodes[one.zone]![one.node]!;
  const kind = random.uniform();
  if (kind < 0.2) {
    const other = places[random.integer(0, places.length - 1)]!;
    const theirs = nodes[other.zone]![other.node]!;
    if (theirs.type !== current.type || other.zone === one.zone || same(theirs, current)) return [];
    return [
      { ...one, after: theirs },
      { ...other, after: current },
    ];
  }
  const model = nodes[places[random.integer(0, places.length - 1)]!.zone]!;
  const copied = model[random.integer(0, model.length - 1)]!;
  const after = kind < 0.3 && copied.type === current.type ? copied : candidates.any(one.zone, current);
  if (same(after, current)) return [];
  if (kind < 0.5) return [{ ...one, after }];
  if (kind < 0.6) {
    // All nodes of the zone that run alike together.
    return nodes[one.zone]!.flatMap((theirs, node) => (same(theirs, current) ? [{ zone: one.zone, node, after }] : []));
  }
  const other = places[random.integer(0, places.length - 1)]!;
  if (other.zone === one.zone && other.node === one.node) return [{ ...one, after }];
  const theirs = nodes[other.zone]![other.node]!;
  const traded = candidates.near(other.zone, theirs, theirs.coreW - (after.coreW - current.coreW));
  return [
    { ...one, after },
    { ...other, after: traded },
  ];
}

interface Place {
  readonly zone: number;
  readonly node: number;
}

function allPlaces(model: RewardRateModel): Place[] {
  return model.zones.flatMap(({ nodeCount }, zone) => Array.from({ length: nodeCount }, (_, node) => ({ zone, node })));
}

function same(a: Configuration, b: Configuration): boolean {
  return a === b || configurationKey(a) === configurationKey(b);
}
