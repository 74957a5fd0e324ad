import type { Violation } from '../violation.js';

/** Evaluation of a geo plan. Cells, epochs and types are in the order of the instance. */
export interface GeoEvaluation {
  /** Total cost, USD: cost of the `cells` plus demand charges plus carbon price. */
  readonly costUsd: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly demandUsd: number;
  readonly carbonUsd: number;
  readonly carbonKg: number;
  /**
   * Cost of this plan, USD, if cooling power is approximated by node power / CUP (Eq. 43) instead of computed from the
   * room's temperatures.
   */
  readonly costByCupUsd: number;
  /** One cell for each epoch and data centre: [epoch][centre]. */
  readonly cells: readonly (readonly GeoCell[])[];
  /** Served rate, tasks/s: [epoch][task type]. */
  readonly servedPerS: readonly (readonly number[])[];
  /** Arrival rate, tasks/s: [epoch][task type]. */
  readonly arrivalPerS: readonly (readonly number[])[];
  readonly demand: readonly DemandCharge[];
  readonly violations: readonly Violation[];
}

/** One data centre in one epoch. Energies are for the whole epoch, kWh, at the meter unless stated otherwise. */
export interface GeoCell {
  readonly setPointC: number;
  readonly hottestInletC: number;
  /** Energy of the nodes at the wall, before overhead, kWh. */
  readonly nodeKwh: number;
  /** Energy of the CRACs, before overhead, kWh. */
  readonly cracKwh: number;
  /** Energy of the overhead, (Eff - 1) (nodes + CRACs), kWh. Eff is the ratio `powerOverhead` of the model. */
  readonly overheadKwh: number;
  /** Energy of transitions (starts and stops of nodes, Eq. 34), kWh. */
  readonly transitionKwh: number;
  /** Available solar and wind energy, kWh. */
  readonly renewableKwh: number;
  /** Part of the available solar and wind energy that the centre does not consume, whether it is fed in or not, kWh. */
  readonly surplusKwh: number;
  /** Energy fed into the grid, kWh: part of `surplusKwh`. */
  readonly fedInKwh: number;
  /** Energy bought, kWh: nodes + CRACs + overhead + transitions - renewables consumed here. */
  readonly gridKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
  /**
   * Mean power at the meter over the epoch, W: nodes, CRACs, overhead and transitions, before subtracting renewables.
   */
  readonly powerW: number;
  /** Number of awake nodes of each type, in the instance's order. */
  readonly awake: readonly number[];
  /** Number of node starts whose energy is charged to this cell, for each node type. */
  readonly starts: readonly number[];
  /** Number of node stops whose energy is charged to this cell, for each node type. */
  readonly stops: readonly number[];
  /** Rate at which tasks of each type are served here, tasks/s. */
  readonly servedPerS: readonly number[];
}

export interface DemandCharge {
  readonly dataCentre: string;
  readonly period: string;
  readonly greatestKw: number;
  readonly usd: number;
}
