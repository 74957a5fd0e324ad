import type { CommandGroup, CommandSpec } from '../families/commands.js';
import type { Family } from '../families/family.js';
import { SITE_IMPORTS } from './imports/kinds.js';

/** A command `plenum <group> <command>`, and the family that declares it; null for one of no family. */
export interface OwnedCommand {
  readonly family: string | null;
  readonly spec: CommandSpec;
}

/** A group of commands, which several may declare together. */
export interface OwnedGroup extends Pick<CommandGroup, 'name' | 'summary'> {
  readonly commands: readonly OwnedCommand[];
}

/** Returns the groups of commands `plenum <group> <command>`: those of no family, and those of each family. */
export function commandGroups(families: readonly Family[]): OwnedGroup[] {
  const groups = new Map<string, OwnedGroup>();
  for (const { family, group } of [
    { family: null, group: SITE_IMPORTS },
    ...families.flatMap(({ name: family, commands = [] }) => commands.map((group) => ({ family, group }))),
  ]) {
    const { name, summary, commands } = groups.get(group.name) ?? { ...group, commands: [] };
    groups.set(group.name, {
      name,
      summary,
      commands: [...commands, ...group.commands.map((spec) => ({ family, spec }))],
    });
  }
  return [...groups.values()];
}
