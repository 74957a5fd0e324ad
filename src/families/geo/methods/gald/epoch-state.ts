import { J_PER_KWH } from '../../../../../models/units.js';
import {
  energyCostUsd,
  purchaseUsdPerKwh,
  readyKwh,
  transitionKwh,
} from '../../../../../models/families/geo/cell-cost.js';
import type { GeoModel } from '../../../../../models/families/geo/model.js';

/** State of an epoch by centre, as needed for its neighbours and the bill. D centres, J node types. */
export interface EpochState {
  /** Number of nodes awake: entry centre * J + type. */
  readonly awake: Int32Array;
  /** Energy at the meter, without transitions, kWh. */
  readonly energyKwh: Float64Array;
}

/** States by epoch; null if nothing is decided yet. */
export type Decided = readonly (EpochState | null)[];

/**
 * Starts and stops between decided epochs. Each is charged to the epoch in which the node sleeps
 * (docs/decisions/geo-transitions.md), i.e. to the neighbour with fewer awake nodes.
 */
export class Turns {
  private readonly types: number;
  /** Energy of a start or stop, kWh: entry centre * J + type. */
  private readonly turnKwh: Float64Array;

  constructor(private readonly model: GeoModel) {
    const { centres, nodeTypes } = model;
    this.types = nodeTypes.length;
    this.turnKwh = Float64Array.from(
      centres.flatMap((centre) => nodeTypes.map((_, j) => transitionKwh(model, centre, j))),
    );
  }

  /**
   * Returns the energy charged to `sleeping` for nodes of centre d that are awake only in `waking`, kWh; entries by
   * node type start at `from` and `at`.
   */
  chargedKwh(d: number, sleeping: Int32Array, from: number, waking: Int32Array, at: number): number {
    let kwh = 0;
    for (let j = 0; j < this.types; j++) {
      const more = waking[at + j]! - sleeping[from + j]!;
      if (more > 0) kwh += more * this.turnKwh[d * this.types + j]!;
    }
    return kwh;
  }

  /** Returns the energy charged to a decided epoch, kWh; undecided neighbours have no effect. */
  ofEpochKwh(d: number, epoch: number, decided: Decided): number {
    const { awake } = decided[epoch]!;
    const at = d * this.types;
    return this.adjacent(epoch).reduce((sum, other) => {
      const state = decided[other] ?? null;
      return state === null ? sum : sum + this.chargedKwh(d, awake, at, state.awake, at);
    }, 0);
  }

  /**
   * Returns the epochs before and after, across the end of a cyclic horizon; the same one twice if there are only two
   * epochs.
   */
  adjacent(epoch: number): number[] {
    const { epochCount, cyclic } = this.model;
    if (epochCount === 1) return [];
    return [epoch - 1, epoch + 1].flatMap((other) => {
      if (other >= 0 && other < epochCount) return [other];
      return cyclic ? [(other + epochCount) % epochCount] : [];
    });
  }

  /** Returns the largest mean power that centre d buys in those of the epochs that are decided, kW. */
  greatestKw(d: number, epochs: readonly number[], decided: Decided): number {
    return epochs.reduce((most, epoch) => {
      const state = decided[epoch] ?? null;
      if (state === null) return most;
      const boughtKwh = Math.max(0, state.energyKwh[d]! - readyKwh(this.model, this.model.centres[d]!, epoch));
      return Math.max(most, meanKw(this.model, boughtKwh + this.ofEpochKwh(d, epoch, decided)));
    }, 0);
  }

  /** Returns the whole bill, computed as in `evaluateAllocation`, USD. */
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

/** Returns the mean power over an epoch for an energy, kW. */
export function meanKw({ epochS }: GeoModel, kwh: number): number {
  return (kwh * J_PER_KWH) / epochS / 1000;
}
