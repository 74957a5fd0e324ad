import { limitName, unitOfDifference } from '../../../../../models/facility/limits.js';
import { inUnit, plain, rewardPerS, significant } from '../../../../reports/format.js';
import { capitalised, valueText } from './words.js';
import { W_PER_KW } from '../../../../../models/units.js';
import type { SideWorth } from '../../methods/worth/limit-worth.js';
import type { WorthOfLimit } from './worth-record.js';

/**
 * Returns sentences on the marginal values of a limit. They say how much the reward changes if the limit is loosened or
 * tightened, and over which ranges. They also say from which value of the limit one more unit earns less than half, and
 * what is proven for other set-points.
 */
export function worthText({
  constraint,
  where,
  unit,
  from,
  looser,
  tighter,
  knee,
  without,
  boundPerUnit,
  resolved,
}: Omit<WorthOfLimit, 'message'>): string {
  const head = capitalised(`${limitName(constraint, where)} (${valueText(from, unit)})`);
  const up = constraint === 'minimumOn' ? 'lower' : 'higher';
  const down = constraint === 'minimumOn' ? 'higher' : 'lower';
  // What the room gains by a unit looser, and loses by one tighter.
  const gain = constraint === 'minimumOn' ? -1 : 1;
  const first = isNothing(looser, from, unit)
    ? `${up} it is worth nothing${rangeText(looser, { from, unit, gain })}`
    : `${perText(gain * looser.perUnit, unit)} ${up}${rangeText(looser, { from, unit, gain })}`;
  const second = isNothing(tighter, from, unit)
    ? `${down} it costs nothing${rangeText(tighter, { from, unit, gain })}`
    : `${perText(gain * tighter.perUnit, unit)} lost ${down}${rangeText(tighter, { from, unit, gain })}`;
  const kneeText =
    knee === null ? '' : ` From ${valueText(knee, unit)} on the next ${unitText(unit)} is worth less than half of it.`;
  const all = without <= 0 ? '' : ` Without this limit ${plain(rewardPerS(without))} more.`;
  const proven =
    boundPerUnit === null
      ? ''
      : ` With set-points chosen anew mixtures gain at most ${perText(gain * boundPerUnit, unit)} ${up}, proven.`;
  return `${head}: ${first}; ${second}.${kneeText}${all}${proven}${resolvedText(resolved, unit)}`;
}

function resolvedText(resolved: WorthOfLimit['resolved'], unit: WorthOfLimit['unit']): string {
  if (resolved === null || resolved.planPerUnit === null) return '';
  const bound = resolved.boundPerUnit === null ? '' : ` and the bound by ${perText(resolved.boundPerUnit, unit)}`;
  return ` Solved anew at ${valueText(resolved.to, unit)} the plan found rises by ${perText(resolved.planPerUnit, unit)}${bound}.`;
}

/** Returns true if a marginal value times the limit (red line: 1 C) is rounding error, below 1e-9 reward/s. */
function isNothing({ perUnit }: SideWorth, from: number, unit: WorthOfLimit['unit']): boolean {
  return Math.abs(perUnit) * (unit === 'C' ? 1 : Math.abs(from)) < 1e-9;
}

interface RangeWords {
  readonly from: number;
  readonly unit: WorthOfLimit['unit'];
  readonly gain: number;
}

function rangeText({ holdsTo, beyondPerUnit, withinTenthTo }: SideWorth, { from, unit, gain }: RangeWords): string {
  if (holdsTo === null) return ', however far';
  const over = plain(inUnit(Math.abs(holdsTo - from), unitOfDifference(unit)));
  const to = ` over ${over}, to ${valueText(holdsTo, unit)}`;
  if (beyondPerUnit === null) return `${to}, beyond which there is no plan`;
  const beyond = ` (then ${perText(gain * beyondPerUnit, unit)})`;
  const near =
    withinTenthTo === null || withinTenthTo === holdsTo
      ? ''
      : `, within a tenth of it to ${valueText(withinTenthTo, unit)}`;
  return `${to}${beyond}${near}`;
}

/** Returns a marginal value as text, per unit of its limit: kW, K, node or task/s. */
function perText(perUnit: number, unit: WorthOfLimit['unit']): string {
  return `${significant(unit === 'W' ? W_PER_KW * perUnit : perUnit)} reward/s per ${unitText(unit)}`;
}

function unitText(unit: WorthOfLimit['unit']): string {
  if (unit === 'W') return 'kW';
  return unit === 'C' ? 'K' : unit === 'nodes' ? 'node' : 'task/s';
}
