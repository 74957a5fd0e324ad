import { J_PER_KJ, J_PER_KWH, J_PER_MJ, KW_PER_MW, W_PER_KW, ZERO_C_IN_K } from '../../../models/units.js';

/** What a sensor reads. */
export type Quantity = 'temperature' | 'power' | 'energy' | 'fan' | 'pressure';

/** A unit: what is measured in it, and how a number becomes one of the table's: number x factor + offset. */
export interface Unit {
  readonly name: string;
  readonly quantity: Quantity;
  readonly factor: number;
  readonly offset: number;
}

/** Degrees Fahrenheit of the freezing point of water. */
const ZERO_C_IN_F = 32;
/** Kelvins in a degree Fahrenheit. */
const K_PER_F = 5 / 9;

/** Units by the ways they are written; the first way is the name. Case tells mW, which no site has, from MW. */
const WRITTEN: readonly (readonly [readonly string[], Quantity, number, number])[] = [
  [['W', 'w', 'watt', 'watts', 'Watt', 'Watts'], 'power', 1, 0],
  [['kW', 'KW', 'kw', 'kilowatt', 'kilowatts'], 'power', W_PER_KW, 0],
  [['MW', 'megawatt', 'megawatts'], 'power', W_PER_KW * KW_PER_MW, 0],
  [['C', 'c', '°C', 'ºC', '℃', 'degC', 'deg C', 'Cel', 'celsius', 'Celsius', 'degrees Celsius'], 'temperature', 1, 0],
  [
    ['F', 'f', '°F', 'ºF', '℉', 'degF', 'deg F', 'fahrenheit', 'Fahrenheit', 'degrees Fahrenheit'],
    'temperature',
    K_PER_F,
    -ZERO_C_IN_F * K_PER_F,
  ],
  [['K', 'kelvin', 'Kelvin'], 'temperature', 1, -ZERO_C_IN_K],
  [['Wh', 'wh'], 'energy', J_PER_KWH / W_PER_KW, 0],
  [['kWh', 'KWh', 'KWH', 'kwh'], 'energy', J_PER_KWH, 0],
  [['MWh', 'MWH', 'mwh'], 'energy', J_PER_KWH * KW_PER_MW, 0],
  [['J', 'joule', 'joules'], 'energy', 1, 0],
  [['kJ'], 'energy', J_PER_KJ, 0],
  [['MJ'], 'energy', J_PER_MJ, 0],
  [['rpm', 'RPM', '1/min', 'min-1', 'U/min'], 'fan', 1, 0],
  [['%', 'percent', 'pct'], 'fan', 1, 0],
  [['Pa', 'pa', 'pascal'], 'pressure', 1, 0],
];

/** Units by every way they are written. */
const UNITS: ReadonlyMap<string, Unit> = new Map(
  WRITTEN.flatMap(([ways, quantity, factor, offset]) =>
    ways.map((way) => [way, { name: ways[0]!, quantity, factor, offset }] as const),
  ),
);

/** Names of all units, for messages. */
export const UNIT_NAMES: string = [...new Set([...UNITS.values()].map(({ name }) => name))].join(', ');

/** Endings of headers that are so short that only the other words show that a unit is meant. */
const SHORT = new Set(['w', 'c', 'f', 'k', 'j', 'pa']);

/** Returns the unit that a text is; undefined for any other text. */
export function unitOf(text: string): Unit | undefined {
  return UNITS.get(text.trim());
}

/** A name of a column, and the unit that its header states. */
export interface Named {
  readonly name: string;
  readonly unit: Unit | undefined;
}

/**
 * Returns the name of a column and the unit that its header states: "Power (kW)", "temp [°F]", "power_kw", "Load kW".
 *
 * @param quantity what the words of a name say that it is; undefined if they say nothing
 */
export function namedUnit(header: string, quantity: (name: string) => Quantity | undefined): Named {
  const bracketed = /^(.*?)\s*[[(]([^\])]+)[\])]\s*$/.exec(header);
  const ofBrackets = bracketed === null ? undefined : unitOf(bracketed[2]!);
  if (ofBrackets !== undefined) return { name: bracketed![1]!, unit: ofBrackets };
  const ended = /^(.+?)(?:\s+|\s*[_/,.]\s*)([^\s_/,.]+|1\/min|deg(?:rees)? (?:[CF]|Celsius|Fahrenheit))\s*$/.exec(
    header,
  );
  const unit = ended === null ? undefined : unitOf(ended[2]!);
  if (unit === undefined) return { name: header, unit: undefined };
  const isSure = !SHORT.has(ended![2]!.toLowerCase()) || quantity(ended![1]!) === unit.quantity;
  return { name: header, unit: isSure ? unit : undefined };
}

/** Least power of one meter that is taken for watts without a unit, W: as kilowatts it would be 100 MW. */
const SURELY_W = 100_000;
/** Temperatures without a unit are taken for degrees Celsius if their median is at most this: in Fahrenheit it would be 4 C. */
const SURELY_C = 40;
/** Medians of temperatures of a room's air that are taken for degrees Fahrenheit: as Celsius no room has them. */
const SURELY_F = [62, 115] as const;
/** Names of temperatures of a room's air; chips may be hotter. */
const OF_ROOM = /inlet|supply|return|room|ambient|aisle|rack/i;
/** Ratio of neighbouring powers that shows two units in one column, kW and W, and the least share on each side of it. */
const TWO_UNITS = { ratio: 300, share: 0.05 } as const;

/**
 * Returns the unit that numbers without one are in, by their range; undefined if they may be in several.
 *
 * @param sorted a sample of the numbers, ascending
 */
export function unitByRange(quantity: Quantity, name: string, sorted: readonly number[]): Unit | undefined {
  const middle = sorted[Math.floor(sorted.length / 2)]!;
  switch (quantity) {
    case 'power':
      return sorted.at(-1)! >= SURELY_W || sorted.every((one) => one === 0) ? UNITS.get('W') : undefined;
    case 'temperature':
      if (middle <= SURELY_C) return UNITS.get('C');
      return middle >= SURELY_F[0] && middle <= SURELY_F[1] && OF_ROOM.test(name) ? UNITS.get('F') : undefined;
    case 'energy':
      return undefined;
    case 'fan':
      // Not converted: one fan is always in one unit.
      return { name: '', quantity, factor: 1, offset: 0 };
    case 'pressure':
      return UNITS.get('Pa');
  }
}

/** Returns true if powers of a column are in two units: a wide gap with many on both sides. */
export function isOfTwoUnits(sorted: readonly number[]): boolean {
  const positive = sorted.filter((one) => one > 0);
  return positive.some((one, n) => {
    const share = n / positive.length;
    const isWide = n > 0 && one > TWO_UNITS.ratio * positive[n - 1]!;
    return isWide && share >= TWO_UNITS.share && share <= 1 - TWO_UNITS.share;
  });
}
