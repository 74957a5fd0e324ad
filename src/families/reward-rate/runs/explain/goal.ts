import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import type { WarmStart } from '../../methods/outcome.js';
import { type OpenedModel, modelInMemory } from '../open.js';
import type { RunRequest } from '../request.js';
import { type Solved, solveOpened } from '../solve.js';
import { type Knob, knobOf, type Movable, turnedBy } from './knobs.js';
import { type ProvenSlope, slopesOf } from './limit-slopes.js';
import type { Steps } from './search.js';

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

/**
 * Result of a run in which each lever was loosened by a number of steps. A lever is a limit or a demand that may be
 * changed to reach a goal. The part by which a demand was lowered counts as served, in `objective` and in bounds.
 */
export interface AtSteps {
  readonly steps: Steps;
  /** Value of the best plan found; null without a plan. */
  readonly objective: number | null;
  /** Proven upper bound on the value of any plan; null if none was proven. */
  readonly bound: number | null;
  /**
   * Upper bound that the slopes `proven` extend to other numbers of steps. It may be above `bound`, which may hold only
   * for these numbers of steps and smaller ones.
   */
  readonly lineBound: number | null;
  /** [lever]: estimated rise of the bound per step. */
  readonly perStep: readonly number[];
  /** [lever]: proven slopes of `lineBound` per step. Null if none are proven. */
  readonly proven: readonly StepSlope[] | null;
}

/** Proven slopes of a bound per step of one lever, for fewer (`below`) and more (`above`) steps than in the run. */
export type StepSlope = Pick<ProvenSlope, 'below' | 'above'>;

/** Runs with changed numbers of steps of levers, each with the previous one as warm start. */
export interface Trials {
  /** [lever]: knob that loosens it. */
  readonly knobs: readonly Knob[];
  /** Run under the present limits. */
  readonly first: AtSteps;
  /** Makes a run with these numbers of steps; null if no more runs are allowed. */
  readonly runAt: (steps: Steps) => Promise<AtSteps | null>;
}

/**
 * Allowance for rounding errors of proven bounds, as a fraction. Plans with a wanted value are excluded only if their
 * bound is below it by more than this.
 */
export const ROUNDING = 1e-9;
/** Largest multiple of its value to which a power limit is raised. Ours: ten times is another facility. */
const MAX_MULTIPLE = 10;

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

/** Returns the runs that a search makes with changed levers. Power limits are raised to ten times their value at most. */
export function trialsOf({ opened, base }: Goal, levers: readonly Movable[], asking: Asking): Trials {
  const { instance } = opened;
  const knobs = levers.map((one) => {
    const loosest = one.unit === 'W' ? Math.min(one.loosest, MAX_MULTIPLE * one.from) : one.loosest;
    return knobOf([{ ...one, loosest }], 0);
  });
  const run = runsAfter(opened, base, asking);
  const answerAt = (steps: Steps, { record, certificate }: Solved): AtSteps => {
    const { feasible, objective, bound } = record.result;
    const credit = levers.reduce((sum, one, l) => sum + creditOf(one, valueAt(one, knobs[l]!, steps[l]!)), 0);
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
  return {
    knobs,
    first: answerAt(
      levers.map(() => 0),
      base,
    ),
    runAt: async (steps) => {
      const solved = await run(turnedBy(instance, knobs, steps));
      return solved === null ? null : answerAt(steps, solved);
    },
  };
}

/** Returns the value of a limit loosened by a number of steps of its knob. */
export function valueAt({ from }: Movable, knob: Knob, steps: number): number {
  return steps === 0 ? from : (knob.changes(steps)[0]?.to ?? from);
}

/**
 * Returns what is added to a plan's value if a lever has the value `to`: the fraction by which a demand was lowered,
 * which counts as served; 0 for limits.
 */
function creditOf({ kind, from }: Movable, to: number): number {
  return kind === 'arrivals' ? (from - to) / from : 0;
}

/**
 * Returns the levers that raise the bound, the most promising first, at most `most`. The power cap comes before all
 * others, which follow in descending order of dual value times present value; demands in descending order of slope.
 */
export function worthMoving(levers: readonly Movable[], { opened, base }: Goal, most: number): readonly Movable[] {
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
