import { W_PER_KW } from '../../../../../models/units.js';

/**
 * First part of the script of the atlas page (atlas-script.ts joins all parts). It formats quantities and unpacks the
 * columns of states.
 */
export const SCRIPT_BASE = String.raw`
const celsius = (value, decimals) => typeset(fixed(value, decimals)) + '\u00a0°C';
const kilowatts = (watts, decimals) => typeset(fixed(watts / ${W_PER_KW}, decimals)) + '\u00a0kW';
/** Returns a number as the grid states it, without digits that come from rounding. */
const listed = (value) => typeset(String(Number(value.toPrecision(12))));
const coresText = (value) => typeset(fixed(value, 0)) + (value === 1 ? ' core' : ' cores');

const KINDS = { f64: Float64Array, u32: Uint32Array, u16: Uint16Array, u8: Uint8Array };
/**
 * Returns the columns by name. The page has them as base64 text of compressed bytes, one column after the other, the
 * widest number types first.
 */
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

/** Shows a figure as text, and stores its exact value in the same element. */
const figure = (field, exact, text) => {
  const element = byId('atlas-' + field);
  element.value = String(exact);
  element.textContent = text;
};
`;
