/**
 * All time series of a geo instance as numbers for each epoch, whether the instance gives lists, files, tariffs or
 * weather. With T epochs, I task types and D data centres. Computed in src/instances/geo/series; the model and the
 * independent checker both read it.
 */
export interface GeoSeries {
  /**
   * Number of tasks of each type that arrive per second in each epoch (AR_i of the thesis): entry epoch * task types +
   * task type.
   */
  readonly arrivalRatePerS: Float64Array;
  /** Time series of each data centre, in the instance's order. */
  readonly centres: readonly CentreSeries[];
}

/** Time series of one data centre. Each array has one entry for each epoch. */
export interface CentreSeries {
  /** Mean electricity price over the epoch (E^price), USD/kWh. */
  readonly usdPerKwh: Float64Array;
  /** Mean carbon intensity of the grid in each epoch, g/kWh; 0 if the instance gives none. */
  readonly gramsPerKwh: Float64Array;
  /**
   * Solar and wind energy available in each epoch (R_d of Eq. 32), kWh; 0 if the centre has neither panels nor
   * turbines.
   */
  readonly renewableKwh: Float64Array;
  /** Periods of the centre's tariff that have a demand charge, in the tariff's order. */
  readonly demandPeriods: readonly SeriesDemandPeriod[];
}

export interface SeriesDemandPeriod {
  /** Name of the period, made of its season and period in the tariff, e.g. "summer peak". Unique within the centre. */
  readonly name: string;
  /** Monthly demand charge of the tariff, USD/kW, before multiplying by the instance's demandChargeShare. */
  readonly usdPerKwMonth: number;
  /** Indices of the epochs that overlap the period, ascending. */
  readonly epochs: readonly number[];
}
