import type { EndPoints, InterferenceCoefficients } from '../../facility/facility.js';
import { inletRowSets } from '../../physics/thermal/inlet-row-sets.js';
import type { InfluenceMatrix } from '../../physics/thermal/influence-matrix.js';
import type { ThermalResponse } from '../../physics/thermal/response.js';
import { worstResponse } from '../../physics/thermal/worst-response.js';
import type { RewardRateInstance, RewardRateNodeType } from './instance.js';
import { rangesOf } from './uncertainty.js';

/** Returns true if plans must keep all limits for any values within the instance's uncertainty ranges. */
export function isRobust({ uncertainty }: Pick<RewardRateInstance, 'uncertainty'>): boolean {
  return uncertainty?.robust === true;
}

/**
 * Returns the instance whose plans need not be robust; its uncertainty ranges stay. It is the same object if plans need
 * not be robust anyway.
 */
export function asStated(instance: RewardRateInstance): RewardRateInstance {
  return isRobust(instance) ? { ...instance, uncertainty: { ...instance.uncertainty, robust: false } } : instance;
}

/**
 * Returns the instance with all powers and execution times at the upper ends of their uncertainty ranges. It is the
 * same object if plans need not be robust.
 *
 * Limits that hold in this worst case hold for all values in the ranges, and its reward is the least
 * (docs/reward-rate/uncertain-rooms.md).
 */
export function worstCase(instance: RewardRateInstance): RewardRateInstance {
  const ranges = rangesOf(instance);
  if (ranges === null || !isRobust(instance)) return instance;
  const { nodePower, taskTime } = ranges;
  const nodeTypes = instance.facility.nodeTypes.map((type) => scaledType(type, nodePower.most, taskTime.most));
  return { ...instance, facility: { ...instance.facility, nodeTypes } };
}

/**
 * Returns the worst thermal response of an uncertain air model. If the air model is certain, it is the given response.
 */
export function worstThermal(
  instance: RewardRateInstance,
  air: InfluenceMatrix,
  thermal: ThermalResponse,
): ThermalResponse {
  const range = isRobust(instance) ? rangesOf(instance)?.inletRise : null;
  if (range == null || range.deviating === 0 || range.most === 1) return thermal;
  return worstResponse(thermal, inletRowSets(air, thermal, range));
}

function scaledType(type: RewardRateNodeType, power: number, time: number): RewardRateNodeType {
  const { idlePowerW, sleepPowerW, offPowerW, interference } = type;
  return {
    ...type,
    idlePowerW: idlePowerW * power,
    ...(sleepPowerW === undefined ? {} : { sleepPowerW: sleepPowerW * power }),
    ...(offPowerW === undefined ? {} : { offPowerW: offPowerW * power }),
    tasks: type.tasks.map((task) => ({
      ...task,
      timeS: scaledValues(task.timeS, time),
      corePowerW: scaledValues(task.corePowerW, power),
    })),
    ...(interference === undefined
      ? {}
      : {
          interference: Object.fromEntries(
            Object.entries(interference).map(([memoryClass, of]) => [memoryClass, scaledCoefficients(of, time)]),
          ),
        }),
  };
}

function scaledValues(values: EndPoints | readonly number[], factor: number): EndPoints | readonly number[] {
  if (!('atHighestFrequency' in values)) return values.map((value) => value * factor);
  const { atHighestFrequency, atLowestFrequency } = values;
  return { atHighestFrequency: atHighestFrequency * factor, atLowestFrequency: atLowestFrequency * factor };
}

/**
 * Returns co-location coefficients with which every co-located time is `time` times as long. The coefficient of the
 * time without co-location stays, because that time itself is scaled.
 */
function scaledCoefficients(of: InterferenceCoefficients, time: number): InterferenceCoefficients {
  const { perNeighbourS, perAverageIntensityS, perGHzS, perOwnIntensityS, constantS } = of;
  return {
    ...of,
    perNeighbourS: perNeighbourS * time,
    perAverageIntensityS: perAverageIntensityS * time,
    ...(perGHzS === undefined ? {} : { perGHzS: perGHzS * time }),
    ...(perOwnIntensityS === undefined ? {} : { perOwnIntensityS: perOwnIntensityS * time }),
    ...(constantS === undefined ? {} : { constantS: constantS * time }),
  };
}
