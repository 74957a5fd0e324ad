import type { LimitChange } from '../../../../runs/result.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { fixOf, type TestedFix } from './fix.js';
import { changesBy, turnedBy } from './knobs.js';
import { leavesSomeOn, offNow, withNodesOff } from './off-nodes.js';
import { type Lever, type Relief, reliefOf } from './relief.js';
import { cheapestRelief, type ReliefChoice } from './relief-search.js';
import { fixesInOrder } from './several.js';
import { isPlanFound, type Room, verdictOn } from './trial.js';
import { lessText } from './words.js';

/** Returns true if the cheapest changes can be searched with `cheapestRelief`, which requires a single working CRAC. */
export function canBeRelieved({ model }: Pick<Room, 'model'>): boolean {
  return model.cracs.length === 1;
}

/**
 * Yields fixes that only switch nodes off, as few as possible, each of one type. If no single type suffices, one fix
 * switches off nodes of all these types. With several CRACs, the nodes of one type are taken in a fixed order.
 */
export function* nodeFixes(room: Room, engine: LpEngine, nodeTypes: readonly string[]): Generator<TestedFix, void> {
  if (!canBeRelieved(room)) {
    yield* fixesInOrder(room, nodeTypes);
    return;
  }
  let found = 0;
  const choices = nodeTypes.length > 1 ? [...nodeTypes.map((one) => [one]), nodeTypes] : [nodeTypes];
  for (const types of choices) {
    if (types.length === 0 || (types.length > 1 && found > 0)) continue;
    const relief = reliefOf(room, (type) => (types.includes(type) ? 1 : null), []);
    const { choice, bound } = cheapestRelief(relief, engine, true);
    if (choice === null) continue;
    const isLeast = choice.price <= bound && !types.some((type) => leavesSomeOn(room.instance, type));
    const fix = testedFix(room, relief, choice, () => isLeast);
    if (fix === null) continue;
    found++;
    yield fix;
  }
}

/**
 * Returns the cheapest combination of priced changes found after which the checker accepts the idle facility; null if
 * none was found. `priceBound` is a proven lower bound on the price of any such combination.
 */
export function cheapestFix(
  room: Room,
  engine: LpEngine,
  priceOfNode: (nodeType: string) => number | null,
  levers: readonly Lever[],
): TestedFix | null {
  if (!canBeRelieved(room)) return null;
  const relief = reliefOf(room, priceOfNode, levers);
  const { choice, bound } = cheapestRelief(relief, engine);
  if (choice === null) return null;
  const fix = testedFix(room, relief, choice, (less) => isNeeded(room, engine, relief, choice, less));
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
  relief: Relief,
  { nodesOff, steps }: ReliefChoice,
  less: Less,
): boolean {
  const own = relief.levers.map((lever, n) => steps[n]! - (lever === less ? 1 : 0));
  const instance = turnedBy(room.instance, relief.levers, own);
  const nodes = [...nodesOff.values()].reduce((sum, more) => sum + more, 0);
  if (nodes === 0) return verdictOn(room, instance) === 'none';
  const types = new Set(relief.groups.flatMap(({ index, nodeType }) => (nodesOff.has(index) ? [nodeType] : [])));
  if ([...types].some((type) => leavesSomeOn(instance, type))) return false;
  const changed = reliefOf({ ...room, instance }, (type) => (types.has(type) ? 1 : null), []);
  return cheapestRelief(changed, engine, true).bound > (less === null ? nodes - 1 : nodes);
}

/** Returns the chosen changes as a fix if the checker accepts the idle facility with them, otherwise null. */
function testedFix(
  room: Room,
  { instance, groups, levers }: Relief,
  { nodesOff, steps }: ReliefChoice,
  isProven: (less: Less) => boolean,
): TestedFix | null {
  if (!isPlanFound(room, withNodesOff(turnedBy(instance, levers, steps), nodesOff))) return null;
  const hasNodes = nodesOff.size > 0;
  const nodesOf = (nodeType: string): number =>
    groups.reduce((sum, one) => sum + (one.nodeType === nodeType ? (nodesOff.get(one.index) ?? 0) : 0), 0);
  const ofNodes = [...new Set(groups.map(({ nodeType }) => nodeType))].flatMap((where): LimitChange[] => {
    const from = offNow(instance, where);
    const more = nodesOf(where);
    return more === 0 ? [] : [{ constraint: 'nodesOff', where, unit: 'nodes', from, to: from + more }];
  });
  const changes = [...changesBy(levers, steps), ...ofNodes];
  if (changes.length === 0) return null;
  const moved = levers.filter((_, n) => steps[n]! > 0);
  const proven = [...moved, ...(hasNodes ? [null] : [])].every(isProven);
  return fixOf(changes, proven, lessText(moved, proven, hasNodes), groups, nodesOff);
}
