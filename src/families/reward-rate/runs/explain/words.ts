import type { LimitChange } from '../../../../runs/result.js';
import { inUnit, plain, significant, stated, trimmed } from '../../../../reports/format.js';
import { limitName, unitOfDifference } from '../../../../../models/facility/limits.js';
import { decimal } from '../../../../../models/families/reward-rate/limit-steps.js';
import { W_PER_KW } from '../../../../../models/units.js';

/** Returns the changes in words: "the power cap 10.9 kW higher, at 447.9 kW and 14 nodes of type T switched off". */
export function changesText(changes: readonly LimitChange[]): string {
  const texts = changes.map((one) => `${one.constraint === 'nodesOff' ? '' : 'the '}${changeText(one)}`);
  return texts.join(' and ');
}

function changeText({ constraint, where, unit, from, to }: LimitChange): string {
  const name = limitName(constraint, where);
  if (constraint === 'standby') return `${shown(to)} ${name} allowed on standby instead of ${shown(from)}`;
  if (constraint === 'nodesOff') return nodesOffText(to - from, from, name);
  const direction =
    to > from ? 'higher' : constraint.endsWith('Reserve') || constraint === 'arrivals' ? 'less' : 'lower';
  return `${name} ${differenceText(to - from, unit)} ${direction}, at ${valueText(to, unit)}`;
}

function nodesOffText(more: number, from: number, name: string): string {
  return `${shown(more)}${from > 0 ? ' more' : ''} ${more === 1 ? name.replace('nodes', 'node') : name} switched off`;
}

/** Maximum number of racks that are named in a sentence; the record lists all. */
const MAX_RACKS = 6;

/** Returns how many nodes are switched off in each rack, as words after a total, such as " (2 in R1, 1 in R2)". */
export function racksText(racks: readonly { readonly rack: string; readonly nodes: number }[]): string {
  if (racks.length === 0) return '';
  const most = [...racks].sort((a, b) => b.nodes - a.nodes);
  const named = most.slice(0, MAX_RACKS).map(({ rack, nodes }) => `${nodes} in ${rack}`);
  const more = racks.length > MAX_RACKS ? [`${racks.length - MAX_RACKS} more racks`] : [];
  return ` (${[...named, ...more].join(', ')})`;
}

/**
 * Number of significant digits of a limit. Limits have more digits than other numbers: users copy limits into
 * instances, and a limit is often shown beside another one that hardly differs.
 */
const LIMIT_DIGITS = 6;

/** [unit of a limit]: amount to which prices and marginal values of the limit refer, and its name. */
const PER: Readonly<Record<string, readonly [amount: number, name: string]>> = {
  W: [W_PER_KW, 'kW'],
  C: [1, 'K'],
  share: [0.01, 'percent'],
  nodes: [1, 'node'],
  'tasks/s': [1, 'task/s'],
};

/** Returns the amount of a limit in `unit` to which its prices and marginal values refer, and the amount's name. */
export function perOf(unit: string): readonly [amount: number, name: string] {
  return PER[unit] ?? [1, unit];
}

/** Returns a difference of a limit's values with its unit. */
export function differenceText(amount: number, unit: string): string {
  return valueText(Math.abs(amount), unitOfDifference(unit));
}

/** Returns the value of a limit with its unit as shown to people: W or kW, °C, K or %. */
export function valueText(value: number, unit: string): string {
  if (unit === 'W' || unit === 'C') return plain(stated(inUnit(decimal(value), unit, { digits: LIMIT_DIGITS })));
  if (unit === 'share') return `${shown(100 * value)} %`;
  return `${shown(value)} ${unit}`;
}

/** Returns a limit in words with the value that plans must keep: "the power limit of rack R1 (900 W)". */
export function limitText({
  constraint,
  where,
  unit,
  limit,
}: Pick<LimitChange, 'constraint' | 'where' | 'unit'> & { readonly limit: number }): string {
  if (constraint === 'standby') return `the ${limit} ${limitName(constraint, where)} that must stay on`;
  return `the ${limitName(constraint, where)} (${valueText(limit, unit)})`;
}

/** Returns words on two or more limits that cannot be kept together, and whether fewer of them can. */
export function togetherText(names: readonly string[], irreducible: boolean): string {
  const rest = irreducible ? 'all but any one of them can' : 'whether fewer of them conflict is open';
  return `these cannot be kept together: ${listed(names)}; ${rest}`;
}

/** Returns words as a list: "a, b and c". */
export function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)!}`;
}

/** Returns a sentence with its first letter in upper case. */
export function capitalised(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

/** Returns a sentence with its first letter in lower case. */
export function uncapitalised(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

/**
 * Returns words on whether less than these changes would do, as the end of a sentence on a fix.
 *
 * @param moved limits that were loosened, with their steps
 * @param hasNodes true if nodes were switched off as well
 */
export function lessText(
  moved: readonly { readonly step: number; readonly unit: string }[],
  proven: boolean,
  hasNodes = false,
): string {
  if (!proven) return 'whether less would do is open';
  const steps = moved.map(({ step, unit }) =>
    unit === 'nodes' ? `these ${shown(step)} nodes` : differenceText(step, unit),
  );
  return `none does with ${[...new Set(steps), ...(hasNodes ? ['one node'] : [])].join(' or ')} less`;
}

function shown(value: number): string {
  return trimmed(significant(decimal(value), LIMIT_DIGITS));
}
