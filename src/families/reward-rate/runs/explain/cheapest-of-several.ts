import type { LimitChange } from '../../../../runs/result.js';
import { cheapestSteps } from './cheapest-steps.js';
import type { RackNodes, TestedFix } from './fixes.js';
import type { Knob } from './knobs.js';
import type { PriceOf } from './limit-words.js';
import { byInfluence, firstOf } from './off-in-order.js';
import { offNow, withNodesOff } from './off-nodes.js';
import { sumOf } from './prices.js';
import { isKeptByIdling, type Room, verdictOn } from './trial.js';
import { changesText, racksText } from './words.js';

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
 * Returns the cheapest changes found (limits loosened, nodes switched off) after which a plan exists, for several
 * working CRACs; null if none were found. The checker accepted the facility with them. `priceBound` is a proven lower
 * bound on the price of any such changes in whole steps.
 *
 * Nodes of a type are switched off in a fixed order, those that warm the hottest inlet most first. So a combination is
 * excluded only if no plan exists even with all nodes off of each type that it switches off.
 */
export function cheapestOfSeveral(
  room: Room,
  knobs: readonly Knob[],
  nodeTypes: readonly string[],
  priceOf: PriceOf,
): TestedFix | null {
  const groups = byInfluence(room);
  const ofType = nodeTypes
    .map((type) => ({ type, groups: groups.filter(({ nodeType }) => nodeType === type) }))
    .filter((one) => one.groups.length > 0);
  const nodesOf = (own: typeof groups): number => own.reduce((sum, { mustBeOn }) => sum + mustBeOn, 0);
  const off = (steps: readonly number[], all: boolean): ReadonlyMap<number, number> =>
    new Map(
      ofType.flatMap((one, n) => {
        const own = steps[knobs.length + n]!;
        return own === 0 ? [] : [...firstOf(one.groups, all ? nodesOf(one.groups) : own)];
      }),
    );
  const changed = (steps: readonly number[], all = false): Room['instance'] => {
    const moved = knobs.reduce((sum, knob, k) => knob.turned(sum, steps[k]!), room.instance);
    const nodes = off(steps, all);
    return nodes.size === 0 ? moved : withNodesOff(moved, nodes);
  };
  const changesOf = (steps: readonly number[]): LimitChange[] => [
    ...knobs.flatMap((knob, k) => (steps[k]! > 0 ? knob.changes(steps[k]!) : [])),
    ...ofType.flatMap(({ type }, n): LimitChange[] => {
      const more = steps[knobs.length + n]!;
      const from = offNow(room.instance, type);
      return more === 0 ? [] : [{ constraint: 'nodesOff', where: type, unit: 'nodes', from, to: from + more }];
    }),
  ];
  const isExcluded = (steps: readonly number[]): boolean => verdictOn(room, changed(steps, true)) === 'none';
  const found = cheapestSteps({
    most: [...knobs.map(({ most }) => most), ...ofType.map((one) => nodesOf(one.groups))],
    price: (steps) => sumOf(changesOf(steps), priceOf) ?? Infinity,
    suffices: (steps) => {
      const instance = changed(steps);
      return verdictOn(room, instance) === 'plan' && isKeptByIdling(room, instance);
    },
    isExcluded,
    mostTests: Math.max(MIN_TESTS, Math.min(MAX_TESTS, Math.floor(MAX_ZONE_TESTS / room.model.zones.length))),
  });
  if (found === null) return null;
  const { steps, bound } = found;
  const changes = changesOf(steps);
  if (changes.length === 0) return null;
  const nodes = off(steps, false);
  const racks = groups.flatMap(({ index, rack, nodeType }): RackNodes[] =>
    nodes.has(index) ? [{ rack, nodeType, nodes: nodes.get(index)! }] : [],
  );
  const less = steps.map((own, l) => steps.map((one, j) => (j === l ? own - 1 : one)));
  const proven = less.every((one, l) => steps[l] === 0 || isExcluded(one));
  const rest = proven ? 'none does with a step less of any' : 'no cheaper combination was found';
  const message = `A plan exists with ${changesText(changes)}${racksText(racks)}; ${rest}.`;
  return { changes, proven, priceBound: bound, message, ...(racks.length === 0 ? {} : { nodesOff: racks }) };
}
