import type { UtilityEnvironment, UtilityModel } from '../../../models/families/utility/model.js';
import type { RandomStream } from '../../../src/random/stream.js';

/** One way to run one kind of work. */
export interface TinyOption {
  readonly pool?: number;
  readonly pState?: number;
  readonly nodes?: number;
  readonly timeS: number;
  readonly powerW?: number;
}

/** A piece of a utility function; constant unless it has a rate or a slope. */
export interface TinyPiece {
  readonly startS: number;
  readonly value: number;
  readonly floor?: number;
  readonly ratePerS?: number;
  readonly slopePerS?: number;
}

export interface TinyTask {
  readonly arrivalS: number;
  readonly kind?: number;
  readonly utility?: number;
  readonly mayPreempt?: boolean;
  readonly mayBePreempted?: boolean;
}

export interface TinyModel {
  readonly environment?: UtilityEnvironment;
  readonly measuredFromS?: number;
  readonly endS: number;
  readonly budgetJ?: number;
  /** Budget of the time before the measured one, as of a whole day; none by default. */
  readonly budgetBeforeJ?: number;
  readonly eventIntervalS?: number;
  readonly preemptionOverheadS?: number;
  /** Nodes of each pool; one pool of one node by default. */
  readonly pools?: readonly number[];
  readonly kinds: readonly (readonly TinyOption[])[];
  readonly functions: readonly (readonly TinyPiece[])[];
  readonly tasks: readonly TinyTask[];
  readonly rows?: readonly TinyRow[];
}

/** A limit on the power of busy nodes: coefficient by pool. */
export interface TinyRow {
  readonly unit?: 'K' | 'W';
  readonly perW: readonly number[];
  readonly limit: number;
}

/** A compiled fault written down by hand. */
export function tinyModel(tiny: TinyModel): UtilityModel {
  const { environment = 'serial', measuredFromS = 0, endS, budgetJ = Infinity, pools = [1], kinds, functions } = tiny;
  const tasks = tiny.tasks.toSorted((a, b) => a.arrivalS - b.arrivalS);
  const options = kinds.flat();
  const pieces = functions.flat();
  const firsts = (lists: readonly (readonly unknown[])[]): Int32Array =>
    Int32Array.from({ length: lists.length + 1 }, (_, k) => lists.slice(0, k).flat().length);
  const of = (read: (piece: TinyPiece) => number): Float64Array => Float64Array.from(pieces, read);
  return {
    name: 'tiny',
    environment,
    measuredFromS,
    endS,
    days: [
      ...(measuredFromS > 0 ? [{ startS: 0, endS: measuredFromS, budgetJ: tiny.budgetBeforeJ ?? Infinity }] : []),
      { startS: measuredFromS, endS, budgetJ },
    ],
    eventIntervalS: tiny.eventIntervalS ?? 60,
    droppingThreshold: 0,
    preemptionOverheadS: tiny.preemptionOverheadS ?? 0,
    pools: pools.map((nodes, j) => ({ name: `pool ${j}`, nodes, coresPerNode: 1 })),
    options: {
      kindCount: kinds.length,
      first: firsts(kinds),
      pool: Int32Array.from(options, ({ pool = 0 }) => pool),
      pState: Uint8Array.from(options, ({ pState = 0 }) => pState),
      nodes: Int32Array.from(options, ({ nodes = 1 }) => nodes),
      timeS: Float64Array.from(options, ({ timeS }) => timeS),
      powerW: Float64Array.from(options, ({ powerW = 0 }) => powerW),
    },
    functions: {
      count: functions.length,
      firstPiece: firsts(functions),
      startS: of(({ startS }) => startS),
      value: of(({ value }) => value),
      floor: of(({ floor, value, ratePerS = 0 }) => floor ?? (ratePerS > 0 ? 0 : value)),
      ratePerS: of(({ ratePerS = 0 }) => ratePerS),
      slopePerS: of(({ slopePerS = 0 }) => slopePerS),
    },
    tasks: {
      count: tasks.length,
      name: (n) => `task ${n}`,
      arrivalS: Float64Array.from(tasks, ({ arrivalS }) => arrivalS),
      type: Int32Array.from(tasks, ({ kind = 0 }) => kind),
      kind: Int32Array.from(tasks, ({ kind = 0 }) => kind),
      utility: Int32Array.from(tasks, ({ utility = 0 }) => utility),
      mayPreempt: Uint8Array.from(tasks, ({ mayPreempt = true }) => Number(mayPreempt)),
      mayBePreempted: Uint8Array.from(tasks, ({ mayBePreempted = true }) => Number(mayBePreempted)),
    },
    ...(tiny.rows === undefined
      ? {}
      : {
          powerRows: {
            count: tiny.rows.length,
            names: tiny.rows.map((_, r) => `row ${r}`),
            unit: tiny.rows.map(({ unit = 'K' }) => unit),
            coefficient: Float64Array.from(tiny.rows.flatMap(({ perW }) => perW)),
            limit: Float64Array.from(tiny.rows, ({ limit }) => limit),
          },
        }),
  };
}

/** One or two rows over pools that draw `busyW` at most: from one that forbids much to one that never binds. */
export function randomRows({ uniform, integer }: RandomStream, busyW: readonly number[]): TinyRow[] {
  return Array.from({ length: integer(1, 2) }, () => {
    const perW = busyW.map(() => (uniform() < 0.3 ? 0 : uniform(0.1, 2)));
    const most = perW.reduce((sum, coefficient, j) => sum + coefficient * busyW[j]!, 0);
    return { unit: uniform() < 0.5 ? ('K' as const) : ('W' as const), perW, limit: most * uniform(0.3, 0.9) };
  });
}

/** A non-increasing utility function of up to three pieces: constants, exponentials and lines, with drops between some of them. */
export function randomFunction({ uniform, integer }: RandomStream, meanS: number): TinyPiece[] {
  const pieces: TinyPiece[] = [];
  let value = integer(1, 8);
  let startS = 0;
  for (let p = integer(1, 3); p > 0; p--) {
    const lengthS = Math.round(uniform(0.3, 2) * meanS);
    const shape = integer(0, 2);
    if (shape === 0) pieces.push({ startS, value });
    if (shape === 1) {
      const floor = uniform() < 0.5 ? 0 : value * uniform(0, 0.8);
      const ratePerS = uniform(0.1, 3) / meanS;
      pieces.push({ startS, value, floor, ratePerS });
      value = floor + (value - floor) * Math.exp(-ratePerS * lengthS);
    }
    if (shape === 2) {
      const slopePerS = (uniform(0.1, 1) * value) / lengthS;
      pieces.push({ startS, value, slopePerS });
      value = Math.max(0, value - slopePerS * lengthS);
    }
    if (uniform() < 0.5) value *= uniform(0, 0.9);
    startS += lengthS;
  }
  if (uniform() < 0.6) pieces.push({ startS, value: 0 });
  return pieces;
}
