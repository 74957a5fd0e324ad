import type { LimitChange } from '../../../../runs/result.js';
import type { Certificate, WarmStart } from '../../methods/outcome.js';
import { type OpenedProblem, problemInMemory } from '../open.js';
import { OBJECTIVE_UNIT } from '../result-of.js';
import type { RunRequest } from '../request.js';
import { type Solved, solveOpened } from '../solve.js';
import { type AtValue, type Bracket, bracketOf } from './bracket.js';
import { knobsOf } from './knobs.js';
import type { Kind, Movable } from './movable.js';
import { limitName, valueText } from './words.js';

/** Needs of a wanted reward, by limit. */
export interface WantedReward {
  /** Reward wanted, reward/s. */
  readonly rewardPerS: number;
  /** Reward of the plan found under the limits as they are, and the proven bound; null where there is none. */
  readonly objective: number | null;
  readonly bound: number | null;
  readonly boundScope: string;
  readonly brackets: readonly LimitBracket[];
  readonly message: string;
}

/** Values of a limit between which the least lies at which a plan earns the reward wanted, all other limits as they are. */
export interface LimitBracket {
  readonly constraint: Kind;
  readonly where: string;
  readonly unit: string;
  readonly from: number;
  /** Greatest value up to which it is proven that no plan of the bound's scope earns it; null where that is open of `from`. */
  readonly noneUpTo: number | null;
  /** Least value at which a checked plan was found that earns it; null where none was. */
  readonly enoughAt: number | null;
  /** Reward of that plan, reward/s. */
  readonly objectiveAt: number | null;
  readonly message: string;
}

/** Kinds of limits that a wanted reward may need more of. */
const KINDS_WANTED: readonly Kind[] = ['powerCap', 'redLine', 'rackPower', 'pduPower', 'coolingCapacity'];
/** Greatest number of limits of which brackets are searched (ours). */
const MAX_LIMITS = 3;
/** Greatest number of runs for a bracket (ours): a wanted reward is to cost a few solves. */
const MAX_RUNS = 4;
/** Greatest multiple of a power that is tried (ours): beyond ten times, it is another facility. */
const MAX_MULTIPLE = 10;

/** Runs for a wanted reward: how each is asked, and whether there may be another. */
export interface Asking {
  readonly request: () => Omit<RunRequest, 'start'>;
  /** Report of a run; true where there may be no other. */
  readonly ended: () => Promise<boolean>;
}

/** Brackets of the limits that hold the bound down, among those that may move, the most promising first. */
export async function wantedReward(
  opened: OpenedProblem,
  rewardPerS: number,
  movables: readonly Movable[],
  asking: Asking,
): Promise<WantedReward> {
  const base = await solveOpened(asking.request(), opened);
  const { feasible, bound, boundScope } = base.record.result;
  const objective = feasible ? base.record.result.objective : null;
  const told = { rewardPerS, objective, bound, boundScope };
  const { taskTypes } = opened.instance.workload;
  const most = taskTypes.reduce((sum, one) => sum + one.rewardPerTask * one.arrivalRatePerS, 0);
  if (rewardPerS > most) {
    const message = `All tasks that arrive are worth ${shown(most)} ${OBJECTIVE_UNIT} together: no limits let a plan earn ${shown(rewardPerS)}.`;
    return { ...told, brackets: [], message };
  }
  if (objective !== null && objective >= rewardPerS) {
    const message = `A plan earns ${shown(objective)} ${OBJECTIVE_UNIT} under the limits as they are.`;
    return { ...told, brackets: [], message };
  }
  const brackets: LimitBracket[] = [];
  if (!(await asking.ended())) {
    for (const movable of worthMoving(movables, base)) {
      brackets.push(await bracketIn(opened, { rewardPerS, movable, base }, asking));
    }
  }
  return { ...told, brackets, message: sentence(told, brackets.length) };
}

/** The limits that have a price at the bound, the cap first, then in the order of what is missing at these prices, in shares of the limits. */
function worthMoving(movables: readonly Movable[], { certificate }: Solved): readonly Movable[] {
  if (certificate === null) return [];
  const share = (one: Movable): number => priceOf(one, certificate) * Math.abs(one.from);
  const priced = movables.filter((one) => KINDS_WANTED.includes(one.kind) && share(one) > 0);
  const rank = (one: Movable): number => (one.kind === 'powerCap' ? Infinity : share(one));
  return [...priced].sort((a, b) => rank(b) - rank(a)).slice(0, MAX_LIMITS);
}

function priceOf({ kind, where }: Movable, { marginal }: Certificate): number {
  if (kind === 'powerCap') return marginal.perCapW;
  if (kind === 'redLine') return marginal.perRedLineC;
  return marginal.limits.find((one) => one.constraint === kind && one.where === where)?.marginalValue ?? 0;
}

/** Slope with which the bound holds at every greater value of a limit; null where that is not proven (docs/reward-rate/sweeps.md). */
function provenSlope(movable: Movable, certificate: Certificate): number | null {
  const { lines } = certificate;
  if (lines === null || lines === undefined || movable.kind === 'coolingCapacity') return null;
  return movable.kind === 'powerCap' ? (lines.cap?.abovePerW ?? null) : priceOf(movable, certificate);
}

async function bracketIn(
  opened: OpenedProblem,
  { rewardPerS, movable, base }: { readonly rewardPerS: number; readonly movable: Movable; readonly base: Solved },
  { request, ended }: Asking,
): Promise<LimitBracket> {
  const { kind: constraint, where, unit, from } = movable;
  const farthest = unit === 'W' ? Math.min(movable.loosest, MAX_MULTIPLE * from) : movable.loosest;
  const [knob] = knobsOf([{ ...movable, loosest: farthest }], () => undefined) as [ReturnType<typeof knobsOf>[number]];
  const valueAt = (steps: number): number => (steps === 0 ? from : (knob.changes(steps) as [LimitChange])[0].to);
  let start: WarmStart | undefined = base.next ?? undefined;
  const runAt = async (steps: number): Promise<AtValue | null> => {
    if (await ended()) return null;
    const instance = movable.moved(opened.instance, valueAt(steps));
    const solved = await solveOpened(
      { ...request(), ...(start === undefined ? {} : { start }) },
      problemInMemory(instance, opened.matrix, opened.problem),
    );
    start = solved.next ?? start;
    return answerAt(valueAt(steps), movable, solved);
  };
  const wanted = { reward: rewardPerS, step: knob.step, most: knob.most, runs: MAX_RUNS };
  const bracket = await bracketOf(wanted, answerAt(from, movable, base), runAt);
  const told = {
    ...{ constraint, where, unit, from },
    noneUpTo: bracket.noneUpTo === null ? null : valueAt(bracket.noneUpTo),
    enoughAt: bracket.enoughAt === null ? null : valueAt(bracket.enoughAt),
    objectiveAt: bracket.enough?.objective ?? null,
  };
  return { ...told, message: bracketText(told, bracket, valueAt(knob.most)) };
}

function answerAt(value: number, movable: Movable, { record, certificate }: Solved): AtValue {
  const { feasible, objective, bound } = record.result;
  return {
    ...{ value, bound, objective: feasible ? objective : null },
    perUnit: certificate === null ? 0 : priceOf(movable, certificate),
    provenPerUnit: certificate === null ? null : provenSlope(movable, certificate),
  };
}

function bracketText(
  { constraint, where, unit, from, noneUpTo, enoughAt, objectiveAt }: Omit<LimitBracket, 'message'>,
  { farthest }: Bracket,
  mostValue: number,
): string {
  const name = limitName(constraint, where);
  const at = (value: number): string => {
    const more = valueText(value - from, unit === 'C' ? 'K' : unit);
    return value === from ? `${valueText(value, unit)}, as it is,` : `${valueText(value, unit)} (${more} higher)`;
  };
  if (noneUpTo !== null && noneUpTo >= mostValue) {
    return `The ${name} alone does not do: up to ${at(mostValue)} no plan earns it.`;
  }
  const none =
    noneUpTo === null
      ? `whether a plan earns it at ${valueText(from, unit)} is open`
      : `up to ${at(noneUpTo)} no plan earns it`;
  const enough =
    enoughAt === null
      ? farthest === null
        ? 'no greater value was found at which one does before the search ended'
        : `none was found at ${at(mostValue)} either`
      : `at ${at(enoughAt)} a plan earns ${shown(objectiveAt!)}`;
  return `The ${name} alone: ${none}, and ${enough}.`;
}

function sentence(
  { rewardPerS, objective, bound }: Pick<WantedReward, 'rewardPerS' | 'objective' | 'bound'>,
  brackets: number,
): string {
  const found = objective === null ? 'no plan was found' : `the plan found earns ${shown(objective)} ${OBJECTIVE_UNIT}`;
  const proven = bound === null ? 'no bound was proven' : `no plan earns more than ${shown(bound)}`;
  const none = brackets === 0 ? ' No limit that may move has a price at this bound.' : '';
  return `Wanted ${shown(rewardPerS)}: under the limits as they are ${found}, and ${proven}.${none}`;
}

function shown(value: number): string {
  return String(Number(value.toPrecision(7)));
}
