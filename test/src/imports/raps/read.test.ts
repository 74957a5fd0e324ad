import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRaps } from '../../../../src/imports/raps/read.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-raps-'));

/** A machine of 2 CDUs of 3 racks, one of which is missing, with 10 nodes each: one CPU, two GPUs, two network ports. */
const MACHINE = `
system:
  num_cdus: 2
  racks_per_cdu: 3
  nodes_per_rack: 10
  chassis_per_rack: 1
  switches_per_chassis: 2
  nics_per_node: 2
  nodes_per_rectifier: 5
  missing_racks:
    - 4
  down_nodes: []
  cpus_per_node: 1
  gpus_per_node: 2
power:
  power_gpu_idle: 50
  power_gpu_max: 300
  power_cpu_idle: 40
  power_cpu_max: '2.4e2'
  power_mem: 60
  power_nic: 10
  power_nvme: 20
  power_switch: 100
  power_cdu: 1000
  sivoc_loss_constant: 12
  sivoc_efficiency: 0.96
  rectifier_loss_constant: 10
  rectifier_efficiency: 0.8
cooling:
  wet_bulb_temp: 290.0
network:
  network_max_bw: 12.5e9
`;

function fileOf(text: string, name = 'small.yaml'): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

async function machineOf(text: string): Promise<Readonly<Record<string, unknown>>> {
  const { counts } = await readRaps({ files: [fileOf(text)] });
  return (counts['machines'] as Readonly<Record<string, unknown>>[])[0]!;
}

async function refusalOf(text: string): Promise<string> {
  const done = await unlessRefused(() => readRaps({ files: [fileOf(text)] }));
  return done.ok ? 'read' : `${done.faults[0]!.path}: ${String(done.faults[0]!.value)}`;
}

describe('machine files of RAPS', () => {
  it('nodes are those of the racks that are not missing, and draw what their parts draw', async () => {
    // 40 + 2 x 50 + 60 + 2 x 10 + 20 and 240 + 2 x 300 + 60 + 20 + 20; a number in quotes is one.
    expect(await machineOf(MACHINE)).toMatchObject({
      racks: 5,
      missingRacks: 1,
      nodes: 50,
      idlePowerW: 240,
      fullPowerW: 940,
      switchesW: 5 * 2 * 100,
      pumpsW: 2000,
    });
  });

  it('each stage of conversion takes what it hands on and its constant over its efficiency', async () => {
    // ((240 + 12) / 0.96 + 10 / 5) / 0.8 = (262.5 + 2) / 0.8
    expect(await machineOf(MACHINE)).toMatchObject({ idleAtRectifierW: 330.625 });
  });

  it('network ports may have a power with nothing to do and one at full load', async () => {
    const ports = MACHINE.replace('power_nic: 10', 'power_nic_idle: 5\n  power_nic_max: 25');
    expect(await machineOf(ports)).toMatchObject({ idlePowerW: 230, fullPowerW: 970 });
  });

  it('a core of a node with GPUs is a GPU; the wet bulb is in kelvins', async () => {
    const { facts, text } = await readRaps({ files: [fileOf(MACHINE)] });
    const value = (field: string) => facts.find((one) => one.field === field)?.value;
    expect(value('nodeTypes.small.cores')).toBe(2);
    expect(value('nodeTypes.small.corePowerW')).toBeCloseTo(700 / 0.96 / 0.8 / 2, 6);
    expect(value('small.wetBulbC')).toBe(16.85);
    expect(text.join()).toMatch(/; not read, as nothing of a site follows from it: network$/);
  });

  it('intervals are 1.645 standard deviations of the parts, those of a kind being off together', async () => {
    const { facts } = await readRaps({
      files: [fileOf(MACHINE.replace('\ncooling:', '\nuq:\n  power_cpu_uncertainty: 0.1\ncooling:'))],
    });
    const { value, low, high } = facts.find(({ field }) => field.endsWith('.idlePowerW'))!;
    const half = (1.645 * Math.hypot(40 * 0.1, 100 * 0.05, 60 * 0.05, 20 * 0.05, 20 * 0.05)) / 0.96 / 0.8;
    expect(Number(value) - low!).toBeCloseTo(half, 5);
    expect(high! - Number(value)).toBeCloseTo(half, 5);
  });

  it('a missing rack that the machine has not is warned of, and not taken off', async () => {
    const read = await readRaps({ files: [fileOf(MACHINE.replace('- 4', '- 44'))] });
    expect(read.counts).toMatchObject({ machines: [{ racks: 6, nodes: 60 }] });
    expect(read.warnings[0]).toMatch(/names 44, but the racks are 0 to 5/);
  });

  it('a wet bulb in degrees Celsius is left out with a warning', async () => {
    const { facts, warnings } = await readRaps({ files: [fileOf(MACHINE.replace('290.0', '17'))] });
    expect(facts.some(({ field }) => field.endsWith('wetBulbC'))).toBe(false);
    expect(warnings.join()).toMatch(/17 is not in kelvins/);
  });

  it.each([
    ['another YAML file', 'chassis:\n  u: 2\n', ': text that begins "chassis:"'],
    ['JSON of another kind', '{"jobs": []}', ': jobs of Slurm as JSON (sacct --json)'],
    ['what lacks a power', MACHINE.replace('  power_mem: 60\n', ''), 'power.power_mem: power.power_mem: missing'],
    ['a negative power', MACHINE.replace('power_mem: 60', 'power_mem: -1'), 'power.power_mem: power.power_mem: -1'],
    [
      'an efficiency in percent',
      MACHINE.replace('sivoc_efficiency: 0.96', 'sivoc_efficiency: 96'),
      'power.sivoc_efficiency: power.sivoc_efficiency: 96',
    ],
    [
      'a file with lines of a conflict',
      `system:\n<<<<<<< HEAD\n  num_cdus: 2\n=======\n`,
      'line 2: a line that git left in a conflict: <<<<<<<',
    ],
  ])('%s is refused', async (_, text, value) => {
    expect(await refusalOf(text)).toBe(value);
  });

  it('YAML that cannot be read is refused with its line', async () => {
    expect(await refusalOf('system:\n  num_cdus: [1\npower: 2\n')).toMatch(/^line \d/);
  });
});
