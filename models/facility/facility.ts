/**
 * A facility: node types, nodes in the racks of a room, CRACs, the air between them and the path of power, as stored on
 * disk.
 *
 * Types only; every family that plans a facility holds one. Units are in the field names.
 */

export interface Facility {
  readonly nodeTypes: readonly NodeType[];
  readonly nodeGroups: readonly NodeGroup[];
  readonly cracs: readonly Crac[];
  readonly airflow: Airflow;
  readonly coolingPerformance: CoolingPerformance;
  readonly colocation: ColocationChoice;
  /** Fraction of the power at the meter that reaches the nodes and is not lost in the UPS (default 1). The loss is outside the room's air. */
  readonly upsEfficiency?: number | undefined;
  /** Fixed power at the meter that neither runs on the UPS nor heats the room's air (default 0). */
  readonly otherLoadW?: number | undefined;
  /** Air properties (defaults 1.204 kg/m3 and 1006 J/(kg K), dry air at 20 C and sea level). */
  readonly air?: { readonly densityKgPerM3: number; readonly heatCapacityJPerKgK: number } | undefined;
}

export interface NodeType {
  readonly name: string;
  readonly description?: string | undefined;
  readonly cores: number;
  /** I(j) of Eq. 16, drawn whether or not any core works. */
  readonly idlePowerW: number;
  /** AFN(j) of Eq. 18 as specified by the manufacturer; the room's nodeAirflowFactor scales it. */
  readonly airFlowM3PerS: number;
  /**
   * Efficiency of the node's power supply, in (0, 1] (default 1). If given, idle and core powers are at the output of
   * the supply and are divided by it; the loss heats the room.
   */
  readonly psuEfficiency?: number | undefined;
  /** Clock frequency of P-state 0, 1, ..., strictly decreasing. */
  readonly pStateFrequenciesGHz: readonly number[];
  readonly tasks: readonly TaskOnNodeType[];
  /** Co-location coefficients per memory class of the task type (needed unless colocation.model is "none"). */
  readonly interference?: Readonly<Record<string, InterferenceCoefficients>> | undefined;
}

/** Times and powers of one task type alone on one core of a node type. A task type not listed cannot run there. */
export interface TaskOnNodeType {
  readonly taskType: string;
  /** Execution time alone: both end points (interpolated as a + b/f), or one value per P-state. */
  readonly timeS: EndPoints | readonly number[];
  /** Average power of the core (APC), W: both end points (interpolated as a + b f^3), or one value per P-state. */
  readonly corePowerW: EndPoints | readonly number[];
  /** Last-level-cache misses per instruction (feature E of Table 3.1). */
  readonly memoryIntensity: number;
}

export interface EndPoints {
  readonly atHighestFrequency: number;
  readonly atLowestFrequency: number;
}

/** Coefficients u, v, w, x, y, z of Eq. 21. The anchored form needs only the first two. */
export interface InterferenceCoefficients {
  /** u: seconds per co-located application. */
  readonly perNeighbourS: number;
  /** x: seconds per unit of average memory intensity. */
  readonly perAverageIntensityS: number;
  /** v: factor on the base time. */
  readonly baseTimeFactor?: number | undefined;
  /** w: seconds per GHz. */
  readonly perGHzS?: number | undefined;
  /** y: seconds per unit of the task's own memory intensity. */
  readonly perOwnIntensityS?: number | undefined;
  /** z: seconds. */
  readonly constantS?: number | undefined;
}

/**
 * Model of co-located execution times. anchored: CET = B + max(0, u A + x (D - E)). literal: Eq. 21 as printed. none:
 * CET = B. docs/decisions says why anchored is the default.
 */
export interface ColocationChoice {
  readonly model: 'anchored' | 'literal' | 'none';
}

/** `count` identical nodes in consecutive slots of one rack. */
export interface NodeGroup {
  readonly nodeType: string;
  readonly count: number;
  /** Name of the rack. Under room airflow it must be a rack of the room. */
  readonly rack: string;
  /** Lowest slot, 1 = bottom. Slots of groups in one rack must not overlap (default: after the previous group). */
  readonly firstSlot?: number | undefined;
}

export interface Crac {
  readonly name: string;
  readonly airFlowM3PerS: number;
  readonly setPointMinC: number;
  readonly setPointMaxC: number;
  /** Largest heat the unit can remove, W (default: no limit). */
  readonly coolingCapacityW?: number | undefined;
}

/** CoP(T) = quadratic T^2 + linear T + constant, T in Celsius at the CRAC outlet (Section 3.5.3). */
export interface CoolingPerformance {
  readonly quadraticPerC2: number;
  readonly linearPerC: number;
  readonly constant: number;
}

export type Airflow = RoomAirflow | MatrixAirflow;

/** Influence matrix computed from the layout by potential flow. */
export interface RoomAirflow {
  readonly source: 'room';
  readonly layout: RoomLayout;
  /** Node air flow as a fraction of the specified one (fans at part speed). 1 is the thesis' nominal regime. */
  readonly nodeAirflowFactor: number;
  /** Fraction of the CRAC air that enters through floor leakage and not through tiles, with all tiles open. */
  readonly floorLeakageFraction: number;
  /** Containment of the cold aisles. */
  readonly coldAisles: 'open' | 'isolated';
  /** Fraction b of perfectly mixed air: W' = (1-b) W + b W_mix (default 0). */
  readonly mixingFraction?: number | undefined;
}

/** Influence matrix read from a file whose path is relative to the instance file. */
export interface MatrixAirflow {
  readonly source: 'matrix';
  /** CSV (plain numbers) or MatrixMarket (.mtx). */
  readonly file: string;
  /**
   * influence: (CRACs + zones) squared, row = sink, column = source, CRACs first, entries are fractions of the sink's air, rows sum to 1.
   * heatRecirculation: zones squared, K/W, T_in = T_supply + D P (one CRAC only), whatever the air flows.
   */
  readonly kind: 'influence' | 'heatRecirculation';
  /** One row per node group, or one per node (nodes in the order of the groups). */
  readonly rowsPer: 'nodeGroup' | 'node';
  readonly nodeAirflowFactor: number;
  /** Source of the data: measured or simulated, and by which method; printed with every result. */
  readonly provenance: string;
}

/** Axis-aligned room. x along the rack rows, y across them, z up; origin in a lower corner. All boxes lie on the floor unless stated. */
export interface RoomLayout {
  readonly lengthXM: number;
  readonly widthYM: number;
  readonly heightZM: number;
  /** Edge lengths of the grid cells, m; the edges of the room and of boxes are snapped to the grid. */
  readonly cellM: { readonly x: number; readonly y: number; readonly z: number };
  /** Thermal levels per rack: nodes of one type in one rack and level share inlet and exhaust air. */
  readonly levelsPerRack: number;
  readonly racks: readonly Rack[];
  readonly tiles: readonly Tile[];
  readonly aisles: readonly ColdAisle[];
  readonly cracPlacements: readonly CracPlacement[];
}

export interface Rack {
  readonly name: string;
  readonly xM: number;
  readonly yM: number;
  readonly widthXM: number;
  readonly depthYM: number;
  readonly heightZM: number;
  /** Slots in the rack; slot 1 is the lowest. */
  readonly slots: number;
  /** The side its inlets face (the cold aisle); exhaust leaves on the opposite side. */
  readonly inletSide: '+y' | '-y';
}

/** A perforated floor tile (or a row of them). */
export interface Tile {
  readonly name: string;
  readonly xM: number;
  readonly yM: number;
  readonly widthXM: number;
  readonly depthYM: number;
  /** 0 closed, 0.5 half, 1 open. */
  readonly opening: number;
}

/** Floor area of a cold aisle; when isolated it is enclosed up to `containmentHeightM` (roof included). */
export interface ColdAisle {
  readonly name: string;
  readonly xM: number;
  readonly yM: number;
  readonly widthXM: number;
  readonly depthYM: number;
  readonly containmentHeightM: number;
}

/** A CRAC that draws return air through its top and delivers under the floor. */
export interface CracPlacement {
  readonly crac: string;
  readonly xM: number;
  readonly yM: number;
  readonly widthXM: number;
  readonly depthYM: number;
  readonly heightZM: number;
}

/** Maximum power of the nodes in one rack. */
export interface RackPowerLimit {
  readonly rack: string;
  readonly powerLimitW: number;
}

/** Maximum power of the nodes in the racks that one PDU feeds. */
export interface PduPowerLimit {
  readonly name: string;
  readonly racks: readonly string[];
  readonly powerLimitW: number;
}
