import type { LimitName } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';
import { choiceFault } from '../../../../instances/choice-fault.js';
import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import { nearestName } from '../../../../instances/nearest-name.js';
import { kindsOf, type Movable } from './knobs.js';

/**
 * Returns the price of changing a limit by one unit (kW, K, percent of cooling capacity, node, or else the limit's own
 * unit), in any currency; null if none was given.
 */
export type PriceOf = (one: Pick<Movable, 'kind' | 'where'>) => number | null;

/** What the options `--hard` and `--prices` say: which limits may be changed, and at which prices. */
export interface LimitWords {
  /** Limits that may be changed: those not named by `--hard`. */
  readonly movables: readonly Movable[];
  readonly priceOf: PriceOf;
  /** True if `--prices` was given. */
  readonly isPriced: boolean;
}

/** Demand to serve at least a fraction of a task type's arrivals. */
export interface Demand {
  readonly taskType: string;
  /** Fraction of the arrivals to be served, above 0 and at most 1. */
  readonly share: number;
}

type Refusal = { readonly faults: readonly Fault[] };

/** Limits named by one word: all of a kind, or only that of the rack, PDU, CRAC, node type or task type `where`. */
interface Named {
  readonly kind: LimitName;
  readonly where?: string;
}

/** Largest price that option `--prices` accepts. Ours: sums of prices stay finite. */
const MAX_PRICE = 1e12;
/** Maximum number of places that a refusal lists. */
const MAX_PLACES = 12;
/** Value of `--serve` that demands all arrivals of all task types. */
const ALL = 'all';

/**
 * Reads the options `--hard` and `--prices`. Returns which limits may be changed and their prices, or faults.
 *
 * @param all all limits of the instance that can be changed
 * @param catalogue limits that the options may name
 */
export function readLimitWords(
  all: readonly Movable[],
  { hard, prices }: { readonly hard?: string | undefined; readonly prices?: string | undefined },
  catalogue: readonly RoomLimit[] = ROOM_LIMITS,
): LimitWords | Refusal {
  const kinds = kindsOf(catalogue);
  const marks = listOf('--hard', hard, (word) => named('--hard', word, kinds, all), wordOf, 'limit');
  const priced = (word: string) => {
    const [name, price] = valued(word);
    if (name !== null && price >= 0 && price <= MAX_PRICE) {
      const one = named('--prices', name, kinds, all);
      return 'path' in one ? one : { ...one, price };
    }
    const allowed = `a limit, "=" and a price from 0 to ${MAX_PRICE} per kW, K, percent, node or other unit of the limit, e.g. powerCap=150`;
    return optionFault('--prices', word, allowed, 'Correct the price.');
  };
  const rules = listOf('--prices', prices, priced, wordOf, 'limit');
  const faults = [...marks.faults, ...rules.faults];
  if (faults.length > 0) return { faults };
  const movables = all.filter((one) => !marks.read.some((mark) => isMeant(mark, one)));
  if (movables.length === 0) {
    const allowed = 'at least one limit of the instance that may move';
    const remedy = 'All are hard, so nothing may move: leave one out.';
    return { faults: [optionFault('--hard', hard ?? '', allowed, remedy)] };
  }
  const areMeant = (some: readonly Movable[], rule: Named): boolean => some.some((one) => isMeant(rule, one));
  const idle = rules.read.filter((rule) => areMeant(all, rule) && !areMeant(movables, rule));
  if (idle.length > 0) {
    const remedy = 'It is hard: leave its price out, or its hard mark.';
    return { faults: idle.map((rule) => optionFault('--prices', wordOf(rule), 'limits that may move', remedy)) };
  }
  // A place goes before its kind.
  const inOrder = [...rules.read].sort((a, b) => Number(a.where === undefined) - Number(b.where === undefined));
  const priceOf: PriceOf = (one) => inOrder.find((rule) => isMeant(rule, one))?.price ?? null;
  return { movables, priceOf, isPriced: prices !== undefined };
}

/**
 * Reads option `--serve`: `all`, or task types, each optionally followed by "=" and a percentage (default 100). Task
 * types without arrivals are omitted.
 */
export function readDemands(
  { workload: { taskTypes } }: RewardRateInstance,
  words: string | undefined,
): readonly Demand[] | Refusal {
  const names = taskTypes.map(({ name }) => name);
  const demandOf = (word: string): Demand | Fault => {
    if (names.includes(word)) return { taskType: word, share: 1 };
    const [taskType, percent] = valued(word);
    if (taskType === null) return choiceFault('--serve', word, [ALL, ...names]);
    if (!names.includes(taskType)) return choiceFault('--serve', taskType, names);
    if (percent > 0 && percent <= 100) return { taskType, share: percent / 100 };
    const allowed = 'a task type, "=" and a percentage above 0 and at most 100';
    return optionFault('--serve', word, allowed, 'Correct the percentage.');
  };
  const isAll = words?.trim() === ALL && !names.includes(ALL);
  const { read, faults } = isAll
    ? { read: names.map((taskType): Demand => ({ taskType, share: 1 })), faults: [] }
    : listOf('--serve', words, demandOf, ({ taskType }) => taskType, 'task type');
  if (faults.length > 0) return { faults };
  return read.filter(({ taskType }) => taskTypes.find(({ name }) => name === taskType)!.arrivalRatePerS > 0);
}

/**
 * Reads the words of an option, with commas between. Returns what they mean, and faults of those that mean nothing or
 * repeat what another one names.
 */
function listOf<Read extends object>(
  option: string,
  words: string | undefined,
  meaning: (word: string) => Read | Fault,
  nameOf: (one: Read) => string,
  each: string,
): { readonly read: readonly Read[]; readonly faults: readonly Fault[] } {
  const all = (words === undefined ? [] : words.split(',')).map((word) => meaning(word.trim()));
  const read = all.filter((one): one is Read => !('path' in one));
  const names = read.map(nameOf);
  const repeated = names.filter((name, n) => names.indexOf(name) < n);
  return {
    read,
    faults: [
      ...all.filter((one): one is Fault => 'path' in one),
      ...repeated.map((name) => optionFault(option, name, `each ${each} once`, 'Remove the repetition.')),
    ],
  };
}

/** Divides "name=number" into its parts. The name is null without "=", and the number NaN if it is none. */
function valued(word: string): readonly [name: string | null, value: number] {
  const cut = word.lastIndexOf('=');
  const text = word.slice(cut + 1).trim();
  return [cut < 0 ? null : word.slice(0, cut).trim(), text === '' ? NaN : Number(text)];
}

function wordOf({ kind, where }: Named): string {
  return where === undefined ? kind : `${kind}:${where}`;
}

function isMeant({ kind, where }: Named, one: Pick<Movable, 'kind' | 'where'>): boolean {
  return one.kind === kind && (where === undefined || one.where === where);
}

function named(option: string, word: string, kinds: readonly LimitName[], all: readonly Movable[]): Named | Fault {
  const [name = '', ...places] = word.split(':');
  const kind = kinds.find((one) => one === name);
  if (kind === undefined) {
    const nearest = nearestName(name, kinds);
    const remedy = `Name limits with commas between${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
    return optionFault(option, word, `${kinds.join(', ')}, or one of them at a place, e.g. rackPower:R1`, remedy);
  }
  const known = all.filter((one) => one.kind === kind).map((one) => one.where);
  if (places.length === 0 && (kind !== 'arrivals' || known.length > 0)) return { kind };
  const where = places.join(':');
  if (where !== '' && known.includes(where)) return { kind, where };
  if (known.length === 0 && kind === 'arrivals') {
    return optionFault(option, word, 'arrivals with --serve only', 'Demand service with --serve, or leave it out.');
  }
  const listed = `${known.slice(0, MAX_PLACES).join(', ')}${known.length > MAX_PLACES ? ', ...' : ''}`;
  const allowed = known.some((one) => one !== '') ? `${kind} at ${listed}` : `${kind} without a place`;
  return optionFault(option, word, allowed, 'Name a place that the instance has, or leave it out for all.');
}

function optionFault(option: string, value: string, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}
