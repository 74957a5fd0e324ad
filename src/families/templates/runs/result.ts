import type { LimitName } from '../../../../models/facility/limits.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { TemplateBook } from '../../../../models/families/templates/online.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { MatrixProvenance } from '../../../../models/physics/thermal/influence-matrix.js';

/** Names of the rounding rules. */
export const ROUNDING_RULES = ['safe', 'ceiling'] as const;
/**
 * Rule that makes whole numbers of cores from utilisations. 'safe': never exceeds a limit. 'ceiling': rounds the cores
 * of each node up (section 5.4.3).
 */
export type RoundingRule = (typeof ROUNDING_RULES)[number];

/** Names of the choices about nodes on standby. */
export const STANDBY_CHOICES = ['allowed', 'never'] as const;
/** 'allowed': nodes of groups with `mayBeOff` may be on standby. 'never': all nodes stay on. */
export type StandbyChoice = (typeof STANDBY_CHOICES)[number];

/** Steady state of the room in one state if whole numbers of cores are busy: work, power and hottest outlet. */
export interface CoresFigures {
  readonly workPerS: number;
  readonly powerW: number;
  /** Highest outlet temperature of any node, C, also of those with one core more than others of their block. */
  readonly hottestOutletC: number;
}

/** Effects of a rounding rule over the feasible states: violations with worst cases, and the change of work. */
export interface RoundingEffect {
  readonly states: number;
  readonly work: Breach;
  readonly power: Breach;
  readonly outlet: Breach;
  /** Number of quadrants, over all states, that are allowed fewer cores than are running; `worst` is in cores. */
  readonly fewerThanRunning: Breach;
  /** Relative change of work by rounding, rounded / exact - 1: mean and minimum. */
  readonly workChange: { readonly mean: number; readonly least: number };
}

/**
 * Number of violations of one limit, with the largest excess and the state in which it occurs. The excess is in
 * tasks/s, W, K or cores. Without violations it is 0, and the state is null.
 */
export interface Breach {
  readonly count: number;
  readonly worst: number;
  readonly worstState: number | null;
}

export interface DatabaseFacts {
  readonly schemaVersion: number;
  readonly plenumVersion: string;
  readonly instanceName: string;
  /** SHA-256 of the bytes of the instance file, followed by those of its matrix file if any. */
  readonly instanceSha256: string;
  readonly rounding: RoundingRule;
  /** True if nodes may be on standby (schema version 2) and templates have numbers of running nodes; else absent. */
  readonly nodesMayBeOff?: true;
  readonly roundingEffects: Readonly<Record<RoundingRule, RoundingEffect>>;
  readonly airflow: MatrixProvenance;
}

export interface DatabaseBlock {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  readonly nodeType: string;
  readonly quadrant: number;
  readonly nodeCount: number;
  readonly coresPerNode: number;
  /** Rack slot of the block's lowest node; slot 1 is the lowest of the rack. */
  readonly firstSlot: number;
}

/** A template database in memory. */
export interface TemplateDatabase {
  readonly facts: DatabaseFacts;
  readonly instance: TemplatesInstance;
  readonly blocks: readonly DatabaseBlock[];
  readonly quadrants: readonly { readonly name: string; readonly cores: number }[];
  /** Vent openings, [vent combination][quadrant]. */
  readonly ventOpenings: readonly (readonly number[])[];
  readonly book: TemplateBook;
  /** Returns work, power and hottest outlet in steady state with the allowable cores of a state's template. */
  readonly coresFigures: (state: number) => CoresFigures;
  /** Returns a state's values as the database row states them; they must equal those of the grid. */
  readonly statedState: (state: number) => AnswerState;
}

/** Number of states that violate one limit, with the largest excess and the state in which it occurs. */
export interface BrokenLimitCount {
  readonly constraint: LimitName;
  readonly unit: string;
  readonly states: number;
  readonly worst: number;
  readonly worstState: number;
}

/** Summary of a database: numbers of states by outcome, numbers of vent combinations, and optimality gaps. */
export interface DatabaseSummary {
  readonly states: number;
  readonly optimal: number;
  readonly infeasible: number;
  /** Number of states by binding limit, most frequent first. */
  readonly binding: Readonly<Record<string, number>>;
  /**
   * For each limit, the number of infeasible states in which running cores alone violate the limit. A state with
   * several such limits counts for each of them.
   */
  readonly brokenLimits: readonly BrokenLimitCount[];
  /** Number of infeasible states in which running cores alone violate several limits. */
  readonly breakingSeveral: number;
  /** Numbers of vent combinations: those that are `best` in some feasible state, and `all`. */
  readonly ventCombinations: { readonly best: number; readonly all: number };
  /** Largest relative optimality gap of the feasible states; null if no state is feasible. */
  readonly largestGap: number | null;
  /** State with the largest gap; null if no state is feasible. */
  readonly largestGapState: number | null;
}

/** Answer to a query: the template for a given state. */
export interface TemplateAnswer extends Required<Pick<PlanFigures, 'power' | 'setPointsC'>> {
  readonly found: AnswerState;
  readonly state: AnswerState & { readonly index: number };
  /**
   * Given state minus stored state. `halfSteps` is the largest difference on an axis of the grid, in half steps of that
   * axis. It is null if the states differ on an axis with only one value, or if the given state has no power limit.
   */
  readonly distance: AnswerState & { readonly halfSteps: number | null };
  readonly outsideGrid: boolean;
  readonly status: 'optimal' | 'infeasible';
  readonly binding: string;
  /**
   * Limits of the stored state that the template violates. Empty if the state is feasible; otherwise the limit
   * `binding` is among them.
   */
  readonly brokenLimits: readonly Violation[];
  readonly setPointC: number;
  readonly workPerS: number;
  readonly powerW: number;
  readonly tasksPerJ: number;
  readonly boundTasksPerJ: number;
  /** Relative optimality gap, boundTasksPerJ / tasksPerJ - 1; null if the state is infeasible. */
  readonly gap: number | null;
  readonly hottestOutletC: number;
  /** Work, power and hottest outlet in steady state if all allowable whole cores are busy. */
  readonly cores: CoresFigures & {
    readonly rounding: RoundingRule;
    readonly allowable: number;
    /** Limits of a feasible state that the allowable cores violate. Empty unless cores were rounded up ('ceiling'). */
    readonly brokenLimits: readonly Violation[];
  };
  readonly quadrants: readonly AnswerQuadrant[];
  readonly blocks: readonly AnswerBlock[];
  readonly nodes: readonly AnswerNode[];
  /**
   * Amount by which the power of the template exceeds the power limit of the query, W; 0 if it does not. It may exceed
   * that limit, because the template was made for the nearest stored state.
   */
  readonly abovePowerLimitW: number;
}

export interface AnswerState {
  readonly arrivingWorkPerS: number;
  readonly runningCores: readonly number[];
  readonly powerLimitW: number;
}

export interface AnswerQuadrant {
  readonly name: string;
  readonly opening: number;
  readonly allowableCores: number;
  readonly runningCores: number;
  readonly cores: number;
}

export interface AnswerBlock {
  readonly name: string;
  readonly rack: string;
  readonly level: number;
  readonly utilisation: number;
  readonly allowableCores: number;
  readonly cores: number;
  /** Number of nodes that may run; absent if all nodes stay on. */
  readonly awakeNodes?: number | undefined;
  readonly nodeCount?: number | undefined;
}

export interface AnswerNode {
  readonly rack: string;
  readonly slot: number;
  readonly nodeType: string;
  readonly allowableCores: number;
  readonly cores: number;
  /** False if the node is on standby; absent if all nodes stay on. */
  readonly isOn?: boolean | undefined;
}
