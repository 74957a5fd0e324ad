import { describe, expect, it } from 'vitest';
import type { RewardRateNodeType } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { idleNodes } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { placementOfPlan } from '../../../../../../src/families/reward-rate/studies/alternatives/placement.js';
import { orderedActions } from '../../../../../../src/families/reward-rate/studies/failures/actions.js';
import { type KeptWork, keptWork } from '../../../../../../src/families/reward-rate/studies/failures/kept-work.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';

/** Heat that the air of all CRACs takes up per kelvin, W/K: 0.08 m3/s of air of 1.204 kg/m3 and 1,006 J/(kg K). */
const W_PER_K = 1.204 * 1006 * 0.08;

const busy = (zone: string, count: number, taskType: string): NodeAssignment => ({
  zone,
  nodes: 1,
  cores: [{ count, slices: [{ taskType, pState: 0, fraction: 1 }] }],
});

/** Powers of a node type on standby, W. */
type StandbyPowers = Pick<RewardRateNodeType, 'sleepPowerW' | 'offPowerW'>;

/** What may go on of this work in a room of two nodes E in rack R and one node F in rack S, of types that may be on standby or not. */
function kept(
  { assignments = [], standby }: Partial<Pick<RewardRatePlan, 'assignments' | 'standby'>>,
  sleepW: Readonly<Record<string, StandbyPowers>> = {},
): KeptWork {
  const { instance, matrix } = sharedAir(1);
  const nodeTypes = instance.facility.nodeTypes.map((type): RewardRateNodeType => ({ ...type, ...sleepW[type.name] }));
  const nodeGroups = instance.facility.nodeGroups.map((group) => ({ ...group, mayBeOff: group.nodeType in sleepW }));
  const room = { ...instance, facility: { ...instance.facility, nodeTypes, nodeGroups } };
  const plan = { assignments, standby } as unknown as RewardRatePlan;
  return keptWork(withStandby(rewardRateModel(room, matrix)), placementOfPlan(matrix, plan))!;
}

describe('actions that leave all nodes without work', () => {
  const told = (of: KeptWork, criticalPart: number | null = null) =>
    orderedActions(of, idleNodes(of.model), criticalPart);

  it('begin with the one that saves most watts per reward lost, though another saves more or loses less', () => {
    // E runs two cores of a (32 W, 1 reward/s), F three (72 W, 3 reward/s): 32 and 24 W for each reward/s.
    const work = [busy('R', 2, 'a'), busy('S', 3, 'a')];
    expect(told(kept({ assignments: work }))).toMatchObject([
      { kind: 'idle', zone: 'R', nodes: 1, savedW: 32, rewardAfterPerS: 3 },
      { kind: 'idle', zone: 'S', nodes: 1, savedW: 72, rewardAfterPerS: 0 },
    ]);
    // One core of b on E: 12 W, 0.6 reward/s, 20 W for each reward/s.
    const [first, second] = told(kept({ assignments: [busy('R', 1, 'b'), busy('S', 3, 'a')] }));
    expect([first?.zone, second?.zone, second?.savedW]).toEqual(['S', 'R', 12]);
    expect([first?.rewardAfterPerS, second?.rewardAfterPerS]).toEqual([expect.closeTo(0.6, 12), 0]);
  });

  it('say how much cooler the critical inlet gets', () => {
    const [first, second] = told(kept({ assignments: [busy('R', 2, 'a'), busy('S', 3, 'a')] }), 0);
    expect(first?.savedInletK).toBeCloseTo(32 / W_PER_K, 9);
    expect(second?.savedInletK).toBeCloseTo(72 / W_PER_K, 9);
  });

  it('save the idle power of nodes that idled before standby, the most first where no reward is lost', () => {
    // E: two of 20 W at 15 W; F: 30 W at 0 W.
    expect(told(kept({}, { E: { sleepPowerW: 15 }, F: { sleepPowerW: 0 } }))).toMatchObject([
      { kind: 'standby', zone: 'S', nodes: 1, from: null, to: 'sleep', savedW: 30 },
      { kind: 'standby', zone: 'R', nodes: 2, from: null, to: 'sleep', savedW: 10 },
    ]);
  });

  it('save idle power and work of a node whose core divides its time', () => {
    const slices = ['a', 'b'].map((taskType) => ({ taskType, pState: 0, fraction: 0.5 }));
    const divided: NodeAssignment = { zone: 'R', nodes: 2, cores: [{ count: 1, slices }] };
    // Two nodes: half a core at 16 W, half at 12 W, and 15 W from sleep to idle.
    expect(told(kept({ assignments: [divided] }, { E: { sleepPowerW: 5 } }))).toMatchObject([
      { kind: 'standby', zone: 'R', nodes: 2, to: 'sleep', savedW: 2 * (8 + 6 + 15) },
    ]);
  });

  it('are none for nodes on standby in the plan, which draw the power of their own state', () => {
    const asleep = kept(
      { standby: [{ zone: 'R', nodes: 2, state: 'sleep' }] },
      { E: { sleepPowerW: 5, offPowerW: 1 } },
    );
    expect(told(asleep)).toEqual([]);
    expect(asleep.model.zones.map(({ idleW }) => idleW)).toEqual([10, 30]);
  });
});
