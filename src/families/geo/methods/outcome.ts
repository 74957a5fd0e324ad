import type { LimitName } from '../../../../models/facility/limits.js';
import type { GeoAllocation } from '../../../../models/families/geo/allocation.js';
import type { GeoModel } from '../../../../models/families/geo/model.js';
import type { RandomStream } from '../../../random/stream.js';
import type { RunControl } from '../../../methods/control.js';

/** Input of every geo method: the compiled instance, the run's control, random numbers and options. */
export interface GeoMethodRequest {
  readonly model: GeoModel;
  readonly control: RunControl;
  /** Stream of random numbers, seeded by the run. A method forks one stream for each purpose. */
  readonly random: RandomStream;
  readonly gald?: GaldChoices | undefined;
}

/** The user's options that replace settings of method `gald-cl`. */
export interface GaldChoices {
  /** Number of generations in every epoch; the search then does not end early when it gains little. */
  readonly generations?: number | undefined;
  /** Power by which a rate is divided to get efficiency: of the whole node, or of its cores alone. */
  readonly efficiency?: 'node' | 'cores' | undefined;
  /** Store of finished searches of epochs, perhaps of an earlier run with equal input, settings and seed. */
  readonly memory?: SearchMemory | undefined;
}

/** Store of finished searches. There is one search per epoch; its name is the key. */
export interface SearchMemory {
  readonly recall: (name: string) => EndedSearch | undefined;
  readonly keep: (name: string, ended: EndedSearch) => void;
}

/** Result of the finished search of one epoch, as plain data that can be stored. */
export interface EndedSearch {
  /** Shares of the arrivals by task type and data centre, in the best distribution found. */
  readonly shares: readonly number[];
  readonly work: Readonly<Record<string, number>>;
}

export interface GeoMethodOutcome {
  /** Best plan found, at the hottest admissible set-points; null if none. finish/finished.ts completes it. */
  readonly allocation: GeoAllocation | null;
  readonly certificate: GeoCertificate | null;
  readonly stoppedEarly: boolean;
  readonly warnings: readonly string[];
  /** Counts of the work done; they are the same on every machine. */
  readonly work: Readonly<Record<string, number>>;
  /** Quantities that the method calibrated or estimated, shown with the result, e.g. phi_C. */
  readonly figures: Readonly<Record<string, number>>;
}

/** A proven lower bound on the cost of every feasible plan. */
export interface GeoCertificate {
  /** Lower bound on the cost over the whole horizon, USD; -Infinity if nothing is proven. */
  readonly costUsd: number;
  /** Parts of the bound by epoch for charts, USD; they sum to `costUsd`. The field is null if they are not known. */
  readonly costByEpochUsd: readonly number[] | null;
  /** Lower bound on the cost with CRAC power by CUP (Eq. 43), USD, for comparison; null if there is none. */
  readonly costByCupUsd: number | null;
  readonly scope: string;
  /** Proof that no plan is feasible; undefined if there is none. */
  readonly infeasibility?: GeoInfeasibility;
  readonly work: Readonly<Record<string, number>>;
}

/** A limit that provably no plan can keep, and the least amount, in `unit`, by which plans violate it. */
export interface GeoBrokenLimit {
  readonly constraint: LimitName;
  /** Data centre, with its CRAC or node type if there is one, or epoch and task type; empty for the whole horizon. */
  readonly where: string;
  readonly unit: string;
  readonly amount: number;
  readonly message: string;
  /** Epoch and task type of arrivals that cannot be served wholly; absent for other limits. */
  readonly epoch?: number;
  readonly taskType?: string;
  /** Rate that every plan leaves unserved, tasks/s. */
  readonly missingPerS?: number;
}

/** The first limit that provably no plan can keep; `others` has all further ones. */
export type GeoInfeasibility = GeoBrokenLimit & { readonly others?: readonly GeoBrokenLimit[] };
