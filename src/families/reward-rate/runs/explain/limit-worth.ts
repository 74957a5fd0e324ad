import { limitName, unitOfDifference, unitOf } from '../../../../../models/facility/limits.js';
import { celsius, inUnit, plain, rewardPerS, significant } from '../../../../reports/format.js';
import { W_PER_KW } from '../../../../../models/units.js';
import { mustSurvive } from '../../../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { steppedCracs } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { oraclesOf } from '../../methods/config-lp.js';
import { withIdleRoom } from '../../methods/idle-room.js';
import { MAX_SINGLE_ZONES } from '../../methods/room-program/aggregation.js';
import type { Certificate } from '../../methods/outcome.js';
import { rewardScale } from '../../methods/reward-scale.js';
import { type LimitWorth, limitWorth, type SideWorth } from '../../methods/worth/limit-worth.js';
import { type BaseWorth, openWorthLp } from '../../methods/worth/worth-lp.js';
import type { OpenedModel } from '../open.js';
import type { Solved } from '../solve.js';
import { type Asking, runsAfter } from './goal.js';
import type { LimitRecord } from './knobs.js';
import { slopesOf } from './limit-slopes.js';
import { decimal } from '../../../../../models/families/reward-rate/limit-steps.js';
import { keptPerStated } from '../../../../../models/facility/room-limits.js';
import { limitNamed } from '../../../../../models/families/reward-rate/room-limits.js';
import { capStepW, type NextKilowatt } from './next-kw.js';
import { capitalised, perOf, valueText } from './words.js';

/**
 * Marginal values of one limit at fixed set-points, what is proven at any set-points, and what a new run measured.
 * Values of the limit are those in the instance, before reserves are deducted.
 */
interface WorthOfLimit extends LimitRecord, Omit<LimitWorth, 'limit'> {
  /**
   * Proven upper bound on the rise of the reward per unit by which the limit is loosened, at any set-points, reward/s.
   * Null if none is proven.
   */
  readonly boundPerUnit: number | null;
  /**
   * Marginal value measured at any set-points by a run of the default method in which the limit is one step looser.
   * Null if there was no such run.
   */
  readonly resolved: Resolved | null;
  readonly message: string;
}

/**
 * Marginal value of a limit measured by a run with its looser value `to`, reward/s per unit: the rise of the plan's
 * reward and of the proven bound, each divided by the change of the limit.
 */
interface Resolved {
  readonly to: number;
  readonly planPerUnit: number | null;
  readonly boundPerUnit: number | null;
}

/** Marginal values of all limits that restrict the reward, at fixed set-points. */
export interface LimitsWorth {
  /** Set-point of each working CRAC, by name, C. */
  readonly setPointsC: Readonly<Record<string, number>>;
  /** Reward of the best fractional solution at these set-points, reward/s; null if there are no marginal values. */
  readonly objective: number | null;
  readonly limits: readonly WorthOfLimit[];
  /** Number of further limits, not listed, that are met or have a dual value. */
  readonly omitted: number;
  readonly message: string;
}

/** Maximum number of limits with ranges of their marginal values; each takes about twenty LPs. */
const MAX_LIMITS = 8;
/**
 * Maximum number of limits besides the cap whose marginal value is measured by a run of its own. In this run the limit
 * is one step looser.
 */
const MAX_RESOLVED = 2;
/**
 * The plan reaches a limit if it is within this fraction of the limit. For a red line, this is a number of kelvins and
 * not a fraction.
 */
const MET = 1e-6;
/**
 * A limit's dual value counts as 0 if its product with the whole limit is less than this fraction of the reward. For a
 * red line the product is with 1 K.
 */
const PRICE_NOISE = 1e-9;

/**
 * Returns the marginal values of the limits at fixed set-points: those of the best fractional solution, or those of the
 * plan if set-points must be multiples of a step.
 */
export async function worthOfLimits(
  opened: OpenedModel,
  base: Solved,
  engine: LpEngine,
  next: NextKilowatt,
  asking: Asking,
): Promise<LimitsWorth> {
  const { ended } = asking;
  const none = (why: string): LimitsWorth => ({
    setPointsC: {},
    objective: null,
    limits: [],
    omitted: 0,
    message: `What the next unit of each limit is worth was not computed: ${why}.`,
  });
  const { model: stated } = opened;
  if (mustSurvive(stated.instance)) return none('plans must survive failures here, whose limits move along');
  if (stated.thermal.uncertain !== undefined) return none('inlet rises are uncertain here');
  if (stated.zones.length > MAX_SINGLE_ZONES) return none(`the room has more than ${MAX_SINGLE_ZONES} zones`);
  const setPointsC = setPointsOf(stated, base);
  if (setPointsC === null) return none('no plan was found');
  const scale = rewardScale(withIdleRoom(withStandby(stated)));
  const own = (value: number): number => value / (scale.toScaled(1) ?? 1);
  const { model } = scale;
  const lp = await openWorthLp({ model, oracles: oraclesOf(model), engine, setPointsC, ended });
  if (lp === null) return none('the LP at fixed set-points has no answer, or the search was ended');
  try {
    const chosen = worthAsking(lp.limits, lp.rewardPerS);
    const limits: WorthOfLimit[] = [];
    let solvedAnew = 0;
    for (const { limit } of chosen.slice(0, MAX_LIMITS)) {
      const found = await limitWorth(lp, limit);
      if (found === null) continue;
      const told = worthOf(opened, found, base.certificate, own);
      const isCap = limit.kind === 'powerCap';
      const isAsked = solvedAnew < MAX_RESOLVED && told.tighter.perUnit !== 0;
      const looser = isAsked && !isCap ? await solveLooser(opened, base, told, asking) : null;
      if (looser !== null) solvedAnew++;
      const resolved = isCap ? resolvedCap(next, told.from) : looser;
      limits.push({ ...told, resolved, message: worthText({ ...told, resolved }) });
    }
    const names = model.cracs.map(({ name }) => name);
    return {
      setPointsC: Object.fromEntries(names.map((name, c) => [name, setPointsC[c]!])),
      objective: own(lp.rewardPerS),
      limits,
      omitted: chosen.length - limits.length,
      message: headText(names, setPointsC, own(lp.rewardPerS), limits.length),
    };
  } finally {
    lp.dispose();
  }
}

/**
 * Returns the set-points at which marginal values are computed, C, one for each working CRAC. Null if neither the bound
 * nor a plan states set-points.
 */
function setPointsOf(model: RewardRateModel, { certificate, plan }: Solved): number[] | null {
  const names = model.cracs.map(({ name }) => name);
  const ofBound = certificate?.setPointsC ?? [];
  if (ofBound.length > 0 && steppedCracs(model).length === 0)
    return ofBound.length === names.length ? [...ofBound] : names.map(() => ofBound[0]!);
  return plan === null ? null : names.map((name) => plan.setPointsC[name]!);
}

/**
 * Returns the limits that the plan reaches or that have a dual value. Cap and red line come first, then the others in
 * descending order of dual value times limit.
 */
function worthAsking(limits: readonly BaseWorth[], rewardPerS: number): BaseWorth[] {
  const span = ({ limit: { kind, kept } }: BaseWorth): number => (kind === 'redLine' ? 1 : Math.abs(kept));
  const worth = (one: BaseWorth): number => one.price * span(one);
  const isMet = (one: BaseWorth): boolean => one.slack !== null && one.slack <= MET * span(one);
  const rank = (one: BaseWorth): number => (['powerCap', 'redLine'].includes(one.limit.kind) ? Infinity : worth(one));
  return limits
    .filter((one) => one.limit.kept > 0 || one.limit.kind === 'redLine')
    .filter((one) => worth(one) > PRICE_NOISE * rewardPerS || isMet(one))
    .sort((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
}

function worthOf(
  { instance, model }: OpenedModel,
  { limit, looser, tighter, knee, without }: LimitWorth,
  certificate: Certificate | null,
  own: (value: number) => number,
): Omit<WorthOfLimit, 'resolved' | 'message'> {
  const { kind: constraint, where, kept } = limit;
  const entry = limitNamed(constraint, model.limits)!;
  const from = entry.stated(instance).find((one) => one.where === where)?.value ?? kept;
  const gain = keptPerStated(entry, instance);
  const stated = (value: number | null): number | null => (value === null ? null : from + (value - kept) / gain);
  const price = (value: number): number => gain * own(value);
  const side = ({ perUnit, holdsTo, beyondPerUnit, withinTenthTo }: SideWorth): SideWorth => ({
    perUnit: price(perUnit),
    holdsTo: stated(holdsTo),
    beyondPerUnit: beyondPerUnit === null ? null : price(beyondPerUnit),
    withinTenthTo: stated(withinTenthTo),
  });
  return {
    constraint,
    where,
    unit: unitOf(entry.name, entry.unit),
    from,
    looser: side(looser),
    tighter: side(tighter),
    knee: stated(knee),
    without: own(without),
    boundPerUnit: slopesOf({ ...limit, entry }, certificate, instance).proven?.alone ?? null,
  };
}

/**
 * Returns the marginal value of the power cap that `nextKilowatt` measured with the next larger cap. Null if it was not
 * measured.
 */
function resolvedCap({ stepW, planPerKW, boundPerKW }: NextKilowatt, fromW: number): Resolved | null {
  if (planPerKW === null) return null;
  const boundPerUnit = boundPerKW === null ? null : boundPerKW / W_PER_KW;
  return { to: decimal(fromW + stepW), planPerUnit: planPerKW / W_PER_KW, boundPerUnit };
}

/**
 * Measures the marginal value of a limit by a run with the limit one step looser. Null if the instance has no such
 * limit or the search was stopped.
 */
async function solveLooser(
  opened: OpenedModel,
  base: Solved,
  { constraint, where, from }: LimitRecord,
  asking: Asking,
): Promise<Resolved | null> {
  if (constraint === 'minimumOn') return null;
  const to = decimal(from + capStepW(from));
  const looser = limitNamed(constraint, opened.model.limits)!.with(opened.instance, where, to);
  const solved = await runsAfter(opened, base, asking)(looser);
  if (solved === null) return null;
  const perUnit = (after: number | null, before: number | null): number | null =>
    after === null || before === null ? null : (after - before) / (to - from);
  const { result: after } = solved.record;
  const { result: before } = base.record;
  return {
    to,
    planPerUnit: after.feasible && before.feasible ? perUnit(after.objective, before.objective) : null,
    boundPerUnit: perUnit(after.bound, before.bound),
  };
}

function headText(names: readonly string[], setPointsC: readonly number[], rewardPerS: number, count: number): string {
  const at = names.map((name, c) => `${name} ${plain(celsius(setPointsC[c]))}`).join(', ');
  const earned = `mixtures of configurations earn at most ${plain(inUnit(rewardPerS, 'reward/s'))}`;
  const rest =
    count === 0
      ? 'no limit holds them down'
      : 'the next unit of each limit, all others as they are, and between which values exactly that price holds';
  return `At set-points kept (${at}) ${earned}: ${rest}.`;
}

/**
 * Returns sentences on the marginal values of a limit. They say how much the reward changes if the limit is loosened or
 * tightened, and over which ranges. They also say from which value of the limit one more unit earns less than half, and
 * what is proven for other set-points.
 */
function worthText(told: Omit<WorthOfLimit, 'message'>): string {
  const { constraint, where, unit, from, looser, tighter, knee, without, boundPerUnit, resolved } = told;
  const head = capitalised(`${limitName(constraint, where)} (${valueText(from, unit)})`);
  // What the room gains by a unit looser, and loses by one tighter.
  const [up, down, gain] = constraint === 'minimumOn' ? ['lower', 'higher', -1] : ['higher', 'lower', 1];
  const side = (one: SideWorth, nothing: string, something: string): string =>
    `${isNothing(one, told) ? nothing : `${perText(gain * one.perUnit, unit)} ${something}`}${rangeText(one, told, gain)}`;
  const first = side(looser, `${up} it is worth nothing`, up);
  const second = side(tighter, `${down} it costs nothing`, `lost ${down}`);
  const kneeText =
    knee === null ? '' : ` From ${valueText(knee, unit)} on the next ${perOf(unit)[1]} is worth less than half of it.`;
  const all = without <= 0 ? '' : ` Without this limit ${plain(rewardPerS(without))} more.`;
  const proven =
    boundPerUnit === null
      ? ''
      : ` With set-points chosen anew mixtures gain at most ${perText(gain * boundPerUnit, unit)} ${up}, proven.`;
  return `${head}: ${first}; ${second}.${kneeText}${all}${proven}${resolvedText(resolved, unit)}`;
}

function resolvedText(resolved: WorthOfLimit['resolved'], unit: WorthOfLimit['unit']): string {
  if (resolved === null || resolved.planPerUnit === null) return '';
  const bound = resolved.boundPerUnit === null ? '' : ` and the bound by ${perText(resolved.boundPerUnit, unit)}`;
  return ` Solved anew at ${valueText(resolved.to, unit)} the plan found rises by ${perText(resolved.planPerUnit, unit)}${bound}.`;
}

/** Returns true if a marginal value times the limit (red line: 1 C) is rounding error, below 1e-9 reward/s. */
function isNothing({ perUnit }: SideWorth, { from, unit }: LimitRecord): boolean {
  return Math.abs(perUnit) * (unit === 'C' ? 1 : Math.abs(from)) < 1e-9;
}

function rangeText(
  { holdsTo, beyondPerUnit, withinTenthTo }: SideWorth,
  { from, unit }: LimitRecord,
  gain: number,
): string {
  if (holdsTo === null) return ', however far';
  const over = plain(inUnit(Math.abs(holdsTo - from), unitOfDifference(unit)));
  const to = ` over ${over}, to ${valueText(holdsTo, unit)}`;
  if (beyondPerUnit === null) return `${to}, beyond which there is no plan`;
  const isNear = withinTenthTo !== null && withinTenthTo !== holdsTo;
  const near = isNear ? `, within a tenth of it to ${valueText(withinTenthTo, unit)}` : '';
  return `${to} (then ${perText(gain * beyondPerUnit, unit)})${near}`;
}

/** Returns a marginal value as text, per kW, K, node, task/s or other unit of its limit. */
function perText(perUnit: number, unit: string): string {
  const [amount, name] = perOf(unit);
  return `${significant(amount * perUnit)} reward/s per ${name}`;
}
