/**
 * The time series of a geo instance, epoch by epoch: tariffs, files, sun and wind as numbers. Compiled by
 * src/instances/geo/series; data only, shared by the model and the independent checker. T epochs of the horizon, I task
 * types, D data centres.
 */
export interface GeoSeries {
  /** AR_i by epoch, with sinusoids evaluated, tasks/s: entry epoch * I + task. */
  readonly arrivalRatePerS: Float64Array;
  /** Series in the instance's order of data centres. */
  readonly centres: readonly CentreSeries[];
}

/** One data centre; arrays by epoch, length T. */
export interface CentreSeries {
  /** E^price: mean price over the epoch's duration, USD/kWh. */
  readonly usdPerKwh: Float64Array;
  /** Mean carbon intensity of the grid, g/kWh; 0 if the instance states none. */
  readonly gramsPerKwh: Float64Array;
  /** Energy that sun and wind can give over the epoch (R_d of Eq. 32), kWh; 0 without sun and wind. */
  readonly renewableKwh: Float64Array;
  /** Tariff periods with a demand charge, in the tariff's order; empty if there are none. */
  readonly demandPeriods: readonly SeriesDemandPeriod[];
}

export interface SeriesDemandPeriod {
  /** Season and period, e.g. "summer peak": unique within the centre. */
  readonly name: string;
  /** The tariff's monthly charge; the instance's demandChargeShare is not applied yet. */
  readonly usdPerKwMonth: number;
  /** Epochs that lie in the period at least in part, ascending. */
  readonly epochs: readonly number[];
}
