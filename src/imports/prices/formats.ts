import type { CsvSource } from '../../instances/series/csv-source.js';
import type { RawTable } from '../../instances/series/csv-table.js';

/** How a publisher writes prices or carbon intensities: by which headers a file is recognised, and what they mean. */
export interface PriceFormat {
  /** Publisher and product in messages. */
  readonly publisher: string;
  /** Patterns of headers that a file has, all of them. */
  readonly marks: readonly RegExp[];
  /** Pattern of the first time stamp, where two products have the same headers. */
  readonly firstTime?: RegExp;
  /** Pattern of the header of the time stamps. */
  readonly time: RegExp;
  /** Pattern of the header of the time of day, if it stands in a column of its own. */
  readonly hour?: RegExp;
  /** Patterns of headers of the values; the first that a file has counts, unless the user names one. */
  readonly values: readonly RegExp[];
  readonly convention: CsvSource['timeConvention'];
  /** Zone or offset of local times; undefined if the file or the user says it. */
  readonly zone?: string;
  /** Unit, where no header says it. */
  readonly unit?: string;
  /** Patterns of headers of columns that tell several series of a file apart. */
  readonly apart: readonly RegExp[];
  /** Text that rows with the price itself have, by the header's pattern: others hold parts of it. */
  readonly whole?: readonly [header: RegExp, text: string];
  /** Returns the table with columns that the format needs and the file does not have. */
  readonly prepared?: (raw: RawTable) => RawTable;
}

/** Zones of the clocks that ENTSO-E names in the header of its time stamps. */
export const ENTSOE_ZONES: ReadonlyMap<string, string> = new Map([
  ['UTC', 'UTC'],
  ['CET/CEST', 'Europe/Brussels'],
  ['WET/WEST', 'Europe/Lisbon'],
  ['EET/EEST', 'Europe/Helsinki'],
  ['GMT/BST', 'Europe/London'],
  ['BST/GMT', 'Europe/London'],
]);

/** Minutes of an interval of ERCOT's real-time market. */
const ERCOT_MINUTES = 15;
/** Header of the column of beginnings that is added to ERCOT's real-time prices. */
const ERCOT_BEGINNING = 'beginning of the interval';

/** Returns real-time prices of ERCOT with the time of day at which each interval begins, from hour and interval. */
function withBeginnings(raw: RawTable): RawTable {
  const [hour, interval] = ['DeliveryHour', 'DeliveryInterval'].map((name) => raw.names.indexOf(name));
  const body = raw.body.map(({ line, fields }) => {
    const [h, n] = [Number(fields[hour!]), Number(fields[interval!])];
    const isRight = Number.isInteger(h) && Number.isInteger(n) && h >= 1 && n >= 1 && n <= 60 / ERCOT_MINUTES;
    const text = isRight ? `${h - 1}:${String((n - 1) * ERCOT_MINUTES).padStart(2, '0')}` : `${fields[hour!]!}?`;
    // A row that is cut off stays as short as it is.
    return { line, fields: fields.length === raw.names.length ? [...fields, text] : fields };
  });
  return { ...raw, names: [...raw.names, ERCOT_BEGINNING], body };
}

/** Formats of publishers, in the order in which they are tried. */
export const PRICE_FORMATS: readonly PriceFormat[] = [
  {
    publisher: 'ENTSO-E, day-ahead prices',
    marks: [/^MTU \(.+\)$/, /^Day-ahead Price [[(].+[\])]$/],
    time: /^MTU \(/,
    values: [/^Day-ahead Price /],
    convention: 'local-beginning',
    apart: [/^Area$/, /^Sequence$/],
  },
  {
    publisher: 'ENTSO-E, energy prices of the file library',
    marks: [/^DateTime ?\(UTC\)$/, /^Price ?\[Currency\/MWh\]$/, /^Currency$/],
    time: /^DateTime/,
    values: [/^Price ?\[/],
    convention: 'utc-beginning',
    apart: [/^MapCode$|^AreaMapCode$/, /^ContractType$/, /^ResolutionCode$/, /^Sequence$/],
  },
  {
    publisher: 'NYISO, real-time prices',
    marks: [/^Time Stamp$/, /^Name$/, /^LBMP \(\$\/MWHr\)$/],
    firstTime: /:\d\d:\d\d$/,
    time: /^Time Stamp$/,
    values: [/^LBMP/],
    convention: 'local-ending',
    zone: 'America/New_York',
    unit: 'USD/MWh',
    apart: [/^Name$/],
  },
  {
    publisher: 'NYISO, day-ahead prices',
    marks: [/^Time Stamp$/, /^Name$/, /^LBMP \(\$\/MWHr\)$/],
    time: /^Time Stamp$/,
    values: [/^LBMP/],
    convention: 'local-beginning',
    zone: 'America/New_York',
    unit: 'USD/MWh',
    apart: [/^Name$/],
  },
  {
    publisher: 'PJM, locational prices',
    marks: [/^datetime_beginning_utc$/, /^total_lmp_(da|rt)$/],
    time: /^datetime_beginning_utc$/,
    values: [/^total_lmp_/],
    convention: 'utc-beginning',
    unit: 'USD/MWh',
    apart: [/^pnode_name$/, /^pnode_id$/, /^row_is_current$/],
  },
  {
    publisher: 'ERCOT, real-time settlement point prices',
    marks: [/^DeliveryDate$/, /^DeliveryHour$/, /^DeliveryInterval$/, /^SettlementPointPrice$/],
    time: /^DeliveryDate$/,
    hour: new RegExp(`^${ERCOT_BEGINNING}$`),
    values: [/^SettlementPointPrice$/],
    convention: 'local-beginning',
    zone: 'America/Chicago',
    unit: 'USD/MWh',
    apart: [/^SettlementPoint(Name)?$/, /^SettlementPointType$/],
    prepared: withBeginnings,
  },
  {
    publisher: 'ERCOT, day-ahead settlement point prices',
    marks: [/^DeliveryDate$/, /^HourEnding$/, /^SettlementPointPrice$/],
    time: /^DeliveryDate$/,
    hour: /^HourEnding$/,
    values: [/^SettlementPointPrice$/],
    convention: 'local-ending',
    zone: 'America/Chicago',
    unit: 'USD/MWh',
    apart: [/^SettlementPoint(Name)?$/],
  },
  {
    publisher: 'CAISO, locational prices of OASIS',
    marks: [/^INTERVALSTARTTIME_GMT$/, /^LMP_TYPE$/],
    time: /^INTERVALSTARTTIME_GMT$/,
    values: [/^(MW|VALUE|PRC)$/],
    convention: 'utc-beginning',
    unit: 'USD/MWh',
    apart: [/^NODE$/, /^MARKET_RUN_ID$/],
    whole: [/^LMP_TYPE$/, 'LMP'],
  },
  {
    publisher: 'AEMO, prices of the NEM',
    marks: [/^REGION$/, /^SETTLEMENTDATE$/, /^RRP$/],
    time: /^SETTLEMENTDATE$/,
    values: [/^RRP$/],
    convention: 'local-standard-ending',
    // Market time of the NEM is that of Brisbane, which has no summer time.
    zone: '+10:00',
    unit: 'AUD/MWh',
    apart: [/^REGION$/],
  },
  {
    publisher: 'Carbon Intensity API of Great Britain',
    marks: [/^from$/, /^to$/, /^actual$/, /^forecast$/],
    time: /^from$/,
    values: [/^actual$/],
    convention: 'utc-beginning',
    unit: 'g/kWh',
    apart: [],
  },
  {
    publisher: 'Electricity Maps, carbon intensity as CSV',
    marks: [/^Datetime \(UTC\)$/i, /^Carbon intensity .*\(direct\)$/i],
    time: /^Datetime/i,
    values: [/^Carbon intensity .*\(direct\)$/i],
    convention: 'utc-beginning',
    unit: 'g/kWh',
    apart: [/^Zone id$/i],
  },
  {
    publisher: 'Electricity Maps, carbon intensity as JSON',
    marks: [/^datetime$/, /^carbonIntensity$/],
    time: /^datetime$/,
    values: [/^carbonIntensity$/],
    convention: 'utc-beginning',
    unit: 'g/kWh',
    apart: [/^zone$/],
  },
  {
    publisher: 'Electricity Maps, prices as JSON',
    marks: [/^datetime$/, /^value$/, /^unit$/],
    time: /^datetime$/,
    values: [/^value$/],
    convention: 'utc-beginning',
    apart: [/^zone$/],
  },
];

/** Prices as programs with pandas write them, such as entsoe-py: an index without a name, and one column. */
export const PANDAS: PriceFormat = {
  publisher: 'entsoe-py (a series of pandas)',
  marks: [/^$/],
  time: /^$/,
  values: [/^.+$/],
  convention: 'local-beginning',
  unit: 'EUR/MWh',
  apart: [],
};
