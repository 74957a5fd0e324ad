import type { Violation } from '../violation.js';
import type { Template } from './template.js';

/** Excess over the outlet temperature limit that counts as rounding error, K. */
const ROUNDING_K = 1e-6;
/** Relative excess over the power limit that counts as rounding error. */
const ROUNDING = 1e-9;

/**
 * Returns the limits of its state that a template violates, with amounts in W and K; empty if the state is feasible. If
 * the running work is too hot even at the lowest set-point, the power is evaluated at that set-point.
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
