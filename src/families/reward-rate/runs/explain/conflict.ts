import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { keptOf } from '../../../../../models/facility/room-limits.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { type IdleConflict, idleConflict } from '../../methods/infeasibility.js';
import { idleNodes, measure } from '../../methods/rounding/node-plan.js';
import { modelLike } from '../open.js';
import { isBroken, type LimitRecord, loosenedAllBut, type Movable, movablesOf, recordOf } from './knobs.js';
import { type Room, type Verdict, verdictOn } from './trial.js';
import { limitText, togetherText, uncapitalised, valueText } from './words.js';

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

/** Limit of a conflict; of the red line, `where` may be a zone. */
export interface ConflictLimit extends Omit<LimitRecord, 'from'> {
  /**
   * Value that plans must keep: the instance's limit minus its reserve. For node types with standby, the number of
   * nodes that must stay on.
   */
  readonly limit: number;
}

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
    const instance = loosenedAllBut(rest.instance, kept, []);
    rest = { instance, matrix: room.matrix, model: modelLike(instance, room.matrix, room.model) };
    left = idleConflict(withStandby(rest.model));
  }
  return conflicts;
}

/**
 * Returns a small conflict (set of limits that no plan can keep together). If some limit cannot be kept whatever the
 * others are, it alone is the conflict. Otherwise limits that the conflict does not need are removed one by one
 * (deletion filter). A removed limit is relaxed as far as an instance allows. Reserves are not listed, because they are
 * already deducted from the values of their limits.
 */
function conflictIn(
  room: Room,
  idle: IdleConflict,
): { readonly conflict: Conflict; readonly kept: readonly Movable[] } {
  const movables = movablesOf(room.instance, room.model.limits).filter(({ entry }) => entry?.reserveOf === undefined);
  // Deleted last, hence left: the first broken limit.
  const inOrder = [...movables.filter((one) => !isBroken(one, idle)), ...movables.filter((one) => isBroken(one, idle))];
  const withOnly = (kept: readonly Movable[]): Verdict => verdictOn(room, loosenedAllBut(room.instance, inOrder, kept));
  const verdict = withOnly(inOrder);
  const alone = inOrder.toReversed().find((one) => verdict === 'none' && withOnly([one]) === 'none');
  const needed = (some: readonly Movable[], one: Movable): readonly Movable[] => {
    const rest = some.filter((other) => other !== one);
    return withOnly(rest) === verdict ? rest : some;
  };
  const kept = alone === undefined ? inOrder.reduce(needed, inOrder) : [alone];
  const irreducible = kept.every((one) => withOnly(kept.filter((other) => other !== one)) === 'plan');
  const listed = movables.filter((one) => kept.includes(one));
  return { conflict: told(room, listed, verdict === 'none', irreducible), kept };
}

/** Returns a limit as conflicts list it, with the value that plans must keep. */
export function conflictLimit(instance: RewardRateInstance, movable: Movable): ConflictLimit {
  const { kind, entry, loosest } = movable;
  const { from, ...limit } = recordOf(movable);
  return { ...limit, limit: kind === 'standby' ? loosest - from : keptOf(entry!, instance, from) };
}

/**
 * Returns a conflict between limits with a sentence about it. With one working CRAC the red line is given for a single
 * inlet, because the same inlet is hottest at every set-point.
 */
function told({ instance, model }: Room, kept: readonly Movable[], proven: boolean, irreducible: boolean): Conflict {
  const own = withStandby(model);
  const { hottestZone, nodePowerW } = measure(own, idleNodes(own));
  const limits = kept.map((one): ConflictLimit => {
    const limit = conflictLimit(instance, one);
    return one.kind === 'redLine' && own.cracs.length === 1 ? { ...limit, where: own.zones[hottestZone]!.name } : limit;
  });
  const names = limits.map(limitText);
  const draw = `Without any work the nodes draw ${valueText(nodePowerW, 'W')}`;
  const message =
    names.length === 0
      ? `${draw}: more than any limits that an instance may have allow.`
      : names.length === 1
        ? `${draw}, and ${names[0]!} alone ${proven ? 'excludes' : 'seems to exclude'} every plan.`
        : `${draw}, and ${proven ? '' : 'it seems that '}${togetherText(names, irreducible)}.`;
  return { limits, proven, irreducible, message };
}
