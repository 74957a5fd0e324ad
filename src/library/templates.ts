import type { BUILD_OPTIONS, DAY_OPTIONS, QUERY_OPTIONS } from '../families/templates/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `templates.day`, explained in docs/templates/day.md. */
export type TemplatesDayOptions = CommandOptions & OwnCommandOptions<typeof DAY_OPTIONS>;

/** Options of `templates.build`. */
export type TemplatesBuildOptions = CommandOptions & OwnCommandOptions<typeof BUILD_OPTIONS>;

/** Options of `templates.query`: the state in which the room is; power in W. */
export type TemplatesQueryOptions = CommandOptions & OwnCommandOptions<typeof QUERY_OPTIONS>;

/** Functions for templates instances (docs/templates/README.md). */
export const templates = {
  /**
   * Solves every state of an instance and writes the templates to one SQLite file. Continues where it was stopped.
   * `record.details` describes the content.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one. @param options - The file, and how
   * utilisations are rounded.
   */
  build(instance: string, options: TemplatesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'build', files: [instance], options });
  },
  /**
   * Returns how to set the room, from the stored state nearest to the given one. `record.details` has set-point, vents
   * and the allowable cores of every node; `ended` is `notFeasible` if no setting keeps the limits.
   *
   * @param database - Path of a database from `templates.build`. @param options - The state.
   */
  query(database: string, options: TemplatesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'query', files: [database], options });
  },
  /**
   * Simulates a day of a room task by task. `record.details.methods` has reward, energy, tasks and temperatures by
   * method and budget. With a `memory` the room's air is computed, and templates are solved, once for many days.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one. @param options - Methods, templates,
   * arrivals, budgets, and where to write.
   */
  day(instance: string, options: TemplatesDayOptions = {}): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'day', files: [instance], options });
  },
};
