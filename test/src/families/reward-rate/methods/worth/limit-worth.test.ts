import type { LimitName } from '../../../../../../models/facility/limits.js';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { influenceMatrixOf } from '../../../../../../src/facility/influence.js';
import { heldBy } from '../../../../../../src/facility/held-facility.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { type LimitWorth, limitWorth } from '../../../../../../src/families/reward-rate/methods/worth/limit-worth.js';
import { openWorthLp } from '../../../../../../src/families/reward-rate/methods/worth/worth-lp.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';

function bundled(name: string): RewardRateInstance {
  return JSON.parse(readFileSync(`instances/reward-rate/${name}.json`, 'utf8')) as RewardRateInstance;
}

/** Worth of a limit at a set-point of 20 C. */
async function worthOf(instance: RewardRateInstance, kind: LimitName): Promise<LimitWorth> {
  const air = influenceMatrixOf(heldBy(instance), '.');
  if (!air.ok) throw new Error('no air');
  const model = withStandby(rewardRateModel(instance, air.matrix));
  const engine = await loadLpEngine('highs');
  const ended = (): Promise<boolean> => Promise.resolve(false);
  const lp = (await openWorthLp({ model, oracles: oraclesOf(model), engine, setPointsC: [20], ended }))!;
  try {
    return (await limitWorth(lp, lp.limits.find(({ limit }) => limit.kind === kind)!.limit))!;
  } finally {
    lp.dispose();
  }
}

it('a rack of two nodes: slow cores first, then fast ones, and no plan below idling', async () => {
  const { looser, tighter, knee, without } = await worthOf(bundled('tiny-rack-limit'), 'rackPower');
  // A core at 1 GHz does 1 / 16 tasks/s, worth 5 each, for 4 W: eight of them take 32 W beside the 40 W of idling.
  expect(looser.perUnit).toBeCloseTo(5 / 64, 9);
  expect(looser.holdsTo).toBeCloseTo(72, 5);
  // From there on they are made fast: 1 / 10 - 1 / 16 tasks/s for 6 W. All are at 120 W and earn 4.
  expect(looser.beyondPerUnit).toBeCloseTo((5 * (1 / 10 - 1 / 16)) / 6, 9);
  expect(knee).toBeCloseTo(72, 5);
  expect(without).toBeCloseTo(4 - 1.5625, 6);
  expect(tighter.perUnit).toBeCloseTo(5 / 64, 9);
  expect(tighter.holdsTo).toBeCloseTo(40, 5);
  expect(tighter.beyondPerUnit).toBeNull();
});

it('of two limits that are met at once one alone is worth nothing looser, and costs all the same tighter', async () => {
  const own = bundled('tiny-rack-limit');
  const pdus = [{ name: 'P', racks: ['R1'], powerLimitW: 60 }];
  for (const kind of ['rackPower', 'pduPower'] as const) {
    const { looser, tighter, without, knee } = await worthOf({ ...own, limits: { ...own.limits, pdus } }, kind);
    expect(looser.perUnit).toBeCloseTo(0, 9);
    expect([looser.holdsTo, knee]).toEqual([null, null]);
    expect(without).toBeCloseTo(0, 6);
    expect(tighter.perUnit).toBeCloseTo(5 / 64, 9);
    expect(tighter.holdsTo).toBeCloseTo(40, 5);
  }
});

it('nodes that must be on cost what their idling takes from work, until the room cannot bear one', async () => {
  const own = bundled('tiny-sleep');
  const nodeGroups = [{ nodeType: 'S', count: 3, rack: 'R1', mayBeOff: true, minimumOn: 2 }];
  // CoP 4: nodes may draw 43 W, 40 W more than three that are off. One on takes 19 W more, of two 2 W are left for work.
  const instance = {
    ...own,
    facility: { ...own.facility, nodeGroups },
    limits: { ...own.limits, powerCapW: 43 * 1.25 },
  };
  const { looser, tighter } = await worthOf(instance, 'minimumOn');
  // 19 W are 19 / 64 tasks/s.
  expect(looser.perUnit).toBeCloseTo((-19 * 5) / 64, 8);
  expect(tighter.perUnit).toBeCloseTo((-19 * 5) / 64, 8);
  // Four slow cores take 16 W: 40 / 35 nodes are on anyway. 40 / 19 can be.
  expect(looser.holdsTo).toBeCloseTo(40 / 35, 6);
  expect(looser.beyondPerUnit).toBeCloseTo(0, 8);
  expect(tighter.holdsTo).toBeCloseTo(40 / 19, 6);
  expect(tighter.beyondPerUnit).toBeNull();
});
