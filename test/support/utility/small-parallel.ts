import type { UtilityModel } from '../../../models/families/utility/model.js';
import type { UtilityFunctions } from '../../../models/families/utility-function.js';
import { randomStream } from '../../../src/random/stream.js';

/** Pieces of a function: [start, value, floor, rate] or a constant [start, value]. */
type Shape = readonly (readonly [number, number] | readonly [number, number, number, number])[];

export function functionsOf(shapes: readonly Shape[]): UtilityFunctions {
  const pieces = shapes.flat();
  const firstPiece = Int32Array.from({ length: shapes.length + 1 }, (_, f) => shapes.slice(0, f).flat().length);
  return {
    count: shapes.length,
    firstPiece,
    startS: Float64Array.from(pieces, (p) => p[0]),
    value: Float64Array.from(pieces, (p) => p[1]),
    floor: Float64Array.from(pieces, (p) => p[2] ?? p[1]),
    ratePerS: Float64Array.from(pieces, (p) => p[3] ?? 0),
    slopePerS: new Float64Array(pieces.length),
  };
}

export interface OptionOf {
  readonly pool: number;
  readonly pState?: number;
  readonly nodes: number;
  readonly timeS: number;
  readonly powerW: number;
}

export interface ParallelParts {
  readonly pools: readonly { readonly nodes: number; readonly coresPerNode?: number }[];
  readonly kinds: readonly (readonly OptionOf[])[];
  readonly functions: readonly Shape[];
  readonly tasks: readonly {
    readonly arrivalS: number;
    readonly kind: number;
    readonly utility: number;
    readonly type?: number;
  }[];
  readonly days: readonly { readonly startS: number; readonly endS: number; readonly budgetJ: number }[];
  readonly eventIntervalS?: number;
  readonly droppingThreshold?: number;
}

/** A compiled fault of parallel tasks from its parts; the last day is measured. */
export function parallelModel(parts: ParallelParts): UtilityModel {
  const { kinds, tasks, days } = parts;
  const all = kinds.flat();
  const last = days[days.length - 1]!;
  return {
    name: 'small',
    environment: 'parallel',
    endS: last.endS,
    measuredFromS: last.startS,
    days,
    eventIntervalS: parts.eventIntervalS ?? 60,
    droppingThreshold: parts.droppingThreshold ?? 0.5,
    preemptionOverheadS: 0,
    pools: parts.pools.map(({ nodes, coresPerNode = 1 }, j) => ({ name: `pool ${j}`, nodes, coresPerNode })),
    options: {
      kindCount: kinds.length,
      first: Int32Array.from({ length: kinds.length + 1 }, (_, c) => kinds.slice(0, c).flat().length),
      pool: Int32Array.from(all, ({ pool }) => pool),
      pState: Uint8Array.from(all, ({ pState = 0 }) => pState),
      nodes: Int32Array.from(all, ({ nodes }) => nodes),
      timeS: Float64Array.from(all, ({ timeS }) => timeS),
      powerW: Float64Array.from(all, ({ powerW }) => powerW),
    },
    functions: functionsOf(parts.functions),
    tasks: {
      count: tasks.length,
      name: (task) => `task ${task}`,
      arrivalS: Float64Array.from(tasks, ({ arrivalS }) => arrivalS),
      type: Int32Array.from(tasks, ({ type, kind }) => type ?? kind),
      kind: Int32Array.from(tasks, ({ kind }) => kind),
      utility: Int32Array.from(tasks, ({ utility }) => utility),
      mayPreempt: new Uint8Array(tasks.length),
      mayBePreempted: new Uint8Array(tasks.length),
    },
  };
}

/** The same fault with some pools limited over time, in a few steps down and up. */
export function withAllowedNodes(model: UtilityModel, seed: number): UtilityModel {
  const { integer, uniform } = randomStream(seed, 'allowed nodes');
  const pools = model.pools.map((pool) => {
    if (uniform() < 0.4) return pool;
    const moments = [...new Set(Array.from({ length: integer(1, 4) }, () => 15 * integer(0, 80)))].sort(
      (a, b) => a - b,
    );
    return { ...pool, allowed: moments.map((fromS) => ({ fromS, nodes: integer(0, pool.nodes) })) };
  });
  return { ...model, pools };
}

/** The same fault with every pool twice over, and options in both: pools that only their number tells apart. */
export function withTwinPools(model: UtilityModel): UtilityModel {
  const { options, pools } = model;
  const order: { readonly o: number; readonly pool: number }[] = [];
  const first = new Int32Array(options.kindCount + 1);
  for (let kind = 0; kind < options.kindCount; kind++) {
    const those = Array.from({ length: options.first[kind + 1]! - options.first[kind]! }, (_, k) => {
      const o = options.first[kind]! + k;
      return [0, 1].map((twin) => ({ o, pool: 2 * options.pool[o]! + twin }));
    }).flat();
    order.push(...those.sort((a, b) => a.pool - b.pool || a.o - b.o));
    first[kind + 1] = order.length;
  }
  return {
    ...model,
    pools: pools.flatMap((pool) => [pool, { ...pool, name: `${pool.name} again` }]),
    options: {
      kindCount: options.kindCount,
      first,
      pool: Int32Array.from(order, ({ pool }) => pool),
      pState: Uint8Array.from(order, ({ o }) => options.pState[o]!),
      nodes: Int32Array.from(order, ({ o }) => options.nodes[o]!),
      timeS: Float64Array.from(order, ({ o }) => options.timeS[o]!),
      powerW: Float64Array.from(order, ({ o }) => options.powerW[o]!),
    },
  };
}

/** The same fault with one to three power rows, which allow of each a part of what all pools could draw. Coefficients are exact in binary. */
export function withPowerRows(model: UtilityModel, seed: number): UtilityModel {
  const { integer, uniform } = randomStream(seed, 'power rows');
  const { options, pools } = model;
  const count = integer(1, 3);
  const J = pools.length;
  const coefficient = Float64Array.from({ length: count * J }, () => [0, 0.25, 0.5, 1, 2][integer(0, 4)]!);
  const mostW = pools.map((pool, j) =>
    Math.max(
      0,
      ...Array.from(options.pool, (p, o) => (p === j ? (options.powerW[o]! / options.nodes[o]!) * pool.nodes : 0)),
    ),
  );
  const limit = Float64Array.from({ length: count }, (_, r) =>
    Math.ceil(mostW.reduce((sum, most, j) => sum + most * coefficient[r * J + j]!, 0) * uniform(0.15, 0.9)),
  );
  const names = Array.from(limit, (_, r) => `row ${r}`);
  return { ...model, powerRows: { count, names, unit: names.map(() => 'K' as const), coefficient, limit } };
}

/**
 * A small oversubscribed fault. Times and powers are whole numbers, so that every sum of energies is exact in whatever order; few different
 * ones, so that ties are frequent.
 */
export function randomParallel(seed: number): UtilityModel {
  const { integer, uniform } = randomStream(seed, 'small parallel problem');
  const poolCount = integer(1, 4);
  const pools = Array.from({ length: poolCount }, () => ({ nodes: integer(1, 7), coresPerNode: 2 ** integer(0, 2) }));
  const pStates = integer(1, 3);
  const kinds = Array.from({ length: integer(1, 6) }, () => {
    const from = integer(0, poolCount - 1);
    const to = uniform() < 0.5 ? from : integer(from, poolCount - 1);
    return pools.slice(from, to + 1).flatMap(({ nodes }, at) => {
      const wide = integer(1, nodes);
      const timeS = 15 * integer(1, 30);
      return Array.from({ length: pStates }, (_, pState) => ({
        pool: from + at,
        pState,
        nodes: wide,
        timeS: timeS + 15 * pState * integer(0, 6),
        powerW: Math.max(0, wide * integer(1, 12) - 2 * pState),
      }));
    });
  });
  const functions = Array.from({ length: integer(1, 5) }, () => {
    const start = integer(1, 8);
    const [second, third] = [30 * integer(2, 20), 30 * integer(21, 60)];
    if (uniform() < 0.4)
      return [
        [0, start],
        [second, start / 2],
        [third, 0],
      ] as const;
    return [
      [0, start],
      [second, start, 0, 2 ** -integer(6, 10)],
      [third, 0],
    ] as const;
  });
  const midnightS = 60 * integer(3, 12) + (uniform() < 0.3 ? 30 : 0);
  const endS = midnightS + 60 * integer(5, 20);
  const tasks = Array.from({ length: integer(1, 45) }, () => ({
    arrivalS: 10 * integer(0, Math.floor(endS / 10) - 1),
    kind: integer(0, kinds.length - 1),
    utility: integer(0, functions.length - 1),
  })).sort((a, b) => a.arrivalS - b.arrivalS);
  const mostW = Math.max(...kinds.flat().map(({ powerW }) => powerW));
  return parallelModel({
    pools,
    kinds,
    functions,
    tasks,
    days: [
      { startS: 0, endS: midnightS, budgetJ: Infinity },
      {
        startS: midnightS,
        endS,
        budgetJ: uniform() < 0.2 ? Infinity : Math.ceil(mostW * (endS - midnightS) * uniform(0.05, 2)),
      },
    ],
    droppingThreshold: uniform() < 0.5 ? 0 : 0.5,
  });
}
