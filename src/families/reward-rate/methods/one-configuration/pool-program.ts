import { minimumOfZone, minimumsOf } from '../../../../../models/families/reward-rate/minimum-on.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import type { Prices } from '../room-program/bound.js';
import { allArrivalsRewardPerS, lpRow } from '../room-program/lp-parts.js';
import { CountProgram, firstExtra } from '../whole-numbers/count-program.js';
import type { Pool } from './pool.js';
import type { CountRange, Split } from '../room-program/proof.js';

export interface PoolAnswer {
  /** Dual values; `count` has one for each split. */
  readonly prices: Prices;
  /** [zone][configuration of its pool]: number of nodes that run it; may be fractional. */
  readonly units: readonly Float64Array[];
  readonly setPointC: number;
  readonly zoneKW: Float64Array;
}

/**
 * Penalty for each node by which a limit on a number of nodes is violated, as a multiple of the reward of all arrivals.
 * Such limits are the ranges of splits (sets of configurations of one zone) and the minimums of running nodes.
 */
const PENALTY = 100;
/**
 * Excess over a limit, C or kW, that costs as much as one missing node. It is so small that infeasible branches get low
 * values.
 */
const PER_NODE = 1e-4;

/**
 * LP over numbers of nodes by configuration of a pool: sum_s z_bs = n_b, with n_b nodes in zone b, and ranges for the
 * splits (sets of configurations of one zone). All limits may be exceeded by a common e >= 0 at a penalty. So every LP
 * is feasible and has dual values.
 */
export class PoolProgram extends CountProgram {
  /** [zone]: position of the column of its first configuration. */
  readonly #first: readonly number[];
  /** Splits whose nodes are counted. */
  readonly splits: Split[] = [];
  /** [split]: position of the first of its two rows. */
  readonly #rows: number[] = [];
  #active: readonly CountRange[] = [];

  constructor(
    model: RewardRateModel,
    readonly pool: Pool,
    engine: LpEngine,
  ) {
    const { byZone } = pool;
    const minimumOf = minimumOfZone(model);
    const columnE = firstExtra(model);
    const e = { name: 'e', cost: -PENALTY * allArrivalsRewardPerS(model), lower: 0, upper: Infinity };
    super(model, engine, {
      extra: [e],
      nodes: model.zones.map(({ nodeCount }, b) => lpRow(`nodes_${b}`, nodeCount, nodeCount)),
      counts: minimumsOf(model).map(({ nodes }, h) => lpRow(`on_${h}`, -Infinity, -nodes, [[columnE, -1]])),
      widens: PER_NODE,
    });
    let next = this.firstNodes;
    this.#first = byZone.map(({ length }) => (next += length) - length);
    this.addNodeCounts(
      byZone.flatMap((ofZone, zone) =>
        ofZone.map(({ usedPerS, coreW, isOn }) => ({
          zone,
          configuration: { ratePerS: usedPerS, coreW },
          upper: model.zones[zone]!.nodeCount,
          entries: isOn && minimumOf[zone]! >= 0 ? [[this.firstCount + minimumOf[zone]!, -1] as const] : [],
        })),
      ),
    );
  }

  /** Returns the position of a split among those counted. Adds rows that count it, at first without limits, if it is new. */
  count(split: Split): number {
    const known = this.splits.findIndex((one) => isSame(one, split));
    if (known >= 0) return known;
    this.#rows.push(this.session.rowCount);
    const first = this.#first[split.zone]!;
    const counted = [...split.within.keys()].filter((s) => split.within[s]);
    this.session.addRows(
      ['upTo', 'from'].map((name, n) =>
        lpRow(`${name}_${this.#rows.length}`, -Infinity, Infinity, [
          [this.firstExtra, -1],
          ...counted.map((s) => [first + s, n === 0 ? 1 : -1] as const),
        ]),
      ),
    );
    return this.splits.push(split) - 1;
  }

  /** Limits the numbers of nodes of these splits. Splits limited before have no limits any more. */
  setRanges(ranges: readonly CountRange[]): void {
    for (const { count } of this.#active) this.#setRange({ count, lower: -Infinity, upper: Infinity });
    for (const range of ranges) this.#setRange(range);
    this.#active = ranges;
  }

  #setRange({ count, lower, upper }: CountRange): void {
    const row = this.#rows[count]!;
    this.session.setRowBounds(row, -Infinity, upper);
    this.session.setRowBounds(row + 1, -Infinity, -lower);
  }

  solvePool(): PoolAnswer | null {
    const answer = this.solve();
    if (answer === null) return null;
    const { prices, values, setPointC, zoneKW, priceOf } = answer;
    const on = Float64Array.from(minimumsOf(this.model), (_, h) => priceOf(this.firstCount + h));
    const count = Float64Array.from(this.#rows, (row) => priceOf(row) - priceOf(row + 1));
    return { prices: { ...prices, on, count }, units: this.#unitsOf(values), setPointC, zoneKW };
  }

  /**
   * Returns an integer number of nodes for each configuration, [zone][configuration], found by the engine's branch and
   * bound; null if none were found.
   */
  wholeUnits(nodeLimit: number, relativeGap: number): readonly Float64Array[] | null {
    const values = this.wholeValues(
      (column, n) =>
        n === this.firstExtra ? { ...column, upper: 0 } : n >= this.firstNodes ? { ...column, integer: true } : column,
      nodeLimit,
      relativeGap,
    );
    return values === null ? null : this.#unitsOf(values.map(Math.round));
  }

  #unitsOf(values: Float64Array): Float64Array[] {
    return this.pool.byZone.map(({ length }, b) => values.slice(this.#first[b], this.#first[b]! + length));
  }
}

/** Returns true if two splits are the same set of configurations. */
export function isSame(one: Split, other: Split): boolean {
  return one.zone === other.zone && one.within.every((is, s) => is === other.within[s]);
}
