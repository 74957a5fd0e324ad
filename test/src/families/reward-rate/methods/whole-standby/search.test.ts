import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { oraclesOf, solveLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { searchWholeStandby } from '../../../../../../src/families/reward-rate/methods/whole-standby/search.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';

it('plans keep nodes on that have nothing to do where a minimum asks for them', async () => {
  const { instance, matrix } = sharedAir(1);
  const [e, f] = instance.facility.nodeTypes;
  const [ofE, ofF] = instance.facility.nodeGroups;
  // Three nodes E, of which two must be on; so little arrives that parts of two cores are enough.
  const room: RewardRateInstance = {
    ...instance,
    facility: {
      ...instance.facility,
      nodeTypes: [{ ...e!, sleepPowerW: 5 }, f!],
      nodeGroups: [{ ...ofE!, count: 3, mayBeOff: true, minimumOn: 2 }, ofF!],
    },
    workload: { taskTypes: instance.workload.taskTypes.map((type) => ({ ...type, arrivalRatePerS: 0.02 })) },
  };
  const zones = matrix.zones.map((zone, z) => (z === 0 ? { ...zone, nodeCount: 3 } : zone));
  const model = withIdleRoom(withStandby(rewardRateModel(room, { ...matrix, zones })));
  const [oracles, engine] = [oraclesOf(model), await loadHighs()];
  const lp = await solveLp({ model, oracles, engine, control: UNLIMITED, incumbent: null });
  if (lp === null || 'failure' in lp) throw new Error('no answer');
  const { better } = await searchWholeStandby({
    model,
    oracles,
    lp,
    incumbentRewardPerS: 0,
    engine,
    control: UNLIMITED,
  });
  expect(better?.claimedRewardPerS).toBeCloseTo(0.02 * 4 + 0.02 * 3, 9);
  const asleep = (better?.plan.standby ?? []).reduce((sum, { nodes }) => sum + nodes, 0);
  expect(asleep).toBeLessThanOrEqual(1);
});
