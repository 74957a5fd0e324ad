import type { CommandGroup } from '../../families/commands.js';
import { TEXT } from '../../families/shared-options.js';
import { importCommand, type ImportKind } from './import-command.js';

/** All kinds of sources of a site that Plenum reads, in the order of the help. */
export const IMPORT_KINDS: readonly ImportKind[] = [
  {
    name: 'redfish',
    summary: 'powers and inlets of servers, from dumps of Redfish',
    files: 'JSON files of Redfish resources',
    options: {
      nodeType: {
        flags: '--node-type <name>',
        kind: TEXT,
        help: 'node type that all hosts of the files are of',
        usual: 'powers by host',
      },
    },
    load: async () => (await import('../../imports/redfish/read.js')).readRedfish,
  },
  {
    name: 'raps',
    summary: 'nodes and their powers, from machine files of RAPS',
    files: 'YAML files of machines',
    load: async () => (await import('../../imports/raps/read.js')).readRaps,
  },
];

/** Declares the commands `plenum import <kind>` that make the folder of a site. */
export const SITE_IMPORTS: CommandGroup = {
  name: 'import',
  summary: 'what a site has, and records of other tools',
  commands: IMPORT_KINDS.map(importCommand),
};
