import { basename } from 'node:path';
import { ZERO_C_IN_K } from '../../../models/units.js';
import type { ImportAsked } from '../asked.js';
import type { Fact, Imported } from '../imported.js';
import { Quarantine } from '../quarantine.js';
import { SourceFile } from '../source-file.js';
import { wholeText, yamlOf } from '../whole-text.js';
import { type Machine, machineOf } from './machine.js';

/** Standard deviation of a part's power over the power where the file states none: that of Frontier's machine file. */
const USUAL_SD = 0.05;
/** Standard deviations on each side of a value that hold nine of ten draws of a normal distribution. */
const NINE_OF_TEN = 1.645;
/** Range in which a wet-bulb temperature is taken for kelvins, K. Our choice: -73 to 67 C. */
const KELVINS = [200, 340] as const;

/** Powers of one node, W. */
interface NodePower {
  readonly partsW: number;
  readonly rectifierW: number;
  readonly halfWidthW: number;
}

/**
 * Reads machine files of RAPS: how many nodes a machine has, and what they draw.
 *
 * @throws RefusedSource for a file that is none
 */
export async function readRaps({ files }: Pick<ImportAsked, 'files'>): Promise<Imported> {
  const quarantine = new Quarantine();
  const read: { readonly source: SourceFile; readonly name: string; readonly machine: Machine }[] = [];
  for (const file of files) {
    const source = new SourceFile(file);
    const text = await wholeText(source);
    const name = basename(file).replace(/\.(ya?ml)(\.gz)?$/i, '');
    read.push({ source, name, machine: machineOf(file, yamlOf(file, text), text) });
  }
  const machines = read.map(({ name, machine }) => ({ name, ...countsOf(machine) }));
  return {
    stamps: read.map(({ source }) => source.stamp),
    counts: { machines },
    text: machines.map(
      (one, n) =>
        `${one.name}: ${one.nodes} nodes in ${one.racks} racks, ${shown(one.idlePowerW)} W idle and ${shown(one.fullPowerW)} W at full load; ` +
        `at the rectifier ${shown(one.idleAtRectifierW)} and ${shown(one.fullAtRectifierW)} W${unreadText(read[n]!.machine)}`,
    ),
    warnings: read.flatMap(({ name, machine }) => warningsOf(name, machine)),
    quarantine,
    facts: read.flatMap(({ name, machine }) => factsOf(name, machine)),
    tables: new Map(),
    span: null,
  };
}

function countsOf(machine: Machine) {
  const [idle, full] = [nodePower(machine, 'idleW'), nodePower(machine, 'fullW')];
  return {
    cdus: machine.cdus,
    racks: machine.racks,
    missingRacks: machine.missingRacks.length,
    nodes: machine.racks * machine.nodesPerRack,
    downNodes: machine.downNodes,
    gpusPerNode: machine.gpusPerNode,
    idlePowerW: exact(idle.partsW),
    fullPowerW: exact(full.partsW),
    idleAtRectifierW: exact(idle.rectifierW),
    fullAtRectifierW: exact(full.rectifierW),
    switchesW: machine.switchesW,
    pumpsW: exact(machine.pumpsW),
  };
}

/** Returns the power of a node: of its parts, and what the rectifier takes for it. */
function nodePower({ parts, node, rectifier }: Machine, load: 'idleW' | 'fullW'): NodePower {
  const partsW = parts.reduce((sum, one) => sum + one.count * one[load], 0);
  // Parts of a kind are off together, those of several kinds each for itself.
  const variance = parts.reduce((sum, one) => sum + (one.count * one[load] * (one.relativeSd ?? USUAL_SD)) ** 2, 0);
  const nodeW = (partsW + node.lossW) / node.efficiency;
  const rectifierW = (nodeW + rectifier.lossW) / rectifier.efficiency;
  return { partsW, rectifierW, halfWidthW: NINE_OF_TEN * Math.sqrt(variance) };
}

function factsOf(name: string, machine: Machine): Fact[] {
  const type = `nodeTypes.${name}`;
  const stated = machine.parts.every(({ count, relativeSd }) => count === 0 || relativeSd !== undefined);
  const sd = stated ? 'the uncertainties of the file' : `the uncertainties of the file, else ${USUAL_SD} of each part`;
  const { node, rectifier } = machine;
  const losses = 1 / (node.efficiency * rectifier.efficiency);
  const derived = (field: string, value: number, half: number, origin: string): Fact => ({
    field: `${type}.${field}`,
    value: exact(value),
    unit: 'W',
    low: exact(Math.max(0, value - half)),
    high: exact(value + half),
    kind: 'derived',
    origin,
  });
  const [idle, full] = [nodePower(machine, 'idleW'), nodePower(machine, 'fullW')];
  const withLosses = `RAPS machine file: parts of a node, converter and rectifier; interval from ${sd}`;
  const cores = machine.gpusPerNode > 0 ? machine.gpusPerNode : machine.cpuCores;
  const counted = (field: string, value: number, origin: string): Fact => ({
    field,
    value,
    unit: '',
    kind: 'derived',
    origin,
  });
  const facts: Fact[] = [
    counted(`${type}.count`, machine.racks * machine.nodesPerRack, 'RAPS machine file: CDUs x racks less missing ones'),
    derived('idlePowerW', idle.rectifierW, idle.halfWidthW * losses, withLosses),
    derived('fullPowerW', full.rectifierW, full.halfWidthW * losses, withLosses),
  ];
  if (cores !== undefined && cores > 0) {
    const origin = machine.gpusPerNode > 0 ? 'GPUs of a node, each with its share of the CPUs' : 'cores of its CPUs';
    const busyW = (full.rectifierW - idle.rectifierW) / cores;
    const halfW = (Math.hypot(idle.halfWidthW, full.halfWidthW) * losses) / cores;
    facts.push(counted(`${type}.cores`, cores, origin));
    facts.push(derived('corePowerW', busyW, halfW, `full load less idle, by the ${origin}`));
  }
  const other = machine.switchesW + machine.pumpsW;
  if (other > 0) {
    const origin = 'RAPS machine file: switches and pumps of the CDUs';
    facts.push({
      ...derived('otherLoadW', other, NINE_OF_TEN * USUAL_SD * other, origin),
      field: `${name}.otherLoadW`,
    });
  }
  const { pricePerKWh, wetBulbK } = machine;
  if (pricePerKWh !== undefined) {
    const origin = 'RAPS machine file, power_cost';
    facts.push({ field: `${name}.price`, value: pricePerKWh, unit: 'per kWh', kind: 'assumed', origin });
  }
  if (wetBulbK !== undefined && isKelvins(wetBulbK)) {
    const origin = 'RAPS machine file, wet_bulb_temp in kelvins';
    const value = exact(wetBulbK - ZERO_C_IN_K);
    facts.push({ field: `${name}.wetBulbC`, value, unit: 'C', kind: 'assumed', origin });
  }
  return facts;
}

/** Returns the end of a sentence that names the sections that are not read. */
function unreadText({ unread }: Machine): string {
  return unread.length === 0 ? '' : `; not read, as nothing of a site follows from it: ${unread.join(', ')}`;
}

function warningsOf(name: string, machine: Machine): string[] {
  const { strayRacks, wetBulbK, downNodes, parts } = machine;
  const racks = machine.racks + machine.missingRacks.length;
  const warnings: string[] = [];
  if (strayRacks.length > 0) {
    warnings.push(
      `${name}: missing_racks names ${strayRacks.join(', ')}, but the racks are 0 to ${racks - 1}: the counts of the file are perhaps of another machine`,
    );
  }
  if (downNodes > 0) warnings.push(`${name}: ${downNodes} nodes are down; they are counted among the nodes`);
  if (wetBulbK !== undefined && !isKelvins(wetBulbK)) {
    warnings.push(`${name}: a wet-bulb temperature of ${wetBulbK} is not in kelvins; it is left out`);
  }
  if (parts.some(({ idleW, fullW }) => idleW > fullW)) {
    warnings.push(`${name}: a part draws more with nothing to do than at full load`);
  }
  return warnings;
}

function isKelvins(value: number): boolean {
  return value >= KELVINS[0] && value <= KELVINS[1];
}

function exact(value: number): number {
  return Number(value.toFixed(6));
}

function shown(valueW: number): string {
  return String(Number(valueW.toFixed(2)));
}
