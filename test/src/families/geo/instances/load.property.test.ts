import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { DataCentre, GeoInstance } from '../../../../../models/families/geo/instance.js';
import type { MatrixAirflow } from '../../../../../models/facility/facility.js';
import { familyOfFile } from '../../../../../src/workbench/find-family.js';
import { geoFiles, loadGeoInstance } from '../../../../../src/families/geo/instances/load.js';
import { openGeo } from '../../../../../src/families/geo/instances/open.js';
import { geoSchema } from '../../../../../models/families/geo/instance.js';
import { tinyGeoInstances } from '../../../../support/bundled.js';
import { randomGeoInstance } from '../../../../support/geo.js';
import { replaceAt, temporaryDirectory } from '../../../../support/small-instance.js';

const RESTRICTED = tinyGeoInstances().find(({ name }) => name === 'tiny-restricted')!;

/** Writes tiny-restricted with values replaced (paths as problems print them) and other files beside it. */
function written(changes: Readonly<Record<string, unknown>>, files: Readonly<Record<string, string>> = {}): string {
  const draft = JSON.parse(JSON.stringify(RESTRICTED)) as GeoInstance;
  for (const [path, value] of Object.entries(changes)) replaceAt(draft, path, value);
  const directory = temporaryDirectory();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(directory, name), text);
  const file = join(directory, 'instance.json');
  writeFileSync(file, JSON.stringify(draft));
  return file;
}

function warningsOf(changes: Readonly<Record<string, unknown>>): string[] {
  const loaded = loadGeoInstance(written(changes));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  return loaded.warnings;
}

const SPOT = {
  source: 'csv',
  file: 'spot.csv',
  timeColumn: 'utc',
  valueColumn: 'price',
  timeConvention: 'utc-beginning',
  intervalMinutes: 60,
  scale: 0.001,
  gaps: 'refuse',
} as const;
const SPOT_CSV = 'utc,price\n2017-07-12T00:00Z,40\n';

const MATRIX: MatrixAirflow = {
  source: 'matrix',
  file: 'air.csv',
  kind: 'influence',
  rowsPer: 'nodeGroup',
  nodeAirflowFactor: 1,
  provenance: 'by hand',
};
/** CRAC of 5 m3/s, two nodes of 1 m3/s in one zone. */
const AIR_CSV = '0.6,0.4\n1,0\n';

describe('a loaded geo instance', () => {
  it('is known by its bytes and those of the series it names', () => {
    const file = written({ 'dataCentres[0].price': SPOT }, { 'spot.csv': SPOT_CSV });
    const loaded = loadGeoInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    const digest = createHash('sha256').update(readFileSync(file)).update(SPOT_CSV).digest('hex');
    expect(loaded.sha256).toBe(digest);
    expect([...loaded.series.centres[0]!.usdPerKwh]).toEqual([0.04]);
    const plain = loadGeoInstance('instances/geo/tiny-restricted.json');
    const own = createHash('sha256').update(readFileSync('instances/geo/tiny-restricted.json')).digest('hex');
    expect(plain).toMatchObject({ ok: true, sha256: own, warnings: [] });
  });

  it('is compiled with the air of each room in use, once', () => {
    const phases: string[] = [];
    const opened = openGeo('instances/geo/tiny-restricted.json', (phase) => phases.push(phase));
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    expect(phases).toEqual(['load', 'airflow', 'model']);
    expect([...opened.matrices.keys()]).toEqual(['room']);
    expect(opened.model.centres.map(({ allowed }) => [...allowed])).toEqual([
      [1, 0],
      [1, 1],
    ]);
    expect(opened.model.centres[0]!.thermal).toBe(opened.model.centres[1]!.thermal);
    const unused = { ...RESTRICTED.rooms['room']!, airflow: MATRIX };
    expect(openGeo(written({ 'rooms.unused': unused })).ok).toBe(true);
  });

  it('may have its air from a file beside it; one that is absent or wrong is named', () => {
    const good = openGeo(written({ 'rooms.room.airflow': MATRIX }, { 'air.csv': AIR_CSV }));
    if (!good.ok) throw new Error(JSON.stringify(good.faults));
    // 0.4 of the air returns through the CRAC only: inlets are at the set-point.
    expect([...good.model.centres[0]!.thermal.riseKPerW]).toEqual([0]);
    const absent = openGeo(written({ 'rooms.room.airflow': MATRIX }));
    expect(absent).toMatchObject({ ok: false, faults: [{ path: 'rooms.room.airflow.file', value: 'no such file' }] });
    const wrong = openGeo(written({ 'rooms.room.airflow': MATRIX }, { 'air.csv': '0.6,0.4\n1,x\n' }));
    expect(wrong).toMatchObject({ ok: false, faults: [{ path: 'line 2, column 2' }] });
    expect(wrong.ok ? '' : wrong.faults[0]!.file).toMatch(/air\.csv$/);
  });

  it('problems of its layout carry the name of the room', () => {
    const judged = geoFiles.judge(
      JSON.parse(
        JSON.stringify(RESTRICTED)
          .replace('"rooms":{"room"', '"rooms":{"my hall"')
          .replaceAll('"room":"room"', '"room":"my hall"')
          .replace('"slots":4', '"slots":1'),
      ),
    );
    expect(judged.ok ? [] : judged.faults.map(({ path }) => path)).toEqual(['rooms["my hall"].nodeGroups[0].count']);
  });
});

describe('the family', () => {
  it('is told by the format', () => {
    const file = 'instances/geo/tiny-restricted.json';
    expect(familyOfFile(file)).toMatchObject({ ok: true, family: { name: 'geo' } });
    expect(familyOfFile('instances/robust/tiny-one-task.json')).toMatchObject({ ok: true, family: { name: 'robust' } });
  });
});

describe('warnings', () => {
  it('none where nothing is odd', () => {
    expect(warningsOf({})).toEqual([]);
  });

  it('of units mistaken: prices, carbon, areas, signs of longitudes', () => {
    expect(warningsOf({ 'dataCentres[0].price.usdPerKwh': [8.4] })).toEqual([
      'dataCentres[0].price: 8.4 USD/kWh on average; is it USD/MWh (scale 0.001) or cents (scale 0.01)?',
    ]);
    const carbon: DataCentre['carbon'] = { source: 'series', gramsPerKwh: [0.4] };
    expect(warningsOf({ 'dataCentres[1].carbon': carbon })[0]).toContain('is it kg/kWh (scale 1000)?');
    expect(warningsOf({ 'dataCentres[1].carbon': { ...carbon, gramsPerKwh: [0] } })).toEqual([]);
    const irradiance = { source: 'series', wPerM2: [1000] };
    const solar = { panelAreaM2: 10_000, efficiency: 0.2, irradiance };
    expect(warningsOf({ 'dataCentres[0].renewables': { solar } })[0]).toContain('are the areas in m2?');
    expect(warningsOf({ 'dataCentres[0].renewables': { solar: { ...solar, panelAreaM2: 100 } } })).toEqual([]);
    expect(warningsOf({ 'dataCentres[0].longitudeDeg': 122.4 })[0]).toContain('dataCentres[0].longitudeDeg: 122.4 is');
    expect(warningsOf({ 'dataCentres[0].longitudeDeg': 179, 'dataCentres[0].timeZone': 'Asia/Kamchatka' })).toEqual([]);
    expect(warningsOf({ 'dataCentres[0].longitudeDeg': -179, 'dataCentres[0].timeZone': 'Asia/Kamchatka' })).toEqual(
      [],
    );
  });

  it('of wind turbines that take more than there is', () => {
    const speed = { source: 'series', mPerS: [6], airDensityKgPerM3: 1.2 };
    const wind = { rotorAreaM2: 100, efficiency: 0.6, speed };
    expect(warningsOf({ 'dataCentres[0].renewables': { wind } })[0]).toContain('16/27');
  });

  it('of arrivals that no plan serves, which are not refused', () => {
    // 2 centres x 2 nodes x 4 cores, 10 s a task.
    expect(warningsOf({ 'taskTypes[0].arrivalRatePerS': [1.4] })).toEqual([]);
    expect(warningsOf({ 'taskTypes[0].arrivalRatePerS': [1.5] })).toEqual([
      'taskTypes: the arrivals of epoch 0 need 16.25 cores even where each is fastest, there are 16; no plan serves them.',
    ]);
  });

  it('of caps on power below what sleeping nodes draw', () => {
    // Two nodes of 200 W asleep, and a tenth on top.
    expect(warningsOf({ 'dataCentres[0].powerCapW': 440 })).toEqual([]);
    expect(warningsOf({ 'dataCentres[0].powerCapW': 439 })[0]).toContain('asleep the data centre draws 440 W');
  });

  it('of what nobody uses, cycles that are no days, demand charges without a tariff', () => {
    const { tariffs } = randomGeoInstance(1, { prices: 'tariff' });
    const odd = warningsOf({
      tariffs,
      'rooms.spare': RESTRICTED.rooms['room'],
      'nodeTypes[1]': { ...RESTRICTED.nodeTypes[0]!, name: 'spare' },
      'horizon.boundary': 'cyclic',
      'rules.demandChargeShare': 0.03,
    });
    expect(odd.map((warning) => warning.split(':')[0]).sort()).toEqual([
      'horizon.boundary',
      'nodeTypes',
      'rooms',
      'rules.demandChargeShare',
      'tariffs',
    ]);
  });

  it('of nodes that draw more air than there is, and of Eq. 21 as printed', () => {
    expect(warningsOf({ 'rooms.room.cracs[0].airFlowM3PerS': 1 })[0]).toContain('at least 50.0 % of the inlet air');
    const interference = {
      M: {
        perNeighbourS: 1,
        perAverageIntensityS: 1,
        baseTimeFactor: 1,
        perGHzS: 0,
        perOwnIntensityS: 0,
        constantS: 0,
      },
    };
    const literal = { 'colocation.model': 'literal', 'nodeTypes[0].interference': interference };
    expect(warningsOf(literal)[0]).toContain('colocation.model');
  });
});

describe('the JSON Schema', () => {
  const text = JSON.stringify(z.toJSONSchema(geoSchema));

  it('speaks of this family only, gives leaves a meaning and allows no unknown keys', () => {
    expect(text).not.toMatch(/facility\.|workload\./);
    const leaves = text.match(/\{[^{}]*"type":"(?:number|integer|string)"[^{}]*\}/g)!;
    expect(leaves.filter((leaf) => !leaf.includes('"description"'))).toEqual([]);
    expect(leaves.length).toBeGreaterThan(80);
    const objects = text.match(/"type":"object"/g)!.length;
    expect(text.match(/"additionalProperties":(false|\{)/g)!.length).toBe(objects);
  });
});
