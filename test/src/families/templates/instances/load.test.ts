import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TemplatesInstance } from '../../../../../models/families/templates/instance.js';
import { familyOfFile } from '../../../../../src/workbench/find-family.js';
import { jsonText } from '../../../../../src/instances/json-text.js';
import { templatesFiles, loadTemplatesInstance } from '../../../../../src/families/templates/instances/load.js';
import { openTemplates } from '../../../../../src/families/templates/instances/open.js';
import { tinyTemplatesInstances } from '../../../../support/bundled.js';
import { ventFileReader } from '../../../../../src/families/templates/instances/vent-file.js';
import { templatesWarnings } from '../../../../../src/families/templates/instances/warnings.js';
import { lastingDirectory } from '../../../../support/small-instance.js';

const directory = lastingDirectory();
const [ONE, , TWO] = tinyTemplatesInstances() as [TemplatesInstance, TemplatesInstance, TemplatesInstance];

function written(name: string, instance: TemplatesInstance, csv?: string): string {
  const file = join(directory, `${name}.json`);
  writeFileSync(file, jsonText(instance));
  if (csv !== undefined) writeFileSync(join(directory, 'vents.csv'), csv);
  return file;
}

/** tiny-two-quadrants with its air from a file. */
const IMPORTED: TemplatesInstance = {
  ...TWO,
  name: 'imported',
  facility: {
    ...TWO.facility,
    airflow: { source: 'vent-matrices', file: 'vents.csv', nodeAirflowFactor: 1, provenance: 'by hand' },
  },
  quadrants: TWO.quadrants.map((quadrant) => ({ ...quadrant, tiles: [] })),
};
const ENTITIES = ['CRAC1', 'R1/1', 'R2/1'];
const MIXED = [3 / 4.5, 1 / 4.5, 0.5 / 4.5];

/** All air mixed; `weight` may say otherwise. */
function ventsCsv(weight = (_vent: string, _sink: string, source: number): number => MIXED[source]!): string {
  const lines = ['00', '01', '10', '11'].flatMap((vent) =>
    ENTITIES.flatMap((sink) => ENTITIES.map((source, k) => `${source},${vent},${weight(vent, sink, k)},${sink}`)),
  );
  return ['source_id,vent_id,w,sink_id', ...lines].join('\r\n');
}

describe('family', () => {
  it('is known by its format', () => {
    expect(familyOfFile('instances/templates/room-1080.json')).toMatchObject({
      ok: true,
      family: { name: 'templates' },
    });
    const other = familyOfFile('instances/malformed/templates-other-format.json');
    expect(other).toMatchObject({ ok: false, faults: [{ path: 'format', value: 'plenum.template' }] });
    expect(JSON.stringify(other)).toContain('docs/templates/instances.md');
  });
});

describe('loading', () => {
  it('tells the digest of the bytes and where the file lies', () => {
    const file = written('one', ONE);
    const loaded = loadTemplatesInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.sha256).toMatch(/^[0-9a-f]{64}$/);
    expect(loaded.directory).toBe(directory);
    expect(Buffer.from(loaded.bytes).equals(readFileSync(file))).toBe(true);
  });

  it('compiles the room, one matrix per vent combination, phase by phase', () => {
    const phases: string[] = [];
    const opened = openTemplates('instances/templates/tiny-two-quadrants.json', (phase) => phases.push(phase));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(phases).toEqual(['load', 'airflow', 'model']);
    expect(opened.air!.ventOpenings).toEqual(opened.model.ventOpenings);
    expect(opened.model.ventOpenings).toEqual([
      [0.5, 0.5],
      [0.5, 1],
      [1, 0.5],
      [1, 1],
    ]);
    expect(opened.model).toMatchObject({ outletLimitC: 30, setPointMinC: 10, setPointMaxC: 25 });
    expect(opened.model.blocks).toMatchObject([
      { name: 'R1/L1', type: 0, quadrant: 0, nodeCount: 10, coresPerNode: 4, idleW: 1000, busyW: 600, workPerS: 2 },
      { name: 'R2/L1', type: 1, quadrant: 1, nodeCount: 5, coresPerNode: 4, idleW: 300, busyW: 400, workPerS: 2 },
    ]);
    expect(opened.matrixProvenance.kind).toBe('potential-flow');
  });

  it('a power supply takes its share of idle and core power', () => {
    const psu = ONE.facility.nodeTypes.map((type) => ({ ...type, psuEfficiency: 0.8 }));
    const opened = openTemplates(written('psu', { ...ONE, facility: { ...ONE.facility, nodeTypes: psu } }));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(opened.model.blocks[0]!.idleW).toBeCloseTo(1250, 9);
    expect(opened.model.blocks[0]!.busyW).toBeCloseTo(750, 9);
  });
});

describe('a grid', () => {
  it('may reach from no running core to all, but not beyond', () => {
    const judged = (most: number): boolean =>
      templatesFiles.judge({ ...TWO, grid: { ...TWO.grid, runningCores: [[0, most], [20]] }, knownOptimum: undefined })
        .ok;
    expect([39, 40, 41].map(judged)).toEqual([true, true, false]);
  });
});

describe('size', () => {
  it('a room whose matrices do not fit into memory is refused before its air is worked out', () => {
    const { facility } = IMPORTED;
    const racks = Array.from({ length: 1000 }, (_, r) => `R${r + 1}`);
    const large: TemplatesInstance = {
      ...IMPORTED,
      facility: { ...facility, nodeGroups: racks.map((rack) => ({ nodeType: 'plain', count: 1, rack })) },
      quadrants: IMPORTED.quadrants.map((quadrant, q) => ({
        ...quadrant,
        members: racks.filter((_, r) => r % 2 === q).map((rack) => ({ rack })),
      })),
      ventOpenings: Array.from({ length: 10 }, (_, k) => (k + 1) / 10),
      knownOptimum: undefined,
    };
    expect(openTemplates(written('large', large))).toMatchObject({
      ok: false,
      faults: [{ path: 'ventOpenings', value: '100 vent combinations of 1000 blocks' }],
    });
  });
});

describe('several CRACs', () => {
  it('share the set-points all of them have', () => {
    const { facility } = IMPORTED;
    const [crac] = facility.cracs;
    const cracs = [
      { ...crac!, airFlowM3PerS: 1, setPointMinC: 12 },
      { ...crac!, name: 'CRAC2', airFlowM3PerS: 2, setPointMaxC: 20 },
    ];
    const shares = [1 / 4.5, 2 / 4.5, 1 / 4.5, 0.5 / 4.5];
    const entities = ['CRAC1', 'CRAC2', 'R1/1', 'R2/1'];
    const lines = ['00', '01', '10', '11'].flatMap((vent) =>
      entities.flatMap((sink) => entities.map((source, k) => `${vent},${sink},${source},${shares[k]}`)),
    );
    const csv = ['vent_id,sink_id,source_id,w', ...lines].join('\n');
    const opened = openTemplates(written('two-cracs', { ...IMPORTED, facility: { ...facility, cracs } }, csv));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(opened.model).toMatchObject({ setPointMinC: 12, setPointMaxC: 20 });
    expect(opened.model.outletRiseKPerW[0]![0]).toBeCloseTo(1 / 3000 + 1 / 1000, 12);
  });
});

describe('matrices from a file', () => {
  it('give the same problem as the room they describe', () => {
    const opened = openTemplates(written('imported', IMPORTED, ventsCsv()));
    const room = openTemplates('instances/templates/tiny-two-quadrants.json');
    if (!opened.ok || !room.ok) throw new Error(JSON.stringify(opened));
    expect(opened.air).toBeNull();
    expect(opened.model.blocks).toEqual(room.model.blocks);
    for (const [v, rise] of opened.model.outletRiseKPerW.entries()) {
      for (const [k, value] of rise.entries()) expect(value).toBeCloseTo(room.model.outletRiseKPerW[v]![k]!, 12);
    }
    expect(opened.matrixProvenance).toMatchObject({ kind: 'imported' });
    expect(opened.sha256).not.toBe(loadedDigest('imported'));
  });

  it('are repaired where little is missing, and the largest repair of all combinations is told', () => {
    const csv = ventsCsv((vent, _, source) => MIXED[source]! * (vent === '10' && source === 0 ? 1.03 : 1));
    const opened = openTemplates(written('repaired', IMPORTED, csv));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(opened.matrixProvenance.rowSumError).toBeCloseTo(0.02, 9);
    expect(opened.matrixProvenance.repair!.largestChange).toBeCloseTo(0.02, 3);
    // Air of the CRAC does not warm: inlets rise as before.
    expect(opened.warnings).toEqual([]);
  });

  it('warn once of what their repair does to inlets, in kelvins at the greatest power of all nodes', () => {
    const csv = ventsCsv((vent, _, source) => MIXED[source]! * (source !== 1 ? 1 : vent === '10' ? 1.03 : 1.01));
    const opened = openTemplates(written('repaired', IMPORTED, csv));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    // Ten nodes of 260 W behind 1 m3/s and five of 260 W behind 0.5: all air mixed, of which two thirds is the CRAC's.
    // Air of 1000 J/(m3 K).
    const [w1, w2] = [1.03 / 4.5, 0.5 / 4.5];
    const beforeK = (w1 * (2600 / 1000) + w2 * (1300 / (0.5 * 1000))) / (1 - w1 - w2);
    const movedK = beforeK - 3900 / (3 * 1000);
    expect(opened.warnings).toHaveLength(1);
    expect(opened.warnings[0]).toContain('4 of 4 matrices were repaired before use, most that of vent combination 10');
    expect(opened.warnings[0]).toContain(
      `with every node at its greatest power (3.900 kW in all) this moves inlets by up to ${Number(movedK.toPrecision(2))} K`,
    );
  });

  it('belong to the combination their digits name, first quadrant first', () => {
    const digits = ['00', '01', '02', '10', '11', '12', '20', '21', '22'];
    const lines = digits.map((id, v) => `${id},A,A,${v / 10},${v},`);
    const read = ventFileReader(digits, ['A'])(['vent_id,sink_id,source_id,w,tau_s,sigma_s', ...lines, ''].join('\n'));
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(read.weights.map(([w]) => w)).toEqual(digits.map((_, v) => v / 10));
  });
});

function loadedDigest(name: string): string {
  const loaded = loadTemplatesInstance(join(directory, `${name}.json`));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.sha256;
}

describe('warnings', () => {
  it('node types nobody has, power below idle, arrivals beyond what the room can do', () => {
    expect(templatesWarnings(TWO)).toEqual([]);
    const { facility, grid } = TWO;
    const spare = { ...facility.nodeTypes[0]!, name: 'spare', tasks: [] };
    const odd: TemplatesInstance = {
      ...TWO,
      facility: { ...facility, nodeTypes: [...facility.nodeTypes, spare] },
      grid: { ...grid, arrivingWorkPerS: [1, 5, 9], powerLimitW: [1200, 2800] },
    };
    expect(templatesFiles.judge(odd)).toMatchObject({ ok: true });
    expect(templatesWarnings(odd)).toEqual([
      expect.stringContaining('"spare"'),
      expect.stringContaining('grid.powerLimitW[0]: 1200 W, but the idle nodes alone draw 1300 W'),
      expect.stringContaining('2 values above 4 tasks/s'),
    ]);
    const nominal = { ...TWO, facility: { ...facility, cracs: [{ ...facility.cracs[0]!, airFlowM3PerS: 1 }] } };
    expect(templatesWarnings(nominal)).toEqual([expect.stringContaining('at least 33.3 %')]);
  });
});
