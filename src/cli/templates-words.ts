import type { Command } from 'commander';
import { addAtlas } from './templates-atlas-words.js';
import { addTemplatesCheck, addTemplatesCoverage } from './templates-check-words.js';
import { addTemplatesDatabase } from './templates-database-words.js';
import { addTemplatesDay, addTemplatesRobustness } from './templates-day-words.js';

type Finish = (code: number) => void;

/** `plenum templates`: words of subcommands are in files of their own. */
export function addTemplates(program: Command, packageDirectory: string, finish: Finish): void {
  const group = program
    .command('templates')
    .description('how to set a room in every state an online scheduler may find it in, and what that is worth');
  addTemplatesDatabase(group, packageDirectory, finish);
  addAtlas(group, finish);
  addTemplatesCheck(group, finish);
  addTemplatesCoverage(group, finish);
  addTemplatesDay(group, finish);
  addTemplatesRobustness(group, finish);
  // Subcommands inherit neither of these.
  for (const command of group.commands) command.exitOverride().showHelpAfterError('(plenum --help says more)');
}
