import { oneLine } from '../../../reports/format.js';
import type { Explanation } from '../runs/explain/explanation.js';

/** Greatest number of broken limits and of fixes that people are shown; the record has all. */
const MAX_LINES = 12;

/** Lines of an explanation for people. */
export function explainText(name: string, explanation: Explanation, isPriced: boolean): string[] {
  const { brokenLimits, wanted } = explanation;
  if (brokenLimits.length > 0) return brokenText(explanation, isPriced);
  const idle = `${oneLine(name)} has a plan: without any work all limits are kept.`;
  if (wanted === undefined) return [idle];
  const scope = wanted.bound === null ? [] : [`What is proven holds for ${oneLine(wanted.boundScope)}.`];
  return [wanted.message, ...wanted.brackets.map(({ message }) => `  ${oneLine(message)}`), ...scope];
}

function brokenText({ brokenLimits, omitted, conflict, fixes }: Explanation, isPriced: boolean): string[] {
  const rest = brokenLimits.length - MAX_LINES + omitted;
  return [
    'Broken without any work:',
    ...brokenLimits.slice(0, MAX_LINES).map(({ message }) => `  ${oneLine(message)}`),
    ...(rest > 0 ? [`  And ${rest} more (all with --json).`] : []),
    'Conflict:',
    `  ${oneLine(conflict?.message ?? '')}`,
    ...(fixes.length === 0 ? ['No changes of the limits that may move were found after which a plan exists.'] : []),
    ...(fixes.length > 0 ? [isPriced ? 'Fixes, the cheapest first:' : 'Fixes:'] : []),
    ...fixes.slice(0, MAX_LINES).map((fix) => `  ${oneLine(fix.message)}${priceText(fix, isPriced)}`),
    ...(fixes.length > MAX_LINES ? [`  And ${fixes.length - MAX_LINES} more (all with --json).`] : []),
  ];
}

function priceText({ price }: Explanation['fixes'][number], isPriced: boolean): string {
  if (!isPriced) return '';
  return price === null ? ' Not priced.' : ` Price ${Number(price.toPrecision(6))}.`;
}
