import type { Command } from 'commander';
import { DEFAULT_GEO_METHOD, DEFAULT_METHOD, DEFAULT_ROBUST_METHOD, ROBUST_METHODS } from '../methods/registry.js';
import type { LpEngineName } from '../solvers/linear/load.js';
import { byFamily } from './by-family.js';
import { geoMethod } from './geo-words.js';
import { atLeast, choiceOption, engineOption, method, wholeNumber } from './options.js';
import { boundingApart, goalNamed, handlingNamed, heeding, improvementsNamed, robustMethod } from './robust-words.js';

interface SolveWords {
  readonly method?: string;
  readonly naive: boolean;
  readonly constraints?: string;
  readonly problem: string;
  readonly constraint: string;
  readonly improve: string;
  readonly start?: string;
  readonly front?: number;
  readonly seed: number;
  readonly timeLimit?: number;
  readonly workLimit?: number;
  readonly boundTimeLimit?: number;
  readonly engine: LpEngineName;
  readonly bound: boolean;
  readonly out?: string;
  readonly json: boolean;
}

/** `plenum solve`, for an instance of any family. */
export function addSolve(program: Command, finish: (code: number) => void): void {
  program
    .command('solve')
    .description('find the best plan (reward rate, robustness or cost), prove a bound, check the plan')
    .argument('<instance>', 'instance file (JSON)')
    .option(
      '--method <name>',
      `method (default: ${DEFAULT_METHOD}; robust instances: ${DEFAULT_ROBUST_METHOD}; geo instances: ${DEFAULT_GEO_METHOD})`,
    )
    .option('--constraints <module>', 'limits of your own, a JavaScript module (docs/methods/config-ls.md)')
    .option('--naive', 'let the method ignore co-location (NERR); the plan is judged with it', false)
    .option('--problem <goal>', 'robust instances: mo-ec or eo-mc', 'mo-ec')
    .addOption(
      choiceOption(
        '--constraint <handling>',
        'robust searches: how the limit is weighed',
        ['dynamic', 'static', 'superiority', 'limit'],
        'dynamic',
      ),
    )
    .option('--improve <list>', 'robust searches: our changes to the printed ones: z,ties,keep, all or none', 'none')
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
    .action(async (file: string, words: SolveWords, command: Command) => {
      const { method: name, problem, constraint, improve, ...rest } = words;
      finish(
        await byFamily(file, command, words.json, {
          'reward-rate': async (isKnown) => {
            const own = { ...rest, method: method(isKnown && name !== undefined ? name : DEFAULT_METHOD) };
            return (await import('./commands/solve.js')).solveCommand(file, own);
          },
          robust: async () => {
            const own = {
              ...rest,
              method: boundingApart(heeding(robustMethod(name), command), ROBUST_METHODS, words),
              goal: goalNamed(problem),
              handling: handlingNamed(constraint),
              improvements: improvementsNamed(improve),
            };
            return (await import('./commands/solve-robust.js')).solveRobustCommand(file, own);
          },
          geo: async () => {
            const own = { ...rest, method: geoMethod(name, words) };
            return (await import('./commands/solve-geo.js')).solveGeoCommand(file, own);
          },
        }),
      );
    });
}
