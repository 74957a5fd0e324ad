import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { addFault, addIfAbove, addIfBelow, TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';
import { checkStep } from './resolve-plan.js';

/**
 * Checks a plan's set-points after CRAC failures. Names of failures and CRACs must be known, and values must be finite
 * numbers. The limits "setPointRange" and "setPointStep" are checked, too.
 */
export function checkFailureSetPoints(
  { facility }: RewardRateInstance,
  failures: readonly { readonly name: string; readonly cracs: readonly string[] }[],
  byFailure: Readonly<Record<string, Readonly<Record<string, number>>>>,
  violations: Violation[],
): void {
  const tolerance = TEMPERATURE_TOLERANCE_C;
  for (const [gone, setPointsC] of Object.entries(byFailure)) {
    const failure = failures.find(({ name }) => name === gone);
    if (failure === undefined) addFault(violations, 'plan', `failureSetPointsC: unknown failure "${gone}"`);
    for (const [name, value] of Object.entries(setPointsC)) {
      const crac = facility.cracs.find((one) => one.name === name);
      if (crac === undefined) addFault(violations, 'plan', `failureSetPointsC.${gone}: unknown CRAC "${name}"`);
      else if (!Number.isFinite(value))
        addFault(violations, 'plan', `failureSetPointsC.${gone}: no finite set-point for "${name}"`);
      // That of a CRAC that has failed means nothing.
      else if (crac.coolingCapacityW !== 0 && failure?.cracs.includes(name) !== true) {
        const where = `${gone}: ${name}`;
        addIfAbove(violations, 'setPointRange', { where, unit: 'C', value, limit: crac.setPointMaxC, tolerance });
        addIfBelow(violations, 'setPointRange', { where, unit: 'C', value, limit: crac.setPointMinC, tolerance });
        checkStep(crac, value, violations, `${gone}: `);
      }
    }
  }
}
