import { describe, expect, it } from 'vitest';
import type { FacilityPlatform } from '../../../../../models/families/jobs/instance.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { jobsRoom } from '../../../../../src/families/jobs/instances/room.js';

const loaded = loadJobsInstance('instances/jobs/facility-4.json');
if (!loaded.ok || loaded.room === null) throw new Error('facility-4 has a room');
const { month, room: opened } = loaded;
const platform = loaded.instance.platform as FacilityPlatform;
/** Heat of a cubic metre of dry air at 20 C, J/(m3 K). */
const HEAT_PER_M3_K = 1.204 * 1006;

describe('room of a facility', () => {
  it('has the highest set-point at which no inlet passes the red line with all cores at their greatest power', () => {
    const { room, matrix } = opened;
    const hottestC = (setPointC: number): number => {
      const air = steadyTemperatures(matrix, [setPointC], room.fullLoadW, HEAT_PER_M3_K);
      return Math.max(...air!.zoneInletC);
    };
    expect(hottestC(room.setPointC)).toBeCloseTo(platform.room!.redLineC, 8);
    matrix.zones.forEach(({ nodeType, nodeCount }, z) => {
      const { cores, idlePowerW, tasks } = platform.facility.nodeTypes.find(({ name }) => name === nodeType)!;
      const { corePowerW } = tasks.find(({ taskType }) => taskType === platform.powerOf)!;
      const fastestW = 'atHighestFrequency' in corePowerW ? corePowerW.atHighestFrequency : corePowerW[0]!;
      expect(room.fullLoadW[z]).toBeCloseTo(nodeCount * (idlePowerW + cores * fastestW), 9);
    });
  });

  it('has temperatures and heat linear in the powers of zones, as sweeps over the air find them', () => {
    const { room, matrix } = opened;
    const powerW = room.idleW.map((watts, z) => watts + 37 * (z + 1));
    const air = steadyTemperatures(matrix, [18], powerW, HEAT_PER_M3_K)!;
    const zones = powerW.length;
    air.zoneInletC.forEach((inletC, k) => {
      const rise = powerW.reduce((sum, watts, b) => sum + watts * room.riseKPerW[b * zones + k]!, 0);
      expect(18 + rise).toBeCloseTo(inletC, 7);
    });
    const heatW = powerW.reduce((sum, watts, b) => sum + watts * room.heatWPerW[b]!, 0);
    expect(heatW).toBeCloseTo(
      air.cracHeatW.reduce((sum, watts) => sum + watts, 0),
      5,
    );
  });

  it('numbers nodes as the month does, each in a zone of its type', () => {
    const names = month.nodeTypes.flatMap(({ name, nodes }) => new Array<string>(nodes).fill(name));
    const { zones } = opened.matrix;
    expect(Array.from(opened.room.zoneOfNode, (z) => zones[z]!.nodeType)).toEqual(names);
    zones.forEach(({ nodeCount }, z) => {
      expect(opened.room.zoneOfNode.filter((zone) => zone === z)).toHaveLength(nodeCount);
    });
  });

  it('takes a colder set-point as given, and refuses one that is too warm for full load', () => {
    const made = (setPointC: number) => jobsRoom(platform, { redLineC: 27, setPointC }, month.nodeTypes, opened.matrix);
    expect(made(15)).toMatchObject({ ok: true, room: { setPointC: 15 } });
    expect(made(opened.room.setPointC + 0.001)).toMatchObject({
      ok: false,
      faults: [{ path: 'platform.room.setPointC' }],
    });
  });
});
