import { type Command, Option } from 'commander';
import { nearestName } from '../instances/nearest-name.js';
import { METHODS } from '../families/reward-rate/methods/registry.js';
import { ROBUST_METHODS } from '../families/robust/methods/registry.js';
import { geoMethodNamed } from '../families/geo/methods/registry.js';
import { GEO_METHODS } from '../families/geo/methods/registry.js';
import { type GeoMethod } from '../families/geo/methods/registry.js';
import { type Contestant, parseContestants } from '../families/reward-rate/studies/compare/contestants.js';
import {
  parseRobustContestants,
  type RobustContestant,
  type RobustForm,
} from '../families/robust/studies/compare/contestants.js';
import type { LpEngineName } from '../solvers/linear/load.js';
import { byFamily } from './by-family.js';
import type { CompareStudyOptions } from './commands/compare-study.js';
import { atLeast, choiceOption, engineOption, OptionError, wholeNumber } from './options.js';
import { goalNamed, handlingNamed, improvementsNamed } from './robust-words.js';

const MAX_TRIALS = 1000;
const MAX_WORKERS = 64;

interface CompareWords extends CompareStudyOptions {
  readonly methods: string;
  readonly vary: boolean;
  readonly problem: string;
  readonly constraint: string;
  readonly improve: string;
  readonly workers: number;
  readonly engine: LpEngineName;
}

/** `plenum compare` on the command line, for an instance of any family. */
export function addCompare(program: Command, finish: (code: number) => void): void {
  program
    .command('compare')
    .description('methods side by side over seeded trials: gaps to one proven bound per trial, intervals, convergence')
    .argument('<instance>', 'instance file (JSON)')
    .addOption(
      new Option(
        '--methods <list>',
        'methods, comma-separated; name:naive ignores co-location; robust searches: name:static, name:z+ties, ...',
      ).makeOptionMandatory(),
    )
    .option('--reference <method>', 'the one of them the others are held against (default: the first)')
    .option('--trials <n>', 'trials, with consecutive seeds', wholeNumber('--trials', 1, MAX_TRIALS), 5)
    .option(
      '--vary',
      'every trial is a seeded variant of the workload, the same for all methods (not of geo instances)',
      false,
    )
    .option('--problem <goal>', 'robust instances: mo-ec or eo-mc', 'mo-ec')
    .addOption(
      choiceOption(
        '--constraint <handling>',
        'robust searches whose label says no other: how the limit is weighed',
        ['dynamic', 'static', 'superiority', 'limit'],
        'dynamic',
      ),
    )
    .option('--improve <list>', 'the same: our changes to the printed ones: z,ties,keep, all or none', 'none')
    .option('--seed <n>', 'first seed', wholeNumber('--seed', 0), 1)
    .option('--time-limit <s>', 'stop each run after about this many seconds', atLeast('--time-limit', 0))
    .option('--work-limit <n>', 'stop each run after this many steps', wholeNumber('--work-limit', 1))
    .option(
      '--workers <n>',
      'robust instances, with --work-limit alone: runs at a time; what is found does not depend on it',
      wholeNumber('--workers', 1, MAX_WORKERS),
      1,
    )
    .addOption(engineOption())
    .option('--out <dir>', 'write compare.json, .csv and .html there; a comparison cut short is taken up again')
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, words: CompareWords, command: Command) => {
      const { methods, problem, constraint, improve, ...rest } = words;
      finish(
        await byFamily(file, command, words.json, {
          'reward-rate': async (isKnown) => {
            const own = contestants(isKnown ? methods : METHODS[0]!.name);
            const { compareCommand } = await import('./commands/compare.js');
            return compareCommand(file, { ...rest, methods: own });
          },
          robust: async () => {
            const form = { handling: handlingNamed(constraint), improvements: improvementsNamed(improve) };
            const own = robustContestants(methods, form, command);
            const { compareRobustCommand } = await import('./commands/compare-robust.js');
            return compareRobustCommand(file, { ...rest, contestants: own, form, goal: goalNamed(problem) });
          },
          geo: async () => {
            const own = geoContestants(methods, rest.vary);
            const { compareGeoCommand } = await import('./commands/compare-geo.js');
            return compareGeoCommand(file, { ...rest, methods: own });
          },
        }),
      );
    });
}

function contestants(text: string): readonly Contestant[] {
  const parsed = parseContestants(text, METHODS);
  const known = METHODS.map(({ name }) => name);
  const [unknown] = parsed.unknown;
  if (unknown !== undefined) {
    throw new OptionError(
      '--methods',
      unknown,
      `${known.join(', ')}, each also with ":naive" behind it`,
      `Choose from these${nearest(unknown, known)}.`,
    );
  }
  if (parsed.twice.length > 0) {
    throw new OptionError('--methods', parsed.twice[0], 'every method once', 'Name it once.');
  }
  return parsed.contestants;
}

function geoContestants(text: string, vary: boolean): readonly GeoMethod[] {
  const known = GEO_METHODS.map(({ name }) => name);
  const names = text.split(',').map((name) => name.trim());
  const methods = names.map((name) => {
    const found = geoMethodNamed(name);
    if (found !== undefined) return found;
    const own = name.split(':')[0]!;
    const remedy = known.includes(own)
      ? `Geo methods have no forms: leave "${name.slice(own.length)}" out.`
      : `Choose from these${nearest(name, known)}.`;
    throw new OptionError('--methods', name, known.join(', '), remedy);
  });
  const twice = names.find((name, n) => names.indexOf(name) < n);
  if (twice !== undefined) throw new OptionError('--methods', twice, 'every method once', 'Name it once.');
  if (vary) {
    const remedy = 'Compare one by one the files that plenum generate --centres ... writes, or leave --vary out.';
    throw new OptionError('--vary', 'with a geo instance', 'only with reward-rate or robust instances', remedy);
  }
  return methods;
}

/** The methods, unless a choice was made that all of them would ignore. */
function robustContestants(text: string, form: RobustForm, command: Command): readonly RobustContestant[] {
  const { contestants: found, faults } = parseRobustContestants(text, ROBUST_METHODS, form);
  const [fault] = faults;
  if (fault !== undefined) {
    const { label, allowed, remedy } = fault;
    const name = label.split(':')[0]!;
    const known = ROBUST_METHODS.map((method) => method.name);
    const hint = known.includes(name) ? '' : nearest(name, known);
    throw new OptionError('--methods', label, allowed, remedy.replace(/\.$/, `${hint}.`));
  }
  const choices = [
    ['constraint', 'handling', found.some(({ takesHandling }) => takesHandling)],
    ['improve', 'improvements', found.some(({ takesImprovements }) => takesImprovements)],
  ] as const;
  for (const [word, choice, isTaken] of choices) {
    if (isTaken || command.getOptionValueSource(word) !== 'cli') continue;
    const able = ROBUST_METHODS.filter(({ heeds }) => heeds.includes(choice)).map(({ name }) => name);
    const allowed = `with one of ${able.join(', ')} whose label says no other`;
    throw new OptionError(`--${word}`, `with ${text}`, allowed, 'Leave the option out.');
  }
  return found;
}

function nearest(name: string, known: readonly string[]): string {
  const found = nearestName(name, known);
  return found === undefined ? '' : `; the nearest in spelling is "${found}"`;
}
