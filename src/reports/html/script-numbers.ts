/**
 * Part of the script of pages that compute content in the browser. Its functions format numbers as reports do, and
 * return heat-map colours from the Viridis scale in `page.viridis`.
 */
export const SCRIPT_NUMBERS = String.raw`
const byId = (id) => document.getElementById(id);
const all = (selector) => Array.from(document.querySelectorAll(selector));
const fixed = (value, decimals) => {
  const digits = value.toFixed(decimals);
  return /^-0(\.0*)?$/.test(digits) ? digits.slice(1) : digits;
};
const significant = (value, digits) => {
  const size = Math.abs(value);
  if (size === 0) return '0';
  if (size < 1e-7 || size >= 1e15) return value.toExponential(digits - 1);
  return fixed(value, Math.max(0, digits - 1 - Number(value.toExponential(digits - 1).split('e')[1])));
};
const gapPercent = (gap) =>
  Math.abs(gap) < 1e-10 ? '0' : gap > 1e-10 && gap < 1e-4 ? '< 0.01' : gap > 0.9999 && gap < 1 - 1e-10 ? '> 99.99' : fixed(100 * gap, 2);
const typeset = (digits) => {
  const match = /^(-?)(\d{5,})(.*)$/.exec(digits);
  const grouped = match ? match[1] + match[2].replace(/\B(?=(\d{3})+$)/g, '\u202f') + match[3] : digits;
  return grouped.replaceAll('-', '\u2212');
};
const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
/** Returns the colour for a fraction of the heat map's scale, and whether text on it must be dark. */
const heat = (fraction) => {
  const stops = page.viridis;
  const place = Math.min(1, Math.max(0, fraction)) * (stops.length - 1);
  const below = Math.min(stops.length - 2, Math.floor(place));
  const from = channels(stops[below]);
  const to = channels(stops[below + 1]);
  const mixed = from.map((c, i) => Math.round(c + (to[i] - c) * (place - below)));
  const light = mixed.map((c) => (c / 255 <= 0.04045 ? c / 255 / 12.92 : ((c / 255 + 0.055) / 1.055) ** 2.4));
  const luminance = 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2];
  return { colour: 'rgb(' + mixed.join(',') + ')', ink: luminance > 0.18 ? '#000000' : '#fefefe' };
};
`;
