import { limitName, type LimitName } from '../../../../../models/facility/limits.js';
import { type Asking, type AtSteps, type Goal, ROUNDING, trialsOf, valueAt } from './goal.js';
import type { Movable } from './knobs.js';
import { valueText } from './words.js';

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

/** Value that a plan should reach, and how far the search for the steps of one limit goes. */
export interface Wanted {
  readonly worth: number;
  /** Maximum number of steps by which the limit is loosened. */
  readonly most: number;
  /** Maximum number of runs in the search, in addition to the first. */
  readonly runs: number;
}

/** Maximum number of runs to narrow the range of one limit. Ours: a goal should cost only a few runs. */
const MAX_RUNS = 4;
/** The search ends if the range between `noneUpTo` and `enoughAt` is at most this fraction of `enoughAt`. */
const NARROW = 0.01;
/**
 * The next change tried is this fraction larger than the bound suggests, because plans stay slightly below their bound.
 */
const AHEAD = 0.02;

/**
 * Returns a range that contains the smallest number of steps of one limit with which a plan reaches a value. Proven
 * bounds give its lower end `noneUpTo`, which is null if not even 0 steps are excluded. Plans found give its upper end
 * `enoughAt`, with the value of the plan there; null if none was found. `isMostTooFew` is true if the maximum number of
 * steps was tried in vain. More steps must make the limit looser.
 *
 * @param first run with 0 steps, whose plan is worth too little
 * @param runAt makes a run with the limit loosened by a number of steps; null if no more runs are allowed
 */
export async function bracketOf(wanted: Wanted, first: AtSteps, runAt: (steps: number) => Promise<AtSteps | null>) {
  const { worth, most, runs } = wanted;
  const least = worth * (1 - ROUNDING);
  /** Returns the number of steps up to which a run proves that no plan is worth enough; -1 if it proves nothing. */
  const excluded = ({ steps: [steps], bound, lineBound, proven }: AtSteps): number => {
    if (bound === null || !(bound < least)) return -1;
    const slope = proven?.[0]!.above ?? null;
    if (slope === null || lineBound === null || !(lineBound < least)) return steps!;
    if (slope <= 0) return most;
    return Math.min(most, steps! + Math.max(0, Math.ceil((least - lineBound) / (slope * (1 + ROUNDING))) - 1));
  };
  let none = excluded(first);
  // The most steps whose run found no plan that does, for the search alone: it proves nothing.
  let short = 0;
  let enough: AtSteps | null = null;
  let last = first;
  let isMostTooFew = false;
  for (let n = 0; n < runs && none < most; n++) {
    const steps = nextSteps(wanted, Math.max(short, none), enough?.steps[0] ?? null, last);
    const run = steps === null ? null : await runAt(steps);
    if (steps === null || run === null) break;
    none = Math.max(none, excluded(run));
    if (run.objective !== null && run.objective >= worth) enough = run;
    else short = Math.max(short, steps);
    isMostTooFew = enough === null && steps === most;
    if (isMostTooFew) break;
    last = run;
  }
  return {
    noneUpTo: none < 0 ? null : none,
    enoughAt: enough?.steps[0] ?? null,
    objectiveAt: enough?.objective ?? null,
    isMostTooFew,
  };
}

/** Returns the next number of steps, between too few and enough; null if this range is narrow enough. */
function nextSteps(
  { worth, most }: Wanted,
  short: number,
  enough: number | null,
  { steps: [lastSteps], objective, perStep }: AtSteps,
): number | null {
  const least = short + 1;
  const greatest = enough === null ? most : enough - 1;
  if (least > greatest) return null;
  if (enough !== null && enough - short <= Math.max(1, NARROW * enough)) return null;
  const missing = worth - (objective ?? 0);
  const ahead = perStep[0]! > 0 ? (missing / perStep[0]!) * (missing > 0 ? 1 + AHEAD : 1 - AHEAD) : Infinity;
  const guess = Number.isFinite(ahead) ? lastSteps! + Math.ceil(ahead) : missing > 0 ? most : least;
  // A guess outside says nothing new: the middle does.
  if (enough !== null && (guess <= least || guess >= greatest)) return Math.floor((least + greatest) / 2);
  return Math.max(least, Math.min(greatest, Math.max(guess, enough === null ? lastSteps! + 1 : 0)));
}

/**
 * Returns a range that contains the least change of one limit or demand with which a plan reaches the goal.
 *
 * @param text returns words for the reward of a plan, reward/s, for the message
 */
export async function bracketIn(
  goal: Goal,
  lever: Movable,
  asking: Asking,
  text: (objective: number) => string,
): Promise<LimitBracket> {
  const { knobs, first, runAt } = trialsOf(goal, [lever], asking);
  const [knob] = knobs as [(typeof knobs)[number]];
  const wanted = { worth: goal.worth, most: knob.most, runs: MAX_RUNS };
  const { noneUpTo, enoughAt, objectiveAt, isMostTooFew } = await bracketOf(wanted, first, (steps) => runAt([steps]));
  const { kind: constraint, where, unit, from } = lever;
  const at = (steps: number | null): number | null => (steps === null ? null : valueAt(lever, knob, steps));
  const told = { constraint, where, unit, from, noneUpTo: at(noneUpTo), enoughAt: at(enoughAt), objectiveAt };
  const mostValue = valueAt(lever, knob, knob.most);
  return { ...told, message: bracketText(told, mostValue, isMostTooFew, goal.does, text) };
}

function bracketText(
  { constraint, where, unit, from, noneUpTo, enoughAt, objectiveAt }: Omit<LimitBracket, 'message'>,
  mostValue: number,
  isMostTooFew: boolean,
  does: string,
  text: (objective: number) => string,
): string {
  const name = limitName(constraint, where);
  const isLowered = mostValue < from;
  const at = (value: number): string => {
    const more = valueText(Math.abs(value - from), unit === 'C' ? 'K' : unit);
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
