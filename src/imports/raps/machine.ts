import { decimal } from '../../instances/time/number-style.js';
import { looksLike } from '../looks-like.js';
import { RefusedSource } from '../refused-source.js';

/** Sections of a machine file that this reader reads. */
const READ = ['system', 'power', 'uq', 'cooling'] as const;

/** Power of one part of a node with nothing to do and at full load, W, and how many of them a node has. */
export interface Part {
  readonly name: string;
  readonly count: number;
  readonly idleW: number;
  readonly fullW: number;
  /** Standard deviation over the power, as the file states it; undefined where it states none. */
  readonly relativeSd: number | undefined;
}

/** A stage of power conversion: it takes (power + constant) / efficiency. */
export interface Conversion {
  readonly lossW: number;
  readonly efficiency: number;
}

/** What a machine file of RAPS says. */
export interface Machine {
  readonly cdus: number;
  /** Racks that exist: those that are named as missing are not among them. */
  readonly racks: number;
  readonly missingRacks: readonly number[];
  /** Numbers of missing racks that the machine has not. */
  readonly strayRacks: readonly number[];
  readonly nodesPerRack: number;
  readonly downNodes: number;
  readonly gpusPerNode: number;
  /** Cores of the CPUs of one node; undefined where the file does not say. */
  readonly cpuCores: number | undefined;
  readonly parts: readonly Part[];
  /** Converter of a node. */
  readonly node: Conversion;
  /** Rectifier, its constant shared by the nodes behind it. */
  readonly rectifier: Conversion;
  /** Power of all switches, and of the pumps of all CDUs, W. */
  readonly switchesW: number;
  readonly pumpsW: number;
  readonly pricePerKWh: number | undefined;
  /** Wet-bulb temperature, K. */
  readonly wetBulbK: number | undefined;
  /** Sections of the file that are not read. */
  readonly unread: readonly string[];
}

/**
 * Returns what a machine file says.
 *
 * @param text the text that was parsed, for messages
 * @throws RefusedSource for what is no machine file, or lacks what node powers follow from
 */
export function machineOf(file: string, parsed: unknown, text: string): Machine {
  const sections = isRecord(parsed) ? parsed : {};
  if (!isRecord(sections['system']) || !isRecord(sections['power'])) {
    const allowed = 'a machine file of RAPS: YAML with the sections system and power';
    const remedy = 'Name a file of the folder config of RAPS.';
    throw new RefusedSource(file, { path: '', value: looksLike(text), allowed, remedy });
  }
  const fields = new Fields(file, sections);
  const racksInAll = fields.whole('system.num_cdus') * fields.whole('system.racks_per_cdu');
  const missing = [...new Set(fields.list('system.missing_racks'))];
  const isOfMachine = (rack: number): boolean => Number.isInteger(rack) && rack >= 0 && rack < racksInAll;
  const missingRacks = missing.filter(isOfMachine);
  const racks = racksInAll - missingRacks.length;
  const nics = fields.optional('power.power_nic') === undefined ? ['idle', 'max'] : ['', ''];
  const [nicIdle, nicMax] = nics.map((end) => fields.number(`power.power_nic${end === '' ? '' : `_${end}`}`));
  const gpus = fields.optional('system.gpus_per_node') ?? 0;
  const part = (name: string, count: number, idleW: number, fullW: number): Part => {
    return { name, count, idleW, fullW, relativeSd: fields.optional(`uq.power_${name}_uncertainty`) };
  };
  const power = (name: string): number => (gpus === 0 && name.includes('gpu') ? 0 : fields.number(`power.${name}`));
  const [memoryW, nvmeW] = [power('power_mem'), power('power_nvme')];
  const cpus = fields.whole('system.cpus_per_node');
  const coresOfCpu = fields.optional('system.cores_per_cpu');
  const made: Machine = {
    cdus: fields.whole('system.num_cdus'),
    racks,
    missingRacks,
    strayRacks: missing.filter((rack) => !isOfMachine(rack)),
    nodesPerRack: fields.whole('system.nodes_per_rack'),
    downNodes: new Set(fields.list('system.down_nodes')).size,
    gpusPerNode: gpus,
    cpuCores: coresOfCpu === undefined ? undefined : coresOfCpu * cpus,
    parts: [
      part('cpu', cpus, power('power_cpu_idle'), power('power_cpu_max')),
      part('gpu', gpus, power('power_gpu_idle'), power('power_gpu_max')),
      part('mem', 1, memoryW, memoryW),
      part('nic', fields.whole('system.nics_per_node'), nicIdle!, nicMax!),
      part('nvme', fields.optional('system.nvme_per_node') ?? 1, nvmeW, nvmeW),
    ],
    node: { lossW: fields.optional('power.sivoc_loss_constant') ?? 0, efficiency: fields.efficiency('sivoc') },
    rectifier: {
      lossW:
        (fields.optional('power.rectifier_loss_constant') ?? 0) / (fields.optional('system.nodes_per_rectifier') ?? 1),
      efficiency: fields.efficiency('rectifier'),
    },
    switchesW:
      racks *
      (fields.optional('system.chassis_per_rack') ?? 0) *
      (fields.optional('system.switches_per_chassis') ?? 0) *
      (fields.optional('power.power_switch') ?? 0),
    pumpsW: fields.whole('system.num_cdus') * (fields.optional('power.power_cdu') ?? 0),
    pricePerKWh: fields.optional('power.power_cost'),
    wetBulbK: fields.optional('cooling.wet_bulb_temp'),
    unread: Object.keys(sections).filter((name) => !READ.some((one) => one === name)),
  };
  fields.refuseMissing();
  return made;
}

/** Fields of a machine file by path. Those that are missing or no numbers are collected, and refused together. */
class Fields {
  readonly #wrong: string[] = [];

  constructor(
    private readonly file: string,
    private readonly sections: Readonly<Record<string, unknown>>,
  ) {}

  /** Returns a number that is not negative; undefined if there is none. */
  optional(path: string): number | undefined {
    const value = this.#at(path);
    if (value === undefined || value === null) return undefined;
    // YAML 1.1 writers put quotes around 12.5e9, since it is text to them.
    const number = typeof value === 'string' ? decimal(value.trim()) : value;
    if (typeof number === 'number' && Number.isFinite(number) && number >= 0) return number;
    this.#wrong.push(`${path}: ${JSON.stringify(value)}`);
    return undefined;
  }

  number(path: string): number {
    const value = this.optional(path);
    if (value === undefined && !this.#wrong.some((one) => one.startsWith(`${path}:`))) {
      this.#wrong.push(`${path}: missing`);
    }
    return value ?? 0;
  }

  whole(path: string): number {
    const value = this.number(path);
    if (!Number.isSafeInteger(value)) this.#wrong.push(`${path}: ${value}`);
    return value;
  }

  efficiency(stage: string): number {
    const path = `power.${stage}_efficiency`;
    const value = this.optional(path) ?? 1;
    if (value > 0 && value <= 1) return value;
    this.#wrong.push(`${path}: ${value}`);
    return 1;
  }

  list(path: string): number[] {
    const value = this.#at(path) ?? [];
    const all: unknown[] = Array.isArray(value) ? value : [value];
    const numbers = all.filter((one) => typeof one === 'number');
    if (numbers.length < all.length) this.#wrong.push(`${path}: ${JSON.stringify(value)}`);
    return numbers;
  }

  refuseMissing(): void {
    if (this.#wrong.length === 0) return;
    const wrong = [...new Set(this.#wrong)];
    const allowed = 'numbers of at least 0; counts are whole, efficiencies at most 1';
    const remedy = 'Complete the file as the machine files of RAPS are.';
    throw new RefusedSource(this.file, { path: wrong[0]!.split(':')[0]!, value: wrong.join('; '), allowed, remedy });
  }

  #at(path: string): unknown {
    const [section, name] = path.split('.') as [string, string];
    const values = this.sections[section];
    return isRecord(values) ? values[name] : undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
