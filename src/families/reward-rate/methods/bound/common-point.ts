import { W_PER_KW } from '../../../../../models/units.js';
import { cracHeatW } from '../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { type ConfigurationLpRequest, solveConfigurationLp } from '../room-program/configuration-lp.js';
import type { CoolingPoint } from '../room-program/cooling-columns.js';

/**
 * Returns the best common set-point for the configuration LP, as a starting point for independent set-points. Null if
 * the ranges have no common value, no plan exists, or the run was stopped.
 *
 * @param step called after each LP, without its bound, which holds only for common set-points
 */
export async function bestCommonPoint(
  input: ConfigurationLpRequest,
  step: () => Promise<boolean>,
): Promise<Pick<CoolingPoint, 'setPointsC' | 'heatKW' | 'state'> | null> {
  const { model } = input;
  if (model.setPointMinC > model.setPointMaxC) return null;
  const whole = await solveConfigurationLp({ ...input, first: null, onProgram: undefined, control: { step } });
  if ('failure' in whole || whole.stoppedEarly) return null;
  const { groupKW, side } = whole.solution;
  const state = zoneState(
    model,
    Float64Array.from(model.zones, ({ idleW }, b) => idleW + W_PER_KW * groupKW[b]!),
  );
  const setPointsC = Float64Array.from(model.cracs, () => side[0]!);
  const heatKW = cracHeatW(model, state, setPointsC).map((W) => W / W_PER_KW);
  return { setPointsC, heatKW, ...(state.failed.length === 0 ? {} : { state }) };
}
