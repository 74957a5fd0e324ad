import { describe, expect, it } from 'vitest';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { greedyPower } from '../../../../../src/families/reward-rate/methods/greedy-power.js';
import { fcfs } from '../../../../../src/families/reward-rate/methods/fcfs.js';
import { greedy, longestPrefix } from '../../../../../src/families/reward-rate/methods/greedy.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { emptyNodes } from '../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import type { LpEngine } from '../../../../../src/solvers/linear/engine.js';
import { algorithm2 } from '../../../../oracle/algorithm-2.js';
import { checked, relativeDifference } from '../../../../oracle/checked.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { UNSEEDED } from '../../../../support/unseeded.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** The greedy methods solve no LP. */
const NO_ENGINE: LpEngine = {
  name: 'none',
  abilities: {
    duals: false,
    warmStart: false,
    interiorPoint: false,
    integers: false,
    timeLimit: false,
    iterationLimit: false,
    tellsInfeasibleFromUnbounded: false,
  },
  open: () => {
    throw new Error('no LP expected');
  },
};

/**
 * Two nodes of two cores in perfectly mixed air: every inlet is at T + S / 100 W/K. Idle 50 W each, total power 1.25 S.
 * P-state 1 is the more efficient for both: "a" 20 s at 4 W (1/80 per J), "b" 10 s at 10 W (1/100 per J).
 */
function twoNodes(powerCapW: number): { instance: RewardRateInstance; matrix: InfluenceMatrix } {
  const zone = (rack: string) => ({ name: rack, rack, level: 1, nodeType: 'N', nodeCount: 1, firstSlot: 1 });
  return {
    instance: {
      format: 'plenum.reward-rate',
      formatVersion: 1,
      name: 'two-nodes',
      facility: {
        nodeTypes: [
          {
            name: 'N',
            cores: 2,
            idlePowerW: 50,
            airFlowM3PerS: 0.05,
            pStateFrequenciesGHz: [2, 1],
            tasks: [
              { taskType: 'b', timeS: [5, 10], corePowerW: [30, 10], memoryIntensity: 0 },
              { taskType: 'a', timeS: [10, 20], corePowerW: [10, 4], memoryIntensity: 0 },
            ],
          },
        ],
        nodeGroups: [
          { nodeType: 'N', count: 1, rack: 'R1' },
          { nodeType: 'N', count: 1, rack: 'R2' },
        ],
        cracs: [{ name: 'C', airFlowM3PerS: 0.1, setPointMinC: 10, setPointMaxC: 24 }],
        airflow: {
          source: 'matrix',
          file: 'none',
          kind: 'influence',
          rowsPer: 'node',
          nodeAirflowFactor: 1,
          provenance: 'by hand',
        },
        coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 4 },
        colocation: { model: 'none' },
        air: { densityKgPerM3: 1, heatCapacityJPerKgK: 1000 },
      },
      workload: {
        taskTypes: [
          { name: 'a', memoryClass: 'I', rewardPerTask: 1, arrivalRatePerS: 0.12, deadlineS: 100 },
          { name: 'b', memoryClass: 'I', rewardPerTask: 2, arrivalRatePerS: 10, deadlineS: 100 },
        ],
      },
      limits: { powerCapW, redLineC: 25 },
    },
    matrix: {
      cracNames: ['C'],
      zones: [zone('R1'), zone('R2')],
      airFlowM3PerS: Float64Array.of(0.1, 0.05, 0.05),
      weights: sparseRows([0.5, 0.25, 0.25, 0.5, 0.25, 0.25, 0.5, 0.25, 0.25]),
      provenance: { kind: 'imported', summary: 'by hand', rowSumError: 0, conservationError: 0 },
    },
  };
}

function solve(method: typeof greedy, { instance, matrix }: ReturnType<typeof twoNodes>) {
  return method({ model: rewardRateModel(instance, matrix), engine: NO_ENGINE, control: UNLIMITED, ...UNSEEDED });
}

describe('Algorithm 2', () => {
  it('by hand: the third core of "a" is given back, "b" gets the rest, the set-point drops by whole degrees', async () => {
    // "a" first: 0.05/s per core, a third would make 0.15 > 0.12. Then "b" on both cores of the second node.
    // S = 100 + 4 + 4 + 10 + 10 = 128 W, rise 1.28 K: two whole degrees below 25.
    const { plan, claimedRewardPerS, work } = await solve(greedy, twoNodes(10_000));
    const slice = (taskType: string) => [{ taskType, pState: 1, fraction: 1 }];
    expect(plan).toEqual({
      setPointsC: [23],
      assignments: [
        { zone: 'R1', nodes: 1, cores: [{ count: 2, slices: slice('a') }] },
        { zone: 'R2', nodes: 1, cores: [{ count: 2, slices: slice('b') }] },
      ],
    });
    expect(claimedRewardPerS).toBeCloseTo(2 * 0.05 + 2 * 2 * 0.1, 12);
    expect(work['greedySteps']).toBe(4);
  });

  it('by hand: stops before the core that breaks the cap', async () => {
    // Three cores: 1.25 x 118 = 147.5 W; four: 160 W.
    const { plan, claimedRewardPerS } = await solve(greedy, twoNodes(150));
    expect(plan!.assignments.map(({ cores }) => cores!.map(({ count }) => count))).toEqual([[2], [1]]);
    expect(claimedRewardPerS).toBeCloseTo(2 * 0.05 + 2 * 0.1, 12);
  });

  it('by hand: greedy-power spends the power left on the faster P-state that earns most per watt', async () => {
    // Mapped as above at 128 W. Both "b" cores up: +0.2/s x 2 for 40 W, 168 W in all; both "a" cores: +0.1/s for 12 W, 180 W,
    // of which arrivals leave 0.02/s.
    for (const [nodesW, pStates, rewardPerS] of [
      [167, [1, 1], 0.1 + 0.4],
      [170, [1, 0], 0.1 + 0.8],
      [185, [0, 0], 0.12 + 0.8],
    ] as const) {
      const { plan, claimedRewardPerS } = await solve(greedyPower, twoNodes(1.25 * nodesW));
      expect(plan!.assignments.map(({ cores }) => cores![0]!.slices[0]!.pState)).toEqual(pStates);
      expect(claimedRewardPerS).toBeCloseTo(rewardPerS, 12);
      expect(checked(twoNodes(1.25 * nodesW), plan!.setPointsC, plan!.assignments).violations).toEqual([]);
    }
  });

  it('by hand: first come, first served takes tasks as they arrive, node by node at the fastest P-state, up to the limits', async () => {
    // 0.1/s of "a" on a core are 83 % of its arrivals, 0.2/s of "b" 2 %: one core of "a", then "b" alone.
    // S = 100 + 10 + 3 x 30 = 200 W, a rise of 2 K.
    const slice = (taskType: string) => [{ taskType, pState: 0, fraction: 1 }];
    const first = { zone: 'R1', nodes: 1, cores: ['b', 'a'].map((type) => ({ count: 1, slices: slice(type) })) };
    const all = await solve(fcfs, twoNodes(10_000));
    expect(all.plan!.assignments).toEqual([first, { zone: 'R2', nodes: 1, cores: [{ count: 2, slices: slice('b') }] }]);
    expect(all.plan!.setPointsC[0]).toBeCloseTo(23, 6);
    expect(all.claimedRewardPerS).toBeCloseTo(0.1 + 3 * 2 * 0.2, 12);
    // 140 W with two cores, 170 W with three.
    const capped = await solve(fcfs, twoNodes(1.25 * 165));
    expect(capped.plan!.assignments).toEqual([first]);
    expect(capped.plan!.setPointsC[0]).toBeCloseTo(23.6, 6);
    // Idle nodes alone take 125 W: there is no plan.
    expect((await solve(fcfs, twoNodes(124))).plan).toBeNull();
  });

  it('has a plan where the warmest set-point is a whole number of degrees below the red line but for rounding', async () => {
    const { instance, matrix } = twoNodes(10_000);
    for (const [redLineC, setPointC] of [
      [27.3, 20.3],
      [15.3, 7.3],
      [30.1, 20.1],
      [16.4, 8.4],
    ] as const) {
      const cracs = [{ ...instance.facility.cracs[0]!, setPointMinC: setPointC, setPointMaxC: setPointC }];
      const facility = {
        matrix,
        instance: { ...instance, facility: { ...instance.facility, cracs }, limits: { powerCapW: 1e4, redLineC } },
      };
      const { plan } = await solve(greedy, facility);
      expect([redLineC, plan?.setPointsC]).toEqual([redLineC, [setPointC]]);
    }
  });

  it('stops, earns and sets the set-point as the loop run core by core does', async () => {
    let stoppedByPower = 0;
    let without = 0;
    for (let seed = 1; seed <= fuzzCount(400, 200); seed++) {
      const facility = tinyRandom(seed);
      const plain = algorithm2(facility);
      const { plan, claimedRewardPerS, work } = await solve(greedy, facility);
      expect([seed, plan === null, work['greedySteps']]).toEqual([seed, plain.setPointC === null, plain.mapped]);
      if (plan === null) {
        without++;
        continue;
      }
      expect(Math.max(...plan.setPointsC)).toBeCloseTo(plain.setPointC!, 8);
      expect(Math.min(...plan.setPointsC)).toBeCloseTo(plain.setPointC!, 8);
      expect(relativeDifference(claimedRewardPerS!, plain.rewardPerS)).toBeLessThan(1e-9);
      const { violations, rewardPerS } = checked(facility, plan.setPointsC, plan.assignments);
      expect([seed, violations]).toEqual([seed, []]);
      expect(relativeDifference(rewardPerS, plain.rewardPerS)).toBeLessThan(1e-9);
      const cores = facility.matrix.zones.reduce(
        (sum, zone) =>
          sum + zone.nodeCount * facility.instance.facility.nodeTypes.find(({ name }) => name === zone.nodeType)!.cores,
        0,
      );
      if (plain.mapped < cores) stoppedByPower++;
    }
    expect(without).toBeLessThan(200);
    expect(stoppedByPower).toBeGreaterThan(50);
  });

  it('greedy-power is feasible wherever anything is, and with nothing lost to company never earns less than greedy', async () => {
    let compared = 0;
    for (let seed = 1; seed <= fuzzCount(400, 400); seed++) {
      const facility = tinyRandom(seed);
      if (idleConflict(rewardRateModel(facility.instance, facility.matrix)) !== null) continue;
      const { plan, claimedRewardPerS } = await solve(greedyPower, facility);
      const { violations, rewardPerS } = checked(facility, plan!.setPointsC, plan!.assignments);
      expect([seed, violations]).toEqual([seed, []]);
      expect(relativeDifference(rewardPerS, claimedRewardPerS!)).toBeLessThan(1e-9);
      if (facility.instance.facility.colocation.model !== 'none') continue;
      const printed = await solve(greedy, facility);
      if (printed.plan === null) continue;
      expect([seed, rewardPerS >= printed.claimedRewardPerS! * (1 - 1e-9)]).toEqual([seed, true]);
      compared++;
    }
    expect(compared).toBeGreaterThan(50);
  });
});

describe('longest prefix', () => {
  it('is the last that fits, for every place where fitting ends', () => {
    const { instance, matrix } = tinyRandom(3);
    const model = rewardRateModel(instance, matrix);
    const idle = emptyNodes(model);
    for (let length = 0; length <= 9; length++) {
      const changes = Array.from({ length }, (_, n) => ({
        zone: 0,
        node: 0,
        after: { ...idle[0]![0]!, coreW: n + 1 },
      }));
      for (let last = -1; last <= length; last++) {
        const { nodes, count } = longestPrefix(model, idle, changes, ([zone]) => zone![0]!.coreW <= last);
        expect([count, nodes[0]![0]!.coreW]).toEqual([last, Math.max(0, last)]);
      }
    }
  });
});
