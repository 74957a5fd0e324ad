import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { keptLimits } from '../../../../../models/families/reward-rate/reserve.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { type IdleConflict, idleConflict } from '../../methods/infeasibility.js';
import { idleNodes, zonePowersW } from '../../methods/rounding/node-plan.js';
import { modelLike } from '../open.js';
import { limitName, type LimitName } from '../../../../../models/facility/limits.js';
import { type Movable, movablesOf } from './movable.js';
import { type Room, type Verdict, verdictOn } from './trial.js';
import { valueText } from './words.js';

/** Set of limits of a facility that no plan can keep together. */
export interface Conflict {
  readonly limits: readonly ConflictLimit[];
  /**
   * True if it is proven that no plan keeps all the limits. False if other set-points of several CRACs might allow such
   * a plan.
   */
  readonly proven: boolean;
  /** True if the set is minimal: for each of its limits, a plan exists that keeps all the others. */
  readonly irreducible: boolean;
  readonly message: string;
}

/**
 * Limit of a conflict that can be changed by itself; its kind is one of KINDS. The step of the set-points is no such
 * limit.
 */
type KeptLimit = ConflictLimit & { readonly constraint: LimitName };

export interface ConflictLimit {
  readonly constraint: LimitName | 'setPointStep';
  /** Zone, rack, PDU, CRAC or node type of the limit; empty for the whole facility. */
  readonly where: string;
  /** Unit of the field `limit`, such as W or C. */
  readonly unit: string;
  /**
   * Value that plans must keep: the instance's limit minus its reserve. For node types with standby, the number of
   * nodes that must stay on.
   */
  readonly limit: number;
}

/**
 * Kinds of reserves. A conflict does not list reserves, because they are already deducted from the values of its
 * limits.
 */
const RESERVES: readonly LimitName[] = ['inletReserve', 'coolingReserve', 'powerReserve'];

/** Maximum number of conflicts that are searched. */
const MAX_CONFLICTS = 10;

/**
 * Returns the conflicts (sets of limits that no plan can keep together) of a facility that violates a limit even when
 * idle. No limit is in two of them.
 *
 * After each conflict is found, its limits are relaxed as far as an instance allows. The search then continues until a
 * plan exists. Messages of later conflicts say that the earlier ones are left aside.
 */
export function conflictsOf(room: Room, idle: IdleConflict): Conflict[] {
  const conflicts: Conflict[] = [];
  let [rest, left]: [Room, IdleConflict | null] = [room, idle];
  while (left !== null && conflicts.length < MAX_CONFLICTS) {
    const { kept, conflict } = conflictIn(rest, left);
    const message = conflicts.length === 0 ? conflict.message : `Apart from these: ${uncapitalised(conflict.message)}`;
    conflicts.push({ ...conflict, message });
    if (kept.length === 0) break;
    const instance = without(rest.instance, kept, []);
    rest = { instance, matrix: room.matrix, model: modelLike(instance, room.matrix, room.model) };
    left = idleConflict(withStandby(rest.model));
  }
  return conflicts;
}

function uncapitalised(sentence: string): string {
  return `${sentence.charAt(0).toLowerCase()}${sentence.slice(1)}`;
}

/** Returns the first conflict of a facility that violates a limit even when idle. */
export function conflictOf(room: Room, idle: IdleConflict): Conflict {
  return conflictIn(room, idle).conflict;
}

/**
 * Returns a small conflict (set of limits that no plan can keep together). If some limit cannot be kept whatever the
 * others are, it alone is the conflict. Otherwise limits that the conflict does not need are removed one by one
 * (deletion filter). A removed limit is relaxed as far as an instance allows.
 */
function conflictIn(
  room: Room,
  idle: IdleConflict,
): { readonly conflict: Conflict; readonly kept: readonly Movable[] } {
  const movables = movablesOf(room.instance).filter(({ kind }) => !RESERVES.includes(kind));
  const isFirst = ({ kind, where }: Movable): boolean =>
    kind === idle.constraint && (kind === 'redLine' || where === idle.where);
  // Deleted last, hence left: the first broken limit.
  const inOrder = [...movables.filter((one) => !isFirst(one)), ...movables.filter(isFirst)];
  const withOnly = (kept: readonly Movable[]): Verdict => verdictOn(room, without(room.instance, inOrder, kept));
  const verdict = withOnly(inOrder);
  const alone = [...inOrder].reverse().find((one) => verdict === 'none' && withOnly([one]) === 'none');
  const kept = alone === undefined ? filtered(inOrder, (some) => withOnly(some) === verdict) : [alone];
  const irreducible = kept.every((one) => withOnly(kept.filter((other) => other !== one)) === 'plan');
  const limits = limitsOf(room, kept);
  const proven = verdict === 'none';
  const message = sentence(room, limits, { proven, irreducible });
  return { conflict: { limits, proven, irreducible, message }, kept };
}

/** Removes each limit in turn if the other limits still conflict (deletion filter). Returns the limits that remain. */
function filtered(all: readonly Movable[], conflicts: (some: readonly Movable[]) => boolean): readonly Movable[] {
  return all.reduce((kept, one) => {
    const rest = kept.filter((other) => other !== one);
    return conflicts(rest) ? rest : kept;
  }, all);
}

function without(instance: RewardRateInstance, all: readonly Movable[], kept: readonly Movable[]): RewardRateInstance {
  return all.reduce((sum, one) => (kept.includes(one) ? sum : one.moved(sum, one.loosest)), instance);
}

/**
 * Returns the limits of a conflict with the values that plans must keep. With one working CRAC the red line is given
 * for a single inlet, because the same inlet is hottest at every set-point.
 */
function limitsOf({ instance, model }: Room, kept: readonly Movable[]): KeptLimit[] {
  const { powerCapW, redLineC, cracs } = keptLimits(instance);
  const own = withStandby(model);
  const riseC = own.thermal.inletRiseC(zonePowersW(own, idleNodes(own)));
  const hottest = riseC.reduce((most, rise, b) => (rise > riseC[most]! ? b : most), 0);
  const keptValue = ({ kind, where, from, loosest }: Movable): number => {
    if (kind === 'powerCap') return powerCapW;
    if (kind === 'redLine') return redLineC;
    if (kind === 'coolingCapacity') return cracs.find(({ name }) => name === where)!.coolingCapacityW!;
    return kind === 'standby' ? loosest - from : from;
  };
  return movablesOf(instance)
    .flatMap((one) => kept.find(({ kind, where }) => kind === one.kind && where === one.where) ?? [])
    .map((one) => {
      const isAtInlet = one.kind === 'redLine' && own.cracs.length === 1;
      const where = isAtInlet ? own.zones[hottest]!.name : one.where;
      return { constraint: one.kind, where, unit: one.unit, limit: keptValue(one) };
    });
}

function sentence(
  { model }: Room,
  limits: readonly KeptLimit[],
  { proven, irreducible }: Pick<Conflict, 'proven' | 'irreducible'>,
): string {
  const own = withStandby(model);
  const idleW = zonePowersW(own, idleNodes(own)).reduce((sum, powerW) => sum + powerW, 0);
  const draw = `Without any work the nodes draw ${valueText(idleW, 'W')}`;
  if (limits.length === 0) return `${draw}: more than any limits that an instance may have allow.`;
  const [first, ...others] = limits.map(limitText) as [string, ...string[]];
  if (others.length === 0) return `${draw}, and ${first} alone ${proven ? 'excludes' : 'seems to exclude'} every plan.`;
  const named = `${[first, ...others.slice(0, -1)].join(', ')} and ${others.at(-1)!}`;
  const rest = irreducible ? '; all but any one of them can' : '; whether fewer of them conflict is open';
  return `${draw}, and ${proven ? '' : 'it seems that '}these cannot be kept together: ${named}${rest}.`;
}

function limitText({ constraint, where, unit, limit }: KeptLimit): string {
  if (constraint === 'standby') return `the ${limit} ${limitName(constraint, where)} that must stay on`;
  const at = constraint === 'redLine' && where !== '' ? ` at the inlet of ${where}` : '';
  return `the ${limitName(constraint, where)}${at} (${valueText(limit, unit)})`;
}
