import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { LimitChange } from '../../../../runs/result.js';
import type { Certificate, WarmStart } from '../../methods/outcome.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import type { RunRequest } from '../request.js';
import { type Solved, solveOpened } from '../solve.js';
import { type AtValue, type Bracket, bracketOf } from './bracket.js';
import type { ProvenSlope } from './combination.js';
import { type Knob, knobsOf } from './knobs.js';
import { jointSlope, lineBoundOf, priceAtBound, slopeAbove } from './limit-slopes.js';
import { limitName, type LimitName } from '../../../../../models/facility/limits.js';
import type { Movable } from './movable.js';
import { valueText } from './words.js';

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
}

/** A limit or demand that may be changed to reach a goal. */
export interface GoalLimit {
  readonly movable: Movable;
  /**
   * Returns the amount that is added to a plan's reward if the limit has this value, reward/s. It is 0 for limits. For
   * a demand it is the fraction by which it was lowered, which counts as served.
   */
  readonly credit: (value: number) => number;
  /** Returns the estimated rise of the bound per unit by which the limit is loosened, reward/s per unit. */
  readonly slope: (certificate: Certificate) => number;
  /** Returns the proven slope of the bound if only this limit is loosened, reward/s per unit; null if none. */
  readonly slopeAbove: (certificate: Certificate) => number | null;
  /**
   * Returns the proven slopes of the bound, reward/s per unit, also if other limits change; null if none are proven.
   */
  readonly joint: (certificate: Certificate, instance: RewardRateInstance) => ProvenSlope | null;
}

/**
 * Range of the least change of one limit with which a plan reaches a goal, if all other limits stay. The value needed
 * lies between `noneUpTo` and `enoughAt`.
 */
export interface LimitBracket {
  readonly constraint: LimitName;
  readonly where: string;
  readonly unit: string;
  readonly from: number;
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

/** Maximum number of runs to narrow the range of one limit. Ours: a goal should cost only a few runs. */
const MAX_RUNS = 4;
/** Largest multiple of its value to which a power limit is raised. Ours: ten times is another facility. */
const MAX_MULTIPLE = 10;

/** Returns a limit of the instance as one that may be changed to reach a goal. */
export function goalLimit(movable: Movable): GoalLimit {
  return {
    movable,
    credit: () => 0,
    slope: (certificate) => priceAtBound(movable, certificate),
    slopeAbove: (certificate) => slopeAbove(movable, certificate),
    joint: (certificate, instance) => jointSlope(movable, certificate, instance),
  };
}

/**
 * Returns the knob that loosens a limit by whole numbers of steps. It raises a power limit to at most ten times its
 * value.
 */
export function stepsOf(movable: Movable): Knob {
  const { unit, from, loosest } = movable;
  const farthest = unit === 'W' ? Math.min(loosest, MAX_MULTIPLE * from) : loosest;
  const [knob] = knobsOf([{ ...movable, loosest: farthest }], () => undefined) as [Knob];
  return knob;
}

/** Returns the value of a limit loosened by a number of steps. */
export function valueAt({ from }: Movable, knob: Knob, steps: number): number {
  return steps === 0 ? from : (knob.changes(steps) as [LimitChange])[0].to;
}

/**
 * Returns a range that contains the least change of one limit with which a plan reaches the goal.
 *
 * @param text returns words for the reward of a plan, reward/s, for the message
 */
export async function bracketIn(
  { opened, worth, base, does }: Goal,
  limit: GoalLimit,
  { request, ended }: Asking,
  text: (objective: number) => string,
): Promise<LimitBracket> {
  const { movable } = limit;
  const { kind: constraint, where, unit, from } = movable;
  const knob = stepsOf(movable);
  const at = (steps: number): number => valueAt(movable, knob, steps);
  let start: WarmStart | undefined = base.next ?? undefined;
  const runAt = async (steps: number): Promise<AtValue | null> => {
    if (await ended()) return null;
    const instance = movable.moved(opened.instance, at(steps));
    const solved = await solveOpened(
      { ...request(), ...(start === undefined ? {} : { start }) },
      modelInMemory(instance, opened.matrix, opened.model),
    );
    start = solved.next ?? start;
    return answerAt(at(steps), limit, solved);
  };
  const wanted = { reward: worth, step: knob.step, most: knob.most, runs: MAX_RUNS };
  const bracket = await bracketOf(wanted, answerAt(from, limit, base), runAt);
  const told = {
    constraint,
    where,
    unit,
    from,
    noneUpTo: bracket.noneUpTo === null ? null : at(bracket.noneUpTo),
    enoughAt: bracket.enoughAt === null ? null : at(bracket.enoughAt),
    objectiveAt: bracket.enough?.objective ?? null,
  };
  return { ...told, message: bracketText(told, bracket, { mostValue: at(knob.most), does, text }) };
}

function answerAt(value: number, limit: GoalLimit, { record, certificate }: Solved): AtValue {
  const { feasible, objective, bound } = record.result;
  const credit = limit.credit(value);
  const lineBound = lineBoundOf(bound, certificate);
  return {
    value,
    bound: bound === null ? null : bound + credit,
    lineBound: lineBound === null ? null : lineBound + credit,
    objective: feasible && objective !== null ? objective + credit : null,
    perUnit: certificate === null ? 0 : limit.slope(certificate),
    provenPerUnit: certificate === null ? null : limit.slopeAbove(certificate),
  };
}

interface BracketWords {
  /** Loosest value of the limit that is tried. */
  readonly mostValue: number;
  readonly does: string;
  readonly text: (objective: number) => string;
}

function bracketText(
  { constraint, where, unit, from, noneUpTo, enoughAt, objectiveAt }: Omit<LimitBracket, 'message'>,
  { farthest }: Bracket,
  { mostValue, does, text }: BracketWords,
): string {
  const name = limitName(constraint, where);
  const at = (value: number): string => {
    const more = valueText(Math.abs(value - from), unit === 'C' ? 'K' : unit);
    const direction = value > from ? 'higher' : 'less';
    return value === from ? `${valueText(value, unit)}, as it is,` : `${valueText(value, unit)} (${more} ${direction})`;
  };
  const upTo = mostValue < from ? 'down to' : 'up to';
  if (noneUpTo !== null && (mostValue < from ? noneUpTo <= mostValue : noneUpTo >= mostValue)) {
    return `The ${name} alone does not do: ${upTo} ${at(mostValue)} no plan ${does}.`;
  }
  const none =
    noneUpTo === null
      ? `whether a plan ${does} at ${valueText(from, unit)} is open`
      : `${upTo} ${at(noneUpTo)} no plan ${does}`;
  const enough =
    enoughAt === null
      ? farthest === null
        ? `no ${mostValue < from ? 'lesser' : 'greater'} value was found at which one does before the search ended`
        : `none was found at ${at(mostValue)} either`
      : `at ${at(enoughAt)} a plan ${text(objectiveAt!)}`;
  return `The ${name} alone: ${none}, and ${enough}.`;
}
