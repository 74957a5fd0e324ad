import { celsius, inUnit, plain } from '../../../../reports/format.js';
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
import { slopesOf } from './limit-slopes.js';
import { decimal } from '../../../../../models/families/reward-rate/limit-steps.js';
import { keptPerStated } from '../../../../../models/facility/room-limits.js';
import { limitNamed } from '../../../../../models/families/reward-rate/room-limits.js';
import { capStepW, type NextKilowatt } from './next-kw.js';
import type { LimitsWorth, Resolved, WorthOfLimit } from './worth-record.js';
import { worthText } from './worth-words.js';

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
      const isAsked = solvedAnew < MAX_RESOLVED && told.tighter.perUnit !== 0;
      let resolved: Resolved | null = null;
      if (limit.kind === 'powerCap') resolved = resolvedCap(next, told.from);
      else if (isAsked) resolved = await solveLooser(opened, base, told, asking);
      if (limit.kind !== 'powerCap' && resolved !== null) solvedAnew++;
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
    unit: entry.unit,
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
  { constraint, where, from }: Pick<WorthOfLimit, 'constraint' | 'where' | 'from'>,
  asking: Asking,
): Promise<Resolved | null> {
  if (constraint === 'minimumOn') return null;
  const to = decimal(from + capStepW(from));
  const solved = await runsAfter(
    opened,
    base,
    asking,
  )(limitNamed(constraint, opened.model.limits)!.with(opened.instance, where, to));
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
