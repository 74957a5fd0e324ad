import { expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../../models/physics/airflow/room-matrix.js';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { tinyInstances } from '../../../../../support/bundled.js';
import { configurationBound } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import type { Certificate } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import { bindingConstraints } from '../../../../../../src/families/reward-rate/runs/binding.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { planRecord } from '../../../../../oracle/checked.js';

const engine = loadHighs();
const SLEEP = tinyInstances().find(({ name }) => name === 'tiny-sleep')!;

/** tiny-sleep with another group of nodes, cap and red line. */
function sleepy(group: object, limits: object = {}): RewardRateInstance {
  const { nodeType, rack } = SLEEP.facility.nodeGroups[0]!;
  const nodeGroups = [{ nodeType, rack, count: 2, ...group }];
  return {
    ...SLEEP,
    knownOptimum: undefined,
    facility: { ...SLEEP.facility, nodeGroups },
    limits: { ...SLEEP.limits, ...limits },
  };
}

async function certified(instance: RewardRateInstance): Promise<Certificate> {
  const model = withIdleRoom(withStandby(rewardRateModel(instance, roomInfluenceMatrix(instance.facility))));
  return (await configurationBound({ model, engine: await engine, control: UNLIMITED, start: null }, null))!;
}

function worthOf({ marginal }: Certificate): number {
  return marginal.limits.find(({ constraint }) => constraint === 'mayBeOff')?.marginalValue ?? 0;
}

it('one more node that may be off is worth the power that it no longer idles away: 19 W at 5 / 16 reward/s for 4 W', async () => {
  const instance = sleepy({});
  const certificate = await certified(instance);
  expect(certificate.boundRewardPerS).toBeCloseTo((2 / 4 / 16) * 5, 6);
  expect(worthOf(certificate)).toBeCloseTo((19 / 4 / 16) * 5, 6);
  const opened = modelInMemory(instance, roomInfluenceMatrix(instance.facility));
  const idle = checkPlan(instance, opened.matrix, planRecord(opened, [20], []));
  const binding = bindingConstraints(instance, opened.matrix, idle, certificate.marginal);
  expect(binding.find(({ constraint }) => constraint === 'mayBeOff')).toMatchObject({ where: 'S', unit: 'nodes' });
});

it('is nothing where a node at work is worth more than it draws idle', async () => {
  // 90 W for two nodes: cores at 4 W and at 10 W, 0.1875 reward/s for 6 W more. A node is worth 4 (0.3125 - 4 x 0.03125), idling costs 19 x 0.03125.
  const certificate = await certified(sleepy({}, { powerCapW: 112.5 }));
  expect(certificate.marginal.perCapW).toBeCloseTo(0.8 * 0.03125, 6);
  expect(worthOf(certificate)).toBe(0);
});

it('bounds what the room earns with one node that may be off, and is nothing where power is not short', async () => {
  const draw = randomStream(1, 'sleepy').uniform;
  const counted = { worth: 0, none: 0 };
  for (let n = 0; n < 12; n++) {
    const count = 2 + (n % 3);
    const limits = { powerCapW: 25 * count + draw(0, 40 * count), redLineC: draw(18, 35) };
    const [stays, frees] = [{ count }, { count, mayBeOff: true, minimumOn: count - 1 }];
    const all = await certified(sleepy(stays, limits));
    const one = await certified(sleepy(frees, limits));
    const worth = worthOf(all);
    if (worth > 0) counted.worth++;
    else counted.none++;
    expect([n, one.boundRewardPerS >= all.boundRewardPerS * (1 - 1e-6)]).toEqual([n, true]);
    expect([n, one.boundRewardPerS <= all.boundRewardPerS * (1 + 1e-5) + worth]).toEqual([n, true]);
  }
  expect(counted.worth).toBeGreaterThan(3);
  expect(counted.none).toBeGreaterThan(0);
});
