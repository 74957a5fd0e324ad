import type { StandbyNodes } from '../../../../models/families/reward-rate/plan.js';
import { type RewardRateModel, rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../models/families/reward-rate/standby-air.js';
import { runDriver } from '../../../runs/control.js';
import { withTotal } from '../../../runs/stop-watch.js';
import { loadLpEngine } from '../../../solvers/linear/load.js';
import { evaluatedIn } from '../check/check-plan.js';
import { goesWith } from '../combinations.js';
import type { AllOn } from './all-on.js';
import type { OpenedModel } from './open.js';
import type { RunRequest } from './request.js';
import { heldBoundOf } from './result-of.js';
import { roomOf, solverOf } from './search.js';
import { searchInAir } from './search-in-air.js';
import type { Ended, Search, SearchEnd } from './search-state.js';
import type { Begun } from './stage.js';
import { airWithStandby, notForAllSets } from './standby-air.js';

/**
 * Maximum number of sets of nodes on standby, besides the empty one, for whose air flow plans are made. Ours: most runs
 * converge within two.
 */
const MAX_ROUNDS = 4;
/** A plan counts as better if its objective is larger by more than this fraction. Ours: less is rounding error. */
const BETTER_BY = 1e-9;
/** Why a plan is rejected: it was made for another air flow than the checker computes. */
const OTHER_AIR = 'the air that the plan was made on is not the one that the checker computes from the layout';

/**
 * Returns the search with the best plan that the checker accepts (docs/reward-rate/standby-air.md). Each plan is made
 * for the air flow that its own standby nodes cause, all within the limits of one run.
 *
 * The first plan has all nodes on. Then a plan for the same air flow chooses its nodes on standby. The air flow that
 * these cause is computed, and a plan is made for it. This continues until a set of nodes on standby occurs again.
 */
export async function searchOnOwnAir(request: RunRequest, opened: OpenedModel, begun: Begun): Promise<Ended> {
  const { nowS, interrupted, limits } = request;
  const { timeLimitS } = limits;
  const beginS = nowS();
  const leftS = (): number | null => (timeLimitS === null ? null : Math.max(0, timeLimitS - (nowS() - beginS)));
  const shouldStop = (): boolean => interrupted() || leftS() === 0;
  // A start from a neighbour's run, in other air, is none here.
  const { start: _, ...alone } = request;
  const within = (): RunRequest => ({ ...alone, limits: { ...limits, timeLimitS: leftS() } });
  const searchWith = (matrix: OpenedModel['matrix'], model: RewardRateModel, asleep: readonly StandbyNodes[]) =>
    searchInAir(within(), { ...opened, matrix, model: withAsleep(model, asleep) });

  const allOn = await searchWith(opened.matrix, opened.model, []);
  const tried = new Set<string>([keyOf([])]);
  const warnings: string[] = [];
  let best = allOn;
  let { matrix } = opened;
  let last = keyOf([]);
  let settled = false;
  let asleep: readonly StandbyNodes[] = [];
  for (let round = 0; round < MAX_ROUNDS && !shouldStop(); round++) {
    // The influence matrix does not say which air nodes of zones without air flow would get when on: they stay on standby.
    const still = asleep.filter(({ zone }) => airFlowOf(matrix, zone) === 0);
    const model = withAsleep(rewardRateModel(opened.instance, matrix, opened.model), still);
    const wanted = await chosenOnStandby(within(), { ...opened, matrix, model: { ...model, asleep: undefined } });
    if (wanted === null) {
      settled = true;
      break;
    }
    asleep = merged([...wanted, ...still]);
    const key = keyOf(asleep);
    settled = key === last;
    if (tried.has(key)) break;
    tried.add(key);
    last = key;
    const air = airWithStandby(opened, asleep, shouldStop);
    if (!air.ok) {
      warnings.push(`A set of nodes on standby was left out because its air could not be computed: ${air.reason}.`);
      break;
    }
    matrix = air.matrix;
    const searched = await searchWith(matrix, rewardRateModel(opened.instance, matrix, opened.model), asleep);
    if (isBetter(searched, best)) best = searched;
  }
  const ended =
    'conflict' in best ? { ...best, conflict: notForAllSets(best.conflict) } : { ...best, end: inComputedAir(best) };
  const { total = 0 } = withTotal(best.timeS);
  const timeS = { ...begun.timeS, airs: nowS() - beginS - total };
  return { ...ended, ownAir: { rounds: { sets: tried.size, settled }, allOn: provenAllOn(allOn), warnings, timeS } };
}

/**
 * Makes a plan that may choose which nodes are on standby, as if they did not change this room's air flow. Returns the
 * plan's nodes on standby. Null if the method keeps all nodes on or finds no plan.
 */
async function chosenOnStandby(request: RunRequest, opened: OpenedModel): Promise<readonly StandbyNodes[] | null> {
  const room = goesWith(request.method, 'needsStandby') ? roomOf(opened) : null;
  if (room === null || 'conflict' in room) return null;
  const solve = solverOf(request, request.started ?? (await loadLpEngine(request.engine)));
  const { plan } = await solve(request.method, room.roomy, runDriver(request), { start: null });
  return plan === null ? null : (plan.standby ?? []);
}

/**
 * Returns the end of a search. Its plan is marked as infeasible if the checker, which computes the air flow itself,
 * gets other temperatures.
 */
function inComputedAir({ request, opened: { instance, matrix }, end }: Search): SearchEnd {
  const { plan, evaluation, proofs } = end;
  const { warnings = [] } = proofs;
  if (plan === null || evaluation === null) return end;
  const { violations: computed } = evaluatedIn({ instance, matrix, limitChecks: request.limitChecks }, plan, {
    recomputesAir: true,
  });
  const others = computed.filter(({ constraint }) => constraint === 'matrix');
  if (others.length === 0 || evaluation.violations.some(({ constraint }) => constraint === 'matrix')) return end;
  return {
    ...end,
    evaluation: { ...evaluation, violations: [...evaluation.violations, ...others] },
    proofs: {
      ...proofs,
      warnings: [...warnings, `Not to be applied: ${OTHER_AIR}. Please report this instance.`],
      isRefuted: true,
    },
    whyNoGap: OTHER_AIR,
  };
}

/** Returns what the search with all nodes on proves about such plans; null if it proves nothing. */
function provenAllOn(allOn: Ended): AllOn | null {
  if ('conflict' in allOn) return allOn.conflict.proven ? { bound: null } : null;
  const bound = heldBoundOf(allOn);
  return bound === null ? null : { bound };
}

/** Returns a text that is equal for equal sets of nodes on standby. */
function keyOf(standby: readonly StandbyNodes[]): string {
  return JSON.stringify(standby.map(({ zone, nodes, state }) => `${zone} ${nodes} ${state}`).sort());
}

/** Returns the list with one entry per zone and standby state; numbers of nodes are added up. */
function merged(standby: readonly StandbyNodes[]): StandbyNodes[] {
  const byKey = new Map<string, StandbyNodes>();
  for (const one of standby) {
    const key = JSON.stringify([one.zone, one.state]);
    byKey.set(key, { ...one, nodes: one.nodes + (byKey.get(key)?.nodes ?? 0) });
  }
  return [...byKey.values()];
}

/** Returns the air flow through the nodes of a zone, m3/s. */
function airFlowOf({ airFlowM3PerS, cracNames, zones }: OpenedModel['matrix'], zone: string): number {
  return airFlowM3PerS[cracNames.length + zones.findIndex(({ name }) => name === zone)]!;
}

/**
 * Returns true if the first search's plan is feasible and better than the second one's. A plan is better with more
 * reward (or money, if that is the objective), or with as much and less power.
 */
function isBetter(one: Ended, other: Ended): boolean {
  const [own, others] = [worthOf(one), worthOf(other)];
  if (own === null || others === null) return own !== null;
  const more = own.worth - others.worth;
  return Math.abs(more) > BETTER_BY * Math.abs(others.worth) ? more > 0 : own.powerW < others.powerW;
}

/** Returns the worth of a search's feasible plan (money or reward) and its meter power, W; null without such a plan. */
function worthOf(ended: Ended): { readonly worth: number; readonly powerW: number } | null {
  if ('conflict' in ended) return null;
  const { evaluation, proofs } = ended.end;
  if (evaluation === null || evaluation.violations.length > 0) return null;
  return { worth: proofs.money?.usdPerH ?? evaluation.rewardPerS, powerW: evaluation.power.totalW };
}
