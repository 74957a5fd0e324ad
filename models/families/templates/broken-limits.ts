import type { Violation } from '../violation.js';
import type { Template } from './template.js';

/** Largest excess over the outlet limit that counts as rounding, K. */
const ROUNDING_K = 1e-6;
/** Largest excess over the power limit that counts as rounding, as a fraction of the limit. */
const ROUNDING = 1e-9;

/**
 * Returns every limit of its state that a template breaks, with amounts in W and K; empty if the state is feasible. If
 * running work is too hot even at the coolest set-point, the power limit is judged at that set-point.
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
      ? [
          {
            ...common,
            constraint: 'outletLimit' as const,
            unit: 'C',
            value: hottestOutletC,
            limit: outletLimitC,
            amount: overK,
          },
        ]
      : []),
    ...(overW > ROUNDING * powerLimitW
      ? [{ ...common, constraint: 'powerLimit' as const, unit: 'W', value: powerW, limit: powerLimitW, amount: overW }]
      : []),
  ];
}
