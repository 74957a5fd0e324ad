import type { FactorRange, InletRiseRange, RewardRateInstance, Uncertainty } from './instance.js';

/**
 * Ranges of the factors by which quantities may differ from their values in the instance. The instance's `scale` is
 * already applied. A quantity that is known exactly has the range from 1 to 1.
 */
export interface UncertaintyRanges {
  readonly inletRise: InletRiseRange | null;
  readonly influence: FactorRange | null;
  readonly nodePower: FactorRange;
  readonly taskTime: FactorRange;
}

/** Uncertainty range of a quantity that is known exactly. */
export const AS_STATED: FactorRange = { least: 1, most: 1 };

/** Returns the ranges of an instance's uncertain factors, with its `scale` applied; null if it has no uncertainty. */
export function rangesOf({ uncertainty }: Pick<RewardRateInstance, 'uncertainty'>): UncertaintyRanges | null {
  return uncertainty === undefined ? null : scaledRanges(uncertainty);
}

/** Returns the ranges of uncertain factors with `scale` applied. It multiplies the distance of each end from 1. */
export function scaledRanges({
  inletRise,
  influence,
  nodePower = AS_STATED,
  taskTime = AS_STATED,
  scale = 1,
}: Uncertainty): UncertaintyRanges {
  const scaled = ({ least, most }: FactorRange): FactorRange => ({
    least: 1 + scale * (least - 1),
    most: 1 + scale * (most - 1),
  });
  return {
    inletRise:
      inletRise === undefined
        ? null
        : {
            ...scaled(inletRise),
            ...(inletRise.deviating === undefined ? {} : { deviating: inletRise.deviating }),
            ...(inletRise.supplyShare === undefined ? {} : { supplyShare: scale * inletRise.supplyShare }),
          },
    influence: influence === undefined ? null : scaled(influence),
    nodePower: scaled(nodePower),
    taskTime: scaled(taskTime),
  };
}

/**
 * Powers and execution times are uncertain by this fraction, up and down, by default. Our choice: meters and benchmarks
 * are seldom more accurate.
 */
const DEFAULT_SPREAD = 0.05;
/**
 * The air model is uncertain by this fraction, up and down, by default. Our choice: halving the grid cells of a room
 * changes the temperature rises of inlets by about this much.
 */
const DEFAULT_AIR_SPREAD = 0.1;

/**
 * Returns the default ranges of uncertain factors: powers and times within 5 %, the air model within 10 %.
 *
 * @param hasWeights true if the air model's range is that of the influence matrix instead of that of inlet temperature
 * rises
 */
export function defaultRanges(hasWeights: boolean): UncertaintyRanges {
  const within = (spread: number): FactorRange => ({ least: 1 - spread, most: 1 + spread });
  return {
    inletRise: hasWeights ? null : within(DEFAULT_AIR_SPREAD),
    influence: hasWeights ? within(DEFAULT_AIR_SPREAD) : null,
    nodePower: within(DEFAULT_SPREAD),
    taskTime: within(DEFAULT_SPREAD),
  };
}

/**
 * Returns a description of an instance's uncertainty ranges, e.g. "powers of node types are 0.97 to 1.03 times those
 * stated"; empty if nothing is uncertain.
 */
export function rangeWords(instance: Pick<RewardRateInstance, 'uncertainty'>): string {
  const ranges = rangesOf(instance);
  if (ranges === null) return '';
  const { inletRise, nodePower, taskTime } = ranges;
  const between = ({ least, most }: FactorRange): string => `${digits(least)} to ${digits(most)} times those stated`;
  const isOpen = ({ least, most }: FactorRange): boolean => least !== 1 || most !== 1;
  const { deviating, supplyShare = 0 } = inletRise ?? {};
  const budget = deviating === undefined ? '' : ` (deviations of a row add up to ${digits(deviating)} at most)`;
  const supply = supplyShare === 0 ? 'as stated' : `within ${digits(100 * supplyShare)} %`;
  const parts = [
    ...(inletRise !== null && isOpen(inletRise)
      ? [`the entries of M are ${between(inletRise)}${budget} with shares of supplied air ${supply}`]
      : []),
    ...(isOpen(nodePower) ? [`powers of node types are ${between(nodePower)}`] : []),
    ...(isOpen(taskTime) ? [`execution times are ${between(taskTime)}`] : []),
  ];
  return parts.join(', ');
}

function digits(value: number): string {
  return String(Number(value.toPrecision(6)));
}
