/**
 * Admissible range of the values in a time series, in the instance's unit. A value outside the range is an error or has
 * another unit.
 */
export interface ValueLimits {
  readonly what: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
  /** Advice for any value outside the range. */
  readonly remedy: string;
  /** Another usual unit of this quantity in data files. `scale` converts it to the instance's unit. */
  readonly other?: { readonly unit: string; readonly scale: number };
}

/**
 * Range of electricity prices, USD/kWh. It includes the price caps of wholesale markets. Most prices per MWh are
 * outside.
 */
export const PRICE: ValueLimits = {
  what: 'a price',
  unit: 'USD/kWh',
  least: -20,
  most: 20,
  remedy: 'Correct the value.',
  other: { unit: 'USD/MWh', scale: 0.001 },
};

/** Range of carbon intensities, g/kWh. For comparison: coal power has about 1000. */
export const CARBON: ValueLimits = {
  what: 'a carbon intensity',
  unit: 'g/kWh',
  least: 0,
  most: 5000,
  remedy: 'Correct the value.',
  other: { unit: 'lb/MWh', scale: 0.4536 },
};

/** Range of irradiances, W/m2. It exceeds the solar constant of 1361, because edges of clouds reflect. */
export const IRRADIANCE: ValueLimits = {
  what: 'an irradiance',
  unit: 'W/m2',
  least: 0,
  most: 1600,
  remedy: 'Correct the value: the sun takes nothing away, and stands for 1361 W/m2 above the air.',
};

/** Range of wind speeds, m/s. */
export const WIND_SPEED: ValueLimits = {
  what: 'a wind speed',
  unit: 'm/s',
  least: 0,
  most: 100,
  remedy: 'Correct the value; a file in km/h needs converting.',
};

/** Range of air densities, kg/m3. For comparison: 1.2 at sea level. */
export const AIR_DENSITY: ValueLimits = {
  what: 'an air density',
  unit: 'kg/m3',
  least: 0.3,
  most: 2,
  remedy: 'Correct the value; at sea level air has about 1.2 kg/m3.',
};

/** Range of arrival rates, tasks/s. */
export const ARRIVALS: ValueLimits = {
  what: 'an arrival rate',
  unit: 'tasks/s',
  least: 0,
  most: 1e12,
  remedy: 'Correct the value.',
};

export function within(limits: ValueLimits, value: number): boolean {
  return value >= limits.least && value <= limits.most;
}

export function rangeText({ what, unit, least, most }: ValueLimits): string {
  return `${what} from ${least} to ${most} ${unit}`;
}

/**
 * Returns advice for a value outside its range in a list of the instance. It says how to convert from another usual
 * unit, because a list cannot have a factor `scale`, as CSV files can.
 */
export function listRemedy({ remedy, unit, other }: ValueLimits): string {
  return other === undefined ? remedy : `${remedy} One in ${other.unit} times ${other.scale} is in ${unit}.`;
}

/**
 * Returns advice for a value outside its range in a CSV file.
 *
 * @param scale factor by which the instance multiplies the file's values
 */
export function fileRemedy({ remedy, unit, other }: ValueLimits, scale: number): string {
  if (scale !== 1) return `Correct the value, or "scale" in the instance, which is ${scale}.`;
  if (other === undefined) return `${remedy} If the file has another unit, "scale" in the instance makes it ${unit}.`;
  return `${remedy} A file in ${other.unit} needs "scale": ${other.scale} in the instance.`;
}
