import type {
  ColocationChoice,
  CoolingPerformance,
  Crac,
  MatrixAirflow,
  NodeGroup,
  NodeType,
  RoomAirflow,
} from '../../facility/facility.js';

/**
 * The geo instance: data centres in several places, what electricity, sun and wind are like there hour by hour, and the arrival
 * rates that must be served somewhere (thesis chapter 4). As stored on disk; types only.
 *
 * Units are in the field names; shapes: T epochs, I task types, D data centres. The JSON Schema in instances/geo.schema.json is
 * generated from src/instances/geo/schema.ts, which is held to these types.
 */

/** Format word of a geo instance file. */
export const GEO_FORMAT = 'plenum.geo';
/** Version of the format. */
export const GEO_FORMAT_VERSION = 1;

export interface GeoInstance {
  readonly format: typeof GEO_FORMAT;
  readonly formatVersion: typeof GEO_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  /** Currency of all amounts of money, three capital letters (default USD); names of fields say USD all the same. */
  readonly currency?: string | undefined;
  readonly horizon: Horizon;
  readonly nodeTypes: readonly GeoNodeType[];
  readonly colocation: ColocationChoice;
  readonly taskTypes: readonly GeoTaskType[];
  /** Rooms by name: several data centres may be built alike. */
  readonly rooms: Readonly<Record<string, Room>>;
  readonly tariffs: Readonly<Record<string, Tariff>>;
  readonly dataCentres: readonly DataCentre[];
  readonly rules: GeoRules;
  /** Least cost of hand-solvable instances and how it follows. */
  readonly knownOptimum?: { readonly costUsd: number; readonly derivation: string } | undefined;
}

/** T epochs of equal length. They are elapsed time: a local day may have 23, 24 or 25 hours. */
export interface Horizon {
  /** Local civil time of the first epoch's beginning, e.g. "2017-07-12T00:00". */
  readonly start: string;
  /** IANA time zone of `start`. */
  readonly timeZone: string;
  readonly epochs: number;
  /** Length of an epoch, min; divides a day: 15, 30, 60, ... */
  readonly epochMinutes: number;
  /**
   * Neighbours of the first and the last epoch. cyclic: they neighbour each other (a day like every day). open: they
   * have no outer neighbour, hence no transition at either end.
   */
  readonly boundary: 'cyclic' | 'open';
}

/** Node type of the reward-rate family with the additions of chapter 4. */
export interface GeoNodeType extends NodeType {
  /** P^Sleep at the wall (default: 0.16 of the static power). */
  readonly sleepPowerW?: number | undefined;
  /** P^D: average peak dynamic power of a busy node at the wall, W (default: cores x mean over its task types of the core power in P-state 0). */
  readonly peakDynamicPowerW?: number | undefined;
}

export interface GeoTaskType {
  readonly name: string;
  readonly memoryClass: string;
  /** AR_i by epoch, tasks/s. */
  readonly arrivalRatePerS: readonly number[] | SinusoidalArrivals;
  /** Names of the data centres that may serve it (default: all). */
  readonly allowedDataCentres?: readonly string[] | undefined;
}

/** meanPerS (1 + swing cos(2 pi (h - peakHour) / 24)), h the local hour in `timeZone` at the epoch's middle. */
export interface SinusoidalArrivals {
  readonly meanPerS: number;
  /** 0 to 1. */
  readonly swing: number;
  readonly peakHour: number;
  readonly timeZone: string;
}

/** Room plan that data centres of equal build share. */
export interface Room {
  readonly nodeGroups: readonly NodeGroup[];
  readonly cracs: readonly Crac[];
  readonly airflow: RoomAirflow | MatrixAirflow;
  readonly coolingPerformance: CoolingPerformance;
  readonly air?: { readonly densityKgPerM3: number; readonly heatCapacityJPerKgK: number } | undefined;
  /** Greatest inlet temperature of any node, C. */
  readonly redLineC: number;
}

export interface DataCentre {
  readonly name: string;
  readonly description?: string | undefined;
  /** Degrees, north positive. */
  readonly latitudeDeg: number;
  /** Degrees, east positive. */
  readonly longitudeDeg: number;
  /** IANA name: of its tariff and its local days. */
  readonly timeZone: string;
  readonly room: string;
  /** Eff_d >= 1: power drawn from grid and renewables per power of nodes and CRACs (UPS and power supply losses). */
  readonly powerOverhead: number;
  /** CUP_d of Eqs. 34 and 43: heat removed per CRAC power (default: calibrated by the tool from the room). */
  readonly coolingPerPower?: number | undefined;
  readonly price: PriceSource;
  readonly carbon?: CarbonSource | undefined;
  readonly renewables?: Renewables | undefined;
  /** Greatest power at the meter, W: mean over an epoch, after overhead, transitions included, before renewables. */
  readonly powerCapW?: number | undefined;
}

export type PriceSource =
  | { readonly source: 'tariff'; readonly tariff: string }
  /** USD/kWh by epoch. */
  | { readonly source: 'series'; readonly usdPerKwh: readonly number[]; readonly provenance?: string | undefined }
  | ({ readonly source: 'csv' } & CsvSeries);

export type CarbonSource =
  | { readonly source: 'series'; readonly gramsPerKwh: readonly number[]; readonly provenance?: string | undefined }
  | ({ readonly source: 'csv' } & CsvSeries);

/** An hourly series in a CSV file beside the instance; times are those of the file, averaged onto the epochs by duration. */
export interface CsvSeries {
  /** File of the series, or several files that are joined into one series: years of one source. */
  readonly file: string | readonly string[];
  readonly timeColumn: string;
  readonly valueColumn: string;
  /**
   * Meaning of a time stamp: beginning or end of its interval, in UTC, in local standard time (no daylight saving), or
   * as the clocks show it (with daylight saving). A stamp that states its offset from UTC is taken by that.
   */
  readonly timeConvention:
    | 'utc-beginning'
    | 'utc-ending'
    | 'local-standard-beginning'
    | 'local-standard-ending'
    | 'local-beginning'
    | 'local-ending';
  /** IANA zone of local times; default: that of the data centre. */
  readonly timeZone?: string | undefined;
  readonly intervalMinutes: number;
  /** The file's value times this is in the instance's unit (USD/kWh, g/kWh): 0.001 for USD/MWh. */
  readonly scale: number;
  /** Treatment of missing intervals inside the horizon: refusal, or repetition of the last interval before. */
  readonly gaps: 'refuse' | 'previous';
  /** Year of the file taken for the horizon's: hours are matched by month, day and hour of the file's own clock (default: the horizon's own year). */
  readonly year?: number | undefined;
}

/** Time-of-use tariff in local time of the data centre. */
export interface Tariff {
  readonly description?: string | undefined;
  readonly citation: string;
  readonly seasons: readonly TariffSeason[];
  /** Local dates "YYYY-MM-DD" charged like the day class "holiday". */
  readonly holidays?: readonly string[] | undefined;
  /**
   * none: local clock time as it is. A shift moves all period bounds by `minutes` (later is positive) on local dates from the
   * second Sunday of March until the last one before the first Sunday of April, and from the last Sunday of October until the last before
   * the first Sunday of November: meters programmed by the older daylight-saving dates.
   */
  readonly daylightSaving: { readonly rule: 'clock' } | { readonly rule: 'former-dates'; readonly minutes: number };
}

export interface TariffSeason {
  readonly name: string;
  /** First day "MM-DD"; it lasts until the next season begins. */
  readonly from: string;
  readonly periods: readonly TariffPeriod[];
  /** Demand charge for the greatest power at any time of the season, beside those of its periods, USD/kW and month (default 0). */
  readonly demandUsdPerKwMonth?: number | undefined;
}

export interface TariffPeriod {
  readonly name: string;
  readonly usdPerKwh: number;
  /** Demand charge for the greatest power within the period, USD/kW and month (default 0). */
  readonly demandUsdPerKwMonth?: number | undefined;
  /**
   * Times at which the period applies; the first period listed that matches a moment has it. Times "HH:MM", `to` up to
   * "24:00".
   */
  readonly when: readonly { readonly days: readonly DayClass[]; readonly from: string; readonly to: string }[];
}

export type DayClass = 'weekday' | 'saturday' | 'sunday' | 'holiday';

/** On-site sun and wind (Eqs. 30-32). */
export interface Renewables {
  readonly solar?:
    | { readonly panelAreaM2: number; readonly efficiency: number; readonly irradiance: IrradianceSource }
    | undefined;
  readonly wind?:
    | {
        readonly rotorAreaM2: number;
        readonly efficiency: number;
        readonly speed: WindSource;
        /** Greatest electrical power, W (default: no limit, as printed). */
        readonly ratedPowerW?: number | undefined;
      }
    | undefined;
}

export type IrradianceSource =
  /** W/m2 on the panels by epoch. */
  | { readonly source: 'series'; readonly wPerM2: readonly number[] }
  /** Clear-sky model by latitude, longitude and date, times `clearness` (0 to 1). */
  | { readonly source: 'clear-sky'; readonly clearness: number }
  | { readonly source: 'epw'; readonly file: string }
  | ({ readonly source: 'csv' } & CsvSeries);

export type WindSource =
  /** m/s at hub height and air density by epoch. */
  | {
      readonly source: 'series';
      readonly mPerS: readonly number[];
      readonly airDensityKgPerM3: readonly number[] | number;
    }
  /**
   * Wind drawn from a seed: Weibull marginals with the given mean, hour-to-hour correlation, a daily swing
   * (docs/geo/weather.md).
   */
  | { readonly source: 'model'; readonly meanMPerS: number; readonly seed: number }
  /** Wind of an EPW file, measured at `measuredAtM`, raised to `hubM` by the power law with `shearExponent`. */
  | { readonly source: 'epw'; readonly file: string; readonly hubM: number; readonly shearExponent: number };

/** Charges and prohibitions beyond serving every task. */
export interface GeoRules {
  /** T^S: a node's transition to or from sleep, s, within the neighbouring epoch. */
  readonly transitionS: number;
  /** phi^E of Eq. 38. */
  readonly utilisation: number;
  /** Renewable energy beyond the centre's use: paid at the purchase price as printed (Eq. 33), worth nothing, or at a feed-in price. */
  readonly surplus:
    | { readonly rule: 'printed' }
    | { readonly rule: 'curtailed' }
    | { readonly rule: 'feed-in'; readonly usdPerKwh: number };
  /** Charge per tonne of CO2-equivalent of energy bought, USD, added to the cost (default 0). */
  readonly carbonUsdPerTonne?: number | undefined;
  /** Greatest emission over the horizon, kg (default: none). */
  readonly carbonCapKg?: number | undefined;
  /** Share of the monthly demand charges in this horizon's bill, e.g. 1/30 (default 0: none). */
  readonly demandChargeShare?: number | undefined;
}
