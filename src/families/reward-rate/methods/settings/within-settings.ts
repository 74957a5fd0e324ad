import { type Configuration, configurationKey, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { DistinctSettings } from '../../../../../models/families/reward-rate/instance.js';
import { withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { idleOf } from '../room-program/rounding-configurations.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import { configurationsIn, type NodeConfigurations, ratesOf } from '../rounding/node-plan.js';

/** Request for the best plan with a limited number of different settings (configurations of busy nodes). */
export interface SettingsSearch {
  readonly model: RewardRateModel;
  readonly limits: DistinctSettings;
  /** Returns true if these nodes keep all limits other than those on the number of settings. */
  readonly holds: (nodes: NodeConfigurations) => boolean;
  /** Returns true once the search must end with its current result. */
  readonly isOver: () => boolean;
}

/**
 * Maximum number of replacements of a removed setting (configuration of busy nodes) that are checked against the
 * limits. Those that draw no more power need no check.
 */
const MAX_TESTED = 20;
/** Maximum number of changes checked while a plan is improved: some seconds with a thousand nodes. */
const MAX_CHANGES = 3000;
/** Maximum number of additional starting plans. In each, the busy nodes of one type run one setting (configuration). */
const MAX_STARTS = 24;
/** Largest number of nodes of a small instance, where a starting plan costs hardly any time. */
export const SMALL_ROOM = 50;
/** Same as MAX_STARTS, but for instances with at most SMALL_ROOM nodes. */
const MAX_STARTS_OF_SMALL = 400;
/** Relative gain in reward below which a plan does not count as better. */
const MIN_GAIN = 1e-9;

/**
 * Returns a plan with a limited number of different settings (configurations of busy nodes) in the room, in each row
 * and in each rack. All other limits still hold.
 *
 * Settings are removed one by one, the one with the least loss first. Then nodes change to other permitted settings
 * while that earns more. Idling and replacements that draw no more power never violate a limit, so there is always an
 * answer. The search also starts from plans in which all nodes of a type run one promising setting; the best result is
 * returned.
 *
 * @param pool settings to choose from besides those of the plan
 */
export function withinSettings(
  search: SettingsSearch,
  nodes: NodeConfigurations,
  pool: readonly Configuration[] = [],
): Configuration[][] {
  const { model, limits } = search;
  const settings = settingsToChooseFrom(nodes, pool);
  const budget = { left: MAX_CHANGES };
  const from = (start: Configuration[][]): Configuration[][] => {
    let now = start;
    for (const { zones, most } of placesOf(model, limits)) now = without(search, now, zones, most);
    return climbed(search, now, settings, budget);
  };
  let best = from(nodes.map((zone) => [...zone]));
  let bestReward = rewardOfRates(model, ratesOf(model, best));
  const nodeCount = nodes.reduce((sum, zone) => sum + zone.length, 0);
  for (const to of settings.slice(0, nodeCount <= SMALL_ROOM ? MAX_STARTS_OF_SMALL : MAX_STARTS)) {
    if (search.isOver() || budget.left <= 0) break;
    const start = nodes.map((zone, b) =>
      zone.map((one) =>
        one.type !== to.type || isWithoutWork(one) ? one : to.coreW <= one.coreW ? to : idleOf(model, b),
      ),
    );
    const found = from(withMinimumOn(model, start));
    const reward = rewardOfRates(model, ratesOf(model, found));
    if (!(reward > bestReward + MIN_GAIN * Math.abs(bestReward))) continue;
    best = found;
    bestReward = reward;
  }
  return best;
}

/** Returns different settings: those of the plan, the one of most nodes first, then those of `pool`. */
function settingsToChooseFrom(nodes: NodeConfigurations, pool: readonly Configuration[]): Configuration[] {
  const own = [...settingsIn(nodes, [...nodes.keys()]).values()].sort((a, b) => b.count - a.count);
  return [...configurationsIn([...own.map(({ one }) => one), ...pool]).values()].map(({ one }) => one);
}

/** Returns the zones of each rack, by rack name. */
export function racksOf({ matrix }: RewardRateModel): Map<string, number[]> {
  const racks = new Map<string, number[]>();
  for (const [b, { rack }] of matrix.zones.entries()) racks.set(rack, [...(racks.get(rack) ?? []), b]);
  return racks;
}

/** The room, a row or a rack: busy nodes in its `zones` may have at most `most` different configurations. */
interface Place {
  readonly zones: readonly number[];
  readonly most: number;
}

/** Returns the zones of each row of racks, by row name. */
export function rowsOf(model: RewardRateModel, { rows = [] }: DistinctSettings): Map<string, number[]> {
  const racks = racksOf(model);
  return new Map(rows.map(({ name, racks: ofRow }) => [name, ofRow.flatMap((rack) => racks.get(rack) ?? [])]));
}

/** Returns the room, rows and racks with a limit on the number of different settings, in this order. */
function placesOf(model: RewardRateModel, limits: DistinctSettings): Place[] {
  const { room, row, rack } = limits;
  const all = (zones: Iterable<readonly number[]>, most: number | undefined): Place[] =>
    most === undefined ? [] : [...zones].map((one) => ({ zones: one, most }));
  return [
    ...all([[...model.zones.keys()]], room),
    ...all(rowsOf(model, limits).values(), row),
    ...all(racksOf(model).values(), rack),
  ];
}

/** Returns the settings (configurations of busy nodes) in use in these zones, by configuration key. */
export function settingsIn(nodes: NodeConfigurations, zones: readonly number[]): ReturnType<typeof configurationsIn> {
  const all = configurationsIn(zones.flatMap((b) => nodes[b]!));
  return new Map([...all].filter(([, { one }]) => !isWithoutWork(one)));
}

/** Returns the reward of the whole plan after a change, reward/s. */
function rewardAfter(model: RewardRateModel, rates: Float64Array, { from, to, count }: Change): number {
  return rewardOfRates(
    model,
    rates.map((rate, i) => rate + count * (to.ratePerS[i]! - from.ratePerS[i]!)),
  );
}

/**
 * Returns the plan with at most `most` different settings (configurations of busy nodes) in these zones. One setting
 * after another is replaced on all nodes of these zones. The replacement that loses least reward comes first.
 */
function without(
  search: SettingsSearch,
  nodes: Configuration[][],
  zones: readonly number[],
  most: number,
): Configuration[][] {
  const { model } = search;
  let now = nodes;
  for (;;) {
    const settings = [...settingsIn(now, zones).values()];
    if (settings.length <= most) return now;
    const rates = ratesOf(model, now);
    const options = settings
      .flatMap(({ one: from, count }): Change[] =>
        [
          ...settings.filter(({ one }) => one !== from && one.type === from.type).map(({ one }) => one),
          idleOf(
            model,
            model.zones.findIndex(({ type }) => type === from.type),
          ),
        ].map((to) => ({ from, to, count })),
      )
      .map((change) => ({ ...change, reward: rewardAfter(model, rates, change) }))
      .sort((a, b) => b.reward - a.reward);
    let tested = 0;
    for (const change of options) {
      const next = changed(model, now, zones, change);
      const isLighter = change.to.coreW <= change.from.coreW;
      if (!isLighter && (tested++ >= MAX_TESTED || search.isOver() || !search.holds(next))) continue;
      now = next;
      break;
    }
  }
}

/**
 * Returns a better plan: while the reward rises, all, half or one of the equal nodes of a zone change to another
 * setting. Limits on the number of settings in the room, row and rack stay satisfied.
 */
function climbed(
  search: SettingsSearch,
  start: Configuration[][],
  pool: readonly Configuration[],
  budget: { left: number },
): Configuration[][] {
  const { model } = search;
  let now = start;
  for (let moved = true; moved;) {
    moved = false;
    for (const b of [...racksOf(model).values()].flat()) {
      const rates = ratesOf(model, now);
      const before = rewardOfRates(model, rates);
      for (const change of permittedChanges(search, now, b, pool)) {
        if (budget.left <= 0 || search.isOver()) return now;
        if (!(rewardAfter(model, rates, change) > before + MIN_GAIN * Math.abs(before))) continue;
        const next = changed(model, now, [b], change);
        budget.left--;
        if (!search.holds(next)) continue;
        now = next;
        moved = true;
        break;
      }
    }
  }
  return now;
}

/**
 * Returns a plan of lower power that keeps all limits and earns at least `leastRewardPerS`. Nodes change to idling or
 * to settings of less power that their room, row and rack already use, the largest saving first.
 *
 * @param pool settings to choose from besides those of the plan
 */
export function withLessPower(
  search: SettingsSearch,
  nodes: NodeConfigurations,
  pool: readonly Configuration[],
  leastRewardPerS: number,
): Configuration[][] {
  const { model } = search;
  const settings = settingsToChooseFrom(nodes, pool);
  let now: Configuration[][] = nodes.map((zone) => [...zone]);
  for (let tested = 0; tested < MAX_CHANGES && !search.isOver();) {
    const rates = ratesOf(model, now);
    const savings = model.zones.flatMap((_, b) =>
      [...permittedChanges(search, now, b, [...settings, idleOf(model, b)])]
        .map((change) => ({ b, change, savedW: change.count * (change.from.coreW - change.to.coreW) }))
        .filter(({ change, savedW }) => {
          if (!(savedW > 0) || isWithoutWork(change.from)) return false;
          return rewardAfter(model, rates, change) >= leastRewardPerS;
        }),
    );
    savings.sort((one, other) => other.savedW - one.savedW);
    const found = savings.find(({ b, change }) => {
      tested++;
      return search.holds(changed(model, now, [b], change));
    });
    if (found === undefined) return now;
    now = changed(model, now, [found.b], found.change);
  }
  return now;
}

/** Change in which a number of nodes take another configuration. */
interface Change {
  readonly from: Configuration;
  readonly to: Configuration;
  readonly count: number;
}

/**
 * Yields the changes of one zone in which all, half or one of the nodes with one configuration take another setting of
 * their node type from `pool`, as far as the limits on the number of settings in room, row and rack allow them.
 */
function* permittedChanges(
  { model, limits }: SettingsSearch,
  nodes: NodeConfigurations,
  b: number,
  pool: readonly Configuration[],
): Generator<Change> {
  const places = placesOf(model, limits)
    .filter(({ zones }) => zones.includes(b))
    .map(({ zones, most }) => ({ most, settings: settingsIn(nodes, zones) }));
  const toOf = pool.map((to) => ({ to, key: configurationKey(to) }));
  for (const [own, { one: from, count: all }] of configurationsIn(nodes[b]!)) {
    for (const { to, key } of toOf) {
      if (key === own || to.type !== from.type) continue;
      for (const count of new Set([all, Math.ceil(all / 2), 1])) {
        const keeps = places.every(({ settings, most }) => {
          const gone = settings.get(own)?.count === count ? 1 : 0;
          const added = isWithoutWork(to) || settings.has(key) ? 0 : 1;
          return settings.size + added - gone <= most;
        });
        if (keeps) yield { from, to, count };
      }
    }
  }
}

/** Returns the plan after the first `count` nodes in these zones with one configuration take another. */
function changed(
  model: RewardRateModel,
  nodes: Configuration[][],
  zones: readonly number[],
  { from, to, count }: Change,
): Configuration[][] {
  const key = configurationKey(from);
  const within = new Set(zones);
  let left = count;
  const next = nodes.map((zone, b) =>
    within.has(b) ? zone.map((one) => (configurationKey(one) === key && left-- > 0 ? to : one)) : zone,
  );
  return withMinimumOn(model, next);
}
