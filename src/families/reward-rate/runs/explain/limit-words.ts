import { nearestName } from '../../../../instances/nearest-name.js';
import { COMMAND_LINE, type Fault } from '../../../../instances/fault.js';
import type { LimitName } from '../../../../../models/facility/limits.js';
import { KINDS, type Movable } from './movable.js';

/**
 * Returns the price of changing a limit by one unit (kW, K, percent of cooling capacity, or node), in any currency;
 * null if none was given.
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

/** Largest price that option `--prices` accepts. Ours: sums of prices stay finite. */
const MAX_PRICE = 1e12;

/**
 * Limits named by one word of an option: all limits of a kind, or only the one of the rack, PDU, CRAC or node type
 * `where`.
 */
interface Named {
  readonly kind: LimitName;
  readonly where?: string;
}

interface Priced extends Named {
  readonly price: number;
}

/**
 * Reads the options `--hard` and `--prices`. Returns which limits may be changed and their prices, or faults.
 *
 * @param all all limits of the instance that can be changed
 */
export function readLimitWords(
  all: readonly Movable[],
  { hard, prices }: { readonly hard?: string | undefined; readonly prices?: string | undefined },
): LimitWords | { readonly faults: readonly Fault[] } {
  const marks = (hard === undefined ? [] : hard.split(',')).map((word) => named('--hard', word, all));
  const given = (prices === undefined ? [] : prices.split(',')).map((word) => priced(word, all));
  const faults = [...marks, ...given, ...repeated('--hard', marks), ...repeated('--prices', given)].filter(
    (one): one is Fault => 'path' in one,
  );
  if (faults.length > 0) return { faults };
  const isHard = (one: Movable): boolean => marks.some((mark) => !('path' in mark) && isMeant(mark, one));
  const movables = all.filter((one) => !isHard(one));
  if (movables.length === 0) {
    const allowed = 'at least one limit of the instance that may move';
    const remedy = 'All are hard, so nothing may move: leave one out.';
    return { faults: [optionFault('--hard', hard ?? '', allowed, remedy)] };
  }
  const rules = given.filter((one): one is Priced => !('path' in one));
  const idle = rules.filter(
    (rule) => all.some((one) => isMeant(rule, one)) && !movables.some((one) => isMeant(rule, one)),
  );
  if (idle.length > 0) {
    const remedy = 'It is hard: leave its price out, or its hard mark.';
    return { faults: idle.map((rule) => optionFault('--prices', wordOf(rule), 'limits that may move', remedy)) };
  }
  const priceOf: PriceOf = (one) => {
    // A place goes before its kind.
    const own = rules.find((rule) => rule.where !== undefined && isMeant(rule, one));
    return (own ?? rules.find((rule) => isMeant(rule, one)))?.price ?? null;
  };
  return { movables, priceOf, isPriced: prices !== undefined };
}

/** Returns a fault for each limit that an option names more than once. */
function repeated(option: string, all: readonly (Named | Fault)[]): Fault[] {
  const texts = all.flatMap((one) => ('path' in one ? [] : [wordOf(one)]));
  const twice = texts.filter((text, n) => texts.indexOf(text) < n);
  return twice.map((text) => optionFault(option, text, 'each limit once', 'Remove the repetition.'));
}

function wordOf({ kind, where }: Named): string {
  return where === undefined ? kind : `${kind}:${where}`;
}

function isMeant({ kind, where }: Named, one: Pick<Movable, 'kind' | 'where'>): boolean {
  return one.kind === kind && (where === undefined || one.where === where);
}

function named(option: string, word: string, all: readonly Movable[]): Named | Fault {
  const [name = '', ...places] = word.trim().split(':');
  const kind = KINDS.find((one) => one === name);
  if (kind === undefined) {
    const nearest = nearestName(name, KINDS);
    const remedy = `Name limits with commas between${nearest === undefined ? '' : `; the nearest in spelling is "${nearest}"`}.`;
    return optionFault(option, word, `${KINDS.join(', ')}, or one of them at a place, e.g. rackPower:R1`, remedy);
  }
  if (places.length === 0 && (kind !== 'arrivals' || all.some((one) => one.kind === kind))) return { kind };
  const where = places.join(':');
  const known = all.filter((one) => one.kind === kind).map((one) => one.where);
  if (where !== '' && known.includes(where)) return { kind, where };
  if (known.length === 0 && kind === 'arrivals') {
    return optionFault(option, word, 'arrivals with --serve only', 'Demand service with --serve, or leave it out.');
  }
  const allowed = known.some((one) => one !== '')
    ? `${kind} at ${known.slice(0, 12).join(', ')}${known.length > 12 ? ', ...' : ''}`
    : `${kind} without a place`;
  return optionFault(option, word, allowed, 'Name a place that the instance has, or leave it out for all.');
}

function priced(word: string, all: readonly Movable[]): Priced | Fault {
  const cut = word.lastIndexOf('=');
  const text = word.slice(cut + 1).trim();
  const price = text === '' ? NaN : Number(text);
  if (cut < 0 || !(price >= 0 && price <= MAX_PRICE)) {
    const allowed = `a limit, "=" and a price from 0 to ${MAX_PRICE} per kW, K, percent or node, e.g. powerCap=150`;
    return optionFault('--prices', word, allowed, 'Correct the price.');
  }
  const one = named('--prices', word.slice(0, cut), all);
  return 'path' in one ? one : { ...one, price };
}

function optionFault(option: string, value: string, allowed: string, remedy: string): Fault {
  return { file: COMMAND_LINE, path: option, value, allowed, remedy };
}
