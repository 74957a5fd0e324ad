/** Largest value of a quantity so far, and the moment at which it occurs, s. */
export interface Worst {
  value: number;
  atS: number;
}

export function raise(worst: Worst, value: number, atS: number): void {
  if (value <= worst.value) return;
  worst.value = value;
  worst.atS = atS;
}
