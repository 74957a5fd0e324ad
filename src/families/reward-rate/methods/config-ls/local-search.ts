import type { Configuration } from '../../../../../models/facility/configuration.js';
import type { PlanConstraint } from '../../../../../models/families/reward-rate/plan-constraint.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { NodeChange } from '../greedy.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';
import { searchState, type Standing } from './search-state.js';

export interface LocalSearchRequest {
  readonly model: RewardRateModel;
  readonly constraints: readonly PlanConstraint[];
  /** Returns a random move from a plan; no change if the move would change nothing. */
  readonly propose: (nodes: NodeConfigurations) => readonly NodeChange[];
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
 * Returns the best plan found by local search over one configuration per node (threshold accepting), [zone][node]. It
 * keeps all limits; if no such plan was found, its violations are the smallest.
 *
 * Penalties of violated limits grow and those of satisfied limits fall. So the search follows the boundary of the
 * feasible set, where the best plans lie. A cycle starts with the best plan and accepts worse moves up to a tolerance
 * that shrinks to 0.
 *
 * @param starts plans from which the search may start
 */
export async function localSearch(starts: readonly NodeConfigurations[], input: LocalSearchRequest) {
  const { model, constraints } = input;
  // Among plans that break something, the richest start has the most to keep.
  let state = searchState(model, starts[0]!, constraints);
  let best = snapshot(state);
  for (const start of starts.slice(1)) {
    const found = snapshot(searchState(model, start, constraints));
    if (better(found.standing, best.standing)) best = found;
  }
  const penalties = adaptivePenalties(state.standing, input.rewardPerC);
  const nodeCount = model.zones.reduce((sum, zone) => sum + zone.nodeCount, 0);
  const rounds = Math.max(MIN_ROUNDS, Math.ceil(nodeCount * ROUNDS_PER_NODE));
  const looked = (): Promise<boolean> => input.round(keepsAll(best.standing) ? best.standing.rewardPerS : null);
  const isWorthReturning = (): boolean => best.standing.rewardPerS >= WORTH_RETURNING * state.standing.rewardPerS;
  const lookEvery = constraints.length > 0 ? LOOK_EVERY : ROUND;
  let proposals = 0;
  let accepted = 0;
  let stopped = nodeCount === 0 || input.stopped;
  let reached = state.standing;
  let wandering = 0;
  for (let idle = 0; idle < CYCLES_WITHOUT_GAIN && !stopped; idle++) {
    const before = best.standing;
    if (isWorthReturning()) state = searchState(model, best.nodes, constraints);
    const widest = (FIRST_TOLERANCE * Math.max(state.standing.rewardPerS, 1e-9)) / nodeCount;
    for (let round = 0; round < rounds && !stopped; round++) {
      const tolerance = widest * (1 - round / Math.max(1, rounds - 1)) ** 2;
      for (let n = 0; n < ROUND; n++) {
        if (n > 0 && n % lookEvery === 0 && (stopped = await looked())) break;
        if (++proposals % ADAPT_EVERY === 0) penalties.adapt(state.standing);
        const changes = input.propose(state.nodes);
        if (changes.length === 0) continue;
        const after = state.ifChanged(changes);
        if (penalties.score(after) < penalties.score(state.standing) - tolerance) continue;
        state.change(changes);
        accepted++;
        if (better(state.standing, best.standing)) {
          state.verify();
          if (better(state.standing, best.standing)) best = snapshot(state);
        }
      }
      if (!stopped) stopped = await looked();
    }
    if (gained(before, best.standing)) [idle, wandering, reached] = [-1, 0, state.standing];
    else if (!isWorthReturning() && better(state.standing, reached) && wandering++ < MAX_WANDERING) {
      // Better than wherever it went before, or it might go round in circles.
      [idle, reached] = [-1, state.standing];
    }
  }
  return {
    nodes: best.nodes,
    keepsAll: keepsAll(best.standing),
    proposals,
    accepted,
    stoppedEarly: stopped && nodeCount > 0,
  };
}

/** Returns a copy of a state's plan, which later moves do not change. */
function snapshot({ nodes, standing }: { readonly nodes: NodeConfigurations; readonly standing: Standing }) {
  return { nodes: nodes.map((zone): Configuration[] => [...zone]), standing };
}

function keepsAll({ broken }: Standing): boolean {
  return broken.every((amount) => amount === 0);
}

/**
 * Returns true if plan a is better than plan b: it violates fewer limits, or as many with a smaller sum of violations.
 * If both violate none, more reward is better.
 */
export function better(a: Standing, b: Standing): boolean {
  const violated = ({ broken }: Standing): number[] => broken.filter((amount) => amount > 0);
  const [ofA, ofB] = [violated(a), violated(b)];
  if (ofA.length !== ofB.length) return ofA.length < ofB.length;
  if (ofA.length === 0) return a.rewardPerS > b.rewardPerS * (1 + 1e-12);
  const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
  return total(ofA) < total(ofB) * (1 - 1e-12);
}

function gained(before: Standing, after: Standing): boolean {
  if (!keepsAll(after) || !keepsAll(before)) return better(after, before);
  return after.rewardPerS > before.rewardPerS * (1 + GAIN);
}

/**
 * Returns an object with the penalties of violated limits, reward/s per unit of violation. `score` is a plan's reward
 * minus its penalties; `adapt` changes the penalties after a number of proposals.
 */
function adaptivePenalties({ rewardPerS, broken: [, , ...own], broken }: Standing, rewardPerC: number) {
  const scale = Math.max(rewardPerS, 1e-9);
  const weights = [
    Math.max(rewardPerC, 1e-3 * scale),
    1e-2 * scale,
    ...own.map((amount) => (0.05 * scale) / Math.max(1, amount)),
  ];
  const least = weights.map((weight) => 1e-3 * weight);
  const most = weights.map((weight) => 1e2 * weight);
  let last = broken;
  return {
    score: (standing: Standing): number =>
      standing.broken.reduce((score, amount, c) => score - weights[c]! * amount, standing.rewardPerS),
    adapt(now: Standing): void {
      for (const [c, amount] of now.broken.entries()) {
        if (amount > 0 && amount <= (1 - PROGRESS) * last[c]!) continue;
        weights[c] = Math.min(most[c]!, Math.max(least[c]!, weights[c]! * (amount > 0 ? HARDER : SOFTER)));
      }
      last = now.broken;
    },
  };
}
