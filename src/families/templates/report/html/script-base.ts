/**
 * Part one of the atlas page's script: numbers as the reports write them, and the columns of states out of their
 * packing. Plain JavaScript of the browser, joined with the other parts in one function (atlas-script.ts).
 */
export const SCRIPT_BASE = String.raw`
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
const typeset = (digits) => {
  const match = /^(-?)(\d{5,})(.*)$/.exec(digits);
  const grouped = match ? match[1] + match[2].replace(/\B(?=(\d{3})+$)/g, '\u202f') + match[3] : digits;
  return grouped.replaceAll('-', '\u2212');
};
const celsius = (value, decimals) => typeset(fixed(value, decimals)) + '\u00a0°C';
const kilowatts = (watts, decimals) => typeset(fixed(watts / 1000, decimals)) + '\u00a0kW';
/** As the grid states it: no more digits than it has. */
const listed = (value) => typeset(String(Number(value.toPrecision(12))));
const coresText = (value) => typeset(fixed(value, 0)) + (value === 1 ? ' core' : ' cores');

const channels = (colour) => [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
/** Colour at a fraction of the scale, and whether text on it is dark. */
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

const KINDS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
/** Columns by name: base64, deflated, one behind the other, the widest numbers first. */
const unpacked = async () => {
  const text = atob(byId('plenum-columns').textContent.trim());
  const bytes = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  const buffer = await new Response(stream).arrayBuffer();
  const columns = {};
  let offset = 0;
  for (const { name, kind, length } of page.columns) {
    columns[name] = new KINDS[kind](buffer, offset, length);
    offset += columns[name].byteLength;
  }
  if (offset !== buffer.byteLength) throw new Error('its columns have another length than the page says');
  return columns;
};

/** Writes a number with its exact value beside it. */
const figure = (field, exact, text) => {
  const element = byId('atlas-' + field);
  element.value = String(exact);
  element.textContent = text;
};
`;
