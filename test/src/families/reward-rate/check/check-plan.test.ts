import { describe, expect, it } from 'vitest';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { planOf, twoZones, whole } from './two-zones.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';

describe('checkPlan on the hand case', () => {
  it('solves the temperatures of Eqs. 18-19 and removes exactly the heat of the nodes', () => {
    // Above 20 C, zone rises 1,000 W / (1,000 x 1) = 1 K and 2 K:
    //   x = 0.1 (y + 2);  y = 0.3 (x + 1) + 0.1 (y + 2)  =>  x = 23/87, y = 56/87
    //   CRAC inlet (0.35 (x + 1) + 0.4 (y + 2)) = 261/174 = 1.5 K;  heat 1,000 x 2 x 1.5 = 3,000 W
    const { instance, matrix, plan } = twoZones();
    const evaluation = checkPlan(instance, matrix, plan);
    expect(evaluation.violations).toEqual([]);
    expectClose(evaluation.zoneInletC, [20 + 23 / 87, 20 + 56 / 87]);
    expectClose(evaluation.zoneOutletC, [20 + 110 / 87, 20 + 230 / 87]);
    expectClose(evaluation.cracInletC, [21.5]);
    expectClose(evaluation.cracHeatW, [3000], 1e-5);
  });

  it('adds idle, core, cooling, UPS and other power at the meter', () => {
    // Supply of the nodes at 80 %: idle 2 x 1,000 / 0.8 = 2,500 W, cores 2 x 500 / 0.8 = 1,250 W, all of it heat.
    // Cooling 3,750 / 3 = 1,250 W; UPS at 75 %: 3,750 / 0.75 - 3,750 = 1,250 W lost outside the room; 77 W besides.
    const { instance, matrix, plan } = twoZones();
    const nodeTypes = instance.facility.nodeTypes.map((type) => ({ ...type, psuEfficiency: 0.8 }));
    const facility = { ...instance.facility, nodeTypes, upsEfficiency: 0.75, otherLoadW: 77 };
    const { power, zoneNodePowerW, cracHeatW, cracPowerW, violations } = checkPlan(
      { ...instance, facility },
      matrix,
      plan,
    );
    expect(violations).toEqual([]);
    expectClose(zoneNodePowerW, [1250, 2500]);
    expectClose(cracHeatW, [3750], 1e-5);
    expectClose(cracPowerW, [1250], 1e-5);
    const { idleW, coresW, coolingW, upsLossW, otherW, totalW, capW } = power;
    expectClose([idleW, coresW, coolingW, upsLossW, otherW], [2500, 1250, 1250, 1250, 77], 1e-5);
    expectClose([totalW, capW], [6327, 20_000], 1e-5);
  });

  it('interpolates times as a + b/f and core powers as a + b f^3', () => {
    // Middle P-state 1.6 GHz between 2 and 1 GHz. "a": 1/f = 0.625, a quarter of the way from 0.5 to 1: 12.5 s.
    // f^3 = 4.096, 500 = a + 8 b, 62.5 = a + b => b = 62.5, a = 0 => 256 W.
    const { instance, matrix } = twoZones();
    const nodeTypes = instance.facility.nodeTypes.map((type) => ({
      ...type,
      pStateFrequenciesGHz: [2, 1.6, 1],
      tasks: type.tasks.filter(({ taskType }) => taskType === 'a'),
    }));
    const changed = { ...instance, facility: { ...instance.facility, nodeTypes } };
    const { naiveRatePerS, power, violations } = checkPlan(changed, matrix, planOf({ 'R1/L1': [whole(1, 'a', 1)] }));
    expect(violations).toEqual([]);
    expectClose(naiveRatePerS, [1 / 12.5, 0]);
    expectClose([power.coresW], [256]);
    const ends = checkPlan(changed, matrix, planOf({ 'R1/L1': [whole(1, 'a', 0), whole(1, 'a', 2)] }));
    expectClose(ends.naiveRatePerS, [1 / 10 + 1 / 20, 0]);
    expectClose([ends.power.coresW], [562.5]);
  });

  it('uses the single value of a node type with one P-state and refuses two that differ', () => {
    const { instance, matrix } = twoZones();
    const withTime = (low: number) => {
      const nodeTypes = instance.facility.nodeTypes.map((type) => ({
        ...type,
        pStateFrequenciesGHz: [2],
        tasks: [{ ...type.tasks[1]!, timeS: { atHighestFrequency: 5, atLowestFrequency: low }, corePowerW: [100] }],
      }));
      return checkPlan(
        { ...instance, facility: { ...instance.facility, nodeTypes } },
        matrix,
        planOf({ 'R1/L1': [whole(1, 'b')] }),
      );
    };
    expectClose(withTime(5).ratePerS, [0, 0.2]);
    expect(withTime(5).violations).toEqual([]);
    expect(withTime(6).violations).toMatchObject([{ constraint: 'instance', amount: 1 }]);
    expect(withTime(6).rewardPerS).toBe(0);
  });

  it('rates a node of two cores and two task types in all three ways', () => {
    // One core runs "a" half of its time, the other "b" 0.8 of it, both at P0: B = 10 and 5 s, E = 0.02 and 0.01.
    // Together A = 1, D = 0.015: CET(a) = 10 + 3 - 100 x 0.005 = 12.5 s; CET(b) = 5 + 1 + 50 x 0.005 = 6.25 s.
    //   time-sliced: a 0.5 (0.8/12.5 + 0.2/10) = 0.042;  b 0.8 (0.5/6.25 + 0.5/5) = 0.144
    // Averages: 1.3 active cores, A = 0.3, D = (0.5 x 0.02 + 0.8 x 0.01)/1.3 = 0.018/1.3
    //   averaged: a 0.5/(10 + 0.9 + 100 (0.018/1.3 - 0.02));  b 0.8/(5 + 0.3 + 50 (0.018/1.3 - 0.01))
    //   naive: a 0.5/10;  b 0.8/5
    const { instance, matrix } = twoZones();
    const plan = planOf({ 'R1/L1': [share('a', 0.5), share('b', 0.8)] });
    const evaluation = checkPlan(instance, matrix, plan);
    expect(evaluation.violations).toEqual([]);
    expectClose(evaluation.ratePerS, [0.042, 0.144]);
    expectClose(evaluation.averagedRatePerS, [0.5 / (10.9 + 1.8 / 1.3 - 2), 0.8 / (5.3 + 0.9 / 1.3 - 0.5)]);
    expectClose(evaluation.naiveRatePerS, [0.05, 0.16]);
    expectClose([evaluation.rewardPerS, evaluation.naiveRewardPerS], [2 * 0.042 + 3 * 0.144, 2 * 0.05 + 3 * 0.16]);
    expectClose([evaluation.power.coresW], [0.5 * 500 + 0.8 * 100]);
  });

  it('caps each rate at its arrival rate in the reward and not in the rates', () => {
    const { instance, matrix } = twoZones();
    const taskTypes = instance.workload.taskTypes.map((type) => ({
      ...type,
      arrivalRatePerS: type.name === 'b' ? 0.15 : 10,
    }));
    const plan = planOf({ 'R1/L1': [share('a', 0.5), share('b', 0.8)] });
    const evaluation = checkPlan({ ...instance, workload: { taskTypes } }, matrix, plan);
    expectClose([evaluation.rewardPerS, evaluation.naiveRewardPerS], [2 * 0.042 + 3 * 0.144, 2 * 0.05 + 3 * 0.15]);
    expectClose(
      [evaluation.averagedRewardPerS],
      [2 * evaluation.averagedRatePerS[0]! + 3 * evaluation.averagedRatePerS[1]!],
    );
    expectClose(evaluation.naiveRatePerS, [0.05, 0.16]);
  });

  it('counts every node of an assignment, in power and in rates', () => {
    const { instance, matrix } = twoZones();
    const facility = {
      ...instance.facility,
      nodeGroups: instance.facility.nodeGroups.map((group) => ({ ...group, count: 5 })),
      airflow: { ...instance.facility.airflow, nodeAirflowFactor: 0.1 },
    };
    const five = { ...matrix, zones: matrix.zones.map((zone) => ({ ...zone, nodeCount: 5 })) };
    const plan = planOf({ 'R1/L1': [whole(1, 'b')] }, { C1: 20 }, 3);
    const evaluation = checkPlan({ ...instance, facility }, five, plan);
    expect(evaluation.violations).toEqual([]);
    expectClose(evaluation.ratePerS, [0, 3 / 5]);
    expectClose(evaluation.zoneNodePowerW, [5 * 1000 + 3 * 100, 5000]);
  });

  it('rates node types of different speed apart when their cores run the same', () => {
    const { instance, matrix } = twoZones();
    const [slow] = instance.facility.nodeTypes;
    const fast = { ...slow!, name: 'F', tasks: slow!.tasks.map((task) => ({ ...task, timeS: [1, 2] })) };
    const [first, second] = instance.facility.nodeGroups;
    const facility = {
      ...instance.facility,
      nodeTypes: [slow!, fast],
      nodeGroups: [first!, { ...second!, nodeType: 'F' }],
    };
    const zones = [matrix.zones[0]!, { ...matrix.zones[1]!, nodeType: 'F' }];
    const plan = planOf({ 'R1/L1': [whole(1, 'b')], 'R2/L1': [whole(1, 'b')] });
    const evaluation = checkPlan({ ...instance, facility }, { ...matrix, zones }, plan);
    expect(evaluation.violations).toEqual([]);
    expectClose(evaluation.ratePerS, [0, 1 / 5 + 1]);
  });

  it('rates P-states apart when the cores run the same task types', () => {
    const { instance, matrix } = twoZones();
    const { ratePerS } = checkPlan(
      instance,
      matrix,
      planOf({ 'R1/L1': [whole(1, 'b', 0)], 'R2/L1': [whole(1, 'b', 1)] }),
    );
    expectClose(ratePerS, [0, 1 / 5 + 1 / 8]);
  });

  it('accepts a zone that draws its air from the CRAC only through a later zone', () => {
    // CRAC -> zone 2 (2 K) -> zone 1 (1 K) -> CRAC, whose other 1 m3/s is its own.
    const { instance, matrix, plan } = twoZones();
    const weights = sparseRows([0.5, 0.5, 0, 0, 0, 1, 1, 0, 0]);
    const { zoneInletC, violations } = checkPlan(instance, { ...matrix, weights }, plan);
    expect(violations).toEqual([]);
    expectClose(zoneInletC, [22, 20]);
  });

  it('charges nothing for a CRAC whose return air is colder than its supply', () => {
    // CRACs at 30 and 10 C exchanging air: the warm one heats.
    const { instance, matrix } = twoZones();
    const [crac] = instance.facility.cracs;
    const facility = { ...instance.facility, cracs: [crac!, { ...crac!, name: 'C2' }] };
    // Flows: each CRAC sends 1 to the other; C1 0.5 to zone 1 and 0.5 to zone 2, as does C2; zones return evenly.
    const weights = sparseRows([0, 0.5, 0.25, 0.25, 0.5, 0, 0.25, 0.25, 0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0]);
    const two = { ...matrix, cracNames: ['C1', 'C2'], airFlowM3PerS: Float64Array.of(2, 2, 1, 1), weights };
    const plan = { ...planOf({}), setPointsC: { C1: 30, C2: 10 } };
    const evaluation = checkPlan({ ...instance, facility }, two, plan);
    // Zones at 20 C draw 1 kW each, +1 K: C1 returns 0.5 x 10 + 0.5 x 21 = 15.5 C, C2 0.5 x 30 + 10.5 = 25.5 C.
    expect(evaluation.violations).toEqual([]);
    expectClose(evaluation.cracInletC, [15.5, 25.5]);
    expectClose(evaluation.cracHeatW, [-29_000, 31_000], 1e-5);
    expectClose(evaluation.cracPowerW, [0, 31_000 / 3], 1e-5);
  });

  it('uses dry air at 20 C when the facility names none', () => {
    const { instance, matrix, plan } = twoZones();
    const facility = { ...instance.facility, air: undefined };
    const { zoneInletC, zoneOutletC } = checkPlan({ ...instance, facility }, matrix, plan);
    expectClose([zoneOutletC[0]! - zoneInletC[0]!], [1000 / (1.204 * 1006)]);
  });
});

function share(taskType: string, fraction: number) {
  return { count: 1, slices: [{ taskType, pState: 0, fraction }] };
}

function expectClose(actual: readonly number[], wanted: readonly number[], tolerance = 1e-9): void {
  expect(actual).toHaveLength(wanted.length);
  wanted.forEach((value, i) => {
    expect(Math.abs(actual[i]! - value), `entry ${i}: ${actual[i]!} against ${value}`).toBeLessThan(tolerance);
  });
}
