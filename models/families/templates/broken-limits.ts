import type { Violation } from '../violation.js';
import type { Template } from './template.js';

/** Rounding error by which an outlet temperature may exceed its limit, K. */
const ROUNDING_K = 1e-6;
/** Rounding error by which power may exceed its limit, as a fraction. */
const ROUNDING = 1e-9;

/**
 * Returns the limits that a template violates, with the excess in W or K. If the running work is too hot even at the
 * lowest set-point, the power is that at the lowest set-point.
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
