import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { explain, type ExplainOptions, type Plan, solve } from '../../../../../../src/library/index.js';
import { accepted } from '../../../../../support/accepted.js';
import { once } from '../../../../../support/once.js';
import { type Json, withDetails } from '../../../../../support/run-cli.js';
import { temporaryDirectory } from '../../../../../support/small-instance.js';

/** Two nodes, 20 W idle; a node that is off draws nothing and moves no air. CoP 4: the meter shows 1.25 times what nodes draw. */
const STILL = JSON.parse(readFileSync('instances/reward-rate/tiny-still.json', 'utf8')) as RewardRateInstance;

/** File of the room with a cap, and so many nodes that must be on. */
function roomWith(powerCapW: number, minimumOn: number): string {
  const file = join(temporaryDirectory(), 'room.json');
  const nodeGroups = STILL.facility.nodeGroups.map((group) => ({ ...group, minimumOn }));
  const facility = { ...STILL.facility, nodeGroups };
  writeFileSync(file, JSON.stringify({ ...STILL, facility, limits: { ...STILL.limits, powerCapW } }));
  return file;
}

const still = once(async () => accepted(await solve('tiny-still')).plan!);

/** Record of an explanation, its details beside what all have. */
async function explained(instance: string, options: ExplainOptions = {}): Promise<Json> {
  return withDetails({ ...accepted(await explain(instance, options)).record });
}

const CAVEAT = /exactly these nodes on standby, in the air that they cause/;

describe('explain of a room whose air depends on which nodes are on standby', () => {
  it('prices the cap in the air of the plan: from 52 to 75 W four cores are made faster', async () => {
    const json = await explained('tiny-still', { plan: await still() });
    const { limits } = json['plan'] as {
      limits: { limits: { constraint: string; looser: { perUnit: number; holdsTo: number; beyondPerUnit: number } }[] };
    };
    const cap = limits.limits.find(({ constraint }) => constraint === 'powerCap')!.looser;
    // A core at 2 GHz does 1 / 10 - 1 / 16 tasks/s more for 6 W more of its own, 7.5 W at the meter; each task earns 5.
    expect(cap.perUnit).toBeCloseTo((5 * (1 / 10 - 1 / 16)) / 7.5, 9);
    // One node with four fast cores draws 60 W.
    expect(cap.holdsTo).toBeCloseTo(75, 4);
    expect(cap.beyondPerUnit).toBeCloseTo(0, 9);
    expect(json['warnings']).toEqual([expect.stringMatching(CAVEAT)]);
  });

  it('without a plan asks what a reward needs in the air of the plan that solve finds', async () => {
    const json = await explained('tiny-still', { wantedReward: 2 });
    const { brackets } = json['wanted'] as {
      brackets: { constraint: string; noneUpTo: number; enoughAt: number; objectiveAt: number }[];
    };
    const cap = brackets.find(({ constraint }) => constraint === 'powerCap')!;
    // One node with four fast cores draws 60 W, 75 W at the meter; with both nodes on 82 W would be needed.
    expect([cap.noneUpTo < 75, cap.enoughAt >= 75, cap.enoughAt < 75.3]).toEqual([true, true, true]);
    expect(cap.objectiveAt).toBeCloseTo(2, 9);
  });

  it('mends a room that cannot idle with as many nodes on standby as may be, proves nothing of other air, and the fix suffices', async () => {
    const json = await explained(roomWith(18, 1));
    const [fix] = json['fixes'] as { proven: boolean; changes: { constraint: string; to: number }[] }[];
    // One idle node and its cooling.
    expect(fix!.changes).toMatchObject([{ constraint: 'powerCap', to: expect.closeTo(25, 1) as number }]);
    expect([json['feasible'], fix!.proven]).toEqual([null, false]);
    expect(json['infeasibility']).toMatchObject({ constraint: 'powerCap', proven: false });
    expect(json['brokenLimits']).toMatchObject([{ proven: false }]);
    expect((json['warnings'] as string[]).filter((one) => CAVEAT.test(one))).toHaveLength(1);
    expect(accepted(await solve(roomWith(fix!.changes[0]!.to, 1))).ended).toBe('solved');
    expect(accepted(await solve(roomWith(fix!.changes[0]!.to - 0.1, 1))).ended).toBe('noFeasiblePlan');
  });

  it.each([
    ['fewer than none', { nodes: -1 }],
    ['half a node', { nodes: 0.5 }],
    ['more than there are', { nodes: 7 }],
    ['an unknown zone', { zone: 'X' }],
    ['a state that the type has not', { state: 'sleep' }],
  ])('does not take nodes on standby from a plan with %s', async (_, wrong) => {
    const plan = (await still()) as Plan & { standby: object[] };
    const other = { ...plan, standby: plan.standby.map((one) => ({ ...one, ...wrong })) };
    const json = await explained('tiny-still', { plan: other });
    expect([json['conflicts'], json['plan']]).toEqual([[], undefined]);
    expect(json['warnings']).toEqual([
      expect.stringContaining('the 1 of the plan that solve finds'),
      expect.stringContaining('the plan cannot be run as it is'),
    ]);
  });
});
