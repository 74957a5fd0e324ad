/** The unit a path's last name ends in, as far as values may be written with one: W, or null. */
export function fieldUnit(path: string): 'W' | null {
  return /[a-z]W(?:\[\d+\])?$/.test(path) ? 'W' : null;
}
