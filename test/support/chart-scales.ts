/** A label of an axis: where it stands, and what it says. */
export interface Tick {
  readonly at: number;
  readonly value: number;
}

export interface Scale {
  readonly value: (at: number) => number;
  readonly place: (value: number) => number;
}

/** Number as pages set it (thin spaces, a real minus, a unit behind it); null for other words. */
export function numberOf(text: string): number | null {
  const plain = text
    .replaceAll(/[\u202f\u2009\u00a0,]/g, '')
    .replaceAll('\u2212', '-')
    .trim();
  const match = /^(-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?: ?(?:h|%|s|kW|MJ))?$/.exec(plain);
  return match === null ? null : Number(match[1]);
}

/** Least squares through an axis' labels, linear or logarithmic, whichever they follow; throws where they follow neither. */
export function axisScale(ticks: readonly Tick[]): Scale {
  const { isLog, slope, offset, error } = bestFit(ticks);
  if (error > MAX_OFF) {
    throw new Error(`Labels ${ticks.map(({ value }) => value).join(', ')} are on no scale (${error})`);
  }
  return {
    value: (at) => (isLog ? Math.exp(offset + slope * at) : offset + slope * at),
    place: (value) => ((isLog ? Math.log(value) : value) - offset) / slope,
  };
}

export function isOnScale(ticks: readonly Tick[]): boolean {
  return ticks.length < 3 || bestFit(ticks).error <= MAX_OFF;
}

/** Greatest residual of labels on an axis, as a share of its range: labels are rounded. */
const MAX_OFF = 0.04;

function bestFit(ticks: readonly Tick[]): ReturnType<typeof fit> & { readonly isLog: boolean } {
  const line = fit(ticks.map(({ at, value }) => [at, value]));
  const positive = ticks.length > 2 && ticks.every(({ value }) => value > 0);
  const curve = positive ? fit(ticks.map(({ at, value }) => [at, Math.log(value)])) : null;
  const isLog = curve !== null && curve.error < line.error;
  return { ...(isLog ? curve : line), isLog };
}

/** Line of least squares; `error`: the worst residual as a share of the range. */
function fit(points: readonly (readonly [number, number])[]): { slope: number; offset: number; error: number } {
  const n = points.length;
  const mean = (pick: 0 | 1): number => points.reduce((sum, point) => sum + point[pick], 0) / n;
  const [mx, my] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, [x, y]) => sum + (x - mx) * (y - my), 0) / points.reduce((sum, [x]) => sum + (x - mx) ** 2, 0);
  const offset = my - slope * mx;
  const values = points.map(([, y]) => y);
  const range = Math.max(...values) - Math.min(...values);
  return { slope, offset, error: Math.max(...points.map(([x, y]) => Math.abs(offset + slope * x - y))) / range };
}
