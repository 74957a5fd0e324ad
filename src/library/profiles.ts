import type { PROFILES_BUILD_OPTIONS, PROFILES_QUERY_OPTIONS } from '../families/jobs/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `profiles.build`. */
export type ProfilesBuildOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_BUILD_OPTIONS>;

/** Options of `profiles.query`: the job type and the limits, in s and J. */
export type ProfilesQueryOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_QUERY_OPTIONS>;

/** Commands on profiles of job types (docs/jobs/profiles.md). */
export const profiles = {
  /**
   * Computes the response times and energies at which the job types of an instance can run, and stores them in one
   * SQLite file. An interrupted run is continued. `record.details` says what the file contains and what is proven.
   * @param instance - Path of a jobs instance, or the name of a bundled one.
   * @param options - The file, and the effort.
   */
  build(instance: string, options: ProfilesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'build', files: [instance], options });
  },
  /**
   * Returns the best design of a job type within limits, task by task, in `record.details.design`, together with the
   * list schedules on as many cores. `ended` is `notFeasible` if no design is within the limits.
   * @param database - Path of a database from `profiles.build`.
   * @param options - The job type, and the limits.
   */
  query(database: string, options: ProfilesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'profiles', command: 'query', files: [database], options });
  },
};
