import type { PROFILES_BUILD_OPTIONS, PROFILES_QUERY_OPTIONS } from '../families/jobs/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `profiles.build`. */
export type ProfilesBuildOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_BUILD_OPTIONS>;

/** Options of `profiles.query`: the job type and the limits, in s and J. */
export type ProfilesQueryOptions = CommandOptions & OwnCommandOptions<typeof PROFILES_QUERY_OPTIONS>;

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
