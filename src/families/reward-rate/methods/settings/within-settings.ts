import { type Configuration, configurationKey, isWithoutWork } from '../../../../../models/facility/configuration.js';
import type { DistinctSettings } from '../../../../../models/families/reward-rate/instance.js';
import { withMinimumOn } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { idleOf } from '../room-program/rounding-configurations.js';
import { rewardOfRates } from '../../../../../models/families/reward-rate/averaged-rates.js';
import type { NodeConfigurations } from '../rounding/node-plan.js';

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
  const everywhere = [...model.zones.keys()];
  const own = [...settingsIn(nodes, everywhere).values()].sort((a, b) => b.count - a.count).map(({ one }) => one);
  const settings = new Map([...own, ...pool].map((one) => [configurationKey(one), { one }]));
  const budget = { left: MAX_CHANGES };
  const from = (start: Configuration[][]): Configuration[][] => {
    let now = start;
    for (const { zones, most } of placesOf(model, limits)) now = without(search, now, zones, most);
    return climbed(search, now, settings, budget);
  };
  let best = from(nodes.map((zone) => [...zone]));
  let bestReward = rewardOfRates(model, ratesOf(model, best));
  const nodeCount = nodes.reduce((sum, zone) => sum + zone.length, 0);
  for (const { one: to } of [...settings.values()].slice(
    0,
    nodeCount <= SMALL_ROOM ? MAX_STARTS_OF_SMALL : MAX_STARTS,
  )) {
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

/**
 * Returns the settings (configurations of busy nodes) in use in these zones, by configuration key. `count` is the
 * number of nodes that run `one`.
 */
export function settingsIn(
  nodes: NodeConfigurations,
  zones: readonly number[],
): Map<string, { readonly one: Configuration; readonly count: number }> {
  const settings = new Map<string, { readonly one: Configuration; readonly count: number }>();
  for (const b of zones) {
    for (const one of nodes[b]!) {
      if (isWithoutWork(one)) continue;
      const key = configurationKey(one);
      settings.set(key, { one, count: (settings.get(key)?.count ?? 0) + 1 });
    }
  }
  return settings;
}

function ratesOf({ taskNames }: RewardRateModel, nodes: NodeConfigurations): Float64Array {
  const rates = new Float64Array(taskNames.length);
  for (const zone of nodes)
    for (const { ratePerS } of zone) for (let i = 0; i < rates.length; i++) rates[i]! += ratePerS[i]!;
  return rates;
}

/** Returns the reward of the whole plan after `count` nodes changed from `from` to `to`, reward/s. */
function rewardAfter(
  model: RewardRateModel,
  rates: Float64Array,
  from: Configuration,
  to: Configuration,
  count: number,
): number {
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
      .flatMap(({ one: from, count }) =>
        [...settings.filter(({ one }) => one !== from && one.type === from.type).map(({ one }) => one), null].map(
          (to) => {
            const rest = idleOf(
              model,
              zones.find((b) => model.zones[b]!.type === from.type)!,
            );
            return { from, to, reward: rewardAfter(model, rates, from, to ?? rest, count) };
          },
        ),
      )
      .sort((a, b) => b.reward - a.reward);
    let tested = 0;
    for (const { from, to } of options) {
      const next = replaced(model, now, zones, from, to);
      const isLighter = to === null || to.coreW <= from.coreW;
      if (!isLighter && (tested++ >= MAX_TESTED || search.isOver() || !search.holds(next))) continue;
      now = next;
      break;
    }
  }
}

/** Replaces the setting `from` in these zones by `to`, or by idling if that is null. */
function replaced(
  model: RewardRateModel,
  nodes: Configuration[][],
  zones: readonly number[],
  from: Configuration,
  to: Configuration | null,
): Configuration[][] {
  const key = configurationKey(from);
  const within = new Set(zones);
  const next = nodes.map((zone, b) =>
    within.has(b) ? zone.map((one) => (configurationKey(one) === key ? (to ?? idleOf(model, b)) : one)) : zone,
  );
  return withMinimumOn(model, next);
}

/**
 * Returns a better plan: while the reward rises, all, half or one of the equal nodes of a zone change to another
 * setting. Limits on the number of settings in the room, row and rack stay satisfied.
 */
function climbed(
  search: SettingsSearch,
  start: Configuration[][],
  pool: ReadonlyMap<string, { readonly one: Configuration }>,
  budget: { left: number },
): Configuration[][] {
  const { model } = search;
  const places = placesOf(model, search.limits);
  const placesWith = model.zones.map((_, b) => places.filter(({ zones }) => zones.includes(b)));
  let now = start;
  for (let moved = true; moved;) {
    moved = false;
    for (const zones of racksOf(model).values()) {
      for (const b of zones) {
        const rates = ratesOf(model, now);
        const before = rewardOfRates(model, rates);
        const own = placesWith[b]!.map((place) => ({ settings: settingsIn(now, place.zones), most: place.most }));
        for (const change of changesIn(now, b, pool)) {
          if (budget.left <= 0 || search.isOver()) return now;
          const after = rewardAfter(model, rates, change.from, change.to, change.count);
          if (!(after > before + MIN_GAIN * Math.abs(before))) continue;
          if (!own.every(({ settings, most }) => fits(settings, change, most))) continue;
          const next = withChange(model, now, b, change);
          budget.left--;
          if (!search.holds(next)) continue;
          now = next;
          moved = true;
          break;
        }
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
  const { model, limits } = search;
  const places = placesOf(model, limits);
  const own = [...settingsIn(nodes, [...model.zones.keys()]).values()].map(({ one }) => one);
  const settings = new Map([...own, ...pool].map((one) => [configurationKey(one), { one }]));
  let now: Configuration[][] = nodes.map((zone) => [...zone]);
  for (let tested = 0; tested < MAX_CHANGES && !search.isOver();) {
    const rates = ratesOf(model, now);
    const savings = model.zones.flatMap((_, b) => {
      const allowed = places
        .filter(({ zones }) => zones.includes(b))
        .map(({ zones, most }) => ({ most, settings: settingsIn(now, zones) }));
      const rest = idleOf(model, b);
      const resting = new Map([...settings, [configurationKey(rest), { one: rest }]]);
      return changesIn(now, b, resting).flatMap((change) => {
        const savedW = change.count * (change.from.coreW - change.to.coreW);
        if (!(savedW > 0) || isWithoutWork(change.from)) return [];
        if (rewardAfter(model, rates, change.from, change.to, change.count) < leastRewardPerS) return [];
        return allowed.every((place) => fits(place.settings, change, place.most)) ? [{ b, change, savedW }] : [];
      });
    });
    let next: Configuration[][] | null = null;
    for (const { b, change } of savings.sort((one, other) => other.savedW - one.savedW)) {
      tested++;
      const tried = withChange(model, now, b, change);
      if (!search.holds(tried)) continue;
      next = tried;
      break;
    }
    if (next === null) return now;
    now = next;
  }
  return now;
}

function fits(settings: ReturnType<typeof settingsIn>, { from, to, count }: Change, most: number): boolean {
  const gone = settings.get(configurationKey(from))?.count === count ? 1 : 0;
  const added = isWithoutWork(to) || settings.has(configurationKey(to)) ? 0 : 1;
  return settings.size + added - gone <= most;
}

interface Change {
  readonly from: Configuration;
  readonly to: Configuration;
  readonly count: number;
}

/**
 * Returns the changes of one zone in which all, half or one of the nodes with one configuration take another setting of
 * their node type from `pool`.
 */
function changesIn(
  nodes: NodeConfigurations,
  b: number,
  pool: ReadonlyMap<string, { readonly one: Configuration }>,
): Change[] {
  const counts = new Map<string, { readonly from: Configuration; readonly count: number }>();
  for (const from of nodes[b]!) {
    const key = configurationKey(from);
    counts.set(key, { from, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts].flatMap(([key, { from, count }]) =>
    [...pool].flatMap(([other, { one: to }]) =>
      other === key || to.type !== from.type
        ? []
        : [...new Set([count, Math.ceil(count / 2), 1])].map((some) => ({ from, to, count: some })),
    ),
  );
}

function withChange(
  model: RewardRateModel,
  nodes: Configuration[][],
  b: number,
  { from, to, count }: Change,
): Configuration[][] {
  const key = configurationKey(from);
  let left = count;
  const zone = nodes[b]!.map((one) => (configurationKey(one) === key && left-- > 0 ? to : one));
  return withMinimumOn(
    model,
    nodes.map((own, z) => (z === b ? zone : own)),
  );
}
