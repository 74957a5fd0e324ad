import type { RewardRateInstance } from '../../../../models/families/reward-rate/instance.js';
import type { Violation } from '../../../../models/families/violation.js';
import { TEMPERATURE_TOLERANCE_C } from '../../../check/findings.js';

/**
 * Checks that all working CRACs have the same set-point. Plans that are robust to uncertain inlet temperature rises
 * require this. Each inlet temperature is then the set-point plus a rise, given by one row of the matrix M. The metered
 * power does not depend on which CRAC removes the heat.
 */
export function checkSharedSetPoint(
  { uncertainty }: RewardRateInstance,
  cracNames: readonly string[],
  setPointsC: readonly number[],
  failed: ReadonlySet<number>,
  violations: Violation[],
): void {
  if (uncertainty?.robust !== true || uncertainty.inletRise === undefined) return;
  const atWork = [...setPointsC.keys()].filter((c) => !failed.has(c) && Number.isFinite(setPointsC[c]!));
  const coldest = atWork.reduce((least, c) => (setPointsC[c]! < setPointsC[least]! ? c : least), atWork[0] ?? 0);
  for (const c of atWork) {
    const [value, limit] = [setPointsC[c]!, setPointsC[coldest]!];
    const amount = value - limit;
    if (!(amount > TEMPERATURE_TOLERANCE_C)) continue;
    const where = `${cracNames[c]!} (${cracNames[coldest]!} has another)`;
    violations.push({ constraint: 'setPointShared', where, unit: 'C', value, limit, amount });
  }
}
