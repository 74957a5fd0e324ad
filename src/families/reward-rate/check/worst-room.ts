import type {
  RewardRateInstance,
  RewardRateNodeType,
  Uncertainty,
} from '../../../../models/families/reward-rate/instance.js';

/**
 * Returns a bound of an uncertainty range after its distance from 1 is multiplied by the scale: 1 + scale x (factor -
 * 1). Returns 1 if the factor is absent.
 */
export function scaledFactor(factor: number | undefined, { scale = 1 }: Uncertainty): number {
  return factor === undefined ? 1 : 1 + scale * (factor - 1);
}

/**
 * Returns the instance with every power and execution time at its largest, the worst case for a robust plan: more power
 * only tightens limits, and longer times only lower rewards. Without robust plans, returns the same object.
 */
export function worstRoom(instance: RewardRateInstance): RewardRateInstance {
  const { uncertainty, facility } = instance;
  if (uncertainty?.robust !== true) return instance;
  const power = scaledFactor(uncertainty.nodePower?.most, uncertainty);
  const time = scaledFactor(uncertainty.taskTime?.most, uncertainty);
  return {
    ...instance,
    facility: { ...facility, nodeTypes: facility.nodeTypes.map((type) => worstType(type, power, time)) },
  };
}

function worstType(type: RewardRateNodeType, power: number, time: number): RewardRateNodeType {
  const interference: Record<string, NonNullable<RewardRateNodeType['interference']>[string]> = {};
  for (const [memoryClass, coefficients] of Object.entries(type.interference ?? {})) {
    const { perNeighbourS: u, perAverageIntensityS: x, perGHzS: w, perOwnIntensityS: y, constantS: z } = coefficients;
    // v multiplies the time alone, which is longer already: all of Eq. 21 is then longer by one factor.
    interference[memoryClass] = {
      ...coefficients,
      perNeighbourS: time * u,
      perAverageIntensityS: time * x,
      perGHzS: w === undefined ? w : time * w,
      perOwnIntensityS: y === undefined ? y : time * y,
      constantS: z === undefined ? z : time * z,
    };
  }
  return {
    ...type,
    idlePowerW: power * type.idlePowerW,
    sleepPowerW: type.sleepPowerW === undefined ? undefined : power * type.sleepPowerW,
    offPowerW: type.offPowerW === undefined ? undefined : power * type.offPowerW,
    tasks: type.tasks.map((task) => ({
      ...task,
      timeS: longer(task.timeS, time),
      corePowerW: longer(task.corePowerW, power),
    })),
    interference: type.interference === undefined ? undefined : interference,
  };
}

type Values = RewardRateNodeType['tasks'][number]['timeS'];

function longer(values: Values, factor: number): Values {
  if ('atLowestFrequency' in values) {
    return {
      atHighestFrequency: factor * values.atHighestFrequency,
      atLowestFrequency: factor * values.atLowestFrequency,
    };
  }
  return values.map((value) => factor * value);
}
