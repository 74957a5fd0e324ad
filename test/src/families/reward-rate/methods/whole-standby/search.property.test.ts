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
  // Three nodes E of 20 W, 5 W asleep, of which two must be on, and F with 30 W; a CoP of 5. The cap leaves 3 W for work.
  const room: RewardRateInstance = {
    ...instance,
    facility: {
      ...instance.facility,
      nodeTypes: [{ ...e!, sleepPowerW: 5 }, f!],
      nodeGroups: [{ ...ofE!, count: 3, mayBeOff: true, minimumOn: 2 }, ofF!],
      coolingPerformance: { quadraticPerC2: 0, linearPerC: 0, constant: 5 },
    },
    limits: { powerCapW: (2 * 20 + 5 + 30 + 3) * 1.2, redLineC: 60 },
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
  // Task b in the slowest P-state on one core takes 5 W and 9 s and is worth 3: it runs on one node for 3/5 of the time.
  expect(better?.claimedRewardPerS).toBeCloseTo(((3 / 5) * 3) / 9, 6);
  expect(better?.plan.standby).toEqual([{ zone: 'R', nodes: 1, state: 'sleep' }]);
});
