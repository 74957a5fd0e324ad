import type { CommandGroup } from '../../families/commands.js';
import { importCommand, type ImportKind } from './import-command.js';

/** All kinds of sources of a site that Plenum reads, in the order of the help. */
export const IMPORT_KINDS: readonly ImportKind[] = [];

/** Declares the commands `plenum import <kind>` that make the folder of a site. */
export const SITE_IMPORTS: CommandGroup = {
  name: 'import',
  summary: 'what a site has, and records of other tools',
  commands: IMPORT_KINDS.map(importCommand),
};
