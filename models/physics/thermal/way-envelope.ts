import { LuFactors, zeroColumns } from './lu-factors.js';
import type { InfluenceMatrix } from './influence-matrix.js';
import type { WayInfluence, WayRoom } from './failure-way.js';

/** Data that bound the temperatures after a failure, at set-points that stay. */
export interface EnvelopeDrive {
  /** Temperature of the air that leaves each entity (CRACs, then zones) before the failure, C. */
  readonly leavingC: Float64Array;
  /** Temperature of the air that leaves each entity in the final steady state, C. */
  readonly endC: Float64Array;
  readonly zonePowerW: ArrayLike<number>;
  /** Maximum heat that each CRAC removes, W; Infinity if unlimited. */
  readonly capacityW: ArrayLike<number>;
}

/** Temperatures that nothing passes between a failure and the final steady state. */
export interface WayBound {
  /** Temperature of the air that each entity draws in, C. */
  readonly drawnC: Float64Array;
  /**
   * 1 for each zone and failed CRAC whose air never gets warmer than it was before the failure, else 0. The bound of
   * the others follows from the air that they draw in.
   */
  readonly held: Uint8Array;
}

/** Sweeps end when no bound rises by more than this, K. It is far below the checker's tolerance. */
const SETTLED_K = 1e-11;
/** Maximum number of sweeps. Our choice: rooms take some hundreds. */
const MAX_SWEEPS = 20_000;
/** Share of an inlet's air that is traced back no further. What is left out makes the influence too small. */
const TRACED = 1e-14;

/**
 * Returns functions that bound a room's temperatures between the failure of CRACs and the new steady state, whatever the
 * thermal masses (docs/reward-rate/survive.md#the-way-at-unchanged-set-points). With x the temperature of the air that
 * leaves each CRAC and zone, and F(x) the one that it tends to, the bound y is the least with y >= x at the failure and
 * y >= F(y).
 */
export function wayEnvelope({ matrix, rhoC, failed }: Pick<WayRoom, 'matrix' | 'rhoC' | 'failed'>): {
  bound(drive: EnvelopeDrive): WayBound;
  influence(zone: number, held: Uint8Array): WayInfluence;
} {
  const { start, column, value } = matrix.weights;
  const count = matrix.cracNames.length;
  const perK = matrix.airFlowM3PerS.map((flow) => rhoC * flow);
  const drawn = (sink: number, leavingC: Float64Array): number => {
    let sum = 0;
    for (let n = start[sink]!; n < start[sink + 1]!; n++) sum += value[n]! * leavingC[column[n]!]!;
    return sum;
  };

  /** Entities that pass air on, at the last choice of those that are held, and the function that follows air back through them. */
  let last: { readonly held: Uint8Array; readonly solve: (drawn: Float64Array) => Float64Array } | undefined;
  /** Returns how much air each entity that passes air on has passed on to a sink, as multiples of what the sink draws. */
  const passedBy = (sink: number, held: Uint8Array, passesOn: (n: number) => boolean): Float64Array => {
    const drawnBySink = new Float64Array(perK.length);
    for (let n = start[sink]!; n < start[sink + 1]!; n++)
      if (passesOn(column[n]!)) drawnBySink[column[n]!]! += value[n]!;
    if (last === undefined || last.held.some((one, n) => one !== held[n]))
      last = { held: held.slice(), solve: tracedBack(matrix.weights, perK.length, passesOn) };
    return last.solve(drawnBySink);
  };

  return {
    bound({ leavingC, endC, zonePowerW, capacityW }) {
      const tendsTo = (n: number): number => {
        const inletC = drawn(n, y);
        if (n >= count) return perK[n] === 0 ? inletC : inletC + zonePowerW[n - count]! / perK[n]!;
        return failed.has(n) ? inletC : Math.max(leavingC[n]!, inletC - capacityW[n]! / perK[n]!);
      };
      // Both are below the bound: the state before by definition, the final one as temperatures reach it.
      const y = leavingC.map((before, n) => (perK[n]! > 0 ? Math.max(before, endC[n]!) : before));
      for (let sweep = 0, risen = Infinity; sweep < MAX_SWEEPS && risen > SETTLED_K; sweep++) {
        risen = 0;
        for (let n = 0; n < y.length; n++) {
          const rise = perK[n] === 0 ? 0 : tendsTo(n) - y[n]!;
          if (!(rise > 0)) continue;
          y[n]! += rise;
          risen = Math.max(risen, rise);
        }
      }
      const held = Uint8Array.from(y, (_, n) => ((n >= count || failed.has(n)) && leavingC[n]! > tendsTo(n) ? 1 : 0));
      return { drawnC: y.map((_, n) => drawn(n, y)), held };
    },
    influence(zone, held) {
      const perLeaving = new Float64Array(perK.length);
      const perW = new Float64Array(perK.length - count);
      const passesOn = (n: number): boolean => held[n] === 0 && (n >= count || failed.has(n));
      const passed = passedBy(count + zone, held, passesOn);
      const spread = (sink: number, by: number): void => {
        for (let n = start[sink]!; n < start[sink + 1]!; n++)
          if (!passesOn(column[n]!)) perLeaving[column[n]!]! += by * value[n]!;
      };
      spread(count + zone, 1);
      for (const [n, share] of passed.entries()) {
        if (share === 0) continue;
        if (n >= count) perW[n - count]! += share / perK[n]!;
        spread(n, share);
      }
      return { perLeaving, perSetPoint: new Float64Array(count), perReset: new Float64Array(count), perW };
    },
  };
}

/** Maximum number of entities for which one LU factorisation costs less than tracing air back for every inlet. */
const DIRECT_ENTITIES = 1000;

/**
 * Returns a function that follows air back through entities that pass it on: from what is drawn of each of them
 * directly to what has passed each of them, the solution v of v = drawn + W^T v with the weights W between them.
 */
function tracedBack(
  { start, column, value }: InfluenceMatrix['weights'],
  entities: number,
  passesOn: (n: number) => boolean,
): (drawn: Float64Array) => Float64Array {
  const through = Array.from({ length: entities }, (_, n) => n).filter(passesOn);
  if (through.length > DIRECT_ENTITIES) {
    return (drawn) => {
      const passed = drawn.slice();
      let weight = drawn;
      for (let left = 1; left > TRACED;) {
        const next = new Float64Array(entities);
        for (const sink of through) {
          const share = weight[sink]!;
          if (share === 0) continue;
          for (let n = start[sink]!; n < start[sink + 1]!; n++)
            if (passesOn(column[n]!)) next[column[n]!]! += share * value[n]!;
        }
        weight = next;
        for (const n of through) passed[n]! += weight[n]!;
        left = weight.reduce((sum, share) => sum + share, 0);
      }
      return passed;
    };
  }
  if (through.length === 0) return (drawn) => drawn;
  const place = new Map(through.map((n, at) => [n, at]));
  const columns = zeroColumns(through.length);
  for (const at of through.keys()) columns[at]![at] = 1;
  for (const [at, sink] of through.entries()) {
    for (let n = start[sink]!; n < start[sink + 1]!; n++) {
      const from = place.get(column[n]!);
      if (from !== undefined) columns[at]![from]! -= value[n]!;
    }
  }
  const factors = new LuFactors(columns);
  return (drawn) => {
    const solved = factors.solve(Float64Array.from(through, (n) => drawn[n]!));
    const passed = new Float64Array(entities);
    // Rounding must not make an influence negative: rows of bounds rely on that.
    for (const [at, n] of through.entries()) passed[n] = Math.max(0, solved[at]!);
    return passed;
  };
}
