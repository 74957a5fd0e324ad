import type { FactorRange, InletRiseRange, RewardRateInstance, Uncertainty } from './instance.js';

/**
 * Ranges of the factors by which quantities may differ from their values in the instance, with the instance's `scale`
 * applied. The range is 1 to 1 for a quantity that is known exactly.
 */
export interface UncertaintyRanges {
  readonly inletRise: InletRiseRange | null;
  readonly influence: FactorRange | null;
  readonly nodePower: FactorRange;
  readonly taskTime: FactorRange;
}

/** Range of a quantity that is known exactly. */
export const AS_STATED: FactorRange = { least: 1, most: 1 };

/** Returns the ranges of an instance's uncertain factors; null if it has no uncertainty. */
export function rangesOf({ uncertainty }: Pick<RewardRateInstance, 'uncertainty'>): UncertaintyRanges | null {
  return uncertainty === undefined ? null : scaledRanges(uncertainty);
}

/** Returns the ranges with `scale` applied, which multiplies the distance of each end from 1. */
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

/** Default uncertainty of powers and times, as a fraction up and down. Our choice: meters are seldom more accurate. */
const DEFAULT_SPREAD = 0.05;
/**
 * Default uncertainty of the air model, as a fraction up and down. Our choice: halving the grid cells of a room changes
 * the temperature rises of inlets by about this much.
 */
const DEFAULT_AIR_SPREAD = 0.1;

/**
 * Returns the default ranges of uncertain factors.
 *
 * @param hasWeights true if the range of the air model is on the weights of the influence matrix; false if it is on the
 * temperature rises of inlets
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
 * Returns a text on an instance's uncertainty, e.g. "powers of node types are 0.97 to 1.03 times those stated". The
 * text is empty if the instance has none.
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
