import type { BindingConstraint } from '../../../../../models/problems/binding-constraint.js';
import { inUnit, oneLine, rewardPerS } from '../../../../reports/format.js';
import type { ReportInput } from '../input.js';
import { constraintName, groupedBinding, priceOf, reading } from '../../../../reports/wording.js';
import { absent } from '../../../../reports/html/section.js';
import { counted, figure, markup, nameOf, NOTHING, quantity, type Markup } from '../../../../reports/html/markup.js';
import type { SectionOptions } from '../../../../reports/html/section.js';
import { table } from '../../../../reports/html/table.js';

/** Section on the limits that hold the reward rate down, and on what moving each would earn. */
export function bindingSection({ plan, record: { result } }: ReportInput): SectionOptions {
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
  return table({
    caption,
    columns: [
      { head: 'Limit' },
      { head: 'Value', numeric: true },
      { head: 'Allowed', numeric: true },
      { head: 'Marginal value, reward/s', numeric: true },
      { head: 'In words', wide: true },
    ],
    rows: entries.map(({ index, limit }) => {
      const price = priceOf(limit);
      const where = limit.where === '' ? '' : markup`, ${nameOf(limit.where)}`;
      return [
        markup`${constraintName(limit.constraint)}${where}`,
        quantity(inUnit(limit.value, limit.unit)),
        quantity(inUnit(limit.limit, limit.unit)),
        figure(`marginalValue.${String(index)}`, price.rewardPerS, (value) => {
          const shown = rewardPerS(value);
          return shown === null ? null : { ...shown, unit: `per ${price.per}` };
        }),
        oneLine(reading(limit)),
      ];
    }),
  });
}
