import { type Configuration, configurationKey } from '../../../../../models/facility/configuration.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import type { LpEngine } from '../../../../solvers/linear/engine.js';
import { allArrivalsRewardPerS, lpRow, matters } from '../room-program/lp-parts.js';
import type { Prices } from '../room-program/bound.js';
import type { MasterSolution } from '../room-program/room-lp.js';
import { type CountAnswer, CountProgram, firstExtra } from '../whole-numbers/count-program.js';
import type { AwakeRanges, AwakeSet } from './awake-sets.js';

/** Configuration that running nodes of a zone may have. */
export interface NodeConfiguration {
  readonly zone: number;
  readonly configuration: Configuration;
}

export interface AwakeAnswer
  extends Pick<CountAnswer, 'objective' | 'setPointC' | 'zoneKW'>, Pick<MasterSolution, 'used'> {
  /** Dual values; `count` has one for each set of zones. */
  readonly prices: Prices;
  /** Number of running nodes of each zone whose nodes may be on standby, in the LP's answer; may be fractional. */
  readonly awake: ReadonlyMap<number, number>;
}

/**
 * Cost of an absent node (a running node to which the LP gives no configuration), as a multiple of the reward of all
 * arrivals. Ours: more than any plan earns.
 */
const ABSENT_COST = 100;

/**
 * LP in which running nodes may divide their time over configurations: sum_s z_bs + absent_b = a_b, with a_b running
 * nodes in zone b, and a range for the sum of a_b over each set of zones. In zones whose nodes stay on, sum_s z_bs is
 * at most the number of nodes instead.
 *
 * Absent nodes are running nodes without a configuration. They make nearly every LP feasible, so that it has dual
 * values. Columns of running nodes are added as they are found.
 */
export class AwakeProgram extends CountProgram {
  readonly #sets: readonly AwakeSet[];
  /** [set]: position of the column a_b of its only zone, or of the row that counts its zones' running nodes. */
  readonly #at: readonly number[];
  /** Column of a_b by zone b. */
  readonly #columnOf: ReadonlyMap<number, number>;
  /** Configurations with columns, in the order of these. */
  readonly #columns: NodeConfiguration[] = [];
  readonly #known = new Set<string>();

  constructor(model: RewardRateModel, sets: readonly AwakeSet[], engine: LpEngine) {
    const singles = sets.filter(isSingle);
    const larger = sets.filter((set) => !isSingle(set));
    const columnA = firstExtra(model);
    const columnOf = new Map(singles.map(({ zones: [zone] }, k) => [zone!, columnA + k]));
    super(model, engine, {
      extra: [
        ...singles.map(({ zones: [zone], least, most }) => ({ name: `a_${zone}`, lower: least, upper: most })),
        ...singles.map(({ zones: [zone] }) => ({
          name: `absent_${zone}`,
          lower: 0,
          upper: Infinity,
          cost: -ABSENT_COST * allArrivalsRewardPerS(model),
        })),
      ],
      nodes: model.zones.map(({ nodeCount }, b) => {
        const column = columnOf.get(b);
        if (column === undefined) return lpRow(`nodes_${b}`, -Infinity, nodeCount);
        return lpRow(`nodes_${b}`, 0, 0, [
          [column, -1],
          [column + singles.length, 1],
        ]);
      }),
      counts: larger.map(({ zones, least, most }, k) =>
        lpRow(
          `set_${k}`,
          least,
          most,
          zones.map((b) => [columnOf.get(b)!, 1]),
        ),
      ),
    });
    this.#sets = sets;
    this.#columnOf = columnOf;
    this.#at = sets.map((set) =>
      isSingle(set) ? columnOf.get(set.zones[0]!)! : this.firstCount + larger.indexOf(set),
    );
  }

  /** Adds configurations of running nodes as columns, and returns how many are new. */
  addConfigurations(configurations: readonly NodeConfiguration[]): number {
    const added = configurations.filter(({ zone, configuration }) => {
      const key = `${zone}#${configurationKey(configuration)}#${configuration.coreW}`;
      return !this.#known.has(key) && this.#known.add(key);
    });
    this.addNodeCounts(added.map((one) => ({ ...one, upper: Infinity, entries: [] })));
    this.#columns.push(...added);
    return added.length;
  }

  setRanges({ lower, upper }: AwakeRanges): void {
    for (const [n, set] of this.#sets.entries()) {
      if (isSingle(set)) this.session.setColumnBounds(this.#at[n]!, lower[n]!, upper[n]!);
      else this.session.setRowBounds(this.#at[n]!, lower[n]!, upper[n]!);
    }
  }

  solveAwake(): AwakeAnswer | null {
    const answer = this.solve();
    if (answer === null) return null;
    const { objective, setPointC, zoneKW, prices, values, priceOf } = answer;
    const count = Float64Array.from(this.#sets, (one, n) => (isSingle(one) ? 0 : priceOf(this.#at[n]!)));
    const used = this.model.zones.map((): { configuration: Configuration; units: number }[] => []);
    for (const [k, { zone, configuration }] of this.#columns.entries()) {
      const units = values[this.firstNodes + k]!;
      if (matters(this.model, configuration, units)) used[zone]!.push({ configuration, units });
    }
    const awake = new Map([...this.#columnOf].map(([b, column]) => [b, values[column]!]));
    return { objective, setPointC, zoneKW, prices: { ...prices, count }, awake, used };
  }
}

function isSingle({ parts }: AwakeSet): boolean {
  return parts.length === 0;
}
