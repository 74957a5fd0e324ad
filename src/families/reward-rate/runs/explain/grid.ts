import { unitOf } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { allowedBeside, steppedCracs } from '../../../../../models/families/reward-rate/set-point-steps.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { BrokenLimit } from '../../methods/broken-limits.js';
import { idleSetPointsC } from '../../methods/idle-set-points.js';
import { type IdleConflict, idleConflict, isProven } from '../../methods/infeasibility.js';
import { idleNodes, measure } from '../../methods/rounding/node-plan.js';
import { modelLike } from '../open.js';
import { type Conflict, type ConflictLimit, conflictLimit } from './conflict.js';
import type { TestedFix } from './fix.js';
import { fixesBy } from './fixes.js';
import { isBroken, isWanted, type Movable, movablesOf } from './knobs.js';
import { isKeptByIdling, type Room } from './trial.js';
import { capitalised, uncapitalised } from './words.js';

/**
 * Conflict between the limits and the step of the only CRAC's set-point. The facility can idle at some set-points, but
 * at no multiple of the step.
 */
export interface GridConflict {
  readonly idle: IdleConflict;
  readonly conflict: Conflict;
  readonly sides: readonly GridSide[];
}

/** Multiple of the set-point step just below or just above the range in which the facility can idle. */
interface GridSide {
  readonly setPointC: number;
  readonly room: Room;
  /** Limits that the idle facility violates at this set-point. */
  readonly conflict: IdleConflict;
}

/** Smallest distance between set-points that is reported, K. Ours: smaller distances are rounding error. */
const MIN_AMOUNT_K = 1e-9;
/**
 * Returns the conflict if the facility has no plan only because of the set-point step of a single CRAC; otherwise null.
 * The set-points at which the facility can idle form a range, so only the multiples of the step next to this range are
 * examined.
 */
export function gridConflict(room: Room): GridConflict | null {
  const own = withStandby(room.model);
  const [crac] = steppedCracs(own);
  if (own.cracs.length !== 1 || crac === undefined) return null;
  const { coldestC, warmestC } = measure(own, idleNodes(own));
  const { belowC, aboveC } = allowedBeside(crac, crac.stepK, idleSetPointsC(own)[own.cracs[0]!.index]!);
  const sides: GridSide[] = [];
  for (const setPointC of [belowC, aboveC]) {
    if (setPointC === null) continue;
    const instance = heldAt(room.instance, crac.name, setPointC);
    const held = { ...room, instance, model: modelLike(instance, room.matrix, room.model) };
    const conflict = idleConflict(withStandby(held.model));
    if (conflict === null || isKeptByIdling(room, room.instance, setPointC)) return null;
    sides.push({ setPointC, room: held, conflict });
  }
  const missedK = [belowC === null ? 0 : coldestC - belowC, aboveC === null ? 0 : aboveC - warmestC].filter(
    (amount) => amount > MIN_AMOUNT_K,
  );
  const proven = sides.every(({ conflict }) => isProven(conflict));
  const reasons = sides.map(({ setPointC, conflict }) => `at ${setPointC} C, ${reasonOf(conflict)}`);
  const sentence = `no multiple of ${crac.stepK} K within the range of ${crac.name} is a set-point at which all limits are kept without work: ${[...reasons, ''].join('; ')}those from ${shown(coldestC)} to ${shown(warmestC)} C are, so a step with a multiple among them would do.`;
  const broken: BrokenLimit = {
    constraint: 'setPointStep',
    where: crac.name,
    unit: unitOf('setPointRange'),
    proven,
    amount: missedK.length === 0 ? MIN_AMOUNT_K : Math.min(...missedK),
    message: `No feasible plan${proven ? '' : ' found'}: ${sentence}`,
  };
  const where = crac.name;
  const limits: ConflictLimit[] = [
    { constraint: 'setPointStep', where, unit: unitOf('setPointStep'), limit: crac.stepK },
    ...(belowC === null
      ? [{ constraint: 'setPointMin' as const, where, unit: unitOf('setPointMin'), limit: crac.setPointMinC }]
      : []),
    ...(aboveC === null
      ? [{ constraint: 'setPointMax' as const, where, unit: unitOf('setPointMax'), limit: crac.setPointMaxC }]
      : []),
    ...sides.map(({ conflict }) => limitOf(room, conflict)),
  ];
  const isAlone = ({ conflict: { others, omitted } }: GridSide): boolean => others.length + omitted === 0;
  const irreducible = sides.length === 2 && sides.every(isAlone);
  return {
    idle: { ...broken, others: [], omitted: 0, setPointsC: idleSetPointsC(own) },
    conflict: { limits, proven, irreducible, message: capitalised(sentence) },
    sides,
  };
}

/** Yields changes of limits after which the facility can idle at a multiple of the step, as the checker confirmed. */
export function* gridFixes(
  room: Room,
  { sides }: GridConflict,
  movables: readonly Movable[],
): Generator<TestedFix, void> {
  const own = movables.filter((one) => isWanted(one) || one.entry?.reserveOf !== undefined);
  for (const { setPointC, room: held, conflict } of sides) {
    for (const fix of fixesBy(held, conflict, own)) {
      const changed = own.reduce((sum, { kind, where, moved }) => {
        const change = fix.changes.find((one) => one.constraint === kind && one.where === where);
        return change === undefined ? sum : moved(sum, change.to);
      }, room.instance);
      if (!isKeptByIdling(room, changed, setPointC)) continue;
      yield { ...fix, message: `At the set-point ${setPointC} C: ${uncapitalised(fix.message)}` };
    }
  }
}

function heldAt(instance: RewardRateInstance, name: string, setPointC: number): RewardRateInstance {
  const cracs = instance.facility.cracs.map((crac) =>
    crac.name === name ? { ...crac, setPointMinC: setPointC, setPointMaxC: setPointC } : crac,
  );
  return { ...instance, facility: { ...instance.facility, cracs } };
}

/** Returns a violated limit as conflicts list it, with the value that plans must keep. */
function limitOf({ instance, model }: Room, broken: BrokenLimit): ConflictLimit {
  const movables = movablesOf(instance, model.limits);
  const own = movables.find((one) => isBroken(one, broken));
  const limit = own ?? movables.find(({ kind }) => kind === 'powerCap')!;
  return { ...conflictLimit(instance, limit), where: own === undefined ? '' : broken.where };
}

/** Returns the message of a conflict without its introduction and its end, for use within a sentence. */
function reasonOf({ message }: IdleConflict): string {
  const own = message.slice(message.indexOf(': ') + 2);
  return own.endsWith('.') ? own.slice(0, -1) : own;
}

function shown(value: number): string {
  return String(Number(value.toFixed(4)));
}
