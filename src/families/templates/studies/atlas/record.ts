import type { RoomAirflow } from '../../../../../models/facility/facility.js';
import type { StateGrid } from '../../../../../models/families/templates/instance.js';
import type { TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { DatabaseFacts } from '../../runs/result.js';

/** Data of an atlas page: the templates of a database, and the room. */
export interface TemplatesAtlas {
  readonly instance: string;
  readonly description: string | null;
  /** Grid of the states shown: the values of arriving work, running cores and power limit. */
  readonly grid: StateGrid;
  /** Grid of all states of the database, by which they are numbered; larger than `grid` if not all are shown. */
  readonly wholeGrid: StateGrid;
  readonly room: AtlasRoom;
  /**
   * Names of binding limits. `AtlasStates.binding` has indices into this list. Names that begin with `infeasible`
   * belong to infeasible states.
   */
  readonly bindings: readonly TemplateBinding[];
  readonly states: AtlasStates;
  readonly summary: AtlasSummary;
  /**
   * Rounding rule of the allowable cores, and the limits that whole cores by each rounding rule violate. Null if not
   * known.
   */
  readonly rounding: Pick<DatabaseFacts, 'rounding' | 'roundingEffects'> | null;
  /** Origin of the database (such as file and version): pairs of label and text. */
  readonly provenance: readonly (readonly [string, string])[];
}

export interface AtlasRoom {
  /** Air flow of the room; null if the instance imports influence matrices. */
  readonly airflow: RoomAirflow | null;
  readonly cracs: readonly string[];
  readonly quadrants: readonly AtlasQuadrant[];
  readonly racks: readonly AtlasRack[];
  readonly blocks: readonly AtlasBlock[];
  /** Vent openings, [vent combination][quadrant]. */
  readonly ventOpenings: readonly (readonly number[])[];
  readonly outletLimitC: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
}

export interface AtlasQuadrant {
  readonly name: string;
  readonly tiles: readonly string[];
  readonly cores: number;
  /** Service rate of all cores of the quadrant, tasks/s. */
  readonly workPerS: number;
}

export interface AtlasRack {
  readonly name: string;
  /** Indices of the rack's blocks, from the lowest level up. */
  readonly blocks: readonly number[];
  readonly cores: number;
  /** Indices of the quadrants to which the rack's blocks belong. */
  readonly quadrants: readonly number[];
}

export interface AtlasBlock {
  readonly name: string;
  readonly rack: number;
  readonly level: number;
  readonly nodeType: string;
  readonly quadrant: number;
  readonly cores: number;
  /** Difference between outlet and inlet temperature of the block of nodes when idle, K. */
  readonly idleK: number;
  /** Additional difference between outlet and inlet temperature when all cores are busy, K. */
  readonly busyK: number;
}

/** Figures of all states shown, in the order of the grid. Arrays by block are row-major, [state][block]. */
export interface AtlasStates {
  /** Index of the binding limit in `bindings`. */
  readonly binding: Uint8Array;
  readonly vents: Uint16Array;
  readonly setPointC: Float64Array;
  readonly workPerS: Float64Array;
  readonly powerW: Float64Array;
  /** Node power, W; the part of `powerW` that is not cooling. */
  readonly nodePowerW: Float64Array;
  readonly tasksPerJ: Float64Array;
  readonly boundTasksPerJ: Float64Array;
  readonly hottestOutletC: Float64Array;
  /** Index of the block of nodes with the hottest outlet; empty if temperatures are unknown. */
  readonly hottestBlock: Uint16Array;
  /** Work if all allowable whole cores are busy, tasks/s; empty if not known. */
  readonly coresWorkPerS: Float64Array;
  /** Total power if all allowable whole cores are busy, W; empty if not known. */
  readonly coresPowerW: Float64Array;
  /** Outlet temperature of the hottest node if all allowable whole cores are busy, C; empty if not known. */
  readonly coresHottestOutletC: Float64Array;
  /** Inlet temperatures above `inletBaseC`, in 0.01 K, [state][block], row-major; empty if unknown. */
  readonly inletCentiK: Uint16Array;
  readonly inletBaseC: number;
  /** Utilisations in hundredths of a per cent, [state][block of nodes], row-major. */
  readonly utilisation: Uint16Array;
  /** Number of allowable whole cores NC^allowable, [state][block of nodes], row-major. */
  readonly allowableCores: Uint32Array;
}

/** Figures of all states of the database, including those not shown. */
export interface AtlasSummary {
  readonly states: number;
  readonly feasible: number;
  readonly bindings: readonly { readonly binding: TemplateBinding; readonly states: number }[];
  /** Vent combinations that are best in some feasible state, with the number of these states, most frequent first. */
  readonly vents: readonly VentsWon[];
  /** Number of feasible states by set-point, in bins of equal width. */
  readonly setPoints: readonly { readonly fromC: number; readonly toC: number; readonly states: number }[];
  /** Number of states and of feasible states for each power limit. */
  readonly powerLimits: readonly { readonly powerLimitW: number; readonly states: number; readonly feasible: number }[];
  /**
   * Figures over the feasible states; null if no state is feasible. A gap is Infinity if a bound is positive but no
   * work is done.
   */
  readonly feasibleOnly: FeasibleFigures | null;
}

export interface VentsWon {
  readonly vents: number;
  readonly states: number;
}

export interface FeasibleFigures {
  readonly setPointC: MeanOfRange;
  readonly tasksPerJ: MeanOfRange;
  readonly powerW: MeanOfRange;
  readonly largestGap: number;
  readonly largestGapState: number;
  /** Number of states whose optimality gap exceeds 1e-6. */
  readonly openGaps: number;
}

export interface MeanOfRange {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}
