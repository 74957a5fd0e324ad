import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { heldBy } from '../../../src/facility/held-facility.js';
import { influenceMatrixOf } from '../../../src/facility/influence.js';
import { loadRewardRateInstance } from '../../../src/families/reward-rate/instances/load.js';
import {
  thesisInstance,
  thesisInstanceName,
  type ThesisOptions,
} from '../../../src/families/reward-rate/instances/thesis/instance.js';
import { FAMILIES } from '../../../src/families/registry.js';
import { schemaFiles } from '../../../src/workbench/bundled.js';
import { bundledInstances } from '../../support/bundled.js';

/**
 * Power cap of the balanced room of 1,080 nodes, W: low enough to bind there, where the thesis' own 230 kW and 900 kW
 * do not (docs/decisions/workload-parameters.md).
 */
const BALANCED_CAP_1080_W = 190_000;
/** Power cap of the balanced room of 4,320 nodes, W: as for 1,080 nodes, low enough to bind. */
const BALANCED_CAP_4320_W = 760_000;
/** Power cap of the thesis for 1,080 nodes, W (section 3.5.1). */
const THESIS_CAP_1080_W = 230_000;
/** Power cap of the thesis for 4,320 nodes, W (section 3.5.1). */
const THESIS_CAP_4320_W = 900_000;
/** Red line of the thesis, C (section 3.5.1). */
const THESIS_RED_LINE_C = 30;
/** Seed of the bundled instances. Ours: the first. */
const SEED = 1;

/** Rooms of the bundled instances. */
const ROOMS: readonly (Omit<ThesisOptions, 'redLineC' | 'seed'> & { readonly name?: string })[] = [
  { racks: 30, workload: 'memory', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'cpu', airflow: 'balanced', coldAisles: 'open', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'balanced', coldAisles: 'isolated', powerCapW: BALANCED_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'nominal', coldAisles: 'open', powerCapW: THESIS_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'calibrated', coldAisles: 'open', powerCapW: THESIS_CAP_1080_W },
  { racks: 30, workload: 'hybrid', airflow: 'calibrated', coldAisles: 'isolated', powerCapW: THESIS_CAP_1080_W },
  // Isolated: with open aisles the idle nodes alone need 815 kW (docs/decisions/room-4320-aisles.md).
  {
    name: 'room-4320-hybrid',
    racks: 120,
    workload: 'hybrid',
    airflow: 'balanced',
    coldAisles: 'isolated',
    powerCapW: BALANCED_CAP_4320_W,
  },
  { racks: 120, workload: 'hybrid', airflow: 'nominal', coldAisles: 'open', powerCapW: THESIS_CAP_4320_W },
];

const SCHEMAS = await schemaFiles(FAMILIES);
const NAMED = bundledInstances().map(({ file, instance }) => ({ name: instance.name, file, instance }));

describe('committed schemas', () => {
  it.each(SCHEMAS)('$file is what the code writes (else run write-bundled)', ({ file, text }) => {
    expect(readFileSync(file, 'utf8')).toBe(text);
  });
});

describe('bundled instances', () => {
  it.each(ROOMS)('the room of $racks racks, $workload, $airflow, $coldAisles, is what generate makes', (room) => {
    const options = { ...room, redLineC: THESIS_RED_LINE_C, seed: SEED };
    const name = room.name ?? thesisInstanceName(options);
    expect(NAMED.find((one) => one.name === name)?.instance).toEqual({ ...thesisInstance(options), name });
  });

  it.each(NAMED)('$file loads as it stands', ({ file, instance }) => {
    const loaded = loadRewardRateInstance(file);
    expect(loaded.ok ? loaded.instance : loaded.faults).toEqual(instance);
    expect(file).toBe(`instances/reward-rate/${instance.name}.json`);
  });

  it('every tiny instance states its optimum, no room does', () => {
    for (const { instance } of bundledInstances()) {
      expect(instance.knownOptimum !== undefined).toBe(instance.name.startsWith('tiny-'));
    }
  });

  it('an instance whose matrix file is absent or malformed names that file', () => {
    const { instance } = bundledInstances().find((bundled) => bundled.instance.name === 'tiny-unlimited')!;
    const airflow = {
      source: 'matrix',
      kind: 'influence',
      rowsPer: 'nodeGroup',
      nodeAirflowFactor: 1,
      provenance: 'test',
    } as const;
    const withFile = (file: string): typeof instance => ({
      ...instance,
      facility: { ...instance.facility, airflow: { ...airflow, file } },
    });
    const absent = influenceMatrixOf(heldBy(withFile('absent.csv')), 'instances/reward-rate');
    expect(absent).toMatchObject({ ok: false, faults: [{ value: 'no such file', path: 'facility.airflow.file' }] });
    const malformed = influenceMatrixOf(heldBy(withFile('tiny-unlimited.json')), 'instances/reward-rate');
    expect(malformed).toMatchObject({ ok: false, faults: [{ path: 'line 1, column 1' }] });
    expect(malformed.ok ? '' : malformed.faults[0]!.file).toMatch(/instances\/reward-rate\/tiny-unlimited\.json$/);
  });
});
