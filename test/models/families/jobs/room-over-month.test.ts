import type { Meter } from '../../../../models/facility/meter.js';
import { ConstantEfficiency } from '../../../../models/facility/ups.js';
import { describe, expect, it } from 'vitest';
import type { SetPointRule } from '../../../../models/families/jobs/format.js';
import type { Month } from '../../../../models/families/jobs/month.js';
import type { JobsRoom } from '../../../../models/families/jobs/room.js';
import { roomOverMonth } from '../../../../models/families/jobs/room-over-month.js';
import { policyOf } from '../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../src/families/jobs/methods/month/simulate-month.js';
import { shortMonth } from '../../../support/jobs-months.js';
import { graphOf } from '../../../support/jobs/task-graphs.js';
import { QuadraticUps } from '../../../support/quadratic-ups.js';

/** Two nodes of two cores: 100 W idle, half of it by core; 30 W more for a core at work. */
const { graph, power } = graphOf({ timeS: [[100], [50]], edges: [], dynamicPowerW: [30], staticPowerW: 50 });

/** One job of two tasks beside one another on node 0, from 10 to 110 s. */
function oneJob(jobs: number): Month {
  const all = [{ atS: 10, curve: [1, 500, 600] as const }].slice(0, jobs);
  const month = shortMonth([[2, 2]], 1, all);
  return { ...month, nodeTypes: [{ ...month.nodeTypes[0]!, power }], types: [{ name: 'two', graphs: [graph] }] };
}

/** Zone 0 warms both inlets, zone 1 its own; CoP = T / 5; full load is 160 W a node. */
function room(rule: SetPointRule, meter: Meter = { ups: new ConstantEfficiency(0.8), otherLoadW: 10 }): JobsRoom {
  return {
    zoneNames: ['front', 'back'],
    zoneOfNode: Int32Array.of(0, 1),
    idleW: Float64Array.of(100, 100),
    fullLoadW: Float64Array.of(160, 160),
    riseKPerW: Float64Array.of(0.01, 0.02, 0, 0.01),
    heatWPerW: Float64Array.of(1, 1),
    cooling: { quadraticPerC2: 0, linearPerC: 0.2, constant: 0 },
    meter,
    redLineC: 24.8,
    rule,
    setPointC: 20,
    setPointMaxC: 25,
  };
}

function over(rule: SetPointRule, jobs = 1, meter?: Meter) {
  const month = oneJob(jobs);
  const coreOf = Uint16Array.of(0, 1);
  // 100 s; 150 s at 30 W and 100 s x 2 cores x 50 W: 14.5 kJ.
  const point = {
    cores: 2,
    coreOf,
    levelOf: new Uint8Array(2),
    order: Uint16Array.of(0, 1),
    timeS: 100,
    energyJ: 14_500,
  };
  const schedule = simulateMonth(month, [[[point]]], policyOf('val-opt'));
  return roomOverMonth(room(rule, meter), month, schedule, 200);
}

describe('room of a month', () => {
  it('bears idle nodes once, the mean power of jobs, UPS, CRACs and other load', () => {
    const found = over('constant');
    // 200 W x 200 s; 45 W x 100 s; both / 0.8; all of it / CoP 4; 10 W x 200 s.
    expect(found).toMatchObject({ untilS: 200, idleJ: 40_000, otherJ: 2000, redLineC: 24.8 });
    expect(found.jobsJ).toBeCloseTo(4500, 9);
    expect(found.upsLossJ).toBeCloseTo(11_125, 9);
    expect(found.coolingJ).toBeCloseTo(11_125, 9);
    expect(found.totalJ).toBeCloseTo(68_750, 9);
    expect(found.valuePerMJ).toBeCloseTo(1 / 0.06875, 9);
    expect(found.setPoints).toEqual([{ fromS: 0, setPointC: 20 }]);
    // While both tasks run node 0 draws 160 W: 20 + 160 x 0.02 + 100 x 0.01.
    expect(found.hottest).toEqual({ zone: 'back', inletC: expect.closeTo(24.2, 9) as number, atS: 10 });
  });

  it('follows the load with set-points where it may, by the greatest power of jobs', () => {
    const found = over('following');
    // Idle: 24.8 - 3; with the job at 60 W: 24.8 - 4.2.
    expect(found.setPoints).toEqual([
      { fromS: 0, setPointC: expect.closeTo(21.8, 9) as number },
      { fromS: 10, setPointC: expect.closeTo(20.6, 9) as number },
      { fromS: 110, setPointC: expect.closeTo(21.8, 9) as number },
    ]);
    expect(found.coolingJ).toBeCloseTo((200 / 4.36) * 100 + (245 / 4.12) * 100, 9);
    expect(found.hottest.inletC).toBeCloseTo(24.8, 9);
  });

  it('loses in the UPS what the power of each moment costs, not that of the mean', () => {
    const found = over('constant', 1, { ups: new QuadraticUps(4, 0.1, 0.2, 100), otherLoadW: 10 });
    // 4 + 0.1 S + 0.002 S^2: 104 W at 200 W, 148.55 W at 245 W, each for 100 s.
    expect(found.upsLossJ).toBeCloseTo(25_255, 9);
    expect(found.totalJ).toBeCloseTo(40_000 + 4500 + 25_255 + 11_125 + 2000, 9);
  });

  it('runs on without any job', () => {
    const found = over('constant', 0);
    expect(found).toMatchObject({ untilS: 200, idleJ: 40_000, jobsJ: 0, coolingJ: 10_000, valuePerMJ: 0 });
    expect(found.hottest).toEqual({ zone: 'back', inletC: 23, atS: 0 });
  });
});
