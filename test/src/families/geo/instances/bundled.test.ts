import { readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { GeoInstance, SinusoidalArrivals } from '../../../../../models/families/geo/instance.js';
import { withFieldTable } from '../../../../../src/workbench/bundled.js';
import { bundledGeoInstances } from '../../../../support/bundled.js';
import { greatestRiseK } from '../../../../../models/families/geo/cooling.js';
import { HALL_MIXES } from '../../../../../src/families/geo/instances/hall.js';
import { geoFiles, loadGeoInstance } from '../../../../../src/families/geo/instances/load.js';
import { type OpenedGeo, openGeo } from '../../../../../src/families/geo/instances/open.js';
import { geoSchema } from '../../../../../models/families/geo/instance.js';
import { SITE_GROUPS, SITES } from '../../../../../src/families/geo/instances/sites.js';
import { usInstance } from '../../../../../src/families/geo/instances/us.js';
import { manyCentres } from '../../../../../src/families/geo/instances/us-200.js';
import { WORKLOADS } from '../../../../../src/facility/thesis/benchmarks.js';

const BUNDLED = bundledGeoInstances();
const named = (name: string): GeoInstance => BUNDLED.find(({ instance }) => instance.name === name)!.instance;
const nodesOf = ({ rooms }: GeoInstance, room: string): ReadonlyMap<string, number> =>
  rooms[room]!.nodeGroups.reduce(
    (counts, { nodeType, count }) => counts.set(nodeType, (counts.get(nodeType) ?? 0) + count),
    new Map<string, number>(),
  );

describe('bundled geo instances', () => {
  it.each([
    ['us-4', usInstance({ centres: 4, workload: 'hybrid' })],
    ['us-4-memory', usInstance({ centres: 4, workload: 'memory' })],
    ['us-4-cpu', usInstance({ centres: 4, workload: 'cpu' })],
    ['us-8', usInstance({ centres: 8, workload: 'hybrid' })],
    ['us-16', usInstance({ centres: 16, workload: 'hybrid' })],
    ['us-200', manyCentres({ centres: 200, taskTypes: 20, seed: 1 })],
  ])('%s is what generate makes', (name, made) => {
    expect(named(name)).toEqual(made);
  });

  it('no file is large', () => {
    for (const { file } of BUNDLED) expect(statSync(file).size).toBeLessThan(400_000);
  });

  it.each(BUNDLED)('$file loads as it stands', ({ file, instance }) => {
    const loaded = loadGeoInstance(file);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    expect(loaded.instance).toEqual(instance);
    expect(loaded.instance.knownOptimum !== undefined).toBe(instance.name.startsWith('tiny-'));
    // Nominal air flow recirculates most of the air, and the tool says so.
    expect(loaded.warnings.filter((warning) => !warning.includes('is recirculated'))).toEqual([]);
    expect(loaded.warnings.length).toBe(instance.name.startsWith('tiny-') ? 0 : Object.keys(instance.rooms).length);
  });

  it('groups of 4, 8 and 16 lie from west to east, four sites in each zone of the largest', () => {
    for (const count of [4, 8, 16] as const) {
      const { dataCentres } = named(`us-${count}`);
      expect(dataCentres.map(({ name }) => name)).toEqual(SITE_GROUPS[count]);
      const longitudes = dataCentres.map(({ longitudeDeg }) => longitudeDeg);
      expect([longitudes[0]! < -122, longitudes.at(-1)! > -74]).toEqual([true, true]);
      // Neighbouring quarters of the country have as many.
      const quarters = [-130, -113, -99, -86, -70];
      for (let q = 0; q < 4; q++) {
        const inside = longitudes.filter((one) => quarters[q]! <= one && one < quarters[q + 1]!);
        expect(inside.length).toBeGreaterThanOrEqual(1);
        expect(inside.length).toBeLessThanOrEqual((count / 4) * 2);
      }
    }
    expect(new Set(SITES.map(({ name }) => name)).size).toBe(16);
  });

  it('every data centre has 4,320 nodes of two or three types, most have three', () => {
    for (const name of ['us-4', 'us-4-memory', 'us-4-cpu', 'us-8', 'us-16', 'us-200']) {
      const instance = named(name);
      const types = instance.dataCentres.map(({ room }) => nodesOf(instance, room));
      for (const counts of types) expect([...counts.values()].reduce((sum, count) => sum + count, 0)).toBe(4320);
      const three = types.filter(({ size }) => size === 3).length;
      expect(types.every(({ size }) => size === 2 || size === 3)).toBe(true);
      expect(three).toBeGreaterThan(types.length / 2);
    }
    expect([...nodesOf(named('us-16'), 'hall-mixed')].sort()).toEqual([
      ['TS140', 1080],
      ['Z600', 2160],
      ['Z820', 1080],
    ]);
    expect(Object.keys(named('us-16').rooms).sort()).toEqual(Object.keys(HALL_MIXES).sort());
  });

  it('each block of a hall holds 540 nodes of its type', () => {
    const { nodeGroups, airflow } = usInstance({ centres: 4, workload: 'hybrid' }).rooms['hall-without-ts140']!;
    if (airflow.source !== 'room') throw new Error('halls have a layout');
    const middleXM = 2.4 + (16 * 0.6) / 2;
    const typeOf = new Map(nodeGroups.map(({ rack, nodeType }) => [rack, nodeType]));
    for (const { name, xM } of airflow.layout.racks) {
      // Rows 1 and 2 of each module face its first aisle, rows 3 and 4 its second.
      const aisle = /R[12]-/.test(name) ? 0 : 1;
      const block = 2 * aisle + (xM + 0.3 < middleXM ? 0 : 1) + (name.startsWith('M2') ? 4 : 0);
      expect([name, typeOf.get(name)]).toEqual([name, HALL_MIXES['hall-without-ts140'][block]]);
    }
  });

  it('workloads are those of section 4.5.3, parameters those of 4.5.1', () => {
    for (const [name, workload] of [
      ['us-4', 'hybrid'],
      ['us-4-memory', 'memory'],
      ['us-4-cpu', 'cpu'],
    ] as const) {
      const { taskTypes, rules, horizon, nodeTypes } = named(name);
      expect(taskTypes.map((task) => task.name)).toEqual(WORKLOADS[workload]);
      expect(rules).toEqual({ transitionS: 300, utilisation: 0.75, surplus: { rule: 'curtailed' } });
      expect([horizon.epochs, horizon.epochMinutes, horizon.boundary]).toEqual([24, 60, 'cyclic']);
      // Absent means 16 % of the static power.
      expect(nodeTypes.every(({ sleepPowerW }) => sleepPowerW === undefined)).toBe(true);
    }
    const { dataCentres, taskTypes, horizon } = named('us-200');
    expect([dataCentres.length, taskTypes.length, horizon.epochs]).toEqual([200, 20, 24]);
  });
});

describe('us-4, compiled', () => {
  let opened: Extract<OpenedGeo, { readonly ok: true }>;
  beforeAll(() => {
    const answer = openGeo('instances/geo/us-4.json');
    if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
    opened = answer;
  });

  it('CUP lies in the range of the thesis, 1.43 to 2.08', () => {
    for (const { coolingPerPower } of opened.model.centres) {
      expect(coolingPerPower).toBeGreaterThan(1.43);
      expect(coolingPerPower).toBeLessThan(2.08);
    }
  });

  it('every hall can be cooled with all nodes at work on an even mix in P-state 0, and not much more', () => {
    const spareK = opened.model.centres.map(({ thermal, nodeCount }) => {
      const most = opened.model.nodeTypes.map((type, j) => nodeCount[j]! * (type.staticW + type.peakDynamicW));
      return thermal.redLineC - thermal.setPointMinC - greatestRiseK(thermal, most);
    });
    expect(Math.min(...spareK)).toBeGreaterThan(0);
    expect(Math.max(...spareK)).toBeLessThan(5);
  });

  it('arrivals swing between 25 and 60 % of an even division of all cores, most at two in the afternoon of Chicago', () => {
    const { instance, model } = opened;
    const loads = Array.from({ length: 24 }, (_, t) =>
      instance.taskTypes.map(({ arrivalRatePerS }, i) => {
        const { meanPerS } = arrivalRatePerS as SinusoidalArrivals;
        return (model.arrivalRatePerS[t * instance.taskTypes.length + i]! / meanPerS) * 0.425;
      }),
    );
    for (const load of loads) expect(Math.max(...load) - Math.min(...load)).toBeLessThan(1e-12);
    const first = loads.map(([load]) => load!);
    // Taken at half past, the sinusoid just misses its ends.
    expect(Math.max(...first)).toBeCloseTo(0.6, 2);
    expect(Math.min(...first)).toBeCloseTo(0.25, 2);
    expect([13, 14]).toContain(first.indexOf(Math.max(...first)));
  });

  it('sun and wind of the best month are a fifth of the greatest power: of the July day some of it', () => {
    const { model, instance } = opened;
    for (const [d, centre] of model.centres.entries()) {
      const mostW = model.nodeTypes.reduce(
        (sum, type, j) => sum + centre.nodeCount[j]! * (type.staticW + type.peakDynamicW),
        0,
      );
      const mostKw = (centre.powerOverhead * (1 + 1 / 1.65) * mostW) / 1000;
      const meanKw = centre.renewableKwh.reduce((sum, kwh) => sum + kwh, 0) / 24;
      const wind = instance.dataCentres[d]!.renewables?.wind !== undefined;
      // A day of wind is what it is; a summer's day of sun is nearly the best.
      expect(meanKw).toBeLessThan((wind ? 0.7 : 0.21) * mostKw);
      expect(meanKw).toBeGreaterThan((wind ? 0.02 : 0.17) * mostKw);
    }
  });

  it('prices are those of the summer weekday in local time', () => {
    const { model, series } = opened;
    const prices = new Set(model.centres.flatMap(({ usdPerKwh }) => [...usdPerKwh]));
    expect(prices).toContain(0.15178);
    expect(Math.max(...prices)).toBe(0.15178);
    expect(Math.min(...prices)).toBe(0.08445);
    // Noon in New York is eleven in Chicago, in San Francisco two hours after.
    const peak = model.centres.map(({ usdPerKwh }) => usdPerKwh.indexOf(0.15178));
    expect(peak).toEqual([14, 13, 12, 11]);
    expect(series.centres[0]!.localBeginnings[0]).toBe('2017-07-11T22:00-07:00');
  });
});

describe('docs/geo/instances.md', () => {
  const document = readFileSync('docs/geo/instances.md', 'utf8');

  it('lists the fields as they are', () => {
    expect(withFieldTable(document, z.toJSONSchema(geoSchema))).toBe(document);
  });

  it('shows an example that is accepted', () => {
    expect(geoFiles.judgeText(/```json\n([\s\S]*?)```/.exec(document)![1]!)).toMatchObject({ ok: true });
  });

  it('says of every bundled instance what it is', () => {
    for (const { instance } of BUNDLED) expect(document).toContain(`\`${instance.name}\``);
  });
});
