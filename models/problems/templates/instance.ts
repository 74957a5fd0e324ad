import type { CoolingPerformance, Crac, NodeGroup, NodeType, RoomAirflow } from '../../facility/facility.js';

/**
 * The templates instance: one room, what its cores do on average, where its floor vents are, and the grid of states for which a template is
 * wanted (thesis chapter 5). As stored on disk; types only.
 *
 * Units are in the field names; shapes: Q quadrants, I task types. The JSON Schema in instances/templates.schema.json is generated from
 * src/instances/templates/schema.ts, which is held to these types.
 */

/** Format word of a templates instance file. */
export const TEMPLATES_FORMAT = 'plenum.templates';
/** Version of the format. */
export const TEMPLATES_FORMAT_VERSION = 1;

export interface TemplatesInstance {
  readonly format: typeof TEMPLATES_FORMAT;
  readonly formatVersion: typeof TEMPLATES_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  readonly facility: TemplatesFacility;
  readonly taskTypes: readonly TemplatesTaskType[];
  readonly quadrants: readonly Quadrant[];
  /** Openings every quadrant's vents may have, ascending: 0 closed, 1 open. All combinations over quadrants are tried. */
  readonly ventOpenings: readonly number[];
  /** T^threshold of Eq. 67 (4): greatest outlet temperature of any node. */
  readonly outletLimitC: number;
  /**
   * P^mid: of an even number of P-states, which of the two in the middle (slower: index n / 2).
   * See docs/decisions/templates-middle-p-state.md.
   */
  readonly middlePState: 'slower' | 'faster';
  readonly grid: StateGrid;
  readonly transient: TransientParameters;
  /** Best templates of some states and how they follow, for instances that can be solved by hand. */
  readonly knownOptimum?: TemplatesKnownOptimum | undefined;
}

export interface TemplatesKnownOptimum {
  readonly states: readonly KnownTemplate[];
  readonly derivation: string;
}

export interface KnownTemplate {
  /** Index in the grid. */
  readonly state: number;
  /** Greatest mu / P_total over all vents; null where the state is infeasible. */
  readonly tasksPerJ: number | null;
}

/** Node type with its powers on standby, at the output of the supply where psuEfficiency is given, each at most idlePowerW. */
export interface TemplatesNodeType extends NodeType {
  /** Power of a node that sleeps. */
  readonly sleepPowerW?: number | undefined;
  /** Power of a node that is switched off. */
  readonly offPowerW?: number | undefined;
  /** Air flow of a node that sleeps, and of one that is switched off: airFlowM3PerS, which is the default. */
  readonly sleepAirFlowM3PerS?: number | undefined;
  readonly offAirFlowM3PerS?: number | undefined;
}

export interface TemplatesNodeGroup extends NodeGroup {
  /**
   * Flag, true if nodes without work may be on standby (default false). Groups of one node type in one rack must agree.
   */
  readonly mayBeOff?: boolean | undefined;
  /**
   * Least number of the group's nodes that are on (default 0), at most count, which its blocks share in proportion to their nodes; with
   * mayBeOff only. The group is the only one of its node type in its rack.
   */
  readonly minimumOn?: number | undefined;
}

/** A reward-rate room whose vents move. All CRACs share one set-point. Co-location is not part of chapter 5. */
export interface TemplatesFacility {
  readonly nodeTypes: readonly TemplatesNodeType[];
  readonly nodeGroups: readonly TemplatesNodeGroup[];
  readonly cracs: readonly Crac[];
  /** Airflow of the room. Tile openings of the layout are those of a room nobody adjusts; templates replace them. */
  readonly airflow: RoomAirflow | VentMatrices;
  readonly coolingPerformance: CoolingPerformance;
  readonly air?: { readonly densityKgPerM3: number; readonly heatCapacityJPerKgK: number } | undefined;
}

/** Influence matrices by vent combination, measured or from CFD, relative to the instance file. */
export interface VentMatrices {
  readonly source: 'vent-matrices';
  /**
   * CSV with columns vent_id, sink_id, source_id, w, and optionally tau_s, sigma_s (mean and spread of the travel time). vent_id: opening
   * indices by quadrant, e.g. "2121"; entities: names of CRACs, and of node groups as "<rack>/<position of the group in its rack from 1>".
   */
  readonly file: string;
  readonly nodeAirflowFactor: number;
  readonly provenance: string;
}

export interface TemplatesTaskType {
  readonly name: string;
  /** R_i (default: the mean time of Eq. 57 over the mean of all, so that the mean reward is 1). */
  readonly rewardPerTask?: number | undefined;
  /** D_i after arrival (default: the mean time of Eq. 57). */
  readonly deadlineS?: number | undefined;
}

/** Part of the room whose vents open together and whose running cores are counted together. */
export interface Quadrant {
  readonly name: string;
  /** Tiles of the layout; each tile belongs to exactly one quadrant. */
  readonly tiles: readonly string[];
  /** Node groups: those of a rack, or only those of one node type in it. Each group belongs to exactly one quadrant. */
  readonly members: readonly { readonly rack: string; readonly nodeType?: string | undefined }[];
}

/** Every combination is a state; lists ascend strictly. */
export interface StateGrid {
  /** lambda^weighted_arriving (Eq. 60), tasks/s. */
  readonly arrivingWorkPerS: readonly number[];
  /** NC^executing by quadrant, in the order of `quadrants`. */
  readonly runningCores: readonly (readonly number[])[];
  /** P^const, W. */
  readonly powerLimitW: readonly number[];
}

/** Parameters that only the transient model needs. */
export interface TransientParameters {
  /** Heat stored in a node per kelvin of its outlet, J/K (default 10,000: about 20 kg of steel, aluminium and copper at half participation). */
  readonly nodeThermalMassJPerK?: number | undefined;
  /** Time constant of the air under the raised floor, s (default 20). */
  readonly plenumTimeConstantS?: number | undefined;
}
