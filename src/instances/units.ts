import { type Decimal, decimalOf, numberOf, times } from './decimals.js';

/** Unit of a field, as a quotient of two units. It is read from the end of the field's name. */
export interface FieldUnit {
  /** Unit in the numerator, e.g. "USD" of USD/kWh; null if there is none. */
  readonly of: string | null;
  /** Unit in the denominator, e.g. "kWh" of USD/kWh; null if there is none. */
  readonly per: string | null;
}

/** Size of a unit as a multiple of the base unit of its kind: `times` x 10^`power`. */
interface Multiple {
  readonly times: number;
  readonly power: number;
}

const ten = (power: number): Multiple => ({ times: 1, power });
const whole = (times: number, power = 0): Multiple => ({ times, power });

/**
 * Units by kind, such as power or energy, with their relative sizes. Conversions are exact (SI; a kWh is 3.6 MJ, a d is
 * 24 h; KiB and larger are powers of 1024, IEC 80000-13).
 */
const KINDS: readonly Readonly<Record<string, Multiple>>[] = [
  { W: ten(0), kW: ten(3), MW: ten(6), GW: ten(9) },
  {
    J: ten(0),
    kJ: ten(3),
    MJ: ten(6),
    GJ: ten(9),
    TJ: ten(12),
    Wh: whole(36, 2),
    kWh: whole(36, 5),
    MWh: whole(36, 8),
    GWh: whole(36, 11),
  },
  { us: ten(-6), ms: ten(-3), s: ten(0), min: whole(60), h: whole(3600), d: whole(86_400) },
  { C: ten(0) },
  { C2: ten(0) },
  { K: ten(0) },
  { Hz: ten(0), kHz: ten(3), MHz: ten(6), GHz: ten(9) },
  { mm: ten(-3), cm: ten(-2), m: ten(0), km: ten(3) },
  { cm2: ten(-4), m2: ten(0) },
  { l: ten(-3), m3: ten(0) },
  { g: ten(-3), kg: ten(0), t: ten(3) },
  {
    bytes: ten(0),
    kB: ten(3),
    MB: ten(6),
    GB: ten(9),
    TB: ten(12),
    KiB: whole(1024),
    MiB: whole(1024 ** 2),
    GiB: whole(1024 ** 3),
    TiB: whole(1024 ** 4),
  },
  { USD: ten(0), kUSD: ten(3) },
  { deg: ten(0) },
  { '%': ten(-2), '': ten(0) },
  { month: ten(0) },
];

/** Unit that each ending of a field name stands for. */
const ENDINGS: Readonly<Record<string, string>> = {
  W: 'W',
  KW: 'kW',
  Kw: 'kW',
  MW: 'MW',
  J: 'J',
  KJ: 'kJ',
  MJ: 'MJ',
  KWh: 'kWh',
  Kwh: 'kWh',
  MWh: 'MWh',
  S: 's',
  Ms: 'ms',
  Min: 'min',
  Minutes: 'min',
  Hour: 'h',
  H: 'h',
  Day: 'd',
  Days: 'd',
  Month: 'month',
  C: 'C',
  C2: 'C2',
  K: 'K',
  Hz: 'Hz',
  MHz: 'MHz',
  GHz: 'GHz',
  M: 'm',
  M2: 'm2',
  M3: 'm3',
  Kg: 'kg',
  Tonne: 't',
  Usd: 'USD',
  USD: 'USD',
  Bytes: 'bytes',
  MB: 'MB',
  KiB: 'KiB',
  MiB: 'MiB',
  GiB: 'GiB',
  Deg: 'deg',
};
/** The endings of field names as alternatives of a regular expression, the longest first. */
const ENDING = Object.keys(ENDINGS)
  .sort((a, b) => b.length - a.length)
  .join('|');
/** Pattern of a field name that ends with a denominator: airFlowM3PerS, demandUsdPerKwMonth, heatCapacityJPerKgK. */
const PER = new RegExp(`^(.*)Per(${ENDING})(Month|K)?$`);
/** Pattern of a field name that ends with a unit, after a small letter, a digit or the name of an axis. */
const OF = new RegExp(`^.*[a-z0-9XYZ](${ENDING})$`);
/** Pattern of a field name that begins with a denominator: perGHzS is in s/GHz. */
const PER_FIRST = new RegExp(`^Per(${ENDING})(${ENDING})$`);

/**
 * Returns the unit of a field.
 *
 * @param path name of the field, or a path that ends with it
 */
export function fieldUnit(path: string): FieldUnit {
  const name = /([A-Za-z][A-Za-z0-9]*)(?:\[[^\]]*\])*$/.exec(path)?.[1] ?? '';
  // A name that is a unit alone begins with a small letter.
  const text = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  if (Object.hasOwn(ENDINGS, text) && text.length > 1) return { of: ENDINGS[text]!, per: null };
  const first = PER_FIRST.exec(text);
  if (first !== null) return { of: ENDINGS[first[2]!]!, per: ENDINGS[first[1]!]! };
  const [, before, below, more] = PER.exec(text) ?? [];
  if (before === undefined) return { of: ownUnit(text), per: null };
  const unit = ENDINGS[below!]!;
  return { of: ownUnit(before), per: more === 'K' ? `(${unit} K)` : unit };
}

function ownUnit(text: string): string | null {
  const ending = Object.hasOwn(ENDINGS, text) ? text : OF.exec(text)?.[1];
  return ending === undefined ? null : ENDINGS[ending]!;
}

export function hasUnit({ of, per }: FieldUnit): boolean {
  return of !== null || per !== null;
}

/** Returns a unit as text: "W", "USD/kWh", "1/s"; null if there is no unit. */
export function unitText({ of, per }: FieldUnit): string | null {
  if (per === null) return of;
  return `${of ?? '1'}/${per}`;
}

/** Returns, as text, the units in which a user may give values of a field. */
export function unitsThatFit({ of, per }: FieldUnit): string {
  const own = kindOf(of ?? '').filter((unit) => unit !== '');
  if (per === null) return own.join(', ');
  const below = kindOf(per);
  const over = of === null ? ['1'] : own;
  const rates = below.length === 0 ? [per] : below;
  return over.length * rates.length <= 12
    ? over.flatMap((one) => rates.map((other) => `${one}/${other}`)).join(', ')
    : `one of ${over.join(', ')} over one of ${rates.join(', ')}`;
}

function kindOf(unit: string): readonly string[] {
  const kind = KINDS.find((one) => Object.hasOwn(one, unit));
  return kind === undefined ? [] : Object.keys(kind);
}

/** Pattern of a number, which may be followed by a unit. */
const WITH_UNIT = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?)\s*([A-Za-z%\u00b0/][A-Za-z0-9%\u00b0/() ]*|1\s*\/.*)?$/;

/** A number in the unit of its field, as an exact decimal. */
export interface Quantity {
  readonly value: Decimal;
  /** True if the user gave a unit with the number. */
  readonly isNamed: boolean;
}

/**
 * Converts the text of a number, with or without unit, to the unit of the field, exactly. Returns a sentence if it is
 * no number, or its unit is of another kind.
 */
export function parseQuantity(text: string, unit: FieldUnit): Quantity | { readonly fault: string } {
  const match = WITH_UNIT.exec(text.trim());
  const value = match === null ? null : decimalOf(match[1]!);
  if (value === null) return { fault: `"${text}" is no number` };
  const suffix = match![2]?.trim();
  if (suffix === undefined) return { value, isNamed: false };
  const [above, ...below] = suffix
    .replace(/\u00b0/g, '')
    .split('/')
    .map((part) => part.trim());
  const over = conversion(above === '1' ? '' : above!, unit.of ?? '');
  const under = below.length === 0 && unit.per === null ? ONE : conversion(below.join('/'), unit.per ?? '/');
  if (over === null || under === null) return { fault: unitFault(text, suffix, unit) };
  return { value: converted(value, over, under), isNamed: true };
}

interface Ratio {
  readonly over: Multiple;
  readonly under: Multiple;
}

/** The ratio 1, of two equal units. */
const ONE: Ratio = { over: ten(0), under: ten(0) };

/** Returns the factor from the unit `from` to the unit `to`; null if they are of different kinds. */
function conversion(from: string, to: string): Ratio | null {
  if (from === to) return ONE;
  const kind = KINDS.find((one) => Object.hasOwn(one, from) && Object.hasOwn(one, to));
  return kind === undefined ? null : { over: kind[from]!, under: kind[to]! };
}

function converted(value: Decimal, over: Ratio, under: Ratio): Decimal {
  const above = BigInt(over.over.times * under.under.times);
  const below = BigInt(over.under.times * under.over.times);
  const power = over.over.power - over.under.power + under.under.power - under.over.power;
  const product = times(value, above, power);
  if (below === 1n) return product;
  if (product.mantissa % below === 0n) return { ...product, mantissa: product.mantissa / below };
  // Thirds of an hour have no last decimal: as many digits as a double holds, and some.
  const digits = 25;
  return { mantissa: (product.mantissa * 10n ** BigInt(digits)) / below, exponent: product.exponent - digits };
}

function unitFault(text: string, suffix: string, unit: FieldUnit): string {
  if (!hasUnit(unit)) {
    return `"${text}": values of this field are plain numbers or in %, not in "${suffix}"`;
  }
  return `"${suffix}" does not fit: the field is in ${unitText(unit)!}, and takes ${unitsThatFit(unit)}`;
}

/** Converts a text as `parseQuantity` does, but returns the nearest double. */
export function quantityIn(text: string, unit: FieldUnit): number | { readonly fault: string } {
  const read = parseQuantity(text, unit);
  if ('fault' in read) return read;
  const number = numberOf(read.value);
  return Number.isFinite(number) ? number : { fault: `"${text}" is no number` };
}
