import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { IdleConflict } from '../../methods/infeasibility.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { keptPerStated } from '../../../../../models/facility/room-limits.js';
import { fixOf, PER_PRICE, type TestedFix } from './fix.js';
import { changesBy, knobOf, knobsOf, type Movable, turnedBy } from './knobs.js';
import type { LimitWords } from './option-words.js';
import type { Lever } from './relief.js';
import { canBeRelieved, cheapestFix, nodeFixes } from './relief-fixes.js';
import { leastTurns } from './search.js';
import { cheapestOfSeveral } from './several.js';
import { isKeptByIdling, type Room, verdictOn } from './trial.js';
import { lessText } from './words.js';

/** Kinds of changes that let nodes be on standby. Fixes without them come first. */
const OF_STANDBY: readonly LimitName[] = ['standby', 'minimumOn'];
/** Kinds of changes that are not in the cheapest combination. Nodes switched off are added to it separately. */
const NOT_COMBINED: readonly LimitName[] = ['coolingReserve', 'nodesOff', 'arrivals', ...OF_STANDBY];
/**
 * Maximum number of limits up to which fixes are searched. With more limits no fixes are searched, because each limit
 * takes a few tests.
 */
const MAX_PLACES = 200;

/**
 * Yields tested changes (fixes) after which a plan exists, for a facility that violates a limit even when idle. If
 * prices were given, the cheapest combination comes first. Then come the smallest changes of limits, then nodes
 * switched off.
 */
export function* allFixes(
  room: Room,
  engine: LpEngine,
  idle: IdleConflict,
  { movables, priceOf, isPriced }: LimitWords,
): Generator<TestedFix, void> {
  const isOfNodes = ({ kind }: Movable): boolean => kind === 'nodesOff';
  const ofNodes = movables.filter(isOfNodes);
  function* candidates(): Generator<TestedFix, void> {
    const cheapest = isPriced ? cheapestCombination() : null;
    if (cheapest !== null) yield cheapest;
    yield* fixesBy(
      room,
      idle,
      movables.filter((one) => !isOfNodes(one)),
    );
    yield* nodeFixes(
      room,
      engine,
      ofNodes.map(({ where }) => where),
    );
  }
  const seen = new Set<string>();
  for (const fix of candidates()) {
    const key = JSON.stringify(fix.changes.map((one) => JSON.stringify([one.constraint, one.where, one.to])).sort());
    if (!seen.has(key)) yield fix;
    seen.add(key);
  }

  function cheapestCombination(): TestedFix | null {
    const levers = movables.flatMap((one): Lever[] => {
      const { kind, where, unit } = one;
      const price = priceOf(one);
      if (price === null || NOT_COMBINED.includes(kind)) return [];
      const gain = keptPerStated(one.entry ?? {}, room.instance);
      const knob = knobOf([one], amountOf(idle, one) ?? 0);
      return [{ ...knob, where, price: price / (PER_PRICE[unit] ?? 1), gain }];
    });
    if (canBeRelieved(room)) {
      const isFree = (where: string): boolean => ofNodes.some((one) => one.where === where);
      return cheapestFix(
        room,
        engine,
        (where) => (isFree(where) ? priceOf({ kind: 'nodesOff', where }) : null),
        levers,
      );
    }
    const nodeTypes = ofNodes.filter((one) => priceOf(one) !== null).map(({ where }) => where);
    return cheapestOfSeveral(room, levers, nodeTypes, priceOf);
  }
}

/**
 * Yields fixes (changes of limits after which a plan exists) for a facility that violates a limit even when idle. With
 * each fix, the checker accepted the idle facility. Fixes that keep all nodes on come first.
 */
export function* fixesBy(room: Room, idle: IdleConflict, movables: readonly Movable[]): Generator<TestedFix, void> {
  // To loosen a limit on node powers does not help to keep other limits.
  const inTheWay = movables.filter((one) => one.entry?.zones === undefined || amountOf(idle, one) !== undefined);
  if (inTheWay.length > MAX_PLACES) return;
  const knobs = knobsOf(inTheWay, (one) => amountOf(idle, one));
  const staysOn = knobs.filter(({ kind }) => !OF_STANDBY.includes(kind));
  const seen = new Set<string>();
  for (const some of staysOn.length < knobs.length ? [staysOn, knobs] : [knobs]) {
    const instanceAt = (steps: readonly number[]): Room['instance'] => turnedBy(room.instance, some, steps);
    for (const { steps, proven } of leastTurns(some, (own) => verdictOn(room, instanceAt(own)))) {
      const changes = changesBy(some, steps);
      const key = JSON.stringify(changes);
      if (seen.has(key)) continue;
      seen.add(key);
      if (!isKeptByIdling(room, instanceAt(steps))) continue;
      const moved = some.filter((_, k) => steps[k]! > 0);
      yield fixOf(changes, proven, lessText(moved, proven));
    }
  }
}

/** Returns the amount by which the idle facility violates a limit, in its unit; undefined if it keeps the limit. */
function amountOf(idle: IdleConflict, { kind, where }: Movable): number | undefined {
  const isIt = (one: Pick<IdleConflict, 'constraint' | 'where'>): boolean =>
    one.constraint === kind && (kind === 'redLine' || one.where === where);
  return [idle, ...idle.others].find(isIt)?.amount;
}
