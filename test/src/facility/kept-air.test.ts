import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Facility } from '../../../models/facility/facility.js';
import type { InfluenceMatrix } from '../../../models/physics/thermal/influence-matrix.js';
import { airFolder, keptAir } from '../../../src/facility/kept-air.js';

/** Facility of one rack with two zones and a CRAC, in a room large enough to be kept: 100 x 100 x 100 cells. */
const LARGE: Facility = {
  nodeTypes: [
    { name: 'A', cores: 1, idlePowerW: 1, airFlowM3PerS: 0.5, pStateFrequenciesGHz: [1], tasks: [] },
    { name: 'B', cores: 1, idlePowerW: 1, airFlowM3PerS: 0.25, pStateFrequenciesGHz: [1], tasks: [] },
  ],
  nodeGroups: [
    { nodeType: 'A', rack: 'R1', count: 2 },
    { nodeType: 'B', rack: 'R1', count: 4 },
  ],
  cracs: [{ name: 'CRAC1', airFlowM3PerS: 2, setPointMinC: 10, setPointMaxC: 30 }],
  airflow: {
    source: 'room',
    layout: {
      lengthXM: 100,
      widthYM: 100,
      heightZM: 100,
      cellM: { x: 1, y: 1, z: 1 },
      levelsPerRack: 1,
      racks: [{ name: 'R1', xM: 1, yM: 1, widthXM: 1, depthYM: 1, heightZM: 2, slots: 6, inletSide: '+y' }],
      aisles: [],
      tiles: [],
      cracPlacements: [],
    },
    coldAisles: 'open',
    floorLeakageFraction: 0,
    nodeAirflowFactor: 1,
    mixingM2PerS: 0.1,
  },
  coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
  colocation: { model: 'none' },
};

/** Air of LARGE as a drawing might give it. The numbers have no short decimals, and one entry is not stored. */
const AIR: InfluenceMatrix = {
  cracNames: ['CRAC1'],
  zones: [
    { name: 'R1/L1/A', rack: 'R1', level: 1, nodeType: 'A', nodeCount: 2, firstSlot: 1 },
    { name: 'R1/L1/B', rack: 'R1', level: 1, nodeType: 'B', nodeCount: 4, firstSlot: 3 },
  ],
  airFlowM3PerS: Float64Array.of(2, 1, 1),
  weights: {
    start: Int32Array.of(0, 2, 5, 7),
    column: Int32Array.of(1, 2, 0, 1, 2, 0, 1),
    value: Float64Array.of(1 / 3, 2 / 3, 1 / 7, 2 / 7, 4 / 7, 1 - Number.EPSILON, Number.EPSILON),
  },
  provenance: { kind: 'potential-flow', summary: 'as drawn, ½', rowSumError: 1e-16, conservationError: 3e-13 },
};

let folder = '';
let drawn = 0;

beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'plenum-air-')), 'air');
  drawn = 0;
});
afterEach(() => {
  rmSync(join(folder, '..'), { recursive: true });
});

function ask(facility: Facility = LARGE, at: string | null = folder): InfluenceMatrix {
  return keptAir(facility, () => (drawn++, AIR), at);
}

function withAirflow(change: Partial<Extract<Facility['airflow'], { source: 'room' }>>): Facility {
  return { ...LARGE, airflow: { ...(LARGE.airflow as Extract<Facility['airflow'], { source: 'room' }>), ...change } };
}

describe('air that was drawn', () => {
  it('is drawn once, and read with all its bits after that', () => {
    expect(ask()).toBe(AIR);
    expect(ask()).toEqual(AIR);
    expect(ask()).toEqual(AIR);
    expect(drawn).toBe(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('keeps the air flows as drawn, which are not those stated where a CRAC stands still', () => {
    const still = { ...AIR, airFlowM3PerS: Float64Array.of(2.4, 1, 1) };
    for (let n = 0; n < 2; n++) expect(keptAir(LARGE, () => still, folder)).toEqual(still);
  });

  it('is drawn again if anything changes on which it depends, and only then', () => {
    ask();
    for (const other of [
      withAirflow({ mixingM2PerS: 0.05 }),
      withAirflow({ hotMixing: 0.5 }),
      withAirflow({ coldAisles: 'isolated' }),
      { ...LARGE, cracs: [{ ...LARGE.cracs[0]!, airFlowM3PerS: 3 }] },
      { ...LARGE, nodeGroups: LARGE.nodeGroups.toReversed() },
      { ...LARGE, nodeTypes: [{ ...LARGE.nodeTypes[0]!, airFlowM3PerS: 0.75 }, LARGE.nodeTypes[1]!] },
    ]) {
      const before = drawn;
      ask(other);
      expect(drawn).toBe(before + 1);
    }
    for (const [flows, times] of [
      [Float64Array.of(1, 1), 1],
      [Float64Array.of(1, 0.5), 1],
      [Float64Array.of(1, 1), 0],
    ] as const) {
      const before = drawn;
      keptAir(LARGE, () => (drawn++, AIR), folder, flows);
      expect(drawn).toBe(before + times);
    }
    const before = drawn;
    ask({ ...LARGE, nodeTypes: LARGE.nodeTypes.map((type) => ({ ...type, idlePowerW: 50 })), upsEfficiency: 0.9 });
    expect(drawn).toBe(before);
  });

  it('is drawn again if its file was damaged in any place, and the file is mended', () => {
    ask();
    const [name] = readdirSync(folder);
    const file = join(folder, name!);
    const whole = readFileSync(file);
    for (const at of [0, 31, 32, 40, Math.floor(whole.length / 2), whole.length - 1]) {
      const damaged = Buffer.from(whole);
      damaged[at]! ^= 1;
      writeFileSync(file, damaged);
      const before = drawn;
      expect(ask()).toBe(AIR);
      expect(drawn).toBe(before + 1);
      expect(readFileSync(file)).toEqual(whole);
    }
    for (const rest of [Buffer.alloc(0), whole.subarray(0, 32), whole.subarray(0, whole.length - 8)]) {
      writeFileSync(file, rest);
      expect(ask()).toBe(AIR);
      expect(readFileSync(file)).toEqual(whole);
    }
  });

  it('is not kept for rooms that are drawn quickly, for imported air, or where keeping is switched off', () => {
    const cellM = { x: 10, y: 10, z: 10 };
    const { layout } = LARGE.airflow as Extract<Facility['airflow'], { source: 'room' }>;
    ask(withAirflow({ layout: { ...layout, cellM } }));
    ask(withAirflow({ layout: { ...layout, cellM: { x: 2, y: 2, z: 2 } }, mixingM2PerS: 0 }));
    ask({
      ...LARGE,
      airflow: {
        source: 'matrix',
        kind: 'influence',
        rowsPer: 'nodeGroup',
        file: 'a.csv',
        nodeAirflowFactor: 1,
        provenance: '',
      },
    });
    ask(LARGE, null);
    expect(drawn).toBe(4);
    expect(existsSync(folder)).toBe(false);
  });

  it('is used from a folder where nothing can be written', () => {
    const taken = join(folder, '..', 'a-file');
    writeFileSync(taken, '');
    expect(ask(LARGE, taken)).toBe(AIR);
    expect(readFileSync(taken, 'utf8')).toBe('');
  });

  it('lies in PLENUM_CACHE or the cache folder of the user, and nowhere with "off"', () => {
    expect(airFolder({ PLENUM_CACHE: 'off', XDG_CACHE_HOME: '/c' })).toBeNull();
    expect(airFolder({ PLENUM_CACHE: '/p', XDG_CACHE_HOME: '/c' })).toBe(join('/p', 'air'));
    expect(airFolder({ XDG_CACHE_HOME: '/c' })).toBe(join('/c', 'plenum', 'air'));
    expect(airFolder({ PLENUM_CACHE: '', XDG_CACHE_HOME: '' })).toBe(airFolder({}));
    expect(airFolder({})).toMatch(/[/\\]\.cache[/\\]plenum[/\\]air$/);
  });

  it('is removed when the folder is too large, the oldest first; other files stay', () => {
    ask();
    const [own] = readdirSync(folder);
    const named = (digit: string): string => join(folder, `${digit.repeat(64)}.air`);
    // Sparse files of 200 MiB: three of them are more than the 512 MiB that may be kept.
    for (const [digit, writtenS] of [
      ['1', 1000],
      ['2', 3000],
      ['3', 2000],
    ] as const) {
      sparseFile(named(digit), 200 * 2 ** 20);
      utimesSync(named(digit), writtenS, writtenS);
    }
    sparseFile(join(folder, 'other.bin'), 600 * 2 ** 20);
    ask(withAirflow({ hotMixing: 1 }));
    expect(existsSync(named('1'))).toBe(false);
    for (const file of [named('2'), named('3'), join(folder, own!), join(folder, 'other.bin')]) {
      expect(existsSync(file)).toBe(true);
    }
  });
});

function sparseFile(file: string, bytes: number): void {
  writeFileSync(file, '');
  truncateSync(file, bytes);
}
