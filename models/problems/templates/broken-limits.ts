import type { Violation } from '../violation.js';
import type { Template } from './template.js';

/** Greatest excess over the outlet limit that is rounding, K (ours). */
const ROUNDING_K = 1e-6;
/** Greatest excess over the power limit that is rounding, as a fraction of the limit (ours). */
const ROUNDING = 1e-9;

/**
 * Every limit of its state that a template breaks, with amounts in W and K: none where the state is feasible. Where running work alone is too
 * hot at the coolest set-point, the power limit is judged at that set-point.
 */
export function brokenLimits(
  { powerW, hottestOutletC }: Pick<Template, 'powerW' | 'hottestOutletC'>,
  { powerLimitW, outletLimitC }: { readonly powerLimitW: number; readonly outletLimitC: number },
): Violation[] {
  const overW = powerW - powerLimitW;
  const overK = hottestOutletC - outletLimitC;
  const common = { where: '' };
  return [
    ...(overK > ROUNDING_K
      ? [{ ...common, constraint: 'outletLimit', unit: 'C', value: hottestOutletC, limit: outletLimitC, amount: overK }]
      : []),
    ...(overW > ROUNDING * powerLimitW
      ? [{ ...common, constraint: 'powerLimit', unit: 'W', value: powerW, limit: powerLimitW, amount: overW }]
      : []),
  ];
}
