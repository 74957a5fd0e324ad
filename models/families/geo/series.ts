/**
 * The time series of a geo instance, epoch by epoch: tariffs, files, sun and wind as numbers. Computed by
 * src/instances/geo/series. Data only, shared by the model and the independent checker. T epochs, I task types, D data
 * centres.
 */
export interface GeoSeries {
  /**
   * Arrival rate AR_i of each task type in each epoch, with sinusoids evaluated, tasks/s: entry epoch * task types +
   * task type.
   */
  readonly arrivalRatePerS: Float64Array;
  /** Series of each data centre, in the instance's order. */
  readonly centres: readonly CentreSeries[];
}

/** Series of one data centre. Arrays have one entry for each epoch. */
export interface CentreSeries {
  /** Mean electricity price over the epoch (E^price), USD/kWh. */
  readonly usdPerKwh: Float64Array;
  /** Mean carbon intensity of the grid, g/kWh; 0 if the instance states none. */
  readonly gramsPerKwh: Float64Array;
  /** Solar and wind energy available in the epoch (R_d of Eq. 32), kWh; 0 without sun and wind. */
  readonly renewableKwh: Float64Array;
  /** Tariff periods with a demand charge, in the tariff's order; empty if there are none. */
  readonly demandPeriods: readonly SeriesDemandPeriod[];
}

export interface SeriesDemandPeriod {
  /** Name of season and period, e.g. "summer peak"; unique within the centre. */
  readonly name: string;
  /** Monthly demand charge of the tariff, USD/kW, before multiplying by the instance's demandChargeShare. */
  readonly usdPerKwMonth: number;
  /** Epochs that overlap the period, ascending. */
  readonly epochs: readonly number[];
}
