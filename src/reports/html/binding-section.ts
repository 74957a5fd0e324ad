import { inUnit, oneLine, rewardPerS } from '../format.js';
import type { ReportInput } from '../input.js';
import { constraintName, priceOf, reading } from '../wording.js';
import { absent } from './headline.js';
import { figure, markup, nameOf, quantity } from './markup.js';
import type { SectionOptions } from './section.js';
import { table } from './table.js';

/** Which limits hold the reward rate down, and what moving each would earn. */
export function bindingSection({ plan, record: { result } }: ReportInput): SectionOptions {
  const head = { id: 'binding', title: 'What binds, and what it is worth' };
  const { binding } = result;
  if (binding.length === 0) {
    return { ...head, body: [absent(plan === null ? 'there is no plan' : 'no limit is met with equality')] };
  }
  return {
    ...head,
    body: [
      table({
        caption: 'Limits met with equality and their marginal values.',
        columns: [
          { head: 'Limit' },
          { head: 'Value', numeric: true },
          { head: 'Allowed', numeric: true },
          { head: 'Marginal value, reward/s', numeric: true },
          { head: 'In words', wide: true },
        ],
        rows: binding.map((limit, i) => {
          const price = priceOf(limit);
          const where = limit.where === '' ? '' : markup`, ${nameOf(limit.where)}`;
          return [
            markup`${constraintName(limit.constraint)}${where}`,
            quantity(inUnit(limit.value, limit.unit)),
            quantity(inUnit(limit.limit, limit.unit)),
            figure(`marginalValue.${String(i)}`, price.rewardPerS, (value) => {
              const shown = rewardPerS(value);
              return shown === null ? null : { ...shown, unit: `per ${price.per}` };
            }),
            oneLine(reading(limit)),
          ];
        }),
      }),
      markup`<p class="caption">Marginal values are slopes of the proven bound at the certified prices: they hold for small moves of one limit at a time.</p>\n`,
    ],
  };
}
