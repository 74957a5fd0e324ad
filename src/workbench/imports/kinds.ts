import type { CommandGroup } from '../../families/commands.js';
import { importCommand, type ImportKind } from './import-command.js';

/** All kinds of sources of a site that Plenum reads, in the order of the help. */
export const IMPORT_KINDS: readonly ImportKind[] = [
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
