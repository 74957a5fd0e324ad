/**
 * Colour of text. Every light colour here that changes on dark screens has one dark counterpart, which the style sheet
 * exchanges for it.
 */
export const INK = '#1f2933';
/** Colour of labels and other minor text. */
export const MUTED = '#52606d';
/** Colour of grid lines, axes and borders. */
export const LINE = '#cbd2d9';
/** Colour of the page's background. */
export const SURFACE = '#ffffff';
/** Colour of unused amounts: arrivals not served, idle cores, head-room. */
export const SPARE = '#e4e7eb';

/** Dark counterparts of the light colours, for readers who prefer dark pages. */
const DARK: Readonly<Record<string, string>> = {
  [INK]: '#e6eaee',
  [MUTED]: '#a9b4c0',
  [LINE]: '#3e4a57',
  [SURFACE]: '#1b2229',
  [SPARE]: '#333e49',
};

/**
 * Colour of the Okabe-Ito palette: blue. Colour-blind readers can distinguish the colours of this palette. They are the
 * same on light and dark pages.
 */
export const BLUE = '#0072b2';
/** Colour of the Okabe-Ito palette: vermillion. */
export const VERMILLION = '#d55e00';
/** Colour of the Okabe-Ito palette: bluish green. */
export const GREEN = '#009e73';
/** Colour of the Okabe-Ito palette: orange. */
export const ORANGE = '#e69f00';
/** Colour of the Okabe-Ito palette: sky blue. */
export const SKY = '#56b4e9';
/** Colour of the Okabe-Ito palette: reddish purple. */
export const PURPLE = '#cc79a7';
/** Colour of the Okabe-Ito palette: yellow. */
export const YELLOW = '#f0e442';

/** Colours of categories in the order in which they are used. */
const CATEGORIES = [SKY, ORANGE, GREEN, PURPLE, BLUE, YELLOW, VERMILLION] as const;

/** Returns the colour of a category. Colours repeat after seven, so categories are also numbered. */
export function categoryColour(index: number): string {
  return CATEGORIES[index % CATEGORIES.length]!;
}

/** Colours of lines, the strongest first. Yellow is left out because it is hardly visible on white. */
const LINES = [BLUE, VERMILLION, GREEN, PURPLE, ORANGE, SKY] as const;

/** Returns the colour of a line, the strongest first. All are visible on light and dark pages. */
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

/** Returns the relative luminance (WCAG) of #rrggbb. */
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

/** Colours of the Viridis scale at tenths of its range. */
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

/** Colours of the Viridis scale from its low to its high end, evenly spaced. */
export const VIRIDIS_STOPS: readonly string[] = VIRIDIS;

/** Returns the Viridis colour at a fraction of its range; fractions outside 0..1 get the colour of the nearer end. */
export function viridis(fraction: number): string {
  const at = Math.min(1, Math.max(0, fraction)) * (VIRIDIS.length - 1);
  const below = Math.min(VIRIDIS.length - 2, Math.floor(at));
  const from = channels(VIRIDIS[below]!);
  const to = channels(VIRIDIS[below + 1]!);
  const mixed = from.map((c, i) => Math.round(c + (to[i]! - c) * (at - below)));
  return `#${mixed.map((c) => c.toString(16).padStart(2, '0')).join('')}`;
}

/** Returns the style rules that turn a chart dark; they override the attributes with which charts are drawn. */
export function darkChartRules(): string {
  return Object.entries(DARK)
    .map(([light, dark]) => `.chart [fill="${light}"]{fill:${dark}}.chart [stroke="${light}"]{stroke:${dark}}`)
    .join('\n');
}
