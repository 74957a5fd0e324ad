/** Returns numbers as little-endian floating-point numbers of `width` bytes each. */
export function floatBytes(values: Float64Array, width: 4 | 8): Uint8Array {
  const bytes = new Uint8Array(values.length * width);
  const view = new DataView(bytes.buffer);
  values.forEach((value, k) => {
    if (width === 8) view.setFloat64(8 * k, value, true);
    else view.setFloat32(4 * k, value, true);
  });
  return bytes;
}

/** Returns the numbers stored as little-endian floating-point numbers of `width` bytes each. */
export function floatsOf(bytes: Uint8Array, width: 4 | 8): Float64Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Float64Array.from({ length: Math.floor(bytes.length / width) }, (_, k) =>
    width === 8 ? view.getFloat64(8 * k, true) : view.getFloat32(4 * k, true),
  );
}
