import type { LimitName } from '../../../../../models/facility/limits.js';
import { keptPerStated } from '../../../../../models/facility/room-limits.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { IdleConflict } from '../../methods/infeasibility.js';
import { fixOf, sumOf, type TestedFix } from './fix.js';
import { changesBy, isBroken, type Knob, knobOf, knobsOf, type Movable, turnedBy } from './knobs.js';
import { groupsByInfluence, leavesSomeOn, nodeKnobs, nodesOffChange, withNodesOff } from './off-nodes.js';
import type { LimitWords, PriceOf } from './option-words.js';
import { type Lever, type Relief, reliefOf } from './relief.js';
import { cheapestRelief, type ReliefChoice } from './relief-search.js';
import { cheapestSteps, leastSteps, leastTurns, type Steps } from './search.js';
import { isKeptByIdling, isPlanFound, type Room, verdictOn } from './trial.js';
import { lessText, perOf } from './words.js';

/** Kinds of changes that let nodes be on standby. Fixes without them come first. */
const OF_STANDBY: readonly LimitName[] = ['standby', 'minimumOn'];
/** Kinds of changes that are not in the cheapest combination. Nodes switched off are added to it separately. */
const NOT_COMBINED: readonly LimitName[] = ['coolingReserve', 'nodesOff', 'arrivals', ...OF_STANDBY];
/**
 * Maximum number of limits up to which fixes are searched. With more limits no fixes are searched, because each limit
 * takes a few tests.
 */
const MAX_PLACES = 200;
/** Maximum number of combinations of changes tested by evaluating the idle facility. */
const MAX_TESTS = 400;
/**
 * Number of combinations of changes that may be tested in a facility of any size. Ours: enough to find a sufficient
 * combination, not always to prove that it is the cheapest.
 */
const MIN_TESTS = 80;
/** Limit on the number of tested combinations of changes times the number of zones. Ours: some seconds. */
const MAX_ZONE_TESTS = 40_000;

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
  const ofNodes = movables.filter(({ kind }) => kind === 'nodesOff');
  const limits = movables.filter(({ kind }) => kind !== 'nodesOff');
  function* candidates(): Generator<TestedFix, void> {
    const cheapest = isPriced
      ? cheapestFix(room, engine, leversOf(), typesOf(ofNodes.filter(hasPrice)), priceOf)
      : null;
    if (cheapest !== null) yield cheapest;
    yield* fixesBy(room, idle, limits);
    yield* nodeFixes(room, engine, typesOf(ofNodes));
  }
  const seen = new Set<string>();
  for (const fix of candidates()) {
    const key = JSON.stringify(fix.changes.map((one) => JSON.stringify([one.constraint, one.where, one.to])).sort());
    if (!seen.has(key)) yield fix;
    seen.add(key);
  }

  function hasPrice(one: Movable): boolean {
    return priceOf(one) !== null;
  }

  function leversOf(): Lever[] {
    return limits
      .filter((one) => hasPrice(one) && !NOT_COMBINED.includes(one.kind))
      .map((one) => ({
        ...knobOf([one], amountOf(idle, one) ?? 0),
        where: one.where,
        price: priceOf(one)! / perOf(one.unit)[0],
        gain: keptPerStated(one.entry ?? {}, room.instance),
      }));
  }
}

function typesOf(ofNodes: readonly Movable[]): string[] {
  return ofNodes.map(({ where }) => where);
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
    const instanceAt = (steps: Steps): Room['instance'] => turnedBy(room.instance, some, steps);
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
function amountOf(idle: IdleConflict, movable: Movable): number | undefined {
  return [idle, ...idle.others].find((one) => isBroken(movable, one))?.amount;
}

/** Returns true if the cheapest changes can be searched with `cheapestRelief`, which requires a single working CRAC. */
function canBeRelieved({ model }: Room): boolean {
  return model.cracs.length === 1;
}

/**
 * Yields fixes that only switch nodes off, as few as possible, each of one type. If no single type suffices, one fix
 * switches off nodes of all these types.
 *
 * With several CRACs, nodes of one type are taken in a fixed order, those first that warm the hottest inlet most;
 * another choice may need fewer.
 */
export function* nodeFixes(room: Room, engine: LpEngine, nodeTypes: readonly string[]): Generator<TestedFix, void> {
  if (!canBeRelieved(room)) {
    for (const { most, groups, turned, changes, off } of nodeKnobs(room, nodeTypes)) {
      const suffices = (nodes: number): boolean => isPlanFound(room, turned(room.instance, nodes));
      if (!suffices(most)) continue;
      const nodes = leastSteps(suffices, most);
      yield fixOf(changes(nodes), false, 'whether fewer would do is open', groups, off(nodes));
    }
    return;
  }
  let isFound = false;
  for (const types of [...nodeTypes.map((one) => [one]), ...(nodeTypes.length > 1 ? [nodeTypes] : [])]) {
    if (types.length > 1 && isFound) continue;
    const relief = reliefOf(room, (type) => (types.includes(type) ? 1 : null), []);
    const { choice, bound } = cheapestRelief(relief, engine, true);
    if (choice === null) continue;
    const isLeast = choice.price <= bound && !types.some((type) => leavesSomeOn(room.instance, type));
    const fix = reliefFix(room, relief, choice, () => isLeast);
    if (fix === null) continue;
    isFound = true;
    yield fix;
  }
}

/**
 * Returns the cheapest combination of priced changes found after which the checker accepts the idle facility; null if
 * none was found. `priceBound` is a proven lower bound on the price of any such combination, with several CRACs in
 * whole steps.
 */
function cheapestFix(
  room: Room,
  engine: LpEngine,
  levers: readonly Lever[],
  nodeTypes: readonly string[],
  priceOf: PriceOf,
): TestedFix | null {
  if (!canBeRelieved(room)) return cheapestOfSeveral(room, levers, nodeTypes, priceOf);
  const priceOfNode = (where: string): number | null =>
    nodeTypes.includes(where) ? priceOf({ kind: 'nodesOff', where }) : null;
  const relief = reliefOf(room, priceOfNode, levers);
  const { choice, bound } = cheapestRelief(relief, engine);
  if (choice === null) return null;
  const fix = reliefFix(room, relief, choice, (less) => isNeeded(room, engine, relief, choice, less));
  return fix === null ? null : { ...fix, priceBound: bound };
}

/**
 * Says which change of a fix is made one step smaller to test whether the fix is minimal. It is a lever (limit that can
 * be loosened step by step), or null for the number of nodes switched off.
 */
type Less = Lever | null;

/**
 * Returns true if it is proven that a fix needs every step of the change `less`. With one step fewer, no plan exists,
 * whichever nodes of the same types are switched off.
 */
function isNeeded(
  room: Room,
  engine: LpEngine,
  { levers, groups }: Relief,
  { nodesOff, steps }: ReliefChoice,
  less: Less,
): boolean {
  const own = levers.map((lever, n) => steps[n]! - (lever === less ? 1 : 0));
  const instance = turnedBy(room.instance, levers, own);
  const nodes = [...nodesOff.values()].reduce((sum, more) => sum + more, 0);
  if (nodes === 0) return verdictOn(room, instance) === 'none';
  const types = groups.filter(({ index }) => nodesOff.has(index)).map(({ nodeType }) => nodeType);
  if (types.some((type) => leavesSomeOn(instance, type))) return false;
  const changed = reliefOf({ ...room, instance }, (type) => (types.includes(type) ? 1 : null), []);
  return cheapestRelief(changed, engine, true).bound > (less === null ? nodes - 1 : nodes);
}

/** Returns the chosen changes as a fix if the checker accepts the idle facility with them, otherwise null. */
function reliefFix(
  room: Room,
  { instance, groups, levers }: Relief,
  { nodesOff, steps }: ReliefChoice,
  isProven: (less: Less) => boolean,
): TestedFix | null {
  if (!isPlanFound(room, withNodesOff(turnedBy(instance, levers, steps), nodesOff))) return null;
  const ofNodes = [...new Set(groups.map(({ nodeType }) => nodeType))].flatMap((where) => {
    const own = groups.filter(({ nodeType }) => nodeType === where);
    const nodes = own.reduce((sum, { index }) => sum + (nodesOff.get(index) ?? 0), 0);
    return nodesOffChange(instance, where, nodes);
  });
  const changes = [...changesBy(levers, steps), ...ofNodes];
  if (changes.length === 0) return null;
  const moved = levers.filter((_, n) => steps[n]! > 0);
  const hasNodes = nodesOff.size > 0;
  const proven = [...moved, ...(hasNodes ? [null] : [])].every(isProven);
  return fixOf(changes, proven, lessText(moved, proven, hasNodes), groups, nodesOff);
}

/**
 * Returns the cheapest changes found for several working CRACs. Nodes of a type are switched off in a fixed order. So a
 * combination is excluded only if no plan exists even with all nodes off of each type that it switches off.
 */
function cheapestOfSeveral(
  room: Room,
  limits: readonly Knob[],
  nodeTypes: readonly string[],
  priceOf: PriceOf,
): TestedFix | null {
  const ofNodes = nodeKnobs(room, nodeTypes);
  const knobs = [...limits, ...ofNodes];
  const widest = [...limits, ...ofNodes.map((one) => ({ ...one, turned: one.widest }))];
  const isExcluded = (steps: Steps): boolean => verdictOn(room, turnedBy(room.instance, widest, steps)) === 'none';
  const found = cheapestSteps({
    most: knobs.map(({ most }) => most),
    price: (steps) => sumOf(changesBy(knobs, steps), priceOf) ?? Infinity,
    suffices: (steps) => isPlanFound(room, turnedBy(room.instance, knobs, steps)),
    isExcluded,
    mostTests: Math.max(MIN_TESTS, Math.min(MAX_TESTS, Math.floor(MAX_ZONE_TESTS / room.model.zones.length))),
  });
  const changes = found === null ? [] : changesBy(knobs, found.steps);
  if (found === null || changes.length === 0) return null;
  const { steps, bound } = found;
  const proven = steps.every((own, k) => own === 0 || isExcluded(steps.with(k, own - 1)));
  const rest = proven ? 'none does with a step less of any' : 'no cheaper combination was found';
  const off = new Map(ofNodes.flatMap((one, n) => [...one.off(steps[limits.length + n]!)]));
  return { ...fixOf(changes, proven, rest, groupsByInfluence(room), off), priceBound: bound };
}
