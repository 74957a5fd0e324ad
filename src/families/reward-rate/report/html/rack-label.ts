import { fixed, significant } from '../../../../reports/format.js';

/** Texts that may be written on a rack. */
export interface LabelLines {
  readonly name: string;
  readonly power: string;
  readonly inlet: string;
}

/**
 * Space for a label, px: lines are side by side across it and run along it. `longest` is the number of characters of
 * the longest name, so that all labels get one size.
 */
export interface LabelRoom {
  readonly across: number;
  readonly along: number;
  readonly longest: number;
}

/** Maximum size of type, px. Our choice: larger type is no easier to read. */
const MAX_PX = 13;
/** Least size of type that can be read, px. */
const MIN_PX = 7;
/** Width of a character, in sizes of type. Our choice: a little too large for sans-serif type. */
const ADVANCE = 0.66;
/** Distance of lines, in sizes of type. */
const LEADING = 1.2;
/** Maximum number of characters of a rack's power, so that racks of the same size have labels of the same form. */
const POWER_LENGTH = 7;
/** Number of characters of the inlet temperature, at most. */
const INLET_LENGTH = 7;

export function labelLines(name: string, powerW: number, inletC: number): LabelLines {
  const kW = powerW / 1000;
  return { name, power: `${significant(kW, 3)} kW`, inlet: `${fixed(inletC, 1)} °C` };
}

/** Returns the longest label that fits; name and power take precedence over the inlet. Null if not even those fit. */
export function fitted(
  { name, power, inlet }: LabelLines,
  { across, along, longest }: LabelRoom,
): { readonly size: number; readonly texts: readonly string[] } | null {
  const powerLength = Math.max(POWER_LENGTH, power.length);
  const inletLength = Math.max(INLET_LENGTH, inlet.length);
  const both = longest + 1 + powerLength;
  const choices: readonly (readonly [texts: readonly string[], length: number, least: number])[] = [
    [[name, power, inlet], Math.max(longest, powerLength, inletLength), MIN_PX + 1],
    [[`${name} ${power}`, inlet], Math.max(both, inletLength), MIN_PX + 1],
    [[name, power], Math.max(longest, powerLength), MIN_PX],
    [[`${name} ${power}`], both, MIN_PX],
    [[power], powerLength, MIN_PX],
  ];
  for (const [texts, length, least] of choices) {
    const size = Math.min(MAX_PX, across / (texts.length * LEADING), along / (ADVANCE * length));
    if (size >= least) return { size, texts };
  }
  return null;
}
