import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readRedfish } from '../../../../src/imports/redfish/read.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-redfish-'));
let written = 0;

function fileOf(value: unknown, name = 'n01-Power.json'): string {
  const file = join(folder, String(written++), name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

type Counted = Readonly<Record<string, unknown>>;

async function hostsOf(files: readonly string[], words: Counted = {}): Promise<readonly Counted[]> {
  const { counts } = await readRedfish({ files, words });
  return counts['hosts'] as Counted[];
}

function power(consumedW: number, more: Counted = {}): Counted {
  return {
    '@odata.type': '#Power.v1_7_1.Power',
    '@odata.id': '/redfish/v1/Chassis/1/Power',
    PowerControl: [{ PowerConsumedWatts: consumedW, ...more }],
  };
}

function temperature(Name: string, ReadingCelsius: number | null, State = 'Enabled', PhysicalContext = 'SystemBoard') {
  return { Name, ReadingCelsius, PhysicalContext, Status: { State } };
}

function thermal(...Temperatures: readonly unknown[]): Counted {
  return { '@odata.type': '#Thermal.v1_7_1.Thermal', '@odata.id': '/redfish/v1/Chassis/1/Thermal', Temperatures };
}

function environment(chassis: string, Reading: number): Counted {
  return {
    '@odata.type': '#EnvironmentMetrics.v1_3_0.EnvironmentMetrics',
    '@odata.id': `/redfish/v1/Chassis/${chassis}/EnvironmentMetrics`,
    PowerWatts: { Reading },
  };
}

describe('dumps of Redfish', () => {
  it('one dump gives the power of the chassis, between the least and the greatest that the controller keeps', async () => {
    const metrics = { PowerMetrics: { MinConsumedWatts: 498, MaxConsumedWatts: 1098, AverageConsumedWatts: 521 } };
    const read = await readRedfish({ files: [fileOf(power(565, metrics))], words: {} });
    expect(read.facts).toMatchObject([
      { field: 'hosts.n01.powerW', value: 565, low: 498, high: 1098, kind: 'measured', unit: 'W' },
    ]);
  });

  it('supplies that say over twice as much go before the chassis; absent ones do not count', async () => {
    const supplies = [
      { PowerInputWatts: 179, PowerOutputWatts: 157, Status: { State: 'Enabled' } },
      { PowerInputWatts: 50, PowerOutputWatts: 40, Status: { State: 'Absent' } },
    ];
    const sled = { ...power(4), PowerSupplies: supplies };
    expect(await hostsOf([fileOf(sled)])).toMatchObject([{ medianPowerW: 179, powerOf: 'inputs of the supplies' }]);
    expect(await hostsOf([fileOf({ ...power(90), PowerSupplies: supplies })])).toMatchObject([{ medianPowerW: 90 }]);
  });

  it('0 W everywhere is no reading', async () => {
    const { facts, warnings, counts } = await readRedfish({ files: [fileOf(power(0))], words: {} });
    expect(facts).toEqual([]);
    expect(warnings[0]).toMatch(/^n01: no reading of power/);
    expect(counts['hosts']).toMatchObject([{ host: 'n01', powerReadings: 0 }]);
  });

  it('a control or temperature that is not enabled has no reading', async () => {
    const disabled = power(300, { Status: { State: 'Disabled' } });
    const air = thermal(temperature('01-Inlet Ambient', 24), temperature('PCI 3', 0, 'Absent'));
    expect(await hostsOf([fileOf([disabled, air])])).toMatchObject([
      { powerReadings: 0, inletC: 24, temperaturesPresent: 1, temperaturesAbsent: 1 },
    ]);
  });

  it('the inlet is the air that the server draws, not that of its supplies or boards', async () => {
    const air = thermal(
      temperature('Front', 23, 'Enabled', 'Intake'),
      temperature('23-P/S 1 Inlet', 30, 'Enabled', 'PowerSupply'),
      temperature('61-Board Inlet', 37),
      temperature('CPU', 61),
    );
    expect(await hostsOf([fileOf(air)])).toMatchObject([{ inletC: 23, temperaturesPresent: 4 }]);
  });

  it('temperatures that are all 0 are none', async () => {
    expect(await hostsOf([fileOf(thermal(temperature('Inlet', 0), temperature('CPU', 0)))])).toMatchObject([
      { temperaturesPresent: 0, temperaturesAbsent: 2 },
    ]);
  });

  it('newer schemas: the power of the chassis that draws most is the server, sensors of parts are parts', async () => {
    const sensor = {
      '@odata.type': '#Sensor.v1_7_0.Sensor',
      '@odata.id': '/redfish/v1/Chassis/GPUs/Sensors/Total',
      Name: 'GPUs',
      PhysicalContext: 'GPU',
      Reading: 954.41,
      ReadingType: 'Power',
      Status: { State: 'Enabled' },
    };
    const file = fileOf([environment('GPUs', 954.41), environment('Chassis_0', 1349.25), sensor]);
    expect(await hostsOf([file])).toMatchObject([{ medianPowerW: 1349.25, parts: { GPUs: 954.41 } }]);
  });

  it('newer schemas: powers of supplies that have resources of their own are added up', async () => {
    const supply = (n: number, Reading: number) => ({
      '@odata.type': '#PowerSupplyMetrics.v1_1_0.PowerSupplyMetrics',
      '@odata.id': `/redfish/v1/Chassis/1/PowerSubsystem/PowerSupplies/${n}/Metrics`,
      InputPowerWatts: { Reading },
      Status: { State: 'Enabled' },
    });
    expect(await hostsOf([fileOf([supply(0, 210), supply(1, 190)], 'n07.json')])).toMatchObject([
      { host: 'n07', medianPowerW: 400 },
    ]);
  });

  it('several dumps: idle is their 5 % quantile, full load their maximum', async () => {
    // 21 dumps of 100, 110 .. 300 W: the 5 % quantile is the second.
    const lines = Array.from({ length: 21 }, (_, n) => JSON.stringify(power(100 + 10 * ((n * 8) % 21))));
    const read = await readRedfish({ files: [fileOf(lines.join('\n'), 'n01.jsonl')], words: { nodeType: 'big' } });
    expect(read.facts).toMatchObject([
      { field: 'hosts.n01.idlePowerW', value: 110, low: 100, high: 120 },
      { field: 'hosts.n01.fullPowerW', value: 300, low: 290, high: 300 },
      { field: 'nodeTypes.big.idlePowerW', value: 110 },
      { field: 'nodeTypes.big.fullPowerW', value: 300 },
    ]);
    expect(read.warnings).toEqual([
      '21 resources state no time, or none with its zone: nothing says when they were read',
    ]);
  });

  it.each([
    ['hpe_redfish_v1_Chassis_1_Power.json', 'hpe'],
    ['n01-Power-1700000000.json', 'n01'],
    ['rack-a/n02/Power.json', 'n02'],
    ['n03/20240131T130000Z/Power.json', 'n03'],
  ])('the host of %s is %s', async (name, host) => {
    expect(await hostsOf([fileOf(power(100), name)])).toMatchObject([{ host }]);
  });

  it('a host and a time beside the resource go before those of the name of the file', async () => {
    const file = fileOf({ host: 'n09', time: '2024-01-31T13:00:00.5+01:00', answer: power(100) });
    const { counts, span } = await readRedfish({ files: [file], words: {} });
    expect(counts).toMatchObject({ withoutTime: 0, hosts: [{ host: 'n09' }] });
    expect(span!.fromMs).toBe(Date.UTC(2024, 0, 31, 12));
  });

  it('a resource that says nothing of powers is listed, and so is a line that is no JSON', async () => {
    const other = { '@odata.type': '#PowerSubsystem.v1_1_2.PowerSubsystem', '@odata.id': '/redfish/v1/Chassis/1/X' };
    const { quarantine } = await readRedfish({
      files: [fileOf(`${JSON.stringify(power(1))}\n${JSON.stringify(other)}\n{"cut`)],
      words: {},
    });
    expect(quarantine.list.map(({ reason, places }) => [reason, places])).toEqual([
      ['line that is no JSON', ['n01-Power.json line 3']],
      ['resource without powers or temperatures: PowerSubsystem', ['n01-Power.json line 2']],
    ]);
  });

  it.each([
    ['a log of Slurm', 'JobID|State\n1|COMPLETED|\n', 'a job log of Slurm (sacct)'],
    ['JSON of another kind', '{"racks": [1]}', 'JSON with the keys "racks"'],
  ])('%s is refused by what it looks like', async (_, text, value) => {
    const done = await unlessRefused(() => readRedfish({ files: [fileOf(text)], words: {} }));
    expect(done.ok ? 'read' : done.faults[0]!.value).toBe(value);
  });
});
