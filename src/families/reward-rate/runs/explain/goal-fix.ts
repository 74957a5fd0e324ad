import type { LimitChange } from '../../../../runs/result.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { WarmStart } from '../../methods/outcome.js';
import { modelInMemory } from '../open.js';
import { type Solved, solveOpened } from '../solve.js';
import { type AtSteps, cheapestCombination, type ProvenSlope } from './combination.js';
import type { Knob } from './knobs.js';
import { lineBoundOf } from './limit-slopes.js';
import { type Asking, type Goal, type GoalLimit, stepsOf, valueAt } from './limit-bracket.js';
import type { PriceOf } from './limit-words.js';
import { PER_PRICE } from './fix.js';
import { changesText } from './words.js';

/** Cheapest changes found with which a checked plan reaches a goal (a wanted reward, or demanded service). */
export interface GoalFix {
  readonly changes: readonly LimitChange[];
  readonly price: number;
  /**
   * Proven lower bound on the price of changes of the priced limits with which a plan reaches the goal, also in
   * fractional numbers of steps; null if none is proven.
   */
  readonly priceBound: number | null;
  readonly message: string;
}

interface Lever extends GoalLimit {
  readonly knob: Knob;
  /** Price per step. */
  readonly price: number;
}

/** Returns the cheapest changes to priced limits with which a plan reaches the goal; null if none were found. */
export async function goalFix(
  goal: Goal,
  limits: readonly GoalLimit[],
  priceOf: PriceOf,
  { request, ended }: Asking,
  engine: LpEngine,
): Promise<GoalFix | null> {
  const { opened, worth, base, does } = goal;
  const levers = limits.flatMap((limit): Lever[] => {
    const price = priceOf(limit.movable);
    const knob = stepsOf(limit.movable);
    const { unit } = limit.movable;
    return price === null ? [] : [{ ...limit, knob, price: (price * knob.step) / (PER_PRICE[unit] ?? 1) }];
  });
  if (levers.length === 0) return null;
  let start: WarmStart | undefined = base.next ?? undefined;
  const runAt = async (steps: readonly number[]): Promise<AtSteps | null> => {
    if (await ended()) return null;
    const instance = levers.reduce((sum, { knob }, l) => knob.turned(sum, steps[l]!), opened.instance);
    const solved = await solveOpened(
      { ...request(), ...(start === undefined ? {} : { start }) },
      modelInMemory(instance, opened.matrix, opened.model),
    );
    start = solved.next ?? start;
    return atSteps(goal, levers, steps, solved);
  };
  const none = levers.map(() => 0);
  const asked = { levers: levers.map(({ price, knob: { most } }) => ({ price, most })), wanted: worth, engine };
  const { found, price, priceBound } = await cheapestCombination(asked, atSteps(goal, levers, none, base), runAt);
  if (found === null || price === null) return null;
  const changes = levers.flatMap(({ knob }, l) => (found.steps[l]! > 0 ? knob.changes(found.steps[l]!) : []));
  const message = `With ${changesText(changes)} a plan ${does}.`;
  return { changes, price, priceBound, message };
}

function atSteps(
  { opened }: Goal,
  levers: readonly Lever[],
  steps: readonly number[],
  { record, certificate }: Solved,
): AtSteps {
  const { feasible, objective, bound } = record.result;
  const credit = levers.reduce((sum, lever, l) => sum + lever.credit(valueAt(lever.movable, lever.knob, steps[l]!)), 0);
  const slopes = levers.map(({ joint, knob }): ProvenSlope | null => {
    const own = certificate === null ? null : joint(certificate, opened.instance);
    return own === null ? null : { below: own.below * knob.step, above: own.above * knob.step };
  });
  const lineBound = lineBoundOf(bound, certificate);
  const known = slopes.flatMap((one) => (one === null ? [] : [one]));
  return {
    steps,
    objective: feasible && objective !== null ? objective + credit : null,
    bound: bound === null ? null : bound + credit,
    lineBound: lineBound === null ? null : lineBound + credit,
    perStep: levers.map(({ slope, knob }) => (certificate === null ? 0 : slope(certificate) * knob.step)),
    proven: lineBound !== null && known.length === slopes.length ? known : null,
  };
}
