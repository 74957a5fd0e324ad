import { describe, expect, it } from 'vitest';
import { roomInfluenceMatrix } from '../../../../../../models/physics/airflow/room-matrix.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { tinyInstances } from '../../../../../support/bundled.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import { type OpenedModel, modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import type { RunResult } from '../../../../../../src/families/reward-rate/runs/result.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { corridorBest, corridorRoom, drawnCorridor } from '../../../../../oracle/corridor-room.js';
import { bestSurviving, survivingRoom } from '../../../../../oracle/surviving-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

/** Rooms of an everyday run are few: every plan of each is tried. */
const ROOMS = fuzzCount(1000, 6);
const SAME = 1e-9;

async function never(opened: OpenedModel): Promise<RunResult> {
  const { record } = await solveOpened(
    {
      method: methodNamed('config-lp')!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      sharing: 'never' as const,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    opened,
  );
  return record.result;
}

describe('plans of one configuration per node where the bound of their kind is the one over mixtures', () => {
  it('tiny-survive: two cores at 2 GHz and two at 1 GHz outlive either CRAC, which LPs of one P-state for each task type do not know', async () => {
    const tiny = tinyInstances().find(({ name }) => name === 'tiny-survive')!;
    const { objective, bound } = await never(modelInMemory(tiny, roomInfluenceMatrix(tiny.facility)));
    expect(objective).toBeCloseTo(1.625, 9);
    // 28.45 W for cores at 0.0625 tasks/s for 4 W, then 0.0375 more for 6 W more, 5 each: the bound over mixtures.
    expect(bound).toBeGreaterThan(1.625);
  });

  it('with set-points of two CRACs’ own they are no worse than the best at a common set-point, and none passes the bound', async () => {
    const counted = { rooms: 0, common: 0 };
    for (let seed = 1; seed <= ROOMS; seed++) {
      const { instance, matrix } = tinyRandom(seed, { cracs: 2, mostPlans: 200 });
      const best = bruteForce(oracle(instance, matrix)).best?.rewardPerS ?? null;
      const { objective, bound, feasible, work } = await never(modelInMemory(instance, matrix));
      if (!feasible || best === null || objective === null || bound === null) continue;
      counted.rooms++;
      expect([seed, best <= bound * (1 + SAME) + 1e-12]).toEqual([seed, true]);
      if ((work['oneConfigurationPrograms'] ?? 0) >= 2000) continue;
      expect([seed, objective >= best * (1 - 1e-7) - 1e-12]).toEqual([seed, true]);
      if ((work['oneConfigurationPrograms'] ?? 0) > 0) counted.common++;
    }
    expect(counted.rooms).toBeGreaterThan(ROOMS / 2);
    expect(counted.common).toBeGreaterThan(ROOMS / 4);
  });

  it('that outlive failures pass the checker, and none on a grid of set-points passes their bound', async () => {
    let rooms = 0;
    for (let seed = 1; seed <= ROOMS; seed++) {
      const room = survivingRoom(seed, 100);
      if (standbyFaults(room.facility.instance.facility).length > 0) continue;
      const { objective, bound, feasible, infeasibility } = await never(
        modelInMemory(room.facility.instance, room.facility.matrix),
      );
      const best = bestSurviving(room, 6)?.rewardPerS ?? null;
      if (infeasibility?.proven === true) expect([seed, best]).toEqual([seed, null]);
      if (!feasible || objective === null || bound === null) continue;
      rooms++;
      expect([seed, objective <= bound * (1 + SAME) + 1e-12]).toEqual([seed, true]);
      expect([seed, (best ?? 0) <= bound * (1 + SAME) + 1e-12]).toEqual([seed, true]);
    }
    expect(rooms).toBeGreaterThan(ROOMS / 4);
  });

  it('in the air of their nodes on standby they are the best of this set, and the bound of their kind says so', async () => {
    const counted = { rooms: 0, proven: 0, narrower: 0 };
    for (let seed = 1; seed <= Math.min(ROOMS, 200) / 2; seed++) {
      const corridor = drawnCorridor(seed);
      const instance = corridorRoom(corridor);
      const { objective, bound, feasible, standby, boundWithSharing, boundScope } = await never(
        modelInMemory(instance, roomInfluenceMatrix(instance.facility)),
      );
      if (!feasible || objective === null || bound === null) continue;
      counted.rooms++;
      const total = standby?.nodes ?? 0;
      const sets = [0, 1, 2].flatMap((lower) => [0, 1, 2].map((upper) => [lower, upper] as const));
      const bests = sets
        .filter(([lower, upper]) => lower + upper === total && Math.max(lower, upper) <= corridor.nodes)
        .map((set) => corridorBest(corridor, set));
      // One of the sets of so many nodes is the plan's.
      expect([seed, bests.some((best) => best !== null && best <= bound * (1 + 1e-7))]).toEqual([seed, true]);
      expect(boundScope).toMatch(/for good, one configuration each/);
      if (bests.some((best) => best !== null && Math.abs(best - bound) <= 1e-7 * bound)) counted.proven++;
      if (bound < (boundWithSharing ?? bound) * (1 - 1e-6)) counted.narrower++;
    }
    expect(counted.proven).toBeGreaterThan(0.7 * counted.rooms);
    expect(counted.narrower).toBeGreaterThan(0);
  });
});
