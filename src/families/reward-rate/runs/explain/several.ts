import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { idleNodes, zonePowersW } from '../../methods/rounding/node-plan.js';
import { fixOf, sumOf, type TestedFix } from './fix.js';
import { changesBy, type Knob, turnedBy } from './knobs.js';
import type { PriceOf } from './option-words.js';
import { type OffGroup, offGroups, offNow, withNodesOff } from './off-nodes.js';
import { cheapestSteps, leastSteps, type Steps } from './search.js';
import { isPlanFound, type Room, verdictOn } from './trial.js';

/** Maximum number of combinations of changes tested by evaluating the idle facility. */
const MAX_TESTS = 400;
/**
 * Number of combinations of changes that may be tested in a facility of any size. Ours: enough to find a sufficient
 * combination, not always to prove that it is the cheapest.
 */
const MIN_TESTS = 80;
/** Limit on the number of tested combinations of changes times the number of zones. Ours: some seconds. */
const MAX_ZONE_TESTS = 40_000;

/** Nodes of one type that are switched off one by one, in the order of `groups`. */
interface NodeKnob extends Knob {
  readonly groups: readonly OffGroup[];
  /** Returns an instance in which all nodes of the type may be off if any is switched off. */
  readonly widest: Knob['turned'];
  /** Returns how many nodes are switched off in each group, by the group's index in the instance's node groups. */
  readonly off: (steps: number) => ReadonlyMap<number, number>;
}

/**
 * Yields fixes that only switch off nodes of one type, as few as suffice, for several CRACs. The nodes that warm the
 * hottest inlet most come first; another choice may need fewer. The checker evaluates each fix.
 */
export function* fixesInOrder(room: Room, nodeTypes: readonly string[]): Generator<TestedFix, void> {
  for (const { most, groups, turned, changes, off } of nodeKnobs(room, nodeTypes)) {
    const suffices = (nodes: number): boolean => isPlanFound(room, turned(room.instance, nodes));
    if (!suffices(most)) continue;
    const nodes = leastSteps(suffices, most);
    yield fixOf(changes(nodes), false, 'whether fewer would do is open', groups, off(nodes));
  }
}

/**
 * Returns the cheapest changes found (limits loosened, nodes switched off) after which a plan exists, for several
 * working CRACs; null if none were found. The checker accepted the facility with them. `priceBound` is a proven lower
 * bound on the price of any such changes in whole steps.
 *
 * Nodes of a type are switched off in a fixed order, those that warm the hottest inlet most first. So a combination is
 * excluded only if no plan exists even with all nodes off of each type that it switches off.
 */
export function cheapestOfSeveral(
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
  if (found === null) return null;
  const { steps, bound } = found;
  const changes = changesBy(knobs, steps);
  if (changes.length === 0) return null;
  const proven = steps.every((own, k) => own === 0 || isExcluded(steps.map((one, j) => (j === k ? own - 1 : one))));
  const rest = proven ? 'none does with a step less of any' : 'no cheaper combination was found';
  const off = new Map(ofNodes.flatMap((one, n) => [...one.off(steps[limits.length + n]!)]));
  return { ...fixOf(changes, proven, rest, byInfluence(room), off), priceBound: bound };
}

/** Returns a knob for each node type of which nodes can be switched off. */
function nodeKnobs(room: Room, nodeTypes: readonly string[]): NodeKnob[] {
  const all = byInfluence(room);
  return nodeTypes.flatMap((where): NodeKnob[] => {
    const groups = all.filter(({ nodeType }) => nodeType === where);
    const most = groups.reduce((sum, { mustBeOn }) => sum + mustBeOn, 0);
    const off = (nodes: number): ReadonlyMap<number, number> => firstOf(groups, nodes);
    const turned = (instance: RewardRateInstance, nodes: number): RewardRateInstance =>
      nodes === 0 ? instance : withNodesOff(instance, off(nodes));
    const from = offNow(room.instance, where);
    const knob: NodeKnob = {
      kind: 'nodesOff',
      unit: 'nodes',
      step: 1,
      most,
      guess: 1,
      groups,
      off,
      turned,
      widest: (instance, nodes) => turned(instance, nodes === 0 ? 0 : most),
      changes: (nodes) =>
        nodes === 0 ? [] : [{ constraint: 'nodesOff', where, unit: 'nodes', from, to: from + nodes }],
    };
    return most === 0 ? [] : [knob];
  });
}

/** Returns the groups of nodes to switch off, those that warm the idle facility's hottest inlet most first. */
function byInfluence({ instance, model, matrix }: Room): OffGroup[] {
  const own = withStandby(model);
  const riseC = own.thermal.inletRiseC(zonePowersW(own, idleNodes(own)));
  const hottest = riseC.reduce((most, rise, b) => (rise > riseC[most]! ? b : most), 0);
  const row = own.thermal.inletRow(hottest);
  const weightOf = ({ rack, nodeType }: OffGroup): number =>
    matrix.zones.reduce(
      (most, zone, b) => (zone.rack === rack && zone.nodeType === nodeType ? Math.max(most, row[b]!) : most),
      0,
    );
  const weighed = offGroups(instance).map((group) => ({ group, weight: weightOf(group) }));
  return weighed.sort((a, b) => b.weight - a.weight).map(({ group }) => group);
}

/** Returns how many nodes to switch off in each group if those of the first group go first, then those of the next. */
function firstOf(groups: readonly OffGroup[], nodes: number): ReadonlyMap<number, number> {
  const off = new Map<number, number>();
  let left = nodes;
  for (const { index, mustBeOn } of groups) {
    const own = Math.min(left, mustBeOn);
    if (own > 0) off.set(index, own);
    left -= own;
  }
  return off;
}
