/** Types of tasks of a utility instance as stored on disk: spelled out, drawn by the seed, or those of a facility. Types only. */

import type { PriorityShare } from './definitions.js';

/** Times and powers spelled out. */
export interface TaskTypeTable {
  readonly source: 'table';
  readonly types: readonly TaskTypeRow[];
}

export interface TaskTypeRow {
  readonly name: string;
  /** Defaults of the type's tasks. */
  readonly startingUtility?: number | undefined;
  readonly urgency?: number | undefined;
  readonly utilityClass?: string | undefined;
  /** Weight among generated arrivals (default 1). */
  readonly share?: number | undefined;
  /** Cores of its tasks that do not say, uniform between the two (default 1, and leastCores); only `parallel` has others. */
  readonly leastCores?: number | undefined;
  readonly mostCores?: number | undefined;
  readonly runs: readonly TaskTypeRun[];
}

/** Times and powers on one pool with one number of nodes. Between listed numbers both are linear; outside them the pool cannot run the type. */
export interface TaskTypeRun {
  readonly pool: string;
  /** Number of nodes (default 1; only `parallel` has others). */
  readonly nodes?: number | undefined;
  /** Times and powers by P-state, P-state 0 first; times not falling. */
  readonly pStates: readonly TaskTypePState[];
}

export interface TaskTypePState {
  readonly timeS: number;
  /** Power of all its nodes together, W (default 0). */
  readonly powerW?: number | undefined;
}

/** Generator of serial types: the coefficient-of-variation method (Ali et al. 2000) with gamma distributions. */
export interface CovTaskTypes {
  readonly source: 'cov';
  readonly count: number;
  readonly meanTimeS: number;
  readonly taskCoV: number;
  readonly poolCoV: number;
  /** Number of task types that each special pool has to itself, and how many times faster it runs them. Needed where pools are special. */
  readonly special?: SpecialTypes | undefined;
  /** Power independent of the P-state and its coefficient of variation between pools. */
  readonly staticPowerW: number;
  readonly staticPowerCoV: number;
  /** Power in P-state 0 beside it, and its coefficients of variation between pools and, on one pool, between types. */
  readonly dynamicPowerW: number;
  readonly dynamicPowerPoolCoV: number;
  readonly dynamicPowerTaskCoV: number;
  /** Factors on dynamic power by P-state, falling from 1. */
  readonly powerFactors: readonly number[];
  /** Coefficient of variation of the factor on time, whose mean is 1 / sqrt(power factor). */
  readonly timeFactorCoV: number;
}

export interface SpecialTypes {
  readonly leastTypes: number;
  readonly mostTypes: number;
  readonly speedUp: number;
}

/** Generator of parallel types: single-node times that grow with starting utility, scaled to n nodes by Downey's model of high variance. */
export interface DowneyTaskTypes {
  readonly source: 'downey';
  readonly groups: readonly DowneyGroup[];
  /** Mean single-node time at the least and the greatest starting utility; linear between them. */
  readonly leastUtility: number;
  readonly timeAtLeastUtilityS: number;
  readonly mostUtility: number;
  readonly timeAtMostUtilityS: number;
  /** Coefficient of variation of single-node times about that line, and between pools. */
  readonly timeCoV: number;
  readonly poolCoV: number;
  /** Power of one node in P-state 0, and its coefficients of variation between types and between pools. */
  readonly nodePowerW: number;
  readonly powerCoV: number;
  readonly powerPoolCoV: number;
  /** Downey's sigma, uniform between these. */
  readonly leastSigma: number;
  readonly mostSigma: number;
  /** Cores of tasks; each type takes one row, drawn by share, its tasks any number of cores within it. */
  readonly cores: readonly CoreRow[];
  readonly powerFactors: readonly number[];
  /** Flag: factors of P-states are divided by those of P-state 0, so that the other parameters describe P-state 0. */
  readonly normalised: boolean;
}

/** Task types that run on the same pools. */
export interface DowneyGroup {
  readonly count: number;
  readonly pools: readonly string[];
  /** Coefficient of variation of the random factor on all power factors of one type and pool, and of each factor about its mean. */
  readonly factorCoV: number;
  readonly pStateCoV: number;
}

/** Numbers of cores from least to most, all alike; "pool": all cores of the largest pool of the group. */
export interface CoreRow {
  readonly share: number;
  readonly least: number | 'pool';
  readonly most: number | 'pool';
}

/** Generator of preemptive types: groups with a mean time each; gamma between types, and between pools about the type's. */
export interface TwoLevelTaskTypes {
  readonly source: 'two-level';
  readonly groups: readonly TwoLevelGroup[];
  readonly typeCoV: number;
  readonly poolCoV: number;
}

export interface TwoLevelGroup {
  readonly name: string;
  readonly count: number;
  /** Share of arrivals of the whole group, a weight. */
  readonly share: number;
  readonly meanTimeS: number;
  /** Defaults as in a type's row; `priorities` as in `utility`, for this group alone. */
  readonly utilityClass?: string | undefined;
  readonly priorities?: readonly PriorityShare[] | undefined;
}

/** Types of tasks that the nodes of a facility run; times and powers are the facility's own. */
export interface FacilityTaskTypes {
  readonly source: 'facility';
  readonly types: readonly FacilityTaskType[];
}

export interface FacilityTaskType {
  /** Name under which node types list it. */
  readonly name: string;
  /** Memory class; picks the interference coefficients of a node type. */
  readonly memoryClass: string;
  readonly startingUtility?: number | undefined;
  readonly urgency?: number | undefined;
  readonly utilityClass?: string | undefined;
  readonly share?: number | undefined;
  /** Cores of its tasks that do not say, each for the whole time; as in TaskTypeRow. */
  readonly leastCores?: number | undefined;
  readonly mostCores?: number | undefined;
}
