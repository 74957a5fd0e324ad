import type { CommandGroup, CommandSpec } from '../commands.js';

/** Declaration of `plenum import wfcommons`. */
const WFCOMMONS: CommandSpec = {
  name: 'wfcommons',
  summary: 'workflow records of WfCommons (WfFormat 1.3 to 1.6) as the job types of a jobs instance',
  arguments: [{ name: 'file', help: 'workflow records (JSON)', isList: true }],
  options: [
    { name: 'out', flags: '--out <file>', help: 'the instance', kind: { is: 'text' }, isRequired: true },
    {
      name: 'instance',
      flags: '--instance <file>',
      kind: { is: 'text' },
      help: 'jobs instance that gives everything but the job types; its arrivals have to be drawn (default: as month-3x10)',
    },
    {
      name: 'speed',
      flags: '--speed <GHz>',
      kind: { is: 'number', least: 0.001, most: 100 },
      help: 'frequency of machines that do not say theirs',
    },
    {
      name: 'multiCore',
      flags: '--multi-core <how>',
      kind: { is: 'choice', of: ['refuse', 'split'] },

      help: 'tasks that had or used several cores: refused, or as many tasks beside one another',
      preset: 'refuse',
    },
    {
      name: 'missingBytes',
      flags: '--missing-bytes <n>',
      kind: { is: 'number', least: 0, most: 1e18 },
      help: 'size of files that are handed over and have none',
    },
    {
      name: 'force',
      flags: '--force',
      kind: { is: 'flag' },
      preset: false,
      help: 'overwrite a file that Plenum did not write, or that was changed since',
    },
  ],
  load: async () => (await import('./commands/import-wfcommons.js')).runImport,
};

/** `plenum import`: converts records of other tools to instances. */
export const IMPORT_COMMANDS: CommandGroup = {
  name: 'import',
  summary: 'records of other tools as instances',
  commands: [WFCOMMONS],
};
