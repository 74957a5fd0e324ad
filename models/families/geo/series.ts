/**
 * All time series of a geo instance as numbers for each epoch, whether the instance gives lists, files, tariffs or
 * weather. src/families/geo/instances/series computes them. Both the model and the independent checker read them.
 */
export interface GeoSeries {
  /** Arrival rate in each epoch, tasks/s (AR_i of the thesis), at index epoch * task types + task type. */
  readonly arrivalRatePerS: Float64Array;
  readonly centres: readonly CentreSeries[];
}

/** Time series of one data centre. Each array has one entry for each epoch. */
export interface CentreSeries {
  /** Mean electricity price in each epoch (E^price), USD/kWh. */
  readonly usdPerKwh: Float64Array;
  /** Mean carbon intensity of the grid in each epoch, g/kWh; 0 if none is given. */
  readonly gramsPerKwh: Float64Array;
  /** Solar and wind energy available in each epoch (R_d of Eq. 32), kWh; 0 without panels and turbines. */
  readonly renewableKwh: Float64Array;
  /** Periods of the centre's tariff that have a demand charge, in the tariff's order. */
  readonly demandPeriods: readonly SeriesDemandPeriod[];
}

export interface SeriesDemandPeriod {
  /** Name made of season and period of the tariff, e.g. "summer peak". It is unique within the centre. */
  readonly name: string;
  /** Monthly demand charge of the tariff, USD/kW, before multiplying by the instance's demandChargeShare. */
  readonly usdPerKwMonth: number;
  /** Indices of the epochs that overlap the period, ascending. */
  readonly epochs: readonly number[];
}
