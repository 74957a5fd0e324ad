import type { Command } from 'commander';
import type { ThesisOptions } from '../families/reward-rate/instances/thesis/instance.js';
import { byFamily } from './by-family.js';
import type { GeoWorkload } from './commands/generate-geo.js';
import { atLeast, choiceOption, isGiven, OptionError, wholeNumber } from './options.js';

const MAX_VARIANTS = 10_000;
/** More do not fit the air model's limit of work (models/physics/airflow/room-problems.ts). */
const MAX_RACKS = 2880;
const CAP_PER_30_RACKS_W = 190_000;
/** Open aisles of rooms beyond the thesis' mix so much air that idling alone takes up to 221 kW per 30 racks (docs/decisions/generated-rooms.md). */
const OPEN_CAP_PER_30_RACKS_W = 250_000;
const THESIS_RACKS = 30;
const MAX_TASK_TYPES = 100;
const MAX_CENTRES = 1000;

type RoomWorkload = 'memory' | 'hybrid' | 'cpu' | 'all';

interface GenerateWords {
  readonly seed: number;
  readonly count: number;
  readonly out: string;
  readonly json: boolean;
  readonly racks?: number;
  readonly centres?: number;
  readonly date?: string;
  readonly workload: RoomWorkload | 'mixed';
  readonly taskTypes?: number;
  readonly airflow: 'balanced' | 'nominal';
  readonly coldAisles: 'open' | 'isolated';
  readonly powerCap?: number;
  readonly redLine: number;
}

/** `plenum generate`. */
export function addGenerate(program: Command, finish: (code: number) => void): void {
  const generate = program
    .command('generate')
    .description(
      'seeded variants of an instance (rewards, deadlines and arrivals; times of a robust one), the thesis room at any size, or data centres',
    )
    .argument('[instance]', 'instance to vary; without it --racks makes a new room, --centres data centres')
    .option('--seed <n>', 'first seed', wholeNumber('--seed', 0), 1)
    .option('--count <n>', 'how many variants, with consecutive seeds', wholeNumber('--count', 1, MAX_VARIANTS), 1)
    .option('--out <dir>', 'directory to write to', '.')
    .option(
      '--racks <n>',
      'racks of a new room (36 nodes each): 30 or a multiple of 60',
      wholeNumber('--racks', 1, MAX_RACKS),
    )
    .option(
      '--centres <n>',
      'data centres of a new geo instance: 4, 8, 16 (of the thesis), or another number drawn from --seed',
      wholeNumber('--centres', 1, MAX_CENTRES),
    )
    .option('--date <YYYY-MM-DD>', 'day of a new geo instance (default: 2017-07-12)')
    .addOption(
      choiceOption(
        '--workload <name>',
        'tasks of a new room or of data centres, of those drawn all if absent; mixed is hybrid',
        WORKLOADS,
        'hybrid',
      ),
    )
    .option(
      '--task-types <n>',
      "task types of a new room, or of data centres that are drawn: the workload's first n, or copies of them with measurements of their own",
      wholeNumber('--task-types', 1, MAX_TASK_TYPES),
    )
    .addOption(choiceOption('--airflow <regime>', 'fans of a new room', ['balanced', 'nominal'], 'balanced'))
    .addOption(
      choiceOption(
        '--cold-aisles <kind>',
        'containment of a new room; larger ones are isolated unless you say open',
        ['open', 'isolated'],
        'open',
      ),
    )
    .option(
      '--power-cap <W>',
      'cap of a new room, W (default: 190 kW per 30 racks, 250 kW in larger rooms with open aisles)',
      atLeast('--power-cap', 0),
    )
    .option('--red-line <C>', 'red line of a new room, C', atLeast('--red-line', -50), 30)
    .option('--force', 'overwrite files that Plenum did not write, or that were changed since', false)
    .option('--json', 'print one JSON object', false);
  generate.action(async (file: string | undefined, words: GenerateWords, command: Command) => {
    const { racks, centres } = words;
    if (file !== undefined) {
      refuseGiven(command, ['racks', 'centres', 'date'], 'with an instance to vary', 'only without one');
      const answers = {
        'reward-rate': async () => (await import('./commands/generate.js')).generateVariants(file, words),
        robust: async () => (await import('./commands/generate.js')).generateTrials(file, words),
      };
      finish(await byFamily(file, command, words.json, answers));
    } else if (centres !== undefined) {
      finish(await dataCentres({ ...words, centres }, command));
    } else if (racks === undefined || (racks !== 30 && racks % 60 !== 0)) {
      const remedy = 'Give it, or --centres for data centres, or name an instance to vary.';
      throw new OptionError('--racks', racks, '30 or a multiple of 60', remedy);
    } else {
      refuseGiven(command, ['date'], 'with --racks', 'only with --centres');
      const room = roomOf({ ...words, racks }, isGiven(command, 'coldAisles'));
      finish((await import('./commands/generate.js')).generateRoom(room, words));
    }
  });
}

const WORKLOADS: readonly (RoomWorkload | 'mixed')[] = ['memory', 'hybrid', 'cpu', 'all', 'mixed'];

/** Defaults give rooms that can idle: the thesis' own with open aisles, larger ones, whose CRACs give half the air per node, with isolated ones. */
function roomOf(words: GenerateWords & { readonly racks: number }, aislesGiven: boolean): ThesisOptions {
  const { racks, taskTypes, airflow, powerCap, redLine, seed } = words;
  const isLarger = racks > THESIS_RACKS;
  const coldAisles = isLarger && !aislesGiven ? 'isolated' : words.coldAisles;
  const per30W = isLarger && coldAisles === 'open' ? OPEN_CAP_PER_30_RACKS_W : CAP_PER_30_RACKS_W;
  const workload = words.workload === 'mixed' ? 'hybrid' : words.workload;
  const powerCapW = powerCap ?? (per30W * racks) / THESIS_RACKS;
  return { racks, workload, taskTypes, airflow, coldAisles, powerCapW, redLineC: redLine, seed };
}

async function dataCentres(words: GenerateWords & { readonly centres: number }, command: Command): Promise<number> {
  const { workload: asked, centres, date, taskTypes, seed, count, out, json } = words;
  const ofRooms = ['racks', 'airflow', 'coldAisles', 'powerCap', 'redLine'];
  refuseGiven(command, ofRooms, 'with --centres', 'only with --racks');
  const { generateCentres, isThesisGroup } = await import('./commands/generate-geo.js');
  if (isThesisGroup(centres)) {
    const remedy = `only with centres that are drawn: ${centres} are those of the thesis`;
    refuseGiven(command, ['seed', 'count', 'taskTypes'], `with --centres ${centres}`, remedy);
  }
  const workload: GeoWorkload | undefined = !isGiven(command, 'workload')
    ? undefined
    : asked === 'hybrid'
      ? 'mixed'
      : asked;
  return generateCentres({
    ...{ centres, seed, count, out, json },
    ...(workload === undefined ? {} : { workload }),
    ...(date === undefined ? {} : { date }),
    ...(taskTypes === undefined ? {} : { taskTypes }),
  });
}

/** An option that would be ignored is refused: whoever gave it expects it to count. */
function refuseGiven(command: Command, words: readonly string[], value: string, allowed: string): void {
  const given = words.find((word) => isGiven(command, word));
  if (given === undefined) return;
  const option = command.options.find((known) => known.attributeName() === given)?.long ?? given;
  throw new OptionError(option, value, allowed, 'Leave the option out.');
}
