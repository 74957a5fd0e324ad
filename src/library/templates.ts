import type { BUILD_OPTIONS, DAY_OPTIONS, QUERY_OPTIONS } from '../families/templates/options.js';
import type { OwnCommandOptions } from './family-options.js';
import type { Refused } from '../instances/fault.js';
import type { Kept } from '../families/commands.js';
import { commandAnswer, type CommandAnswered, type CommandOptions } from './family-commands.js';

/** Options of `templates.day`; what they mean: docs/templates/day.md. */
export type TemplatesDayOptions = CommandOptions & OwnCommandOptions<typeof DAY_OPTIONS>;

/** Options of `templates.build`. */
export type TemplatesBuildOptions = CommandOptions & OwnCommandOptions<typeof BUILD_OPTIONS>;

/** Options of `templates.query`: the state that the room is found in; power in W. */
export type TemplatesQueryOptions = CommandOptions & OwnCommandOptions<typeof QUERY_OPTIONS>;

/** A templates instance that is opened once, for many days one after the other. */
export interface TemplatesRoom {
  /** A day of the room, as `templates.day` simulates it. */
  readonly day: (options?: TemplatesDayOptions) => Promise<CommandAnswered | Refused>;
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
   * A day of a room, simulated task by task: reward, energy, tasks and temperatures by method and budget under `record.details.methods`.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   * @param options - Methods, templates, arrivals, budgets, and where to write.
   */
  day(instance: string, options: TemplatesDayOptions = {}): Promise<CommandAnswered | Refused> {
    return templates.room(instance).day(options);
  },
  /**
   * The room of an instance for many days: its air is computed, and templates are solved, once. The file is read on the first day.
   *
   * @param instance - Path of a templates instance, or the name of a bundled one.
   */
  room(instance: string): TemplatesRoom {
    const kept: Kept = new Map();
    return {
      day: (options = {}) => commandAnswer({ group: 'templates', command: 'day', files: [instance], options, kept }),
    };
  },
};
