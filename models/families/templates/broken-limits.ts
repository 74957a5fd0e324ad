import { exceeded } from '../../facility/limits.js';
import type { Violation } from '../violation.js';
import type { Template } from './template.js';

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
  const outlet = { constraint: 'outletLimit', where: '', limit: outletLimitC, use: () => hottestOutletC } as const;
  const tolerated = ROUNDING * powerLimitW;
  const power = { constraint: 'powerLimit', where: '', limit: powerLimitW, tolerated, use: () => powerW } as const;
  return exceeded([outlet, power], null);
}
