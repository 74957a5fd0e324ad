import { evaluateAllocation } from '../../../../../models/families/geo/evaluate.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';
import { finishedAllocation } from '../finish/finished.js';
import type { GeoMethodOutcome } from '../outcome.js';
import { copyDistribution, createDistribution, type Distribution } from './distribution.js';
import { Distributor } from './distributor.js';
import { isBetter, isServed, type Judged, judge } from './epoch-search.js';
import { type Decided, type EpochState, Turns } from './epoch-state.js';
import { EpochTerms } from './epoch-terms.js';
import { ruledFounders } from './founders.js';
import { type EfficiencyReading, type GreedyTables, greedyTables, mostHaste } from './greedy-tables.js';
import { withHottestRows } from './hottest-rows.js';
import { allocationOf } from './plan-of-shares.js';

/** Distribution (of the arrivals among data centres) chosen for an epoch, with the distributor that evaluated it. */
export interface Chosen extends Judged {
  readonly distributor: Distributor;
}

/** Maximum number of times that a chosen distribution is evaluated again while its repair still changes it. */
const MAX_SETTLINGS = 5;

/** The plan under construction: one distribution of arrivals among data centres for each epoch. */
export class Day {
  /** Distributions chosen so far, by epoch. */
  chosen: Chosen[] = [];
  private readonly turns: Turns;
  private readonly mostHaste: number;
  private readonly tables: GreedyTables[] = [];
  /** The model with rows of temperatures that may be the hottest: the same numbers in less time. */
  private readonly quickModel: GeoModel;

  constructor(
    readonly model: GeoModel,
    private readonly reading: EfficiencyReading,
    private readonly method = 'gald-cl',
  ) {
    this.turns = new Turns(model);
    this.quickModel = withHottestRows(model);
    this.mostHaste = mostHaste(model, reading);
  }

  /** Returns the states of all epochs before `epoch`; null for `epoch` itself and later ones. */
  decidedBefore(epoch: number): Decided {
    return Array.from({ length: this.model.epochCount }, (_, t) =>
      t < epoch ? stateOf(this.chosen[t]!.distribution) : null,
    );
  }

  /**
   * Returns the best of the initial distributions, without a search. The most efficient P-states are tried first, then
   * faster ones, until a distribution is feasible.
   */
  byRule(epoch: number, seedsOf = (distributor: Distributor) => this.seeds(distributor, epoch)): Chosen {
    const terms = new EpochTerms(this.quickModel, epoch, this.turns, this.decidedBefore(epoch));
    let best: Chosen | null = null;
    for (let haste = 0; haste <= this.mostHaste; haste++) {
      const tables = (this.tables[haste] ??= greedyTables(this.model, this.reading, haste));
      const distributor = new Distributor(tables, terms);
      for (const seed of seedsOf(distributor)) {
        const one = settled(distributor, judge(distributor, seed));
        if (best === null || isBetter(one, best)) best = one;
      }
      if (best !== null && isServed(best)) break;
    }
    return best!;
  }

  /** Returns an epoch's initial distributions: its present one, the previous epoch's, and those made by rules. */
  seeds({ tables, terms }: Distributor, epoch: number): Distribution[] {
    const known = [this.chosen[epoch], this.chosen[epoch - 1]].flatMap((one) => {
      if (one === undefined) return [];
      const copy = createDistribution(this.model);
      copyDistribution(copy, one.distribution);
      return copy;
    });
    return [...known, ...ruledFounders(tables, terms)];
  }

  /**
   * Returns the bill of the plan if `other` is the epoch's distribution, USD; null if some epoch has no feasible
   * distribution.
   */
  billUsdWith(epoch: number, other: Judged): number | null {
    const { epochCount } = this.model;
    const judged = Array.from({ length: epochCount }, (_, t) => (t === epoch ? other : this.chosen[t]));
    if (!judged.every((one): one is Judged => one !== undefined && isServed(one))) return null;
    return this.turns.billUsd(judged.map(({ distribution }) => stateOf(distribution)));
  }

  billUsd(chosen: readonly Chosen[]): number {
    return this.turns.billUsd(chosen.map(({ distribution }) => stateOf(distribution)));
  }

  outcome(stoppedEarly: boolean, work: Record<string, number>): GeoMethodOutcome {
    const { model, chosen } = this;
    const allocation = allocationOf(
      model,
      chosen.map(({ distribution, distributor }) => ({ shares: distribution.shares, tables: distributor.tables })),
    );
    const warnings: string[] = [];
    if (model.carbonCapKg < Infinity) {
      const { carbonKg } = evaluateAllocation(model, finishedAllocation(model, allocation));
      if (carbonKg > model.carbonCapKg) warnings.push(overCarbonCap(this.method, carbonKg, model.carbonCapKg));
    }
    return {
      allocation,
      certificate: null,
      stoppedEarly,
      warnings,
      work,
      figures: {
        estimatedCostUsd: this.billUsd(chosen),
        // Epochs in which the most efficient P-states do not suffice.
        hastyEpochs: chosen.filter(({ distributor }) => distributor.tables.haste > 0).length,
      },
    };
  }

  /** Returns an outcome without a plan, with a warning that no distribution was found for this epoch. */
  nothing(epoch: number, failed: Chosen, stoppedEarly: boolean, work: Record<string, number>): GeoMethodOutcome {
    return {
      allocation: null,
      certificate: null,
      stoppedEarly,
      warnings: [this.whatIsMissing(epoch, failed)],
      work,
      figures: {},
    };
  }

  private whatIsMissing(epoch: number, { distribution, distributor }: Chosen): string {
    const { taskNames, centres } = this.model;
    const { arrivalPerS } = distributor.terms;
    const missingPerS = distribution.missing.map((share, i) => share * arrivalPerS[i]!);
    const lacking = taskNames.flatMap((name, i) =>
      missingPerS[i]! > 0 ? [`${missingPerS[i]!.toPrecision(4)} tasks/s of ${name}`] : [],
    );
    const broken = centres.filter((_, d) => distribution.broken[d] === 1).map(({ name }) => name);
    return [
      `${this.method}: no distribution found for epoch ${epoch}.`,
      ...(lacking.length > 0 ? [`Not served: ${lacking.join(', ')}.`] : []),
      ...(broken.length > 0 ? [`Limits broken even without any work: ${broken.join(', ')}.`] : []),
      'That proves nothing: another method (gld-lp, fdld-cl) may find a plan.',
    ].join(' ');
  }
}

/**
 * Returns a distribution as the choice for its epoch. It is evaluated from scratch, and repaired again until the repair
 * changes nothing.
 */
export function settled(distributor: Distributor, { distribution }: Judged): Chosen {
  const copy = createDistribution(distributor.tables.model);
  copyDistribution(copy, distribution);
  for (let n = 0; ; n++) {
    const { cuts } = distributor.work;
    const judged = judge(distributor, copy);
    if (distributor.work.cuts === cuts || n === MAX_SETTLINGS) return { ...judged, distributor };
  }
}

function stateOf({ awake, energyKwh }: Distribution): EpochState {
  return { awake, energyKwh };
}

function overCarbonCap(method: string, carbonKg: number, capKg: number): string {
  return `${method} does not look at the carbon cap: its plan emits ${carbonKg.toPrecision(6)} kg where ${capKg} kg are allowed.`;
}
