import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../models/problems/reward-rate/instance.js';
import type { PowerSplit } from '../../../../models/facility/power-split.js';
import type { Violation } from '../../../../models/problems/violation.js';
import {
  addFault,
  addIfAbove,
  POWER_TOLERANCE_W,
  powerToleranceW,
  TEMPERATURE_TOLERANCE_C,
} from '../../../check/findings.js';
import { cracPowerW } from '../../../check/power.js';
import { steadyTemperatures } from '../../../check/temperatures.js';

/** Plan as it is when a CRAC fails: powers and set-points stay. */
export interface HeldOperation {
  readonly zoneNodePowerW: Float64Array;
  readonly setPointsC: readonly number[];
  /** Power with all CRACs at work. */
  readonly power: PowerSplit;
  readonly heatPerM3K: number;
  /** CRACs that have failed already, by index. */
  readonly failed: ReadonlySet<number>;
}

/**
 * Check of limits.survive: the steady state after the failure of each CRAC at work keeps "failureRedLine", "failureCoolingCapacity" and
 * "failurePowerCap", all limits themselves without reserves. On the way there nothing passes what both steady states keep
 * (docs/reward-rate/survive.md). "failureSteadyState" where there is no steady state.
 */
export function checkSurvival(
  { limits, facility }: RewardRateInstance,
  matrix: InfluenceMatrix,
  operation: HeldOperation,
  violations: Violation[],
): void {
  if (limits.survive !== 'any-crac') return;
  const { zoneNodePowerW, setPointsC, power, heatPerM3K, failed } = operation;
  const tolerance = TEMPERATURE_TOLERANCE_C;
  matrix.cracNames.forEach((gone, f) => {
    if (failed.has(f)) return;
    const without = new Set([...failed, f]);
    const air =
      without.size < matrix.cracNames.length && matrix.recirculationKPerW === undefined
        ? steadyTemperatures(matrix, setPointsC, zoneNodePowerW, heatPerM3K, without)
        : null;
    if (air === null) {
      addFault(violations, 'failureSteadyState', gone);
      return;
    }
    matrix.zones.forEach(({ name }, z) => {
      const inlet = {
        where: `${gone}: ${name}`,
        unit: 'C',
        value: air.zoneInletC[z]!,
        limit: limits.redLineC,
        tolerance,
      };
      addIfAbove(violations, 'failureRedLine', inlet);
    });
    let cracsW = 0;
    matrix.cracNames.forEach((name, c) => {
      if (without.has(c)) return;
      const value = air.cracHeatW[c]!;
      cracsW += cracPowerW(value, setPointsC[c]!, facility.coolingPerformance);
      const limit = facility.cracs.find((crac) => crac.name === name)?.coolingCapacityW;
      if (limit === undefined) return;
      const heat = { where: `${gone}: ${name}`, unit: 'W', value, limit, tolerance: POWER_TOLERANCE_W };
      addIfAbove(violations, 'failureCoolingCapacity', heat);
    });
    const value = power.totalW - power.coolingW + cracsW;
    const cap = {
      where: gone,
      unit: 'W',
      value,
      limit: limits.powerCapW,
      tolerance: powerToleranceW(limits.powerCapW),
    };
    addIfAbove(violations, 'failurePowerCap', cap);
  });
}
