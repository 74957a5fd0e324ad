import type { GeoInstance } from '../../../../models/families/geo/instance.js';
import type { BindingGroup } from './sums.js';
import {
  aligned,
  inUnit,
  type Measured,
  oneLine,
  plain,
  type Shown,
  significant,
  trimmed,
} from '../../../reports/format.js';
import { constraintName } from '../../../reports/wording.js';

/** Returns a function that formats amounts of money; all values of a table column get the same number of digits. */
export function moneyColumn(values: readonly Measured[]): (value: Measured) => Shown | null {
  return aligned(values);
}

/** Formats an amount in USD; if `currency` is given, in that currency. */
export function usd(value: Measured, currency?: string): Shown | null {
  return inUnit(value, 'USD', currency === undefined ? {} : { currency });
}

/** Labels of the figures that methods report. Figures with names that end with "Usd" are amounts of money. */
const FIGURES: Readonly<Record<string, string>> = {
  phiC: 'over-provisioning phi_C',
  removals: 'task types removed from nodes',
  estimatedCostUsd: 'the bill as the search estimates it',
  leastServedOverArrivals: 'least rate served over its arrivals',
  hastyEpochs: 'epochs in which everything had to run faster',
  lpUsd: 'cost with nodes in fractions',
};

/** Returns label and text of a reported quantity, such as "over-provisioning phi_C of dedup" and "0.773". */
export function figureText(
  name: string,
  value: number,
  currency?: string,
): { readonly label: string; readonly text: string } {
  const [kind = '', of] = name.split(/ (.*)/s);
  const words = Object.hasOwn(FIGURES, kind) ? FIGURES[kind]! : kind;
  const label = `${words}${of === undefined ? '' : ` of ${of}`}`;
  return { label, text: kind.endsWith('Usd') ? plain(usd(value, currency)) : trimmed(significant(value)) };
}

/** Returns the text of a longitude, such as "122.4° W". */
export function longitudeText(degrees: number): string {
  const size = trimmed(Math.abs(degrees).toFixed(1));
  return size === '0' ? '0°' : `${size}° ${degrees < 0 ? 'W' : 'E'}`;
}

/** Returns a local time as text, e.g. "07-12 14:00" for "2017-07-12T14:00-07:00". */
export function clockText(localBeginning: string): string {
  return `${localBeginning.slice(5, 10)} ${localBeginning.slice(11, 16)}`;
}

/** Returns the text of a horizon's start, such as "2017-07-12 00:00 America/Chicago". */
export function startText({ horizon: { start, timeZone } }: Pick<GeoInstance, 'horizon'>): string {
  return `${start.replace('T', ' ')} ${oneLine(timeZone)}`;
}

/** Returns the local time of day as hours after midnight. */
export function clockHour(localBeginning: string): number {
  return Number(localBeginning.slice(11, 13)) + Number(localBeginning.slice(14, 16)) / 60;
}

/** Names of limits for which this family has other words than the common list. */
const CONSTRAINTS: Readonly<Record<string, string>> = {
  nodeCount: 'all nodes of a type awake',
  setPointRange: 'hottest set-point the CRACs allow',
  carbonCap: 'cap on carbon',
};

/** Returns the words for a limit that binds in the plan, such as "red line: at 4 places, 96 times in all". */
export function bindingText({ constraint, places, epochs }: BindingGroup): string {
  const name = Object.hasOwn(CONSTRAINTS, constraint) ? CONSTRAINTS[constraint]! : constraintName(constraint);
  return `${name}: at ${places} ${places === 1 ? 'place' : 'places'}, ${epochs === 1 ? 'once' : `${epochs} times`} in all`;
}
