import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import type { BuildOptions } from './commands/templates/build.js';
import type { ExportOptions } from './commands/templates/export.js';
import type { QueryOptions } from './commands/templates/query.js';
import { atLeast, choiceOption, OptionError, wholeNumber } from './options.js';

const MAX_WORKERS = 64;
const DEFAULT_WORKERS = 4;

type Finish = (code: number) => void;

/** `plenum templates build | query | info | export`. */
export function addTemplatesDatabase(group: Command, packageDirectory: string, finish: Finish): void {
  addBuild(group, packageDirectory, finish);
  addQuery(group, finish);
  addInfo(group, finish);
  addExport(group, finish);
}

function addBuild(group: Command, packageDirectory: string, finish: Finish): void {
  group
    .command('build')
    .description('solve every state of an instance into one SQLite file; goes on where it was stopped')
    .argument('<instance>', 'templates instance (JSON)')
    .requiredOption('--out <file>', 'the database')
    .addOption(choiceOption('--rounding <rule>', 'how utilisations become whole cores', ['safe', 'ceiling'], 'safe'))
    .option(
      '--workers <n>',
      'worker threads; the file does not depend on it',
      wholeNumber('--workers', 1, MAX_WORKERS),
      Math.min(availableParallelism(), DEFAULT_WORKERS),
    )
    .option('--force', 'overwrite whatever is there', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: BuildOptions) => {
      finish(await (await import('./commands/templates/build.js')).buildCommand(file, packageDirectory, options));
    });
}

function addQuery(group: Command, finish: Finish): void {
  group
    .command('query')
    .description(
      'how to set the room in the stored state nearest to the one found, and how far off it is; exit code 3 if infeasible',
    )
    .argument('<database>', 'as plenum templates build wrote it')
    .requiredOption('--arriving <tasks/s>', 'weighted arriving work', atLeast('--arriving', 0))
    .requiredOption('--running <cores,...>', 'running cores by quadrant, in the order of the instance', runningCores)
    .requiredOption('--power <limit>', 'power limit of the room, in W, or with its unit: 170kW', watts)
    .option('--json', 'print one JSON object, also with the allowable cores of every node', false)
    .action(async (file: string, options: QueryOptions) => {
      finish(await (await import('./commands/templates/query.js')).queryCommand(file, options));
    });
}

function addInfo(group: Command, finish: Finish): void {
  group
    .command('info')
    .description('what is in a database: instance, air, states, gaps, what rounding to whole cores costs or breaks')
    .argument('<database>', 'as plenum templates build wrote it')
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: { readonly json: boolean }) => {
      finish(await (await import('./commands/templates/info.js')).infoCommand(file, options));
    });
}

function addExport(group: Command, finish: Finish): void {
  group
    .command('export')
    .description('the whole database as JSON or CSV, for a scheduler in another language')
    .argument('<database>', 'as plenum templates build wrote it')
    .requiredOption('--out <file>', 'where to write it')
    .addOption(choiceOption('--format <name>', 'what to write', ['json', 'csv'], 'json'))
    .option('--force', 'overwrite a file that is there', false)
    .option('--json', 'print one JSON object', false)
    .action(async (file: string, options: ExportOptions) => {
      finish(await (await import('./commands/templates/export.js')).exportCommand(file, options));
    });
}

function runningCores(text: string): readonly number[] {
  const parts = text.split(',').map((part) => part.trim());
  const isCount = (part: string): boolean => /^\d+$/.test(part) && Number.isSafeInteger(Number(part));
  if (!parts.every(isCount)) {
    const allowed = 'whole numbers of at least 0 with commas between, one per quadrant';
    throw new OptionError('--running', text, allowed, 'For example --running 180,200,200,180.');
  }
  return parts.map(Number);
}

const UNITS: Readonly<Record<string, number>> = { '': 1, w: 1, kw: 1e3, mw: 1e6 };

/** "170kW", "170 kW", "170000". */
function watts(text: string): number {
  const [, digits = '', unit = ''] = /^\s*(\d*\.?\d+(?:e[+-]?\d+)?|\d+\.)\s*([a-z]*)\s*$/i.exec(text) ?? [];
  const value = Number(digits) * (UNITS[unit.toLowerCase()] ?? NaN);
  if (digits !== '' && value > 0 && Number.isFinite(value)) return value;
  throw new OptionError(
    '--power',
    text,
    'a power above 0 in W, or with a unit (W, kW, MW)',
    'For example --power 170kW.',
  );
}
