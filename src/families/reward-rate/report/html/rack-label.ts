import { W_PER_KW } from '../../../../../models/units.js';
import { fixed, significant } from '../../../../reports/format.js';
import { isBeyondModel } from '../../../../reports/wording.js';

export interface LabelLines {
  readonly name: string;
  readonly power: string;
  readonly inlet: string;
}

/**
 * Space for a rack's label, whose lines run along the rack. `along` is the length of a line, px. `across` is the total
 * height of all lines, px. `longest` is the number of characters of the longest rack name, so that all labels get the
 * same font size.
 */
export interface LabelRoom {
  readonly across: number;
  readonly along: number;
  readonly longest: number;
}

/** Maximum font size of a rack's label, px. Ours: larger text is no easier to read. */
const MAX_PX = 13;
/** Minimum font size of a rack's label, px. Smaller text is not legible. */
const MIN_PX = 7;
/** Estimated width of a character divided by the font size. Ours: slightly too large for sans-serif fonts. */
const ADVANCE = 0.66;
/** Line height divided by the font size. */
const LEADING = 1.2;
/** Number of characters reserved for a rack's power, so that racks of equal size have labels of the same form. */
const POWER_LENGTH = 7;
/**
 * Number of characters reserved for a rack's inlet temperature, so that racks of equal size have labels of the same
 * form.
 */
const INLET_LENGTH = 7;

export function labelLines(name: string, powerW: number, inletC: number): LabelLines {
  const kW = powerW / W_PER_KW;
  return {
    name,
    power: `${significant(kW, 3)} kW`,
    inlet: isBeyondModel('C', inletC) ? 'hot' : `${fixed(inletC, 1)} °C`,
  };
}

/**
 * Returns the font size and lines of the most complete label that fits. The inlet temperature is left out first, then
 * the name. Null if not even the power fits.
 */
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
