import type { TemplateBinding } from '../../../../../models/families/templates/template.js';
import { fixed, oneLine } from '../../../../reports/format.js';
import { typeset } from '../../../../reports/html/markup.js';

/** Words for the limit that binds a template, or that makes a state infeasible, by its name. */
export const BINDING_WORDS: Readonly<Record<TemplateBinding, string>> = {
  work: 'all work is done',
  saturated: 'every core runs',
  power: 'the power limit',
  outlet: 'the outlet limit',
  none: 'nothing: more work would earn less per joule',
  'infeasible-power': 'infeasible: running cores alone draw more than the limit',
  'infeasible-outlet': 'infeasible: running cores alone overheat an outlet',
};

export function openingWords(opening: number): string {
  if (opening <= 0) return 'closed';
  return opening >= 1 ? 'open' : `${fixed(100 * opening, 0)} %`;
}

/** Returns a description of vent openings, such as "Q1 open, Q2 closed". */
export function ventsWords(quadrants: readonly { readonly name: string }[], openings: readonly number[]): string {
  return quadrants.map(({ name }, q) => `${oneLine(name)} ${openingWords(openings[q]!)}`).join(', ');
}

/** Returns a value of an axis of states as text, without digits that come from rounding error. */
export function listed(value: number): string {
  return typeset(String(Number(value.toPrecision(12))));
}
