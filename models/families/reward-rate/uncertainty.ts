import type { FactorRange, InletRiseRange, RewardRateInstance, Uncertainty } from './instance.js';

/** Ranges of uncertain factors with the scale applied; 1 to 1 where nothing is uncertain. */
export interface UncertaintyRanges {
  readonly inletRise: InletRiseRange | null;
  readonly influence: FactorRange | null;
  readonly nodePower: FactorRange;
  readonly taskTime: FactorRange;
}

/** Range of a quantity that is known exactly. */
export const AS_STATED: FactorRange = { least: 1, most: 1 };

/** Returns the ranges that an instance states, scale applied; null if it states none. */
export function rangesOf({ uncertainty }: Pick<RewardRateInstance, 'uncertainty'>): UncertaintyRanges | null {
  return uncertainty === undefined ? null : scaledRanges(uncertainty);
}

/** Returns the ranges with the scale applied. */
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

/** Half-width of the default ranges of powers and times. Our choice: meters and benchmarks are seldom better. */
const DEFAULT_SPREAD = 0.05;
/**
 * Half-width of the default range of the air. Our choice: halving the cells of a room's grid moves inlets by about this
 * share of their rise.
 */
const DEFAULT_AIR_SPREAD = 0.1;

/** Returns the ranges that are used if an instance states none: powers and times within 5 %, the air within 10 %. */
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
 * Returns a description of an instance's ranges, e.g. "powers of node types are 0.97 to 1.03 times those stated"; empty
 * if everything is as stated.
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
