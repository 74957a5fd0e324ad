import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { WarmStart } from '../../methods/outcome.js';
import { modelInMemory } from '../open.js';
import { type Solved, solveOpened } from '../solve.js';
import { demandLimit } from './demand-room.js';
import type { Asking, Goal } from './limit-bracket.js';
import { KINDS_WANTED, priceAtBound } from './limit-slopes.js';
import { limitName, type LimitName } from '../../../../../models/facility/limits.js';
import { type Movable, movablesOf } from './movable.js';
import { valueText } from './words.js';

/**
 * Limits and demands for which it is proven that no plan keeps all of them. A demand is a minimum fraction of a task
 * type's arrivals that must be served.
 */
export interface DemandConflict {
  readonly limits: readonly {
    readonly constraint: LimitName;
    readonly where: string;
    readonly unit: string;
    readonly limit: number;
  }[];
  /** True if the set is minimal: for each of its limits and demands, a checked plan keeps all the others. */
  readonly irreducible: boolean;
  readonly message: string;
}

/**
 * Maximum number of limits and demands of a conflict that are tested. For each of them, a separate run tests whether
 * the conflict remains without it.
 */
const MAX_MEMBERS = 12;
/** Relative rounding error of a bound. Demands count as unservable only if the bound is too low by more than this. */
const ROUNDING = 1e-9;

/**
 * Returns limits and demands that no plan can keep together; null if that is not proven.
 *
 * The search starts with all limits and demands that have a dual value in the bound. All others are relaxed as far as
 * an instance allows. If the bound is then still below the goal, the set is a conflict. Then its members are dropped
 * one by one, as long as the bound stays below the goal.
 */
export async function demandConflict(
  { opened, worth, base }: Goal,
  demands: readonly Movable[],
  { request, ended }: Asking,
): Promise<DemandConflict | null> {
  const limits = movablesOf(opened.instance).filter(({ kind }) => KINDS_WANTED.includes(kind));
  const ofDemands = demands.map((one) => demandLimit(one, opened.instance));
  let start: WarmStart | undefined = base.next ?? undefined;
  const run = async (kept: readonly Movable[]): Promise<Solved> => {
    const loose = [...limits, ...demands].filter((one) => !kept.includes(one));
    const instance = loose.reduce<RewardRateInstance>((sum, one) => one.moved(sum, one.loosest), opened.instance);
    const solved = await solveOpened(
      { ...request(), ...(start === undefined ? {} : { start }) },
      modelInMemory(instance, opened.matrix, opened.model),
    );
    start = solved.next ?? start;
    return solved;
  };
  const wantedOf = (kept: readonly Movable[]): number => worth - demands.filter((one) => !kept.includes(one)).length;
  const isExcluded = (kept: readonly Movable[], { record: { result } }: Solved): boolean =>
    result.bound !== null && result.bound < wantedOf(kept) * (1 - ROUNDING);
  const priced = ({ certificate }: Solved, of: readonly Movable[]): Movable[] =>
    certificate === null
      ? []
      : of.filter((one) => {
          const demand = ofDemands.find(({ movable }) => movable === one);
          return (demand === undefined ? priceAtBound(one, certificate) : demand.slope(certificate)) > 0;
        });
  let kept = priced(base, [...limits, ...demands]);
  if (kept.length > MAX_MEMBERS || (await ended()) || !isExcluded(kept, await run(kept))) return null;
  let irreducible = true;
  for (const one of [...kept].reverse()) {
    const rest = kept.filter((other) => other !== one);
    if (await ended()) {
      irreducible = false;
      break;
    }
    const solved = await run(rest);
    if (isExcluded(rest, solved)) kept = rest;
    else {
      const { feasible, objective } = solved.record.result;
      irreducible &&= feasible && objective !== null && objective >= wantedOf(rest);
    }
  }
  const told = kept.map(({ kind: constraint, where, unit, from: limit }) => ({ constraint, where, unit, limit }));
  const names = told.map(
    ({ constraint, where, unit, limit }) => `the ${limitName(constraint, where)} (${valueText(limit, unit)})`,
  );
  const [last, ...others] = [...names].reverse() as [string, ...string[]];
  const message =
    others.length === 0
      ? `${capitalised(last)} cannot be kept, whatever the limits are.`
      : `These cannot be kept together: ${others.reverse().join(', ')} and ${last}; ${irreducible ? 'all but any one of them can' : 'whether fewer of them conflict is open'}.`;
  return { limits: told, irreducible, message };
}

function capitalised(sentence: string): string {
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}
