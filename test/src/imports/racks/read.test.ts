import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Imported } from '../../../../src/imports/imported.js';
import { readRacks } from '../../../../src/imports/racks/read.js';
import { unlessRefused } from '../../../../src/imports/refused-source.js';

const folder = mkdtempSync(join(tmpdir(), 'plenum-racks-'));

async function read(...texts: readonly string[]): Promise<Imported> {
  const files = texts.map((text, n) => {
    const file = join(folder, `inventory-${n}`);
    writeFileSync(file, text);
    return file;
  });
  return readRacks({ files });
}

async function refusal(text: string): Promise<string> {
  const done = await unlessRefused(() => read(text));
  return done.ok ? 'read' : `${done.faults[0]!.path} ${String(done.faults[0]!.value)}`;
}

/** Rows of a table below the header, each cut to the columns asked for. */
function rows(made: Imported, table: string, ...columns: string[]): string[] {
  const [header, ...lines] = String(made.tables.get(table)).trim().split('\r\n');
  const at = columns.map((column) => header!.split(',').indexOf(column));
  return lines.map((line) =>
    at
      .map((n) => line.split(',')[n])
      .join(' ')
      .trim(),
  );
}

function factOf(made: Imported, field: string): unknown {
  return made.facts.find((fact) => fact.field === field)?.value;
}

/** Two sites with a rack of one name; A+B feeds of 20 A at 230 V, of which 80 % may be used. */
const RACKS = 'id,name,site,location,u_height\n1,R1,North,Row 1,42\n2,R1,South,,42\n3,R2,South,,12\n';
const FEEDS = `site,rack,name,status,type,phase,voltage,amperage,max_utilization,available_power
North,R1,A,active,primary,single-phase,230,20,80,3680
North,R1,B,active,redundant,single-phase,230,20,80,3680
South,R1,A,active,primary,three-phase,-230,16,80,
South,R1,A2,active,primary,single-phase,230,20,80,3680
South,R1,C,planned,primary,single-phase,230,20,80,3680
South,R2,B,active,redundant,single-phase,230,20,80,3680
`;
const TYPES =
  'manufacturer,model,u_height,subdevice_role,weight,weight_unit\nAcme,Chassis,2.0,parent,97,lb\nAcme,Sled,0.0,child,5,kg\n';
const DEVICES = `id,name,role,manufacturer,device_type,site,rack,position,face,parent
1,chassis1,Chassis,Acme,Chassis,North,R1,10.0,front,
2,node1,Server,Acme,Sled,North,,,,chassis1
3,,Patch panel,Acme,Panel,South,R1,4.5,rear,
`;
const PORTS =
  'device,name,maximum_draw,allocated_draw\nchassis1,PSU1,2400,700\nchassis1,PSU2,2400,700\nghost,PSU1,100,\n';

describe('tables of NetBox', () => {
  it('the power limit of a rack is the sum of its active primary feeds', async () => {
    const made = await read(FEEDS, RACKS);
    // 230 V x 16 A x 0.8 x 1.732 = 5099 VA for three phases.
    expect(rows(made, 'racks.csv', 'site', 'rack', 'powerLimitW')).toEqual([
      'North R1 3680',
      'South R1 8779',
      'South R2',
    ]);
    expect(made.counts).toMatchObject({
      racks: 3,
      rackNames: 2,
      racksWithLimit: 2,
      primaryFeeds: 3,
      redundantFeeds: 2,
    });
    expect(made.warnings).toEqual([
      '1 racks have redundant feeds alone, and no power limit: South/R2',
      '1 power feeds are not active, and count in no limit',
    ]);
  });

  it('facts of racks have the site before the name where there are several sites', async () => {
    expect(factOf(await read(RACKS, FEEDS), 'racks.North/R1.powerLimitW')).toBe(3680);
    const one = await read(RACKS.split('\n').slice(0, 2).join('\n'), FEEDS.split('\n').slice(0, 3).join('\n'));
    expect(factOf(one, 'racks.R1.powerLimitW')).toBe(3680);
  });

  it('files complete each other in any order: heights of types, draws of ports, units of parents', async () => {
    const made = await read(PORTS, DEVICES, TYPES, RACKS);
    expect(rows(made, 'devices.csv', 'rack', 'u', 'heightU', 'host', 'drawW', 'maximumDrawW', 'weightKg')).toEqual([
      'R1 10 2 chassis1 1400 4800 43.998',
      'R1 10 0 node1   5',
      'R1 4',
    ]);
    expect(made.counts).toMatchObject({
      devices: 3,
      devicesWithoutName: 1,
      devicesInBays: 1,
      devicesWithoutDraw: 1,
      servers: 1,
    });
    expect(made.warnings).toEqual([
      '1 power ports are of devices that the files do not name',
      '1 kinds of devices have no draw; state it in the column drawW of a list, or measure it: Patch panel (1)',
    ]);
  });

  it('columns may have the headings of the screen, in another order', async () => {
    const made = await read(
      '"Site";"Name";"U Height"\n"North";"R1";42\n',
      'Type;Rack;Site;Available power\nPrimary;R1;North;3680\n',
    );
    expect(rows(made, 'racks.csv', 'rack', 'rackHeightU', 'powerLimitW')).toEqual(['R1 42 3680']);
  });

  it('rows that cannot be read are listed with their lines', async () => {
    const { quarantine } = await read(
      `${RACKS}4,R2,South,,12\n5,R3,South,,tall\n`,
      'manufacturer,model,u_height,weight,weight_unit\nAcme,X,1,7,stone\n',
    );
    expect(quarantine.list.map(({ reason, places }) => `${places[0]}: ${reason}`).sort()).toEqual([
      'inventory-0 line 5: second rack of the same site and name',
      'inventory-0 line 6: row whose rackheightu is no number of at least 0',
      'inventory-1 line 2: row whose weight has no unit of kg, g, lb or oz',
    ]);
  });

  it('devices at one place, or above the top of their rack, are told', async () => {
    const list = 'rack,host,u,heightU,rackHeightU,drawW\nA,a,1,2,42,1\nA,b,2,1,42,1\nA,c,42,2,42,1\n';
    expect((await read(list)).warnings).toEqual([
      '1 places are taken by two devices: A U2',
      '1 devices stand above the top of their racks: c in A',
    ]);
  });
});

describe('a dump of NetBox', () => {
  const dump = [
    ['dcim.site', 7, { name: 'North' }],
    ['dcim.location', 8, { name: 'Row 1' }],
    ['dcim.manufacturer', 9, { name: 'Acme' }],
    ['dcim.devicetype', 4, { manufacturer: 9, model: 'Box', u_height: '2.0', weight: null, weight_unit: '' }],
    ['dcim.devicerole', 5, { name: 'Server' }],
    ['dcim.rack', 1, { name: 'R1', _name: 'R00000001', site: 7, location: 8, u_height: 42 }],
    ['dcim.device', 2, { name: null, device_type: 4, role: 5, site: 7, rack: 1, position: '4.0', face: 'front' }],
    ['dcim.powerport', 3, { device: 2, name: 'PSU0', maximum_draw: 150, allocated_draw: null }],
    ['dcim.powerfeed', 6, { rack: 1, type: 'primary', status: 'active', available_power: 3520 }],
    ['dcim.poweroutlet', 1, { name: 'out' }],
  ].map(([model, pk, fields]) => ({ model, pk, fields }));

  it('numbers of others are replaced by what they are', async () => {
    const made = await read(JSON.stringify(dump));
    expect(rows(made, 'racks.csv', 'site', 'row', 'rack', 'powerLimitW')).toEqual(['North Row 1 R1 3520']);
    expect(rows(made, 'devices.csv', 'rack', 'u', 'heightU', 'manufacturer', 'type', 'role', 'maximumDrawW')).toEqual([
      'R1 4 2 Acme Box Server 150',
    ]);
    expect(made.counts).toMatchObject({
      devicesWithoutName: 1,
      portsWithoutDevice: 0,
      notRead: { 'dcim.poweroutlet': 1 },
    });
  });
});

describe('a list of your own', () => {
  it('a row is a rack, with a device if it names one', async () => {
    const made = await read(
      'rack;row;u;host;type;powerLimitKW;colour\nA1;1;3;n1;R640;4,2;red\nA1;1;4;n2;R640;;\nA2;2;;;;5;\n'.replace(
        '4,2',
        '4.2',
      ),
    );
    expect(rows(made, 'racks.csv', 'rack', 'row', 'powerLimitW', 'devices')).toEqual(['A1 1 4200 2', 'A2 2 5000 0']);
    expect(rows(made, 'devices.csv', 'rack', 'u', 'host', 'type')).toEqual(['A1 3 n1 R640', 'A1 4 n2 R640']);
    expect(made.counts).toMatchObject({ notRead: { 'column colour': 1 } });
  });

  it('another limit for the same rack is left out', async () => {
    const { quarantine } = await read('rack,host,powerLimitW\nA1,n1,4200\nA1,n2,4300\n');
    expect(quarantine.list).toMatchObject([
      { reason: 'row with another power limit of its rack than above', places: ['inventory-0 line 3'] },
    ]);
  });
});

describe('device types in YAML', () => {
  const type = 'manufacturer: Acme\nmodel: R640\nslug: acme-r640\nu_height: 1\nweight: 39.0\nweight_unit: lb\n';

  it('weights in pounds are kilograms, and nameplates an upper end alone', async () => {
    const made = await read(
      `---\n${type}power-ports:\n  - name: PSU0\n    maximum_draw: 750\n  - name: PSU1\n    maximum_draw: 750\n`,
    );
    // 39 lb x 0.45359237 kg/lb = 17.690 kg.
    expect(rows(made, 'device-types.csv', 'model', 'heightU', 'weightKg', 'maximumDrawW')).toEqual([
      'R640 1 17.69 1500',
    ]);
    expect(made.facts.at(-1)).toMatchObject({
      field: 'deviceTypes.R640.maximumDrawW',
      value: 1500,
      low: 0,
      kind: 'assumed',
    });
  });

  it('lines of a git conflict are refused with their line', async () => {
    expect(await refusal(`---\nmanufacturer: Acme\n<<<<<<< HEAD\nmodel: A\n=======\nmodel: B\n>>>>>>> x\n`)).toContain(
      'line 3',
    );
  });

  it('a weight without unit is refused', async () => {
    expect(await refusal(type.replace('weight_unit: lb\n', ''))).toContain('weight has no unit');
  });
});

describe('a file of another kind', () => {
  it.each([
    ['JSON of another program', '{"@odata.type": "#Power.v1"}', 'Redfish JSON'],
    ['a table of other things', 'time,P,Q\n1,2,3\n', 'a table with the columns "time", "P", "Q"'],
    ['a letter', 'Dear all\n', 'text that begins "Dear all"'],
    ['YAML of another program', '---\nsystem: 1\n', 'YAML without model and slug'],
  ])('%s is refused with what it looks like', async (_, text, words) => {
    expect(await refusal(text)).toContain(words);
  });
});
