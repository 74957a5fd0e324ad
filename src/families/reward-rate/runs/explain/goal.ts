import { limitName } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { LimitChange } from '../../../../runs/result.js';
import type { WarmStart } from '../../methods/outcome.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import type { RunRequest } from '../request.js';
import { type Solved, solveOpened } from '../solve.js';
import { type AtSteps, bracketOf, cheapestCombination, type StepSlope } from './goal-search.js';
import { changesBy, isWanted, type Knob, knobOf, type LimitRecord, type Movable, recordOf, turnedBy } from './knobs.js';
import { slopesOf } from './limit-slopes.js';
import type { LimitWords, PriceOf } from './option-words.js';
import type { Steps } from './search.js';
import { changesText, differenceText, perOf, valueText } from './words.js';

/** Functions with which an explanation makes runs. `request` returns the request of the next run. */
export interface Asking {
  readonly request: () => Omit<RunRequest, 'start'>;
  /** Called before each run; resolves to true to forbid further runs. */
  readonly ended: () => Promise<boolean>;
}

/** Value that a plan should reach through changes of limits: a reward rate, or a number of served demands. */
export interface Goal {
  readonly opened: OpenedModel;
  /** Value that a plan should reach, in reward/s of the instance in `opened`. */
  readonly worth: number;
  /** Run under the present limits, whose plan does not reach the goal. */
  readonly base: Solved;
  /** Verb phrase in the singular for reaching the goal, such as "earns it", for messages. */
  readonly does: string;
  /** Returns words for the value of a plan that reaches the goal, for messages. */
  readonly text: (objective: number) => string;
}

/**
 * Range of the least change of one limit with which a plan reaches a goal, if all other limits stay. The value needed
 * lies between `noneUpTo` and `enoughAt`.
 */
export interface LimitBracket extends LimitRecord {
  /**
   * Value farthest from `from` at which it is proven that no plan reaches the goal. Null if this is not even proven at
   * `from`.
   */
  readonly noneUpTo: number | null;
  /** Value nearest to `from` at which a checked plan reaches the goal; null if none was found. */
  readonly enoughAt: number | null;
  /** Reward of the plan at `enoughAt`, reward/s; null without one. */
  readonly objectiveAt: number | null;
  readonly message: string;
}

/** Cheapest changes found with which a checked plan reaches a goal (a wanted reward, or demanded service). */
interface GoalFix {
  readonly changes: readonly LimitChange[];
  readonly price: number;
  /**
   * Proven lower bound on the price of changes of the priced limits with which a plan reaches the goal, also in
   * fractional numbers of steps; null if none is proven.
   */
  readonly priceBound: number | null;
  readonly message: string;
}

/** Largest multiple of its value to which a power limit is raised. Ours: ten times is another facility. */
const MAX_MULTIPLE = 10;
/** Maximum number of limits for which the range of the least sufficient change is searched. */
const MAX_LIMITS = 3;
/** Maximum number of demands for which the range of the least sufficient reduction is searched. */
const MAX_DEMANDS = 6;
/** Maximum number of runs to narrow the range of one limit. Ours: a goal should cost only a few runs. */
const MAX_RUNS = 4;

/**
 * Returns a function that solves changed instances one after another, each with the previous run as warm start, `base`
 * at first. It returns null if no more runs are allowed.
 */
export function runsAfter(
  { matrix, model }: OpenedModel,
  base: Solved,
  { request, ended }: Asking,
): (instance: RewardRateInstance) => Promise<Solved | null> {
  let start: WarmStart | null = base.next;
  return async (instance) => {
    if (await ended()) return null;
    const warm = start === null ? {} : { start };
    const solved = await solveOpened({ ...request(), ...warm }, modelInMemory(instance, matrix, model));
    start = solved.next ?? start;
    return solved;
  };
}

/**
 * Returns the runs that a search makes with changed levers, each with the previous one as warm start: `first` under the
 * present limits, and `runAt` with numbers of steps of the `knobs`, null if no more runs are allowed. Power limits are
 * raised to ten times their value at most.
 */
export function trialsOf({ opened, base }: Pick<Goal, 'opened' | 'base'>, levers: readonly Movable[], asking: Asking) {
  const { instance } = opened;
  const knobs = levers.map((one) => {
    const loosest = one.unit === 'W' ? Math.min(one.loosest, MAX_MULTIPLE * one.from) : one.loosest;
    return knobOf([{ ...one, loosest }], 0);
  });
  const run = runsAfter(opened, base, asking);
  const answerAt = (steps: Steps, { record, certificate }: Solved): AtSteps => {
    const { feasible, objective, bound } = record.result;
    // The fraction by which a demand was lowered counts as served.
    const credit = levers.reduce(
      (sum, one, l) => sum + (one.kind === 'arrivals' ? (one.from - valueAt(one, knobs[l]!, steps[l]!)) / one.from : 0),
      0,
    );
    const credited = (value: number | null): number | null => (value === null ? null : value + credit);
    const slopes = levers.map((one) => slopesOf(one, certificate, instance));
    const proven = slopes.flatMap(({ proven: own }, l): StepSlope[] => {
      if (own === null) return [];
      const { step } = knobs[l]!;
      return [{ below: own.below * step, above: (levers.length === 1 ? own.alone : own.above) * step }];
    });
    // The bound that slopes extend may hold for other limits only where the run's own one does not.
    const lineBound = bound === null || certificate === null ? null : Math.max(bound, certificate.boundRewardPerS);
    return {
      steps,
      objective: feasible ? credited(objective) : null,
      bound: credited(bound),
      lineBound: credited(lineBound),
      perStep: slopes.map(({ estimate }, l) => estimate * knobs[l]!.step),
      proven: lineBound !== null && proven.length === levers.length ? proven : null,
    };
  };
  const none = levers.map(() => 0);
  return {
    knobs,
    first: answerAt(none, base),
    runAt: async (steps: Steps): Promise<AtSteps | null> => {
      const solved = await run(turnedBy(instance, knobs, steps));
      return solved === null ? null : answerAt(steps, solved);
    },
  };
}

/** Changes with which a plan reaches a goal. */
export interface GoalChanges {
  /** Ranges of the least sufficient change, one for each limit that restricts the bound and for each demand. */
  readonly brackets: readonly LimitBracket[];
  /** Cheapest changes found of limits and demands; null if none were found or no prices were given. */
  readonly fix: GoalFix | null;
}

/**
 * Searches for changes with which a plan reaches a goal. For each limit and demand that restricts the bound, it finds
 * the range of the least change if only this one changes; the most promising limit comes first. If prices were given,
 * it also finds the cheapest combination of changes.
 */
export async function changesTo(
  goal: Goal,
  { movables, priceOf, isPriced }: LimitWords,
  asking: Asking,
  engine: LpEngine,
): Promise<GoalChanges> {
  const limits = movables.filter(isWanted);
  const demands = movables.filter(({ kind }) => kind === 'arrivals');
  const brackets: LimitBracket[] = [];
  for (const lever of [...worthMoving(limits, goal, MAX_LIMITS), ...worthMoving(demands, goal, MAX_DEMANDS)]) {
    brackets.push(await bracketIn(goal, lever, asking));
  }
  return { brackets, fix: isPriced ? await goalFix(goal, [...limits, ...demands], priceOf, asking, engine) : null };
}

/** Returns the value of a limit loosened by a number of steps of its knob. */
function valueAt({ from }: Movable, knob: Knob, steps: number): number {
  return steps === 0 ? from : (knob.changes(steps)[0]?.to ?? from);
}

/**
 * Returns the levers that raise the bound, the most promising first, at most `most`. The power cap comes before all
 * others, which follow in descending order of dual value times present value; demands in descending order of slope.
 */
function worthMoving(levers: readonly Movable[], { opened, base }: Goal, most: number): readonly Movable[] {
  const rank = (one: Movable): number => {
    const { estimate } = slopesOf(one, base.certificate, opened.instance);
    if (one.kind === 'arrivals') return estimate;
    const share = estimate * Math.abs(one.from);
    return share > 0 && one.kind === 'powerCap' ? Infinity : share;
  };
  const ranked = levers.map((lever) => ({ lever, rank: rank(lever) })).filter((one) => one.rank > 0);
  return ranked
    .sort((a, b) => (a.rank === b.rank ? 0 : b.rank - a.rank))
    .map(({ lever }) => lever)
    .slice(0, most);
}

/** Returns a range that contains the least change of one limit or demand with which a plan reaches the goal. */
async function bracketIn(goal: Goal, lever: Movable, asking: Asking): Promise<LimitBracket> {
  const { knobs, first, runAt } = trialsOf(goal, [lever], asking);
  const [knob] = knobs as [Knob];
  const wanted = { worth: goal.worth, most: knob.most, runs: MAX_RUNS };
  const found = await bracketOf(wanted, first, (steps) => runAt([steps]));
  const at = (steps: number | null): number | null => (steps === null ? null : valueAt(lever, knob, steps));
  const [noneUpTo, enoughAt, mostValue] = [at(found.noneUpTo), at(found.enoughAt), valueAt(lever, knob, knob.most)];
  const { objectiveAt, isMostTooFew } = found;
  const told = { ...recordOf(lever), noneUpTo, enoughAt, objectiveAt };
  return { ...told, message: bracketText(told, mostValue, isMostTooFew, goal) };
}

function bracketText(
  { constraint, where, unit, from, noneUpTo, enoughAt, objectiveAt }: Omit<LimitBracket, 'message'>,
  mostValue: number,
  isMostTooFew: boolean,
  { does, text }: Goal,
): string {
  const name = limitName(constraint, where);
  const isLowered = mostValue < from;
  const at = (value: number): string => {
    const more = differenceText(value - from, unit);
    const direction = value > from ? 'higher' : 'less';
    return value === from ? `${valueText(value, unit)}, as it is,` : `${valueText(value, unit)} (${more} ${direction})`;
  };
  const upTo = isLowered ? 'down to' : 'up to';
  if (noneUpTo !== null && (isLowered ? noneUpTo <= mostValue : noneUpTo >= mostValue)) {
    return `The ${name} alone does not do: ${upTo} ${at(mostValue)} no plan ${does}.`;
  }
  const none =
    noneUpTo === null
      ? `whether a plan ${does} at ${valueText(from, unit)} is open`
      : `${upTo} ${at(noneUpTo)} no plan ${does}`;
  const notFound = isMostTooFew
    ? `none was found at ${at(mostValue)} either`
    : `no ${isLowered ? 'lesser' : 'greater'} value was found at which one does before the search ended`;
  const enough = enoughAt === null ? notFound : `at ${at(enoughAt)} a plan ${text(objectiveAt!)}`;
  return `The ${name} alone: ${none}, and ${enough}.`;
}

/** Returns the cheapest changes to priced limits with which a plan reaches the goal; null if none were found. */
async function goalFix(
  goal: Goal,
  limits: readonly Movable[],
  priceOf: PriceOf,
  asking: Asking,
  engine: LpEngine,
): Promise<GoalFix | null> {
  const levers = limits.filter((one) => priceOf(one) !== null);
  if (levers.length === 0) return null;
  const { knobs, first, runAt } = trialsOf(goal, levers, asking);
  const priced = knobs.map(({ step, unit, most }, l) => ({
    price: (priceOf(levers[l]!)! * step) / perOf(unit)[0],
    most,
  }));
  const request = { levers: priced, wanted: goal.worth, engine };
  const { found, priceBound } = await cheapestCombination(request, first, runAt);
  if (found === null) return null;
  const changes = changesBy(knobs, found.run.steps);
  return { changes, price: found.price, priceBound, message: `With ${changesText(changes)} a plan ${goal.does}.` };
}
