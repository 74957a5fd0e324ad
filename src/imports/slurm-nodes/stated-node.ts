import { type Gpus, gpusOf, gpusOfTres, isNothing, memoryMiBOf, stateOf, tresOf, wholeOf } from './values.js';

/** What a column, key or field of Slurm's records says of nodes. */
export type NodeField =
  | 'hosts'
  | 'nodes'
  | 'cpus'
  | 'cpusState'
  | 'socketsCoresThreads'
  | 'sockets'
  | 'socketsPerBoard'
  | 'boards'
  | 'cores'
  | 'threads'
  | 'memory'
  | 'gres'
  | 'gresUsed'
  | 'tres'
  | 'tresUsed'
  | 'features'
  | 'cutFeatures'
  | 'activeFeatures'
  | 'partitions'
  | 'state'
  | 'reason';

/** Fields by the words of scontrol, slurm.conf and sinfo, in small letters without other signs. */
const FIELDS: Readonly<Record<NodeField, string>> = {
  hosts: 'nodename nodelist nodehost hostnames name host node n',
  nodes: 'nodes nodecount',
  cpus: 'cputot cpus procs',
  cpusState: 'cpusaiot cpusstate cstate',
  socketsCoresThreads: 'sct socketcorethread',
  sockets: 'sockets',
  socketsPerBoard: 'socketsperboard',
  boards: 'boards',
  cores: 'corespersocket cores',
  threads: 'threadspercore threads',
  memory: 'realmemory memory mem',
  gres: 'gres',
  gresUsed: 'gresused',
  tres: 'cfgtres tres',
  tresUsed: 'alloctres tresused',
  features: 'availablefeatures availfeatures features feature',
  cutFeatures: 'availfe',
  activeFeatures: 'activefeatures featuresact',
  partitions: 'partitions partition partitionname p',
  state: 'state statelong statecompact statecomplete s',
  reason: 'reason',
};
/** Field of each word. */
const FIELD_OF = new Map(
  Object.entries(FIELDS).flatMap(([field, words]) =>
    words.split(' ').map((word) => [word, field as NodeField] as const),
  ),
);

/** Returns the field that a column, key or JSON field of Slurm holds; undefined if none that is read. */
export function fieldOf(word: string): NodeField | undefined {
  return FIELD_OF.get(word.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** Texts of one record of Slurm, by field. */
export type NodeTexts = ReadonlyMap<NodeField, string>;

/** What one record says of each of its nodes; undefined is not stated. */
export interface StatedNode {
  readonly cpus: number | undefined;
  readonly cores: number | undefined;
  readonly threadsPerCore: number | undefined;
  readonly memoryMiB: number | undefined;
  readonly gpus: Gpus | undefined;
  readonly gpusUsed: number | undefined;
  readonly features: readonly string[] | undefined;
  readonly partitions: readonly string[];
  readonly state: string | undefined;
}

/**
 * Returns what a record says of its nodes; a text says why it cannot be read.
 *
 * @param usualThreads threads per core where the record states none; undefined if that says nothing
 */
export function statedNode(texts: NodeTexts, usualThreads?: number): StatedNode | string {
  const text = (field: NodeField): string | undefined => {
    const value = texts.get(field);
    return value === undefined || isNothing(value) ? undefined : value.trim();
  };
  const faulty: string[] = [];
  const whole = (field: NodeField, value: string | undefined = text(field)): number | undefined => {
    if (value === undefined) return undefined;
    const number = wholeOf(value);
    if (!Number.isNaN(number)) return number;
    faulty.push(`node whose ${field} are no whole number`);
    return undefined;
  };
  const tres = tresOf(text('tres') ?? '');
  const [sockets, cores, threads] = text('socketsCoresThreads')?.split(':') ?? [];
  const perBoard = whole('socketsPerBoard');
  const stated = layoutOf({
    cpus: whole('cpus') ?? whole('cpus', text('cpusState')?.split('/')[3]) ?? whole('cpus', tres.get('cpu')),
    sockets: whole('sockets') ?? whole('sockets', sockets) ?? (perBoard && perBoard * (whole('boards') ?? 1)),
    coresPerSocket: whole('cores') ?? whole('cores', cores),
    threadsPerCore: whole('threads') ?? whole('threads', threads) ?? usualThreads,
  });
  const memory = text('memory') ?? tres.get('mem');
  const memoryMiB = memory === undefined ? undefined : memoryMiBOf(memory);
  if (Number.isNaN(memoryMiB)) faulty.push('node whose memory is no size');
  const state = text('state');
  const gpusUsed = text('gresUsed') === undefined ? tresUsed(text('tresUsed')) : gpusOf(text('gresUsed')!).gpus;
  return (
    faulty[0] ?? {
      ...stated,
      memoryMiB,
      gpus: gpusFrom(texts, tres),
      gpusUsed,
      features: featuresFrom(texts),
      partitions: listOf(text('partitions') ?? '').map((name) => name.replace(/\*$/, '')),
      state: state === undefined ? undefined : (stateOf(state) ?? state.toLowerCase()),
    }
  );
}

/** Returns GPUs where the record says anything of generic resources, "none" included. */
function gpusFrom(texts: NodeTexts, tres: ReadonlyMap<string, string>): Gpus | undefined {
  const gres = gpusOf(texts.get('gres') ?? '');
  if (gres.gpus > 0) return gres;
  const traced = gpusOfTres(tres);
  return traced.gpus > 0 || texts.has('gres') || tres.size > 0 ? traced : undefined;
}

function tresUsed(text: string | undefined): number | undefined {
  return text === undefined ? undefined : gpusOfTres(tresOf(text)).gpus;
}

function featuresFrom(texts: NodeTexts): readonly string[] | undefined {
  const whole = texts.get('features') ?? texts.get('activeFeatures');
  if (whole !== undefined) return isNothing(whole) ? [] : listOf(whole);
  const cut = texts.get('cutFeatures');
  // A list that fills its column is cut off: its last feature may be the beginning of another.
  if (cut === undefined || isNothing(cut)) return cut === undefined ? undefined : [];
  return isCut(cut) ? listOf(cut).slice(0, cut.endsWith(',') ? undefined : -1) : listOf(cut);
}

/** Width of the column of features in the long listing of sinfo, characters: Slurm cuts off what is longer. */
const FEATURES_WIDTH = 8;

/** Returns true for a list of features that fills its column, so that it may be cut off. */
export function isCut(features: string): boolean {
  return features.length >= FEATURES_WIDTH;
}

function listOf(text: string): string[] {
  return text.split(',').flatMap((item) => (item.trim() === '' ? [] : [item.trim()]));
}

interface StatedLayout {
  readonly cpus: number | undefined;
  readonly sockets: number | undefined;
  readonly coresPerSocket: number | undefined;
  readonly threadsPerCore: number | undefined;
}

/**
 * Returns CPUs, cores and threads per core. A CPU of Slurm may be a thread or a core, whatever ThreadsPerCore says:
 * cores are sockets times cores per socket if the CPUs agree with that, otherwise CPUs over threads per core.
 */
function layoutOf({ cpus, sockets, coresPerSocket, threadsPerCore }: StatedLayout) {
  const drawn = sockets === undefined || coresPerSocket === undefined ? undefined : sockets * coresPerSocket;
  const threads = threadsPerCore ?? 1;
  const agrees = drawn !== undefined && (cpus === undefined || cpus === drawn || cpus === drawn * threads);
  if (agrees) return { cpus: cpus ?? drawn * threads, cores: drawn, threadsPerCore };
  return { cpus, cores: cpus === undefined ? undefined : Math.max(1, Math.floor(cpus / threads)), threadsPerCore };
}
