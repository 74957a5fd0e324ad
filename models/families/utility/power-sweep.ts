import type { UtilityModel } from './model.js';
import type { Schedule } from './schedule.js';

/** Index of a pool, and the change of the power of its busy nodes at a moment, W. */
export type PowerChange = readonly [pool: number, changeW: number];

/**
 * Calls `visit` for every moment of a schedule at which pieces of execution start or end, in ascending order. Arguments
 * are the moment, the power of each pool's busy nodes from then on (W, in an array that is reused), and the changes of
 * power. If pieces end and start at the same moment, `visit` is called only once.
 */
export function sweepPower(
  { pools, options }: UtilityModel,
  { option, firstPiece, pieceStartS, pieceEndS }: Schedule,
  visit: (atS: number, busyW: Float64Array, changes: readonly PowerChange[]) => void,
): void {
  const pieces = pieceStartS.length;
  const runOf = new Int32Array(pieces);
  for (let r = 0; r < option.length; r++) runOf.fill(r, firstPiece[r], firstPiece[r + 1]);
  // Changes 2 q and 2 q + 1 are the start and the end of piece q.
  const momentS = Float64Array.from({ length: 2 * pieces }, (_, c) => (c % 2 === 0 ? pieceStartS : pieceEndS)[c >> 1]!);
  const order = Uint32Array.from(momentS.keys()).sort((a, b) => momentS[a]! - momentS[b]! || a - b);
  const busyW = new Float64Array(pools.length);
  const running = new Int32Array(pools.length);
  const isChanged = new Uint8Array(pools.length);
  const changeW = new Float64Array(pools.length);
  for (let k = 0; k < order.length;) {
    const atS = momentS[order[k]!]!;
    const changed: number[] = [];
    for (; k < order.length && momentS[order[k]!] === atS; k++) {
      const change = order[k]!;
      const o = option[runOf[change >> 1]!]!;
      const j = options.pool[o]!;
      const sign = change % 2 === 0 ? 1 : -1;
      running[j]! += sign;
      changeW[j]! += sign * options.powerW[o]!;
      if (isChanged[j] === 0) changed.push(j);
      isChanged[j] = 1;
    }
    visit(
      atS,
      busyW,
      changed.map((j): PowerChange => {
        // Nothing runs: nothing is left, of rounding neither.
        const nowW = running[j] === 0 ? 0 : busyW[j]! + changeW[j]!;
        const byW = nowW - busyW[j]!;
        busyW[j] = nowW;
        isChanged[j] = 0;
        changeW[j] = 0;
        return [j, byW];
      }),
    );
  }
}
