import type { LimitName } from './limits.js';

/**
 * Convex, increasing function of the node powers of some zones, W, that treats these zones alike.
 *
 * @param zones indices of the zones in `powersW`
 */
export interface PowerCurve {
  readonly use: (powersW: ArrayLike<number>, zones: readonly number[]) => number;
  /** Returns the derivative of `use` by the power of each zone of `zones`, per W. */
  readonly slope: (powersW: ArrayLike<number>, zones: readonly number[]) => readonly number[];
}

/** Limit on the node powers of some zones in the model of a room, whatever the set-points are. */
export interface PowerLimit {
  readonly constraint: LimitName;
  readonly unit: string;
  readonly where: string;
  /** Indices of the zones, each once. */
  readonly zones: readonly number[];
  /** Value that plans must keep, in `unit`. */
  readonly limit: number;
  /** What is limited; absent: the sum of the powers, W. */
  readonly curve?: PowerCurve | undefined;
}

/** Returns the sum of the node powers of some zones, W. */
export function sumOver(powersW: ArrayLike<number>, zones: readonly number[]): number {
  let sumW = 0;
  for (const b of zones) sumW += powersW[b]!;
  return sumW;
}

/** Returns what node powers, W, use of a limit, in the unit of the limit. */
export function powerUse({ zones, curve }: Pick<PowerLimit, 'zones' | 'curve'>, powersW: ArrayLike<number>): number {
  return curve === undefined ? sumOver(powersW, zones) : curve.use(powersW, zones);
}

/**
 * Linear form of a limit on node powers, in its unit. All powers that keep the limit keep the tangent, too:
 *
 * sum over the zones of perW[n] times the power of zone zones[n] <= most
 */
export interface PowerTangent {
  readonly perW: readonly number[];
  readonly most: number;
}

/** Returns the tangent of a limit on node powers at given powers, W. If the limit is on their sum, it is the limit itself. */
export function powerTangent({ zones, curve, limit }: PowerLimit, powersW: ArrayLike<number>): PowerTangent {
  if (curve === undefined) return { perW: zones.map(() => 1), most: limit };
  const perW = curve.slope(powersW, zones);
  const linear = zones.reduce((sum, b, n) => sum + perW[n]! * powersW[b]!, 0);
  return { perW, most: limit - (curve.use(powersW, zones) - linear) };
}

/** Largest power per node at which a limit is looked for, W. Ours: far above that of any node. */
const MAX_NODE_W = 1e11;
/** Number of halvings with which the powers that just use up a limit are found. Ours: as many as doubles have digits. */
const HALVINGS = 60;

/**
 * Returns the tangent of a limit where all nodes draw equally much more than `idleW` and just use it up. If idle nodes
 * exceed the limit, it is the tangent at idle.
 */
export function firstTangent(
  limit: PowerLimit,
  zones: readonly { readonly idleW: number; readonly nodeCount: number }[],
): PowerTangent {
  const at = (perNodeW: number): Float64Array =>
    Float64Array.from(zones, ({ idleW, nodeCount }) => idleW + perNodeW * nodeCount);
  let [low, high] = [0, 0];
  if (limit.curve !== undefined && powerUse(limit, at(0)) < limit.limit) {
    for (high = 1; high < MAX_NODE_W && powerUse(limit, at(high)) < limit.limit; high *= 2) low = high;
    for (let n = 0; n < HALVINGS; n++) {
      const middle = (low + high) / 2;
      if (powerUse(limit, at(middle)) < limit.limit) low = middle;
      else high = middle;
    }
  }
  return powerTangent(limit, at(low));
}
