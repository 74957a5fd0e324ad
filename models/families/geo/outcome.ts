import type { Violation } from '../violation.js';

/** What the checker finds about a geo plan, in the plan's own names. */
export interface GeoEvaluation {
  /** Total cost, USD: that of the `cells`, the demand charges, and the price of carbon. */
  readonly costUsd: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly demandUsd: number;
  readonly carbonUsd: number;
  readonly carbonKg: number;
  /** Cost of this plan with the cooling of Eq. 43 (CUP) in place of the room's, USD. */
  readonly costByCupUsd: number;
  /** Cells by epoch, then by centre in the instance's order. */
  readonly cells: readonly (readonly GeoCell[])[];
  /** Tasks/s served, by epoch, then by task type. */
  readonly servedPerS: readonly (readonly number[])[];
  /** Tasks/s that arrive, by epoch, then by task type. */
  readonly arrivalPerS: readonly (readonly number[])[];
  readonly demand: readonly DemandCharge[];
  readonly violations: readonly Violation[];
}

/** One centre in one epoch. Energies are of the whole epoch, kWh, at the meter unless stated otherwise. */
export interface GeoCell {
  readonly setPointC: number;
  readonly hottestInletC: number;
  /** Energy at the nodes' wall and of the CRACs, before overhead, kWh. */
  readonly nodeKwh: number;
  readonly cracKwh: number;
  /** Energy of the overhead: (Eff - 1) (nodes + CRACs), kWh. */
  readonly overheadKwh: number;
  /** Energy of starts and stops (Eq. 34), kWh. */
  readonly transitionKwh: number;
  /** Energy that sun and wind can give, kWh. */
  readonly renewableKwh: number;
  /** Part of `renewableKwh` that the centre does not use, whether it is fed in or not, kWh. */
  readonly surplusKwh: number;
  /** Part of `surplusKwh` that is fed in, kWh. */
  readonly fedInKwh: number;
  /** Energy bought, kWh: nodes + CRACs + overhead + transitions - renewables used here. */
  readonly gridKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
  /** Mean power at the meter over the epoch, W: nodes, CRACs, overhead and transitions, before renewables. */
  readonly powerW: number;
  /** Number of awake nodes, by node type in the instance's order. */
  readonly awake: readonly number[];
  /** Number of starts charged here, by node type. */
  readonly starts: readonly number[];
  /** Number of stops charged here, by node type. */
  readonly stops: readonly number[];
  /** Tasks/s served here, by task type. */
  readonly servedPerS: readonly number[];
}

export interface DemandCharge {
  readonly dataCentre: string;
  readonly period: string;
  readonly greatestKw: number;
  readonly usd: number;
}
