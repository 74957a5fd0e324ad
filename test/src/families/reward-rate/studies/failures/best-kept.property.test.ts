import { expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import type { NodeAssignment, RewardRatePlan } from '../../../../../../models/families/reward-rate/plan.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { placementOfPlan } from '../../../../../../src/families/reward-rate/studies/alternatives/placement.js';
import { bestKept } from '../../../../../../src/families/reward-rate/studies/failures/best-kept.js';
import { keptWork } from '../../../../../../src/families/reward-rate/studies/failures/kept-work.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { sharedAir } from '../../../../../oracle/shared-air.js';

/** Heat that the air of all CRACs takes up per kelvin, W/K: 0.08 m3/s of air of 1.204 kg/m3 and 1,006 J/(kg K). */
const W_PER_K = 1.204 * 1006 * 0.08;

it('work that slows other work down by more than it earns stays given up, though there is power left for it', async () => {
  const { instance, matrix } = sharedAir(1);
  // A neighbour costs a task on E 20 s, and nothing on F. 71 W of work warm the inlets from 20 C to the red line.
  const nodeTypes = instance.facility.nodeTypes.map((type) => ({
    ...type,
    interference: { M: { perNeighbourS: type.name === 'E' ? 20 : 0, perAverageIntensityS: 0 } },
  }));
  const cracs = instance.facility.cracs.map((crac) => ({ ...crac, setPointMinC: 20, setPointMaxC: 20 }));
  const room: RewardRateInstance = {
    ...instance,
    facility: { ...instance.facility, nodeTypes, cracs, colocation: { model: 'anchored' } },
    limits: { powerCapW: 1000, redLineC: 20 + (70 + 71) / W_PER_K },
  };
  const core = (count: number, taskType: string, pState: number): NonNullable<NodeAssignment['cores']>[number] => ({
    count,
    slices: [{ taskType, pState, fraction: 1 }],
  });
  const assignments: NodeAssignment[] = [
    { zone: 'R', nodes: 1, cores: [core(1, 'a', 2), core(1, 'b', 2)] },
    { zone: 'S', nodes: 1, cores: [core(3, 'a', 0)] },
  ];
  const placement = placementOfPlan(matrix, { assignments } as unknown as RewardRatePlan);
  const kept = keptWork(rewardRateModel(room, matrix), placement)!;
  const best = await bestKept(kept, await loadHighs(), UNLIMITED);
  if ('conflict' in best) throw new Error(best.conflict.message);
  const rates = [0, 1].map((i) => best.nodes.flat().reduce((sum, { ratePerS }) => sum + ratePerS[i]!, 0));
  // Task b alone on E takes 5 W and 9 s; F has two fast cores and a slow one for 55 W. The 11 W left are enough for a on E.
  expect(rates).toEqual([expect.closeTo(2 / 4 + 1 / 9, 9), expect.closeTo(1 / 9, 9)]);
});
