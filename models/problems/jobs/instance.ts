/**
 * The jobs instance: jobs of dependent tasks that arrive over a month, whose value falls with age, on nodes of cores with levels of frequency, as
 * stored on disk. Types only. Units are in the field names. The JSON Schema in instances/jobs.schema.json is generated from
 * src/families/jobs/instances/schema.ts, which is held to these types.
 */

import type { Facility } from '../../facility/facility.js';
import type { LevelsOf } from './design-point.js';

/** Value of "format" in an instance file. Ours. */
export const JOBS_FORMAT = 'plenum.jobs';
/** Version of that format, a count. Ours. */
export const JOBS_FORMAT_VERSION = 1;

/** Days of the week in their order; those of a weekend are the last two. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export interface JobsInstance {
  readonly format: typeof JOBS_FORMAT;
  readonly formatVersion: typeof JOBS_FORMAT_VERSION;
  readonly name: string;
  readonly description?: string | undefined;
  /** Seed of everything in the instance that is drawn: the same seed, the same jobs everywhere and on every platform. */
  readonly seed: number;
  readonly period: JobsPeriod;
  readonly platform: NodePlatform | FacilityPlatform;
  readonly jobTypes: JobTypeTable | LayeredJobTypes;
  /** Value curves of the jobs that have none, and whose type has none; needed where there are such jobs. */
  readonly value?: DrawnValue | undefined;
  readonly arrivals: JobTable | JobFile | JobLog | GeneratedJobs;
  /** Actual over expected time of jobs that do not say, uniform by job (default 1). */
  readonly pace?: DrawnRange | undefined;
  /** Overheads of watching and moving jobs, s (default 0 each). */
  readonly overheads?: JobOverheads | undefined;
  /** Time between checkpoints where a run does not say, s (default 300). The paper, V-B. */
  readonly checkpointIntervalS?: number | undefined;
  /** Optimum of an instance small enough to reason about. */
  readonly knownOptimum?: JobsKnownOptimum | undefined;
}

export interface JobsPeriod {
  /** Length of the time in which jobs arrive, s; they may end later. */
  readonly durationS: number;
  /** Day of the week that begins at time 0, a midnight (default monday). */
  readonly startsOn?: Weekday | undefined;
}

/** Bounds of a uniform draw. */
export interface DrawnRange {
  readonly least: number;
  readonly most: number;
}

/** Platform whose node types are spelled out. */
export interface NodePlatform {
  readonly source: 'nodes';
  /** Bytes per s between two cores of a node. */
  readonly bytesPerS: number;
  /** Frequency at which `timeS` of tasks holds (default: the highest of all node types), GHz. */
  readonly referenceGHz?: number | undefined;
  /** Owner of a level: a core for the whole job, or each task (default core). */
  readonly levelsOf?: LevelsOf | undefined;
  readonly nodeTypes: readonly NodeTypeRow[];
}

export interface NodeTypeRow {
  readonly name: string;
  readonly nodes: number;
  readonly coresPerNode: number;
  /** Static power of a core that a job uses, W. */
  readonly staticPowerW: number;
  /** Work per clock cycle relative to the reference (default 1). */
  readonly speed?: number | undefined;
  /** Levels by ascending frequency: level 0 is the slowest. */
  readonly levels: readonly CoreLevel[];
}

export interface CoreLevel {
  readonly frequencyGHz: number;
  /** Power beyond the static one while a task runs, W. */
  readonly dynamicPowerW: number;
}

/** Platform made of the node types of a facility as they are; a core's P-states become levels, the slowest first. */
export interface FacilityPlatform {
  readonly source: 'facility';
  readonly bytesPerS: number;
  readonly referenceGHz?: number | undefined;
  readonly levelsOf?: LevelsOf | undefined;
  readonly facility: Facility;
  /** Task type of the node types whose core power is that of the levels. */
  readonly powerOf: string;
  /** Part of the idle power of a node that its cores bear as static power, evenly, while a job uses them (default 1). */
  readonly idleShare?: number | undefined;
  /** P-states in use, ascending from 0 (default all); those that a node type lacks are left out. */
  readonly pStates?: readonly number[] | undefined;
  /** Room whose energy is told beside that of the jobs; absent: it is left out. */
  readonly room?: RoomOptions | undefined;
}

/** Ways to run the CRACs: one set-point for the whole month, or at each moment the highest that keeps every red line then. */
export const SET_POINT_RULES = ['constant', 'following'] as const;
export type SetPointRule = (typeof SET_POINT_RULES)[number];

/** Way to run the room of a facility: all CRACs at one set-point that keeps every red line. */
export interface RoomOptions {
  /** Greatest temperature of any inlet, C. */
  readonly redLineC: number;
  /** Set-point for the whole month, or at each moment the highest that keeps the red lines then (default constant). */
  readonly setPoints?: SetPointRule | undefined;
  /** Set-point where it is constant, C; default the highest that keeps every red line with all cores at their greatest power. */
  readonly setPointC?: number | undefined;
}

/** Job types that are spelled out. */
export interface JobTypeTable {
  readonly source: 'table';
  readonly types: readonly JobTypeRow[];
}

export interface JobTypeRow {
  readonly name: string;
  readonly description?: string | undefined;
  /** Weight among generated jobs and those of a log (default 1). */
  readonly share?: number | undefined;
  readonly tasks: readonly JobTaskRow[];
  readonly edges?: readonly JobEdgeRow[] | undefined;
  /** Value curve of its jobs that have none. */
  readonly value?: JobValue | undefined;
}

/** Task of a job type. Its time is said in one of three ways: `timeS`, `timesS`, or `taskType`. */
export interface JobTaskRow {
  readonly name: string;
  /** Time at the reference frequency and speed 1, s. */
  readonly timeS?: number | undefined;
  /** Share of `timeS` that is in proportion to 1 / frequency; the rest does not depend on it (default 1). */
  readonly cpuShare?: number | undefined;
  /** Times by node type and level, the slowest level first, s. */
  readonly timesS?: Readonly<Record<string, readonly number[]>> | undefined;
  /** Task type of the facility's node types that it is made of. */
  readonly taskType?: string | undefined;
  /** Time relative to that of the task type (default 1). */
  readonly length?: number | undefined;
  /** Cores of the task (default 1): others are refused. */
  readonly cores?: number | undefined;
}

export interface JobEdgeRow {
  readonly from: string;
  readonly to: string;
  /** Data that the second task needs of the first (default 0). */
  readonly bytes?: number | undefined;
}

/** Job types drawn by the seed: tasks in layers, each with predecessors in the layer before its own. */
export interface LayeredJobTypes {
  readonly source: 'layered';
  readonly count: number;
  readonly tasks: DrawnRange;
  readonly layers: DrawnRange;
  readonly predecessors: DrawnRange;
  /** Mean task time at the reference frequency, s. */
  readonly meanTimeS: number;
  /** Mean task time of a type over meanTimeS. */
  readonly typeFactor: DrawnRange;
  /** Time of a task over the mean of its type. */
  readonly taskFactor: DrawnRange;
  /** Share of times that is in proportion to 1 / frequency, as of tasks (default 1). */
  readonly cpuShare?: number | undefined;
  /** Mean transfer time of an edge over the mean task time of its type; uniform from 0 to twice that. */
  readonly transferShare: number;
}

export type JobValue = DeadlineValue | PointValue;

/** Constant to the soft deadline, then straight to 0 at the end. Each age is the sum of its two fields. */
export interface DeadlineValue {
  readonly shape: 'deadlines';
  readonly worth: number;
  readonly softDeadlineS?: number | undefined;
  /** Soft deadline in least response times of the job's type (docs/jobs/instances.md). */
  readonly softDeadlineOverLeastTime?: number | undefined;
  readonly endS?: number | undefined;
  readonly endOverLeastTime?: number | undefined;
}

/** Straight lines between points; constant after the last. Two points of one age make a drop. */
export interface PointValue {
  readonly shape: 'points';
  readonly points: readonly ValuePoint[];
}

export interface ValuePoint {
  readonly ageS?: number | undefined;
  readonly ageOverLeastTime?: number | undefined;
  readonly value: number;
}

/** Deadlines and worths drawn by job. */
export interface DrawnValue {
  /** Soft deadline in least response times of the job's type. */
  readonly softDeadlineOverLeastTime: DrawnRange;
  /** Time from soft deadline to end, in the same unit. */
  readonly fallOverLeastTime: DrawnRange;
  /** Value per core-hour of the type's work at the fastest level. */
  readonly worthPerCoreHour: DrawnRange;
}

/** Jobs spelled out, in the order of arrival. */
export interface JobTable {
  readonly source: 'table';
  readonly jobs: readonly JobRow[];
}

export interface JobRow {
  readonly name: string;
  readonly jobType: string;
  readonly arrivalS: number;
  readonly pace?: number | undefined;
  readonly value?: JobValue | undefined;
}

/** Jobs of a CSV file. */
export interface JobFile {
  readonly source: 'csv';
  readonly file: string;
}

/** Submit times of the jobs of a log in the Standard Workload Format; types are drawn by share. */
export interface JobLog {
  readonly source: 'swf';
  readonly file: string;
  /** Time of the log at which the period begins, s. */
  readonly startS: number;
}

/** A Poisson process on condition that it has so many arrivals; types are drawn by share. */
export interface GeneratedJobs {
  readonly source: 'generated';
  readonly jobs: number;
  /** Weight of each hour of the day, 24 each: only the proportions count. */
  readonly rates: { readonly weekday: readonly number[]; readonly weekend: readonly number[] };
}

/** Overheads, s (default 0 each). The paper, IV-B. */
export interface JobOverheads {
  readonly checkS?: number | undefined;
  readonly moveInNodeS?: number | undefined;
  readonly moveToNodeS?: number | undefined;
}

export interface JobsKnownOptimum {
  /** Greatest value that any schedule earns, of whoever knows the future. */
  readonly value: number;
  readonly derivation: string;
}
