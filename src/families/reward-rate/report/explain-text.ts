import { MAX_SHOWN } from '../../../../models/facility/limits.js';
import { celsius, countOf, inUnit, oneLine, plain, significant, watts } from '../../../reports/format.js';
import { inletShown } from '../../../reports/wording.js';
import type { Explanation, PlanExplanation } from '../runs/explain/explanation.js';

/**
 * Returns an explanation as lines of text.
 *
 * @param isOnSteps false if no set-points on the CRACs' steps are known at which the idle facility meets all limits
 */
export function explainText(name: string, explanation: Explanation, isPriced: boolean, isOnSteps = true): string[] {
  const { brokenLimits, wanted, demand, plan } = explanation;
  if (brokenLimits.length > 0) return brokenText(explanation, isPriced);
  if (wanted === undefined && demand === undefined && plan === undefined) {
    return isOnSteps
      ? [`${oneLine(name)} has a plan: without any work all limits are kept.`]
      : [`${oneLine(name)} keeps all limits without any work, but for the steps of its set-points.`];
  }
  return [
    ...(wanted === undefined ? [] : wantedText(wanted)),
    ...(demand === undefined ? [] : demandText(demand)),
    ...(plan === undefined ? [] : planText(plan)),
  ];
}

function wantedText(wanted: NonNullable<Explanation['wanted']>): string[] {
  const scope = wanted.bound === null ? [] : [`What is proven holds for ${oneLine(wanted.boundScope)}.`];
  const brackets = wanted.brackets.map(({ message }) => `  ${oneLine(message)}`);
  return [wanted.message, ...brackets, ...goalFixText(wanted.fix), ...scope];
}

function demandText({
  message,
  conflict,
  brackets,
  fix,
  isServed,
  boundScope,
}: NonNullable<Explanation['demand']>): string[] {
  return [
    oneLine(message),
    ...(conflict === null ? [] : [`  ${oneLine(conflict.message)}`]),
    ...brackets.map((one) => `  ${oneLine(one.message)}`),
    ...goalFixText(fix),
    ...(isServed === true ? [] : [`What is proven holds for ${oneLine(boundScope)}.`]),
  ];
}

function goalFixText(fix: NonNullable<Explanation['demand']>['fix']): string[] {
  if (fix === null) return [];
  const least =
    fix.priceBound === null
      ? 'whether other priced changes cost less is open'
      : `no priced changes cost less than ${significant(fix.priceBound)}`;
  return [`  ${oneLine(fix.message)} Price ${significant(fix.price)}; ${least}.`];
}

function brokenText({ brokenLimits, omitted, conflicts, fixes }: Explanation, isPriced: boolean): string[] {
  const rest = brokenLimits.length - MAX_SHOWN + omitted;
  return [
    'Broken without any work:',
    ...brokenLimits.slice(0, MAX_SHOWN).map(({ message }) => `  ${oneLine(message)}`),
    ...(rest > 0 ? [`  And ${rest} more (all with --json).`] : []),
    conflicts.length > 1 ? 'Conflicts:' : 'Conflict:',
    ...conflicts.map(({ message }) => `  ${oneLine(message)}`),
    ...(fixes.length === 0 ? ['No changes of the limits that may move were found after which a plan exists.'] : []),
    ...(fixes.length > 0 ? [isPriced ? 'Fixes, the cheapest first:' : 'Fixes:'] : []),
    ...fixes.slice(0, MAX_SHOWN).map((fix) => `  ${oneLine(fix.message)}${priceText(fix, isPriced)}`),
    ...(fixes.length > MAX_SHOWN ? [`  And ${fixes.length - MAX_SHOWN} more (all with --json).`] : []),
  ];
}

function priceText({ price, priceBound }: Explanation['fixes'][number], isPriced: boolean): string {
  if (!isPriced) return '';
  if (price === null) return ' Not priced.';
  const least = priceBound === undefined ? '' : `; no priced changes cost less than ${significant(priceBound)}`;
  return ` Price ${significant(price)}${least}.`;
}

function planText({ inlet, services, nextKilowatt, limits }: PlanExplanation): string[] {
  const { zone, inletC, suppliedC, racks, moves } = inlet;
  const warming = racks.slice(0, MAX_SHOWN).map(({ rack, riseK, powerW }) => {
    return `  ${oneLine(rack)}: ${plain(inUnit(riseK, 'K'))}, by ${plain(watts(powerW))}`;
  });
  const cooling = moves.slice(0, MAX_SHOWN).map(({ message, inletK, rewardPerS, powerW }) => {
    return `  ${oneLine(message)} ${signed(inletK, 'K')}, ${signed(rewardPerS, 'reward/s')}, ${signed(powerW, 'W')}.`;
  });
  return [
    `The inlet of ${oneLine(zone)} is at ${plain(inletShown(inletC))}: ${plain(celsius(suppliedC))} from the CRACs, and what racks add:`,
    ...warming,
    ...(racks.length > MAX_SHOWN ? [`  And ${racks.length - MAX_SHOWN} more (all with --json).`] : []),
    ...(cooling.length === 0 ? ['Of the moves tried none cools it without breaking a limit.'] : []),
    ...(cooling.length > 0 ? ['Moves that cool it, each judged by the checker, the cheapest first:', ...cooling] : []),
    ...services.map(({ message }) => oneLine(message)),
    nextKilowatt.message,
    oneLine(limits.message),
    ...limits.limits.map(({ message }) => `  ${oneLine(message)}`),
    ...(limits.omitted > 0
      ? [`  And ${countOf(limits.omitted, 'more limit')} that ${limits.omitted === 1 ? 'is' : 'are'} met.`]
      : []),
  ];
}

/** Returns a change as text with its sign. Below 1e-9 it counts as rounding error and is shown as +0. */
function signed(value: number, unit: string): string {
  const shown = plain(inUnit(Math.abs(value) < 1e-9 ? 0 : value, unit));
  return shown.startsWith('-') ? shown : `+${shown}`;
}
