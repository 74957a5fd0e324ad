import { describe, expect, it } from 'vitest';
import type { StandbyNodes } from '../../../../../models/families/reward-rate/plan.js';
import { check, expectViolation, expectVoid } from './changed-case.js';
import { planOf, twoZones, whole } from './two-zones.js';

/** The hand case with nodes of 250 W asleep; by rack, whether they may be off, and how many must be on. */
function sleeping(
  standby: readonly StandbyNodes[],
  mayBeOff: readonly boolean[],
  psuEfficiency?: number,
  minimumOn: readonly number[] = [0, 0],
) {
  const { facility } = twoZones().instance;
  const supply = psuEfficiency === undefined ? {} : { psuEfficiency };
  return check({
    facility: {
      nodeTypes: facility.nodeTypes.map((type) => ({ ...type, ...supply, sleepPowerW: 250 })),
      nodeGroups: facility.nodeGroups.map((group, g) => ({
        ...group,
        mayBeOff: mayBeOff[g]!,
        minimumOn: minimumOn[g]!,
      })),
    },
    plan: { ...planOf({ 'R2/L1': [whole(2, 'a')] }), standby },
  });
}
const asleep = (zone: string, nodes = 1): StandbyNodes => ({ zone, nodes, state: 'sleep' });

describe('nodes on standby', () => {
  it('draw the power of their state, and the others what they drew', () => {
    const { power, zoneNodePowerW, violations } = sleeping([asleep('R1/L1')], [true, true]);
    expect(violations).toEqual([]);
    expect(zoneNodePowerW).toEqual([250, 2000]);
    expect(power.idleW).toBe(1250);
    // CoP 3: a third of 2,250 W on top.
    expect(power.totalW).toBeCloseTo(3000, 6);
  });

  it('draw it through the supply of the node', () => {
    expect(sleeping([asleep('R1/L1')], [true, true], 0.8).zoneNodePowerW[0]).toBeCloseTo(312.5, 9);
  });

  it('are refused where the group may not be off, and count as idle', () => {
    const evaluation = sleeping([asleep('R1/L1')], [false, true]);
    expectViolation(evaluation, 'standby', /R1\/L1.*stay on/, 1);
    expect(evaluation.zoneNodePowerW).toEqual([1000, 2000]);
  });

  it('are refused in a state that their type lacks', () => {
    const evaluation = sleeping([{ ...asleep('R1/L1'), state: 'off' }], [true, true]);
    expectViolation(evaluation, 'standby', /no offPowerW/, 1);
    expect(evaluation.zoneNodePowerW).toEqual([1000, 2000]);
  });

  it('may be in the state that draws more, at its power; where that alone moves other air the matrix is not theirs', () => {
    const { facility } = twoZones().instance;
    const judged = (more: object): ReturnType<typeof check> =>
      check({
        facility: {
          nodeTypes: facility.nodeTypes.map((type) => ({ ...type, sleepPowerW: 250, offPowerW: 10, ...more })),
          nodeGroups: facility.nodeGroups.map((group) => ({ ...group, mayBeOff: true })),
        },
        plan: { ...planOf({ 'R2/L1': [whole(2, 'a')] }), standby: [asleep('R1/L1')] },
      });
    expect(judged({}).violations).toEqual([]);
    expect(judged({}).zoneNodePowerW).toEqual([250, 2000]);
    // Half of the 1 m3/s of the zone.
    const other = judged({ sleepAirFlowM3PerS: facility.nodeTypes[0]!.airFlowM3PerS / 2 });
    expectViolation(other, 'matrix', /R1\/L1/, 0.5);
  });

  it('are no more than the nodes without an assignment, over all entries of a zone', () => {
    const atWork = sleeping([asleep('R2/L1')], [true, true]);
    expectViolation(atWork, 'standby', /R2\/L1/, 1);
    expect(atWork.zoneNodePowerW).toEqual([1000, 2000]);
    const twice = sleeping([asleep('R1/L1'), asleep('R1/L1')], [true, true]);
    expectViolation(twice, 'standby', /standby\[1\]/, 1);
    expect(twice.zoneNodePowerW).toEqual([250, 2000]);
  });

  it('leave on as many nodes as must be, with work or without', () => {
    expect(sleeping([asleep('R1/L1')], [true, true], undefined, [0, 1]).violations).toEqual([]);
    const none = sleeping([asleep('R1/L1')], [true, true], undefined, [1, 0]);
    expectViolation(none, 'minimumOn', /^R1\//, 1);
    expect(none.zoneNodePowerW).toEqual([250, 2000]);
  });

  it('in an unknown zone, or no whole number of them, void the plan', () => {
    const unknown = sleeping([asleep('R9/L1')], [true, true]);
    expectViolation(unknown, 'plan', /unknown zone/, 1);
    expectVoid(unknown);
    const half = sleeping([asleep('R1/L1', 0.5)], [true, true]);
    expectViolation(half, 'coreTime', /no count/, 0.5);
    expectVoid(half);
  });
});
