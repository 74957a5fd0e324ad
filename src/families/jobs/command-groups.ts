import type { CommandGroup, CommandSpec } from '../commands.js';
import { WFCOMMONS_OPTIONS } from './options.js';

/** Declaration of the command `plenum import wfcommons`. */
const WFCOMMONS: CommandSpec = {
  name: 'wfcommons',
  summary: 'workflow records of WfCommons (WfFormat 1.3 to 1.6) as the job types of a jobs instance',
  arguments: [{ name: 'file', help: 'workflow records (JSON)', isList: true }],
  options: WFCOMMONS_OPTIONS,
  load: async () => (await import('./commands/import-wfcommons.js')).runImport,
};

/** Declares the commands `plenum import ...`, which convert files of other tools to instances. */
export const IMPORT_COMMANDS: CommandGroup = {
  name: 'import',
  summary: 'what a site has, and records of other tools',
  commands: [WFCOMMONS],
};
