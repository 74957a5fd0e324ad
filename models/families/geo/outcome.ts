import type { Violation } from '../violation.js';

/** Costs, energies, rates and violated limits of a geo plan, in the order of the instance. */
export interface GeoEvaluation {
  /** Total cost of the plan, USD: costs of all cells, demand charges, and carbon price. */
  readonly costUsd: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly demandUsd: number;
  readonly carbonUsd: number;
  readonly carbonKg: number;
  /**
   * Cost of the same plan, USD, if cooling power is not computed from temperatures but is node power / CUP (Eq. 43).
   */
  readonly costByCupUsd: number;
  /** Results of each centre in each epoch, as [epoch][centre]. */
  readonly cells: readonly (readonly GeoCell[])[];
  /** Rate at which all centres together serve tasks, tasks/s, as [epoch][task type]. */
  readonly servedPerS: readonly (readonly number[])[];
  /** Arrival rate, tasks/s, as [epoch][task type]. */
  readonly arrivalPerS: readonly (readonly number[])[];
  readonly demand: readonly DemandCharge[];
  readonly violations: readonly Violation[];
}

/** Results for one centre in one epoch. Energies are totals at the meter, unless the field says otherwise. */
export interface GeoCell {
  readonly setPointC: number;
  readonly hottestInletC: number;
  /** Energy of the nodes at the wall, without overhead, kWh. */
  readonly nodeKwh: number;
  /** Energy of the CRACs, without overhead, kWh. */
  readonly cracKwh: number;
  /** Energy of all other equipment, kWh: (powerOverhead - 1) x (energy of nodes and CRACs). */
  readonly overheadKwh: number;
  /** Energy for starting and stopping nodes (Eq. 34), kWh. */
  readonly transitionKwh: number;
  /** Available solar and wind energy, kWh. */
  readonly renewableKwh: number;
  /** Available solar and wind energy that the centre does not consume, whether it is fed in or not, kWh. */
  readonly surplusKwh: number;
  /** Part of `surplusKwh` that is fed into the grid, kWh. */
  readonly fedInKwh: number;
  /**
   * Energy bought, kWh. It is the energy of nodes, CRACs, overhead, starts and stops, minus the solar and wind energy
   * that the centre consumes.
   */
  readonly gridKwh: number;
  readonly energyUsd: number;
  readonly transitionUsd: number;
  readonly carbonKg: number;
  /**
   * Mean power at the meter, W, of nodes, CRACs, overhead, starts and stops. Solar and wind power is not subtracted.
   */
  readonly powerW: number;
  /** Number of awake nodes of each type. */
  readonly awake: readonly number[];
  /** Number of nodes of each type whose start is charged to this epoch. */
  readonly starts: readonly number[];
  /** Number of nodes of each type whose stop is charged to this epoch. */
  readonly stops: readonly number[];
  /** Rate at which this centre serves tasks of each type, tasks/s. */
  readonly servedPerS: readonly number[];
}

export interface DemandCharge {
  readonly dataCentre: string;
  readonly period: string;
  readonly greatestKw: number;
  readonly usd: number;
}
