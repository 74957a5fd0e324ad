import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `templates.day`; what they mean: docs/templates/day.md. */
export interface TemplatesDayOptions extends CommandOptions {
  /** Pairs of managers with commas between, such as `greedy+templates,lbbn+throttling`; greedy with each thermal manager there is if absent. */
  readonly methods?: string;
  /** Database of the instance's templates, from `templates.build`. */
  readonly database?: string;
  /** Flag, true if templates are solved when the day comes to them, in place of a database; false if absent. */
  readonly asAsked?: boolean;
  /** Folder of its own that keeps templates solved so for other days; none if absent. */
  readonly cache?: string;
  /** Distance that templates solved so keep from the outlet limit, K; 0 if absent. */
  readonly marginK?: number;
  /** Pattern of arrivals, `constant`, `bursty` or `sinusoidal`, or the file of a job trace; `constant` if absent. */
  readonly arrivals?: string;
  /** Rates of the pattern, tasks/s; those of the thesis if absent. */
  readonly rate?: number | readonly number[];
  /** Length of the day, s; 86,400 if absent. */
  readonly durationS?: number;
  /** Seed of arrivals, task types and nodes drawn at random; 1 if absent. */
  readonly seed?: number;
  /** Energy budgets, MJ, each with an outcome of its own: the room stops when one is spent; no limit if absent. */
  readonly energyBudget?: number | readonly number[];
  /** Set-points of overcooling and throttling, C; 22 and 28 if absent. */
  readonly overcoolingC?: number;
  readonly throttlingC?: number;
  /** Longest step of temperatures, s; 10 if absent. */
  readonly thermalStepS?: number;
  /** Interval of series, s; where it is given the record has the mean power of each. */
  readonly seriesIntervalS?: number;
  /** Directory for result.json, series.csv and day.html; nothing is written if absent. */
  readonly out?: string;
  /** Flag, true if files in `out` may be overwritten that Plenum did not write; false if absent. */
  readonly overwrite?: boolean;
}

/** Options of `templates.build`. */
export interface TemplatesBuildOptions extends CommandOptions {
  /** File of the database. */
  readonly out: string;
  /** How utilisations become whole cores; `safe` if absent. */
  readonly rounding?: 'safe' | 'ceiling';
  /** Whether nodes of groups with `mayBeOff` may be on standby; `allowed` if absent. */
  readonly standby?: 'allowed' | 'never';
  /** Number of worker threads; one per processor, at most 4, if absent. The database does not depend on it. */
  readonly workers?: number;
  /** Flag, true if whatever is at `out` may be overwritten; false if absent. */
  readonly overwrite?: boolean;
}

/** Options of `templates.query`: the state that the room is found in. */
export interface TemplatesQueryOptions extends CommandOptions {
  /** Weighted arriving work, tasks/s. */
  readonly arriving: number;
  /** Running cores by quadrant, in the order of the instance. */
  readonly running: readonly number[];
  /** Power limit of the room, W. */
  readonly power: number;
}

/** What is asked of templates instances (docs/templates/README.md). */
export const templates = {
  /**
   * Every state of an instance solved into one SQLite file; goes on where it was stopped. What is in it stands under `record.details`.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   * @param options - The file, and how utilisations are rounded.
   */
  build(instance: string, options: TemplatesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'build', files: [instance], options });
  },
  /**
   * How to set the room in the stored state nearest to the one found: set-point, vents and allowable cores of every node under
   * `record.details`; `ended` is `notFeasible` where no setting keeps the limits.
   *
   * @param database - Path of a database from `templates.build`.
   * @param options - The state.
   */
  query(database: string, options: TemplatesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'query', files: [database], options });
  },
  /**
   * A day of a room, simulated task by task: reward, energy, tasks and temperatures by method and budget under `record.details.methods`. With a
   * `memory` the room's air is computed, and templates are solved, once for many days.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   * @param options - Methods, templates, arrivals, budgets, and where to write.
   */
  day(instance: string, options: TemplatesDayOptions = {}): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'day', files: [instance], options });
  },
};
