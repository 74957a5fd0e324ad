/**
 * Colour of text. Each light colour of this file that changes on dark screens has exactly one dark counterpart,
 * substituted by the style sheet.
 */
export const INK = '#1f2933';
/** Colour of labels and other minor text. */
export const MUTED = '#52606d';
/** Colour of grid lines, axes and borders. */
export const LINE = '#cbd2d9';
/** Colour of the page's background. */
export const SURFACE = '#ffffff';
/** Colour of unused amounts, such as idle cores, unserved arrivals and unused power. */
export const SPARE = '#e4e7eb';

/** Colours on dark screens, by the light colours that they replace. */
const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e6eaee',
  [MUTED]: '#a9b4c0',
  [LINE]: '#3e4a57',
  [SURFACE]: '#1b2229',
  [SPARE]: '#333e49',
};

/**
 * Blue of the Okabe-Ito palette, whose colours are distinct to colour-blind readers and the same on light and dark
 * screens.
 */
export const BLUE = '#0072b2';
/** Vermillion (orange-red) of the Okabe-Ito palette. */
export const VERMILLION = '#d55e00';
/** Bluish green of the Okabe-Ito palette. */
export const GREEN = '#009e73';
/** Orange of the Okabe-Ito palette. */
export const ORANGE = '#e69f00';
/** Sky blue of the Okabe-Ito palette. */
export const SKY = '#56b4e9';
/** Reddish purple of the Okabe-Ito palette. */
export const PURPLE = '#cc79a7';
/** Yellow of the Okabe-Ito palette. */
export const YELLOW = '#f0e442';

/** Colours of categories in charts, in the order of the categories. */
const CATEGORIES = [SKY, ORANGE, GREEN, PURPLE, BLUE, YELLOW, VERMILLION] as const;

/**
 * Returns the colour of the category at position `index`. Colours repeat after seven, so charts also number the
 * categories.
 */
export function categoryColour(index: number): string {
  return CATEGORIES[index % CATEGORIES.length]!;
}

/** Colours of lines in charts, the most visible first; without yellow, which is hardly visible on white. */
const LINES = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY] as const;

/** Returns the colour of the line at position `index` of a chart, visible on light and dark screens. */
export function seriesColour(index: number): string {
  return LINES[index % LINES.length]!;
}

/** Colour of text on a light area, the same on light and dark pages. */
export const DARK_TEXT = '#000000';
/** Colour of text on a dark area, the same on light and dark pages. */
export const LIGHT_TEXT = '#fefefe';

export function textOn(colour: string): string {
  return luminance(colour) > 0.18 ? DARK_TEXT : LIGHT_TEXT;
}

/** Returns the relative luminance (WCAG) of a colour given as #rrggbb. */
export function luminance(colour: string): number {
  const [red, green, blue] = channels(colour).map((channel) => {
    const c = channel / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
}

/** Colours of the Viridis scale at fractions 0, 0.1, ... 1 of its range. */
const VIRIDIS = [
  '#440154',
  '#482475',
  '#414487',
  '#355f8d',
  '#2a788e',
  '#21918c',
  '#22a884',
  '#44bf70',
  '#7ad151',
  '#bddf26',
  '#fde725',
] as const;

/** Colours of the Viridis scale from low to high end, evenly spaced. */
export const VIRIDIS_STOPS: readonly string[] = VIRIDIS;

/** Returns the Viridis colour at a fraction of its range. A fraction outside 0..1 gets the colour of the nearer end. */
export function viridis(fraction: number): string {
  const at = Math.min(1, Math.max(0, fraction)) * (VIRIDIS.length - 1);
  const below = Math.min(VIRIDIS.length - 2, Math.floor(at));
  const from = channels(VIRIDIS[below]!);
  const to = channels(VIRIDIS[below + 1]!);
  const mixed = from.map((c, i) => Math.round(c + (to[i]! - c) * (at - below)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns CSS rules that override the colours in a chart's SVG text by dark ones. */
export function darkChartRules(): string {
  return Object.entries(DARK)
    .map(([light, dark]) => `.chart [fill="${light}"]{fill:${dark}}.chart [stroke="${light}"]{stroke:${dark}}`)
    .join('\n');
}
