import { MHZ_PER_GHZ } from '../../../models/units.js';
import { median, quantile } from '../../experiments/quantiles.js';
import { COMMAND_LINE } from '../../instances/fault.js';
import { NameSet } from '../../instances/consistency-names.js';
import { decimal } from '../../instances/time/number-style.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { Quarantine } from '../quarantine.js';
import { RefusedSource } from '../refused-source.js';
import { SourceFile } from '../source-file.js';
import { coreShare } from './load-curve.js';
import { cpuWords, readResults, type Result } from './results.js';

/** Number of results from which intervals are those of the results; below it, those of all servers of one CPU. Our choice. */
const MIN_RESULTS = 5;
/** Standard deviation of idle watts over their median, over servers of one CPU: 522 results of the list of 2022. */
const IDLE_SD = 0.22;
/** Standard deviation of watts at full load over their median, over the same results. */
const FULL_SD = 0.094;
/** Standard deviations on each side of a value that hold nine of ten draws of a normal distribution. */
const NINE_OF_TEN = 1.645;
/** Greatest frequency of a core that is taken for one in GHz; above it, it is in MHz. */
const MAX_GHZ = 20;

/** What the reader is asked for beside the files. */
interface SpecWords {
  readonly cpu: string;
  readonly chips?: number;
  readonly cores?: number;
  readonly frequencies?: string;
  readonly nodeType?: string;
}

/** A number with the interval in which nine of ten servers of the CPU lie. */
interface Known {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

/**
 * Reads published SPECpower results of one CPU: powers of a node idle and at full load, and of a core in its P-states.
 *
 * @throws RefusedSource for a CPU without results, or one whose results are of several kinds of node
 */
export async function readSpecpower({ files, words }: Pick<ImportAsked, 'files' | 'words'>): Promise<Imported> {
  const asked = words as unknown as SpecWords;
  const quarantine = new Quarantine();
  const frequencies = frequenciesOf(asked.frequencies);
  const wanted = cpuWords(asked.cpu);
  const exact: Result[] = [];
  const alike = new Map<string, Result[]>();
  const names = new NameSet();
  let results = 0;
  const sources = files.map((file) => new SourceFile(file));
  for (const source of sources) {
    await readResults(source, quarantine, (result) => {
      results += 1;
      const own = cpuWords(result.cpu);
      names.add(own);
      if (own === wanted) exact.push(result);
      else if (` ${own} `.includes(` ${wanted} `)) alike.set(own, [...(alike.get(own) ?? []), result]);
    });
  }
  const ofCpu = exact.length > 0 || alike.size !== 1 ? exact : [...alike.values()][0]!;
  if (ofCpu.length === 0) refuseCpu(asked.cpu, alike, names);
  const chosen = chosenOf(ofCpu, asked);
  const { chips, cores } = chosen[0]!;
  const idle = known(
    chosen.map(({ idleW }) => idleW),
    IDLE_SD,
  );
  const full = known(
    chosen.map(({ fullW }) => fullW),
    FULL_SD,
  );
  const core = coreOf(idle, full, cores, chosen);
  const name = asked.nodeType ?? chosen[0]!.cpu;
  const origin = `${chosen.length} SPECpower ${chosen.length === 1 ? 'result' : 'results'} of ${chosen[0]!.cpu}, ${chips} chips and ${cores} cores a node`;
  const states = frequencies.map((frequencyGHz) => {
    const { share, low, high } = coreShare(frequencyGHz / frequencies[0]!);
    return { frequencyGHz, corePowerW: core.value * share, lowW: core.low * low, highW: core.high * high };
  });
  return {
    stamps: sources.map(({ stamp }) => stamp),
    counts: {
      results,
      resultsOfCpu: ofCpu.length,
      resultsUsed: chosen.length,
      chipsPerNode: chips,
      coresPerNode: cores,
      idlePowerW: idle.value,
      fullPowerW: full.value,
      corePowerW: core.value,
      pStates: states,
    },
    text: [
      `${name}: ${shown(idle)} W idle, ${shown(full)} W at full load, ${shown(core)} W for each of ${cores} cores (${origin})`,
      ...states.map(
        ({ frequencyGHz, corePowerW, lowW, highW }) =>
          `at ${frequencyGHz} GHz ${shown({ value: corePowerW, low: lowW, high: highW })} W a core, derived from the mean load curve`,
      ),
    ],
    warnings: chosen.some(({ isOfSystem }) => isOfSystem)
      ? ['the list states no nodes: results are taken for one node, those of several nodes are perhaps among them']
      : [],
    quarantine,
    facts: factsOf(name, origin, { idle, full, core }, states),
    tables: new Map(),
    span: null,
  };
}

function factsOf(
  name: string,
  origin: string,
  { idle, full, core }: Readonly<Record<'idle' | 'full' | 'core', Known>>,
  states: readonly { frequencyGHz: number; corePowerW: number; lowW: number; highW: number }[],
): Fact[] {
  const fact = (field: string, { value, low, high }: Known, of: string): Fact => ({
    field: `nodeTypes.${name}.${field}`,
    value,
    unit: 'W',
    low,
    high,
    kind: 'derived',
    origin: of,
  });
  return [
    fact('idlePowerW', idle, `median of ${origin}`),
    fact('fullPowerW', full, `median of ${origin}`),
    fact('corePowerW', core, `full load less idle by the cores, of ${origin}`),
    ...states.map(({ frequencyGHz, corePowerW: value, lowW: low, highW: high }, n) =>
      fact(
        `pStates[${n}].corePowerW`,
        { value, low, high },
        `${frequencyGHz} GHz: mean load curve of servers, read at frequency over highest frequency`,
      ),
    ),
  ];
}

/** Returns the median of the results, and an interval for one more server of the CPU. */
function known(values: readonly number[], sd: number): Known {
  const value = median(values);
  if (values.length >= MIN_RESULTS) return { value, low: quantile(values, 0.05), high: quantile(values, 0.95) };
  const half = NINE_OF_TEN * sd * value;
  return { value, low: Math.min(value - half, ...values), high: Math.max(value + half, ...values) };
}

/** Returns the power of a core: what a node draws more at full load than idle, by its cores. */
function coreOf(idle: Known, full: Known, cores: number, results: readonly Result[]): Known {
  const each = results.map(({ idleW, fullW }) => (fullW - idleW) / cores);
  const value = (full.value - idle.value) / cores;
  if (each.length >= MIN_RESULTS) {
    return { value, low: Math.min(value, quantile(each, 0.05)), high: Math.max(value, quantile(each, 0.95)) };
  }
  const half = (NINE_OF_TEN * Math.hypot(IDLE_SD * idle.value, FULL_SD * full.value)) / cores;
  return { value, low: Math.max(0, Math.min(value - half, ...each)), high: Math.max(value + half, ...each) };
}

/** Returns the results of nodes of the chips and cores that are asked for; refuses if several kinds are left. */
function chosenOf(results: readonly Result[], { cpu, chips, cores }: SpecWords): readonly Result[] {
  const left = results.filter(
    (one) => (chips === undefined || one.chips === chips) && (cores === undefined || one.cores === cores),
  );
  const kinds = new Map<string, number>();
  for (const one of left.length === 0 ? results : left) {
    const kind = `${one.chips} chips and ${one.cores} cores`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  if (left.length > 0 && kinds.size === 1) return left;
  const allowed = `one kind of node: ${[...kinds].map(([kind, n]) => `${kind} (${n} results)`).join(', ')}`;
  const value = left.length === 0 ? `${chips ?? 'any'} chips, ${cores ?? 'any'} cores` : `${cpu}, of several kinds`;
  const remedy = 'Say by --chips and --cores what a node of yours has.';
  throw new RefusedSource(COMMAND_LINE, { path: '--chips', value, allowed, remedy });
}

function refuseCpu(cpu: string, alike: ReadonlyMap<string, readonly Result[]>, names: NameSet): never {
  const several = [...alike.keys()].slice(0, 10).join(', ');
  throw new RefusedSource(COMMAND_LINE, {
    path: '--cpu',
    value: cpu,
    allowed: alike.size > 0 ? `one CPU: ${several}` : 'a CPU that has published results',
    remedy:
      alike.size > 0
        ? 'Write the whole name of the CPU, as lscpu prints it.'
        : `${names.suggestion(cpuWords(cpu))}Write the name as lscpu prints it, or measure the powers.`,
  });
}

/** Returns the frequencies, GHz, the highest first. */
function frequenciesOf(text: string | undefined): number[] {
  if (text === undefined) return [];
  const values = text.split(',').map((one) => decimal(one.trim()));
  if (values.some((one) => !(one > 0))) {
    const allowed = 'frequencies above 0 in GHz or MHz, separated by commas';
    const remedy = 'Write them as 2.4,2.1,1.6.';
    throw new RefusedSource(COMMAND_LINE, { path: '--frequencies', value: text, allowed, remedy });
  }
  const inGHz = values.map((one) => (one > MAX_GHZ ? one / MHZ_PER_GHZ : one));
  return [...new Set(inGHz)].sort((a, b) => b - a);
}

function shown({ value, low, high }: Known): string {
  const digits = (number: number): string => String(Number(number.toPrecision(4)));
  return `${digits(value)} (${digits(low)} to ${digits(high)})`;
}
