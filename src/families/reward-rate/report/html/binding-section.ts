import type { BindingConstraint } from '../../../../../models/families/binding-constraint.js';
import { alignedIn, inUnit, oneLine } from '../../../../reports/format.js';
import type { ReportRequest } from '../input.js';
import { constraintName, groupedBinding, priceOf, reading } from '../../../../reports/wording.js';
import { absent } from '../../../../reports/html/section.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { numeric, tableOf } from '../../../../reports/html/table.js';

/** Returns the report section on binding limits, and how much raising each would earn. */
export function bindingSection({ plan, record: { result } }: ReportRequest): SectionOptions {
  const head = { id: 'binding', title: 'What binds, and what it is worth' };
  const { binding } = result;
  if (binding.length === 0) {
    return { ...head, body: [absent(plan === null ? 'there is no plan' : 'the plan meets no limit')] };
  }
  const { main, zones } = groupedBinding(binding);
  return {
    ...head,
    body: [
      limitTable('Limits the plan meets (to within a thousandth) or that hold the proven bound down.', main),
      zones.length === 0
        ? NOTHING
        : markup`<details><summary>The red line zone by zone (${counted(zones.length, 'zone')})</summary>
${limitTable('Zones at the red line, and what a higher red line in that zone alone would earn.', zones)}</details>\n`,
      markup`<p class="caption">Marginal values are slopes of the proven bound at the certified prices: they hold for small moves of one limit at a time.</p>\n`,
    ],
  };
}

function limitTable(
  caption: string,
  entries: readonly { readonly index: number; readonly limit: BindingConstraint }[],
): Markup {
  const prices = alignedIn(
    'reward/s',
    entries.map(({ limit }) => priceOf(limit).rewardPerS),
  );
  return tableOf(caption, entries, [
    {
      head: 'Limit',
      of: ({ limit: { constraint, where } }) =>
        markup`${constraintName(constraint)}${where === '' ? '' : markup`, ${nameOf(where)}`}`,
    },
    numeric('Value', ({ limit: { value, unit } }) => quantity(inUnit(value, unit))),
    numeric('Allowed', ({ limit: { limit: allowed, unit } }) => quantity(inUnit(allowed, unit))),
    numeric(`Marginal value, ${prices.unit}`, ({ index, limit }) => {
      const price = priceOf(limit);
      return figure(`marginalValue.${String(index)}`, price.rewardPerS, (value) => {
        const shown = prices.write(value);
        return shown === null ? null : { ...shown, unit: `per ${price.per}` };
      });
    }),
    { head: 'In words', wide: true, of: ({ limit }) => oneLine(reading(limit)) },
  ]);
}
