import type { RunControl } from '../../../../methods/control.js';
import type { NodeSets } from './node-sets.js';
import type { FdldOptions } from './options.js';
import { RemovalSearch } from './removal-search.js';
import { leastRatios, meetsArrivals, servedPerS } from './served.js';
import { estimatedRates, type SetRates } from './set-rates.js';

/** Number of task types removed from nodes between two checks of the run's limits. */
export const REMOVALS_PER_STEP = 10_000;

/** State at the end of one search with Algorithm 4, with its ratios of served rate to arrivals. */
export interface Trial {
  readonly search: RemovalSearch;
  /** Least ratio of served rate with co-location to arrival rate, by task type. */
  readonly ratios: Float64Array;
  /** True if the rates with co-location serve all arrivals. */
  readonly met: boolean;
}

/** Runs Algorithm 4 once per set of factors phi, and keeps the cheapest state that serves all arrivals. */
export class Trials {
  runs = 0;
  removals = 0;
  candidates = 0;
  isStopped = false;
  /** Cheapest state so far that serves all arrivals; it is returned if the run is stopped. */
  fallback: Trial | null = null;

  constructor(
    readonly sets: NodeSets,
    readonly options: FdldOptions,
    private readonly control: RunControl,
  ) {}

  /** Runs Algorithm 4 with over-provisioning factors `phi` by task type. */
  withPhi(phi: ArrayLike<number>, batch = this.options.batch): Promise<Trial> {
    return this.complete(estimatedRates(this.sets.model, phi), batch);
  }

  async complete(rates: SetRates, batch = this.options.batch): Promise<Trial> {
    const search = new RemovalSearch(this.sets, rates, { ...this.options, batch });
    this.runs++;
    let isOver = false;
    while (!isOver && !this.isStopped) {
      const target = search.removals + REMOVALS_PER_STEP;
      while (!isOver && search.removals < target) isOver = !search.remove();
      const phase = `removals, run ${this.runs}`;
      this.isStopped = await this.control.step({ phase, bound: null, incumbent: this.incumbentUsd });
    }
    this.removals += search.removals;
    this.candidates += search.candidates;
    const ratios = leastRatios(this.sets.model, servedPerS(search));
    const trial = { search, ratios, met: meetsArrivals(ratios) };
    this.keep(trial);
    return trial;
  }

  keep(trial: Trial): void {
    if (!trial.met) return;
    const usd = trial.search.cost.estimatedUsd();
    if (this.incumbentUsd !== null && usd >= this.incumbentUsd) return;
    this.fallback = trial;
    this.incumbentUsd = usd;
  }

  /** Cost of `fallback` by FDLD's estimate, USD; null if there is no fallback. */
  private incumbentUsd: number | null = null;
}
