import type { Violation } from '../violation.js';

/** Findings of the checker about a geo plan, in the plan's own names. Types only. */
export interface GeoEvaluation {
  /** The bill: the sum of `cells`, demand charges and carbon price. */
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
  /** Tasks/s served, and asked for, by epoch, then by task type. */
  readonly servedPerS: readonly (readonly number[])[];
  readonly arrivalPerS: readonly (readonly number[])[];
  readonly demand: readonly DemandCharge[];
  readonly violations: readonly Violation[];
}

/** One centre in one epoch. Energies of the epoch in kWh, at the meter where not said otherwise. */
export interface GeoCell {
  readonly setPointC: number;
  readonly hottestInletC: number;
  /** Energy at the nodes' wall and of the CRACs, before overhead, kWh. */
  readonly nodeKwh: number;
  readonly cracKwh: number;
  /** (Eff - 1) (nodes + CRACs). */
  readonly overheadKwh: number;
  /** Eq. 34's energy. */
  readonly transitionKwh: number;
  /** Energy that sun and wind offer; of it not used here, fed in or not; of that fed in. */
  readonly renewableKwh: number;
  readonly surplusKwh: number;
  readonly fedInKwh: number;
  /** Bought: nodes + CRACs + overhead + transitions - renewables used here. */
  readonly gridKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
  /** Mean power at the meter over the epoch, W: nodes, CRACs, overhead and transitions, before renewables. */
  readonly powerW: number;
  /** Nodes awake, of how many, and starts and stops charged here; by node type in the instance's order. */
  readonly awake: readonly number[];
  readonly starts: readonly number[];
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
