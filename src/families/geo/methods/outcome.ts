import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { RandomStream } from '../../../random/stream.js';
import type { RunControl } from '../../../methods/control.js';

/** Input of every geo method. */
export interface GeoMethodRequest {
  readonly model: GeoModel;
  readonly control: RunControl;
  /** Stream of random numbers, seeded by the run; a method forks one stream per purpose. */
  readonly random: RandomStream;
  /** Options of the user for `gald-cl`. */
  readonly gald?: GaldChoices | undefined;
}

/** Options of the user that replace settings of `gald-cl`. */
export interface GaldChoices {
  /** Number of generations of every epoch, even without gains. */
  readonly generations?: number | undefined;
  /** Power on which efficiency is based: the whole node's, or only its cores'. */
  readonly efficiency?: 'node' | 'cores' | undefined;
  /**
   * Stored results of an earlier run with equal input, settings and seed that was killed; for searches that take hours.
   */
  readonly memory?: SearchMemory | undefined;
}

/** Finished searches of epochs, by name. */
export interface SearchMemory {
  readonly recall: (name: string) => EndedSearch | undefined;
  readonly keep: (name: string, ended: EndedSearch) => void;
}

/** Result of a finished search as plain data that can be stored. */
export interface EndedSearch {
  /** Shares of the best distribution. */
  readonly shares: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

export interface GeoMethodOutcome {
  /**
   * Best plan found, before its final form (finish/finished.ts), at the hottest admissible set-points; null if there is
   * none.
   */
  readonly allocation: GeoAllocation | null;
  readonly certificate: GeoCertificate | null;
  readonly stoppedEarly: boolean;
  readonly warnings: readonly string[];
  /** Counts of work; they are equal on every machine. */
  readonly work: Readonly<Record<string, number>>;
  /** Figures that the method calibrated or estimated (phi_C, its own cost estimate, ...), shown with the result. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A proven lower bound on the cost of every feasible plan. */
export interface GeoCertificate {
  /**
   * Bound over the horizon, USD; -Infinity if nothing is proven. `byEpochUsd`: parts by epoch for charts; if given,
   * they sum to the bound.
   */
  readonly costUsd: number;
  readonly costByEpochUsd: readonly number[] | null;
  /** A lower bound on the cost with the cooling of Eq. 43 (CUP) instead of the room's, for comparison. */
  readonly costByCupUsd: number | null;
  readonly scope: string;
  /** Proof that no plan is feasible, if there is one. */
  readonly infeasibility?: GeoInfeasibility;
  readonly work: Readonly<Record<string, number>>;
}

export type GeoBrokenLimit = UnservedRate | OverCarbonCap | OverPowerCap | UncooledRoom;

/** The first limit that no plan keeps, and all others found. */
export type GeoInfeasibility = GeoBrokenLimit & { readonly others?: readonly GeoBrokenLimit[] };

/** A data centre that exceeds its cap even with all nodes asleep. */
export interface OverPowerCap {
  readonly constraint: 'powerCap';
  readonly dataCentre: string;
  /** Proven lower bound on the power at the meter of every plan, W. */
  readonly leastW: number;
  readonly powerCapW: number;
  readonly message: string;
}

/** A room that exceeds its red line or a cooling capacity even with all nodes asleep, at the coldest set-point. */
export interface UncooledRoom {
  readonly constraint: 'redLine' | 'coolingCapacity';
  /** Name of the data centre, followed by the CRAC for a capacity. */
  readonly where: string;
  readonly unit: 'C' | 'W';
  readonly amount: number;
  readonly message: string;
}

/** Rate that no plan can serve: epoch, task type, and the missing rate. */
export interface UnservedRate {
  readonly constraint: 'unservedRate';
  readonly epoch: number;
  readonly taskType: string;
  readonly missingPerS: number;
  readonly message: string;
}

/** Carbon cap that every plan exceeds. */
export interface OverCarbonCap {
  readonly constraint: 'carbonCap';
  /** Proven lower bound on the emission of every plan that keeps the other limits. */
  readonly leastKg: number;
  readonly capKg: number;
  readonly message: string;
}
