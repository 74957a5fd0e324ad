import type { BUILD_OPTIONS, DAY_OPTIONS, QUERY_OPTIONS } from '../families/templates/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `templates.day` (docs/templates/day.md). */
export type TemplatesDayOptions = CommandOptions & OwnCommandOptions<typeof DAY_OPTIONS>;

/** Options of `templates.build`. */
export type TemplatesBuildOptions = CommandOptions & OwnCommandOptions<typeof BUILD_OPTIONS>;

/** Options of `templates.query`: the state of the machine room (power in W) for which a template is looked up. */
export type TemplatesQueryOptions = CommandOptions & OwnCommandOptions<typeof QUERY_OPTIONS>;

/** Library functions for templates instances (docs/templates/README.md). */
export const templates = {
  /**
   * Computes a template (the best setting of the room) for every listed state of an instance. Writes the templates to a
   * database file (SQLite), and continues an interrupted computation. `record.details` describes the content of the
   * file.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   * @param options - Database file, and rounding of utilisations.
   */
  build(instance: string, options: TemplatesBuildOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'build', files: [instance], options });
  },
  /**
   * Returns the setting of the room that is stored for the state nearest to a given one. `record.details` contains the
   * set-point, the vents, and how many cores each node may use. `ended` is `notFeasible` if no setting meets the limits
   * in that state.
   *
   * @param database - Path of a database from `templates.build`.
   * @param options - State of the room.
   */
  query(database: string, options: TemplatesQueryOptions): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'query', files: [database], options });
  },
  /**
   * Simulates a day of a room task by task. `record.details.methods` has reward, energy, tasks and temperatures for
   * each method and budget. With a `memory`, air flows and templates are computed only once for several days.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   * @param options - Methods, templates, arrivals, budgets, and output folder.
   */
  day(instance: string, options: TemplatesDayOptions = {}): Promise<CommandAnswered | Refused> {
    return commandAnswer({ group: 'templates', command: 'day', files: [instance], options });
  },
};
