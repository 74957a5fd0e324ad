import type { RoomAirflow } from '../../../../../models/facility/facility.js';
import type { StateGrid } from '../../../../../models/families/templates/instance.js';
import type { TemplateBinding } from '../../../../../models/families/templates/template.js';
import type { DatabaseFacts } from '../../runs/result.js';

/** Contents of an atlas of templates. S states shown, B blocks, R racks, Q quadrants, V vent combinations. */
export interface TemplatesAtlas {
  readonly instance: string;
  readonly description: string | null;
  /** Grid of the states shown. */
  readonly grid: StateGrid;
  /** Grid of the database, which numbers the states; equals `grid` unless not all states fit. */
  readonly wholeGrid: StateGrid;
  readonly room: AtlasRoom;
  /** Possible bindings; those that begin with `infeasible` belong to infeasible states. */
  readonly bindings: readonly TemplateBinding[];
  readonly states: AtlasStates;
  readonly summary: AtlasSummary;
  /** Rule by which allowable cores were rounded, and the limits broken by both rules; null if not counted. */
  readonly rounding: Pick<DatabaseFacts, 'rounding' | 'roundingEffects'> | null;
  /** How the database was made: names and values, shown unchanged. */
  readonly provenance: readonly (readonly [string, string])[];
}

export interface AtlasRoom {
  /** Air flow of the room; null if air is imported. */
  readonly airflow: RoomAirflow | null;
  readonly cracs: readonly string[];
  readonly quadrants: readonly AtlasQuadrant[];
  readonly racks: readonly AtlasRack[];
  readonly blocks: readonly AtlasBlock[];
  /** Openings of the vent combinations, V x Q. */
  readonly ventOpenings: readonly (readonly number[])[];
  readonly outletLimitC: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
}

export interface AtlasQuadrant {
  readonly name: string;
  readonly tiles: readonly string[];
  readonly cores: number;
  /** Service rate of all its cores, tasks/s. */
  readonly workPerS: number;
}

export interface AtlasRack {
  readonly name: string;
  /** Indices of its blocks, from the lowest level up. */
  readonly blocks: readonly number[];
  readonly cores: number;
  /** Quadrants to which its blocks belong. */
  readonly quadrants: readonly number[];
}

export interface AtlasBlock {
  readonly name: string;
  readonly rack: number;
  readonly level: number;
  readonly nodeType: string;
  readonly quadrant: number;
  readonly cores: number;
  /** Rise of its air when idle, K. `busyK`: added by all its cores when busy. */
  readonly idleK: number;
  /** Rise added by all its cores when busy, K. */
  readonly busyK: number;
}

/** Figures of every state shown, in the order of the grid; row-major. */
export interface AtlasStates {
  /** Position in `bindings`. */
  readonly binding: Uint8Array;
  readonly vents: Uint16Array;
  readonly setPointC: Float64Array;
  readonly workPerS: Float64Array;
  readonly powerW: Float64Array;
  /** Part of `powerW` drawn by nodes, W. */
  readonly nodePowerW: Float64Array;
  readonly tasksPerJ: Float64Array;
  readonly boundTasksPerJ: Float64Array;
  readonly hottestOutletC: Float64Array;
  /** Index of the block with the hottest outlet; empty without air. */
  readonly hottestBlock: Uint16Array;
  /**
   * Work of the allowable cores by state, tasks/s. Next: their power, and the hottest node's outlet. Empty if not
   * counted.
   */
  readonly coresWorkPerS: Float64Array;
  readonly coresPowerW: Float64Array;
  readonly coresHottestOutletC: Float64Array;
  /** Inlets in hundredths of a kelvin above `inletBaseC`, S x B; empty without air. */
  readonly inletCentiK: Uint16Array;
  readonly inletBaseC: number;
  /** Utilisations in hundredths of a per cent, S x B. */
  readonly utilisation: Uint16Array;
  /** Allowable cores NC^allowable, S x B. */
  readonly allowableCores: Uint32Array;
}

/** Figures of all states of the database, not only those shown. */
export interface AtlasSummary {
  readonly states: number;
  readonly feasible: number;
  readonly bindings: readonly { readonly binding: TemplateBinding; readonly states: number }[];
  /** Vent combinations that are best in some feasible state, most frequent first. */
  readonly vents: readonly VentsWon[];
  /** Number of feasible states by set-point, in bins of equal width. */
  readonly setPoints: readonly { readonly fromC: number; readonly toC: number; readonly states: number }[];
  /** Number of feasible states by power limit. */
  readonly powerLimits: readonly { readonly powerLimitW: number; readonly states: number; readonly feasible: number }[];
  /**
   * Figures of feasible states; null if there are none. Gaps are bound / quotient - 1, infinite if nothing is done
   * although a bound allows more.
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
  /** Number of gaps above 1e-6. */
  readonly openGaps: number;
}

export interface MeanOfRange {
  readonly least: number;
  readonly mean: number;
  readonly most: number;
}
