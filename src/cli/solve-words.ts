import type { Command } from 'commander';
import type { Family } from '../families/family.js';
import { DEFAULT_METHOD } from '../families/reward-rate/methods/registry.js';
import { DEFAULT_ROBUST_METHOD } from '../families/robust/methods/registry.js';
import { DEFAULT_GEO_METHOD } from '../families/geo/methods/registry.js';
import { ofAnyFamily } from './by-family.js';
import type { SolveOptions } from './commands/solve.js';
import { atLeast, engineOption, wholeNumber } from './options.js';

/** `plenum solve`, for an instance of any family. */
export function addSolve(program: Command, finish: (code: number) => void, families: readonly Family[]): void {
  program
    .command('solve')
    .description('find the best plan (reward rate, robustness or cost), prove a bound, check the plan')
    .argument('<instance>', 'instance file (JSON)')
    .option(
      '--method <name>',
      `method (default: ${DEFAULT_METHOD}; robust instances: ${DEFAULT_ROBUST_METHOD}; geo instances: ${DEFAULT_GEO_METHOD})`,
    )
    .option('--constraints <module>', 'limits of your own, a JavaScript module (docs/reward-rate/config-ls.md)')
    .option('--naive', 'let the method ignore co-location (NERR); the plan is judged with it')
    .option('--problem <goal>', 'robust instances: mo-ec or eo-mc (default: mo-ec)')
    .option(
      '--constraint <handling>',
      'robust searches: how the limit is weighed: dynamic (default), static, superiority or limit',
    )
    .option(
      '--improve <list>',
      'robust searches: our changes to the printed ones: z,ties,keep, all or none (default: none)',
    )
    .option('--start <plan>', 'robust searches: plan file to start from')
    .option(
      '--front <n>',
      'also trace deadline against budget, Psi under rising phi (robust instances) or cost against carbon (geo instances) with so many points (each a run of its own)',
      wholeNumber('--front', 2, 100),
    )
    .option('--seed <n>', 'seed of stochastic methods', wholeNumber('--seed', 0), 1)
    .option(
      '--time-limit <s>',
      'stop after about this many seconds with the best plan so far',
      atLeast('--time-limit', 0),
    )
    .option('--work-limit <n>', 'stop after this many steps (exactly repeatable)', wholeNumber('--work-limit', 1))
    .addOption(engineOption())
    .option('--no-bound', 'skip the separate bound for methods that give none')
    .option(
      '--bound-time-limit <s>',
      'robust and geo instances: stop that separate bound after about this many seconds (default: --time-limit once more)',
      atLeast('--bound-time-limit', 0),
    )
    .option('--out <dir>', 'write plan.json, plan.csv, result.json, report.html and of geo instances ledger.csv there')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: SolveOptions, command: Command) => {
      const run = async (): Promise<number> => {
        return (await import('./commands/solve.js')).solveCommand(file, options, families);
      };
      finish(await ofAnyFamily(file, command, families, run));
    });
}
