import { J_PER_KWH, W_PER_KW } from '../../../../../models/units.js';
import {
  energyCostUsd,
  purchaseUsdPerKwh,
  readyKwh,
  transitionKwh,
} from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';

/** Awake nodes and energy of all data centres in one epoch, on which the bill depends. There are J node types. */
export interface EpochState {
  /** Number of awake nodes, at index centre * J + node type. */
  readonly awake: Int32Array;
  /** Energy at the meter by centre, without transitions, kWh. */
  readonly energyKwh: Float64Array;
}

/** States by epoch; null for an epoch that is not decided yet. */
export type Decided = readonly (EpochState | null)[];

/**
 * Computes the energy of starts and stops between decided epochs. The energy is billed in the epoch in which the nodes
 * sleep (docs/decisions/geo-transitions.md).
 */
export class Turns {
  private readonly types: number;
  /** Energy of one start or stop, kWh, at index centre * J + node type, with J node types. */
  private readonly turnKwh: Float64Array;

  constructor(private readonly model: GeoModel) {
    const { centres, nodeTypes } = model;
    this.types = nodeTypes.length;
    this.turnKwh = Float64Array.from(
      centres.flatMap((centre) => nodeTypes.map((_, j) => transitionKwh(model, centre, j))),
    );
  }

  /**
   * Returns the transition energy of the nodes of centre d that are asleep in one epoch and awake in a neighbouring
   * one, kWh. The energy belongs to the epoch in which they sleep.
   *
   * @param sleeping numbers of awake nodes in the epoch in which the nodes sleep
   * @param from index in `sleeping` of the centre's first node type
   * @param waking numbers of awake nodes in the neighbouring epoch
   * @param at index in `waking` of the centre's first node type
   */
  chargedKwh(d: number, sleeping: Int32Array, from: number, waking: Int32Array, at: number): number {
    let kwh = 0;
    for (let j = 0; j < this.types; j++) {
      const more = waking[at + j]! - sleeping[from + j]!;
      if (more > 0) kwh += more * this.turnKwh[d * this.types + j]!;
    }
    return kwh;
  }

  /** Returns the transition energy in centre d that belongs to an epoch, kWh; undecided neighbours add nothing. */
  ofEpochKwh(d: number, epoch: number, decided: Decided): number {
    const { awake } = decided[epoch]!;
    const at = d * this.types;
    return this.adjacent(epoch).reduce((sum, other) => {
      const state = decided[other] ?? null;
      return state === null ? sum : sum + this.chargedKwh(d, awake, at, state.awake, at);
    }, 0);
  }

  /**
   * Returns the epochs before and after `epoch`. On a cyclic horizon the last epoch is before the first; if there are
   * only two epochs, the other one is returned twice.
   */
  adjacent(epoch: number): number[] {
    const { epochCount, cyclic } = this.model;
    if (epochCount === 1) return [];
    return [epoch - 1, epoch + 1].flatMap((other) => {
      if (other >= 0 && other < epochCount) return [other];
      return cyclic ? [(other + epochCount) % epochCount] : [];
    });
  }

  /**
   * Returns the largest mean power that centre d buys in those of the given epochs that are decided, kW; 0 if none is
   * decided.
   */
  greatestKw(d: number, epochs: readonly number[], decided: Decided): number {
    return epochs.reduce((most, epoch) => {
      const state = decided[epoch] ?? null;
      if (state === null) return most;
      const boughtKwh = Math.max(0, state.energyKwh[d]! - readyKwh(this.model, this.model.centres[d]!, epoch));
      return Math.max(most, meanKw(this.model, boughtKwh + this.ofEpochKwh(d, epoch, decided)));
    }, 0);
  }

  /** Returns the bill of a plan that has a state for every epoch, USD, computed as in `evaluateAllocation`. */
  billUsd(states: readonly EpochState[]): number {
    const { model } = this;
    let usd = 0;
    for (const [d, centre] of model.centres.entries()) {
      for (const [epoch, { energyKwh }] of states.entries()) {
        usd +=
          energyCostUsd(model, centre, epoch, energyKwh[d]!) +
          this.ofEpochKwh(d, epoch, states) * purchaseUsdPerKwh(model, centre, epoch);
      }
      for (const { usdPerKw, epochs } of centre.demandPeriods) usd += usdPerKw * this.greatestKw(d, epochs, states);
    }
    return usd;
  }
}

/** Returns the mean power, kW, at which an energy is used if it is used over one epoch. */
export function meanKw({ epochS }: GeoModel, kwh: number): number {
  return (kwh * J_PER_KWH) / epochS / W_PER_KW;
}
