import type { LimitName } from '../../../../models/facility/limits.js';
import type { TemplatesInstance } from '../../../../models/families/templates/instance.js';
import type { TemplateBook } from '../../../../models/families/templates/online.js';
import type { Violation } from '../../../../models/families/violation.js';
import type { PlanFigures } from '../../../runs/plan-figures.js';
import type { MatrixProvenance } from '../../../../models/physics/thermal/influence-matrix.js';

/** Facts that a template database states about itself. Types only. */

/** Names of the rules of rounding. */
export const ROUNDING_RULES = ['safe', 'ceiling'] as const;
/**
 * How utilisations become whole cores: 'safe' never exceeds a limit; 'ceiling' rounds each node up as in thesis section
 * 5.4.3.
 */
export type RoundingRule = (typeof ROUNDING_RULES)[number];

/** Names of the choices on standby. */
export const STANDBY_CHOICES = ['allowed', 'never'] as const;
/** Whether nodes of groups with mayBeOff may be on standby, or all stay on. */
export type StandbyChoice = (typeof STANDBY_CHOICES)[number];

/** Effect of whole cores in one state. */
export interface CoresFigures {
  readonly workPerS: number;
  readonly powerW: number;
  /** Hottest outlet of any node, C; nodes that have one core more count. */
  readonly hottestOutletC: number;
}

/** Number of feasible states in which a rule of rounding breaks a limit, with the worst amounts. */
export interface RoundingEffect {
  readonly states: number;
  readonly work: Breach;
  readonly power: Breach;
  readonly outlet: Breach;
  /** Number of quadrants that are allowed fewer cores than are running, over all states. */
  readonly fewerThanRunning: Breach;
  /** Relative change of work by rounding (rounded / exact - 1): mean and minimum. */
  readonly workChange: { readonly mean: number; readonly least: number };
}

/** Number of broken limits. `worst`: amount in tasks/s, W, K or cores, 0 if none; `worstState` is then null. */
export interface Breach {
  readonly count: number;
  readonly worst: number;
  readonly worstState: number | null;
}

export interface DatabaseFacts {
  readonly schemaVersion: number;
  readonly plenumVersion: string;
  readonly instanceName: string;
  /** SHA-256 of the instance file's bytes, followed by those of its matrices if it has any. */
  readonly instanceSha256: string;
  readonly rounding: RoundingRule;
  /** True if templates state which nodes may be on standby (schema version 2); absent otherwise. */
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
  /** Slot of the lowest node; slot 1 is the lowest of the rack. */
  readonly firstSlot: number;
}

/** Database in memory. B blocks, Q quadrants, V vent combinations. */
export interface TemplateDatabase {
  readonly facts: DatabaseFacts;
  readonly instance: TemplatesInstance;
  readonly blocks: readonly DatabaseBlock[];
  readonly quadrants: readonly { readonly name: string; readonly cores: number }[];
  /** Openings of the vent combinations, V x Q. */
  readonly ventOpenings: readonly (readonly number[])[];
  readonly book: TemplateBook;
  /** Returns the effect of the allowable cores of each state. */
  readonly coresFigures: (state: number) => CoresFigures;
  /** Returns the state as stated in its row; the grid determines it. */
  readonly statedState: (state: number) => AnswerState;
}

/** Number of infeasible states that break a limit, with the worst amount. */
export interface BrokenLimitCount {
  readonly constraint: LimitName;
  readonly unit: string;
  readonly states: number;
  readonly worst: number;
  readonly worstState: number;
}

/** Counts of what is in a database. */
export interface DatabaseSummary {
  readonly states: number;
  readonly optimal: number;
  readonly infeasible: number;
  /** Number of states by binding limit, most frequent first. */
  readonly binding: Readonly<Record<string, number>>;
  /** Number of infeasible states by the limits that running work alone breaks; states may count several times. */
  readonly brokenLimits: readonly BrokenLimitCount[];
  readonly breakingSeveral: number;
  /** Number of vent combinations that are best in some feasible state, and of all. */
  readonly ventCombinations: { readonly best: number; readonly all: number };
  /** Largest relative gap of feasible states; null if no state is feasible. */
  readonly largestGap: number | null;
  readonly largestGapState: number | null;
}

/** Template for a room in a given state. Q quadrants, B blocks. */
export interface TemplateAnswer extends Required<Pick<PlanFigures, 'power' | 'setPointsC'>> {
  readonly found: AnswerState;
  readonly state: AnswerState & { readonly index: number };
  /**
   * Given state minus stored state. `halfSteps`: largest difference in halves of the grid's steps; null for lists of
   * one value.
   */
  readonly distance: AnswerState & { readonly halfSteps: number | null };
  readonly outsideGrid: boolean;
  readonly status: 'optimal' | 'infeasible';
  readonly binding: string;
  /** Limits of the stored state that the template breaks; for an infeasible one at least that of `binding`. */
  readonly brokenLimits: readonly Violation[];
  readonly setPointC: number;
  readonly workPerS: number;
  readonly powerW: number;
  readonly tasksPerJ: number;
  readonly boundTasksPerJ: number;
  /** Gap boundTasksPerJ / tasksPerJ - 1; null if the state is infeasible. */
  readonly gap: number | null;
  readonly hottestOutletC: number;
  /** Effect of the allowable cores. */
  readonly cores: CoresFigures & {
    readonly rounding: RoundingRule;
    readonly allowable: number;
    /** Limits of a feasible state broken by the allowable cores; empty unless they were rounded up ('ceiling'). */
    readonly brokenLimits: readonly Violation[];
  };
  readonly quadrants: readonly AnswerQuadrant[];
  readonly blocks: readonly AnswerBlock[];
  readonly nodes: readonly AnswerNode[];
  /** Excess of the template's power over the given limit, because its state is another one, W; 0 if none. */
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
  /** Number of running cores in the given state. */
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
