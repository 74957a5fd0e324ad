import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `profiles.build`. */
export interface ProfilesBuildOptions extends CommandOptions {
  /** File of the database. */
  readonly out: string;
  /** Nodes of the exact search for each front, a whole number of at least 0; 300,000 if absent. 0: NSGA-II alone. */
  readonly nodeLimit?: number;
  /** Whole fronts of time and energy (if absent), or their least products alone, which are proven sooner. */
  readonly goal?: 'front' | 'product';
  /** Seed of NSGA-II, a whole number of at least 0; 1 if absent. */
  readonly seed?: number;
  /** Number of worker threads; one per processor, at most 4, if absent. The database does not depend on it. */
  readonly workers?: number;
  /** Flag, true if whatever is at `out` may be overwritten; false if absent. */
  readonly overwrite?: boolean;
}

/** Options of `profiles.query`. */
export interface ProfilesQueryOptions extends CommandOptions {
  /** Name of the job type. */
  readonly type: string;
  /** Name of the node type; any if absent. */
  readonly nodeType?: string;
  /** Exactly so many cores; any number if absent. */
  readonly cores?: number;
  /** What is to be least; the product of time and energy if absent. */
  readonly least?: 'product' | 'time' | 'energy';
  /** Greatest response time, s; no limit if absent. */
  readonly within?: number;
  /** Greatest energy, J; no limit if absent. */
  readonly energy?: number;
}

/** What is asked of the profiles of job types (docs/jobs/profiles.md). */
export const profiles = {
  /**
   * Response times and energies at which the job types of an instance can run, in one SQLite file; goes on where it was stopped. What is
   * in it, and what is proven of it, stands under `record.details`.
   *
   * @param instance - Path of a jobs instance, or the name of a bundled one.
   * @param options - The file, and the effort.
   */
  build(instance: string, options: ProfilesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'build', files: [instance], options });
  },
  /**
   * The design of a job type that is best within limits, task by task, under `record.details.design`, beside the list schedules on as many
   * cores; `ended` is `notFeasible` where none is within the limits.
   *
   * @param database - Path of a database from `profiles.build`.
   * @param options - The job type, and the limits.
   */
  query(database: string, options: ProfilesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'query', files: [database], options });
  },
};
