import { describe, expect, it } from 'vitest';
import type { FacilityPlatform, JobsInstance, RoomOptions } from '../../../../../models/families/jobs/instance.js';
import type { JobsPlan } from '../../../../../models/families/jobs/plan.js';
import { jobsPlanOf, plannedRoom } from '../../../../../models/families/jobs/plan-of.js';
import { roomOverMonth } from '../../../../../models/families/jobs/room-over-month.js';
import { Faults } from '../../../../../src/check/faults.js';
import { checkRoom } from '../../../../../src/families/jobs/check/room.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { jobsRoom } from '../../../../../src/families/jobs/instances/room.js';
import { policyOf } from '../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../src/families/jobs/methods/month/simulate-month.js';
import { tablesOf } from '../../../../../src/families/jobs/runs/profiles.js';

const loaded = loadJobsInstance('instances/jobs/facility-4.json');
if (!loaded.ok || loaded.room === null) throw new Error('facility-4 has a room');
const { instance, month, names } = loaded;
const { matrix } = loaded.room;
const platform = instance.platform as FacilityPlatform;
const schedule = simulateMonth(month, tablesOf('val-opt', month, null), policyOf('val-opt'));

/** Instance with other options of its room, UPS and other load, and the plan that the models make of it. */
function planned(options: RoomOptions): { readonly asked: JobsInstance; readonly plan: JobsPlan } {
  const facility = { ...platform.facility, upsEfficiency: 0.94, otherLoadW: 30 };
  const held = { ...platform, facility, room: options };
  const made = jobsRoom(held, options, month.nodeTypes, matrix);
  if (!made.ok) throw new Error(JSON.stringify(made.faults));
  const room = plannedRoom(roomOverMonth(made.room, month, schedule, instance.period.durationS));
  const plan = jobsPlanOf(month, names, schedule, { instance: { name: 'x', sha256: 'y' }, method: 'val-opt', room });
  return { asked: { ...instance, platform: held }, plan };
}

function broken(asked: JobsInstance, plan: JobsPlan, air: typeof matrix | null = matrix): string[] {
  const faults = new Faults();
  checkRoom(asked, plan, air, faults);
  return faults.violations().map(({ constraint, where }) => `${constraint}: ${where}`);
}

describe('checker of the room of a month', () => {
  it('finds the energy and the temperatures that the models find', () => {
    for (const options of [
      { redLineC: 27 },
      { redLineC: 27, setPointC: 18 },
      { redLineC: 27, setPoints: 'following' },
    ] as const) {
      const { asked, plan } = planned(options);
      expect(broken(asked, plan)).toEqual([]);
      expect(plan.room!.setPoints.length > 10).toBe('setPoints' in options);
    }
  });

  it('tells another energy, another end, and set-points that are not as asked or out of range', () => {
    const { asked, plan } = planned({ redLineC: 27, setPointC: 18 });
    const room = plan.room!;
    const told = (changed: Partial<typeof room>): string[] => broken(asked, { ...plan, room: { ...room, ...changed } });
    expect(told({ energyJ: room.energyJ * (1 + 2e-9) })).toEqual(['roomEnergy: room.energyJ']);
    expect(told({ untilS: room.untilS + 1 })).toEqual(['claim: room.untilS']);
    expect(told({ setPoints: [{ fromS: 0, setPointC: 17 }] })).toEqual([
      'setPoint: room.setPoints[0]',
      'roomEnergy: room.energyJ',
    ]);
    expect(told({ setPoints: [{ fromS: 0, setPointC: 9 }] })).toContain('setPoint: CRAC1 from 0 s');
    expect(told({ setPoints: [{ fromS: 5, setPointC: 18 }] })).toEqual([
      'setPoint: room.setPoints: the first is from 0 s',
    ]);
    const twice = [0, 100].map((fromS) => ({ fromS, setPointC: 18 }));
    expect(told({ setPoints: twice })).toEqual(['setPoint: room.setPoints: one for the whole month']);
    expect(told({ setPoints: [...twice].reverse() })).toContain('setPoint: room.setPoints: the first is from 0 s');
  });

  it('tells inlets above the red line and a CRAC beyond its capacity with their worst moments', () => {
    const { asked, plan } = planned({ redLineC: 27, setPoints: 'following' });
    const room = plan.room!;
    const warmer = room.setPoints.map(({ fromS, setPointC }) => ({ fromS, setPointC: setPointC + 0.01 }));
    expect(
      broken(asked, { ...plan, room: { ...room, setPoints: warmer } }).some((one) => one.startsWith('redLine: R1/')),
    ).toBe(true);
    const held = asked.platform as FacilityPlatform;
    const cracs = held.facility.cracs.map((crac) => ({ ...crac, coolingCapacityW: 300 }));
    const tight = { ...asked, platform: { ...held, facility: { ...held.facility, cracs } } };
    expect(broken(tight, plan)).toEqual([expect.stringMatching(/^coolingCapacity: CRAC1 at [\d.]+ s$/) as string]);
  });

  it('tells a plan without a room, a room that nobody asked for, and air that is not known', () => {
    const { asked, plan } = planned({ redLineC: 27 });
    expect(broken(asked, { ...plan, room: undefined })).toEqual(['plan: room: missing, the instance asks for it']);
    expect(broken({ ...asked, platform: { ...platform, room: undefined } }, plan)).toEqual([
      'plan: room: the instance asks for none',
    ]);
    expect(broken(asked, plan, null)).toEqual(['plan: room: its air is not known']);
  });
});
