import { describe, expect, it } from 'vitest';
import type { CoolingPerformance } from '../../../../../../models/facility/facility.js';
import { isShared } from '../../../../../../models/families/reward-rate/time-shares.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { type Solved, solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { type TinyFacility, tinyRandom } from '../../../../../oracle/tiny-random.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Number of rooms: few every day, each takes a fifth of a second. */
const ROOMS = fuzzCount(500, 8);
const MIXED_ROOMS = fuzzCount(1000, 12);

/** Efficiencies of cooling at which the coldest set-point that the cap affords is a convex function of node power at every UPS efficiency. */
const CONVEX: readonly CoolingPerformance[] = [
  { quadraticPerC2: 0.0005, linearPerC: 0.1, constant: 1 },
  { quadraticPerC2: 0, linearPerC: 0.12, constant: 0.8 },
  { quadraticPerC2: 0, linearPerC: 0, constant: 3 },
  { quadraticPerC2: -0.0007, linearPerC: 0.2, constant: 1 },
];

/** Greatest number of CRACs with set-points of their own, and one more: they have a common one then. */
const WITH_COMMON = 13;

/** Room of 3 to 39 nodes with one CRAC, or many with a common set-point, and a convex cap; nodes of some may be on standby. */
function convexRoom(seed: number): TinyFacility {
  const cooling = CONVEX[seed % CONVEX.length]!;
  const cracs = seed % 5 === 0 ? WITH_COMMON : 1;
  const room = tinyRandom(seed, { cracs, cooling, groupNodes: [3, 13], mostPlans: Infinity });
  if (seed % 3 !== 0) return room;
  const sleepy = seed % 2 === 0 ? withMinimum(withSleep(room, seed), seed) : withSleep(room, seed);
  return standbyFaults(sleepy.instance.facility).length > 0 ? room : sleepy;
}

async function always(facility: TinyFacility): Promise<Solved> {
  return solveOpened(
    {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      limits: { timeLimitS: null, workLimit: null },
      engine: 'highs',
      withBound: true,
      sharing: 'always',
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(facility.instance, facility.matrix),
  );
}

/** Limits that could bind: arrivals, cap, and those of racks, PDUs, CRACs and inlets. */
function couplings({ instance: { workload, limits, facility }, matrix }: TinyFacility): number {
  return (
    workload.taskTypes.length +
    2 +
    matrix.zones.length +
    (limits.rackPowerLimits ?? []).length +
    (limits.pdus ?? []).length +
    facility.cracs.length
  );
}

describe('plans whose nodes share time', () => {
  it('attain the bound to 1e-6 in rooms of 3 to 39 nodes with a common set-point and a convex cap, with standby and without, feasible by the checker', async () => {
    let shared = 0;
    let common = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const facility = convexRoom(seed);
      const { record, plan } = await always(facility);
      const { result } = record;
      if (result.termination === 'infeasible') continue;
      // Many CRACs keep set-points of their own where no common one lets the room idle.
      const isCommon = facility.matrix.cracNames.length === 1 || /common to all/.test(result.boundScope);
      if (!isCommon) continue;
      common++;
      const { violations, rewardPerS } = checkPlan(facility.instance, facility.matrix, plan!);
      expect([seed, violations, rewardPerS]).toEqual([seed, [], result.objective]);
      expect([seed, result.gap! <= 1e-6, result.gap]).toEqual([seed, true, result.gap]);
      const nodes = plan!.assignments.filter(isShared);
      shared += Math.min(1, nodes.length);
      if (seed % 3 !== 0) expect([seed, nodes.length <= couplings(facility)]).toEqual([seed, true]);
      if (nodes.length === 0) continue;
      expect([seed, result.withoutSharing!.objective < result.objective!]).toEqual([seed, true]);
    }
    expect(shared).toBeGreaterThan(0);
    expect(common).toBeGreaterThan(0.6 * ROOMS);
  });

  it('keep all limits and the bound with several CRACs, concave caps and nodes on standby, and never earn less than without', async () => {
    let shared = 0;
    for (let seed = 1; seed <= MIXED_ROOMS; seed++) {
      const drawn = tinyRandom(seed, seed % 2 === 0 ? {} : { groupNodes: [1, 6], mostPlans: Infinity });
      const facility = seed % 3 === 0 ? withSleep(drawn, seed) : drawn;
      const { record, plan } = await always(facility);
      const { result } = record;
      if (result.termination === 'infeasible') continue;
      const { violations, rewardPerS } = checkPlan(facility.instance, facility.matrix, plan!);
      expect([seed, violations, rewardPerS]).toEqual([seed, [], result.objective]);
      expect([seed, result.warnings.filter((warning) => /more than the proven bound/.test(warning))]).toEqual([
        seed,
        [],
      ]);
      const nodes = plan!.assignments.filter(isShared);
      if (nodes.length === 0) continue;
      shared++;
      expect([seed, result.withoutSharing!.objective < result.objective!]).toEqual([seed, true]);
    }
    expect(shared).toBeGreaterThan(0);
  });
});
