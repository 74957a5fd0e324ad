import type { PROFILES_BUILD_OPTIONS, PROFILES_QUERY_OPTIONS } from '../families/jobs/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `profiles.build`. */
export type ProfilesBuildOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_BUILD_OPTIONS>;

/** Options of `profiles.query`: the job type, and limits of time, s, and energy, J. */
export type ProfilesQueryOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_QUERY_OPTIONS>;

/** Commands on profiles of job types (docs/jobs/profiles.md). */
export const profiles = {
  /**
   * Computes the trade-offs between response time and energy of an instance's job types, and writes them to a database
   * file (SQLite). Continues an interrupted computation. `record.details` describes what the file contains and what is
   * proven.
   *
   * @param instance - Path of a jobs instance, or the name of a bundled one.
   * @param options - Database file, and effort of the computation.
   */
  build(instance: string, options: ProfilesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'build', files: [instance], options });
  },
  /**
   * Returns the best stored design of a job type within limits of time and energy, in `record.details.design`. For each
   * task, a design states the core, the core's frequency level and the place in the order of execution. Schedules made
   * by list scheduling on the same number of cores are returned for comparison. `ended` is `notFeasible` if no design
   * meets the limits.
   *
   * @param database - Path of a database from `profiles.build`.
   * @param options - Job type, and limits.
   */
  query(database: string, options: ProfilesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'query', files: [database], options });
  },
};
