import { describe, expect, it } from 'vitest';
import { failedRoomsOf } from '../../../../models/problems/reward-rate/in-failed-room.js';
import { hasReset, onTheWay, wayRow } from '../../../../models/problems/reward-rate/on-the-way.js';
import { rewardRateProblem } from '../../../../models/problems/reward-rate/problem.js';
import { zoneState } from '../../../../models/problems/reward-rate/set-points.js';
import { checkTheWay } from '../../../../src/families/reward-rate/check/the-way.js';
import { steadyTemperatures } from '../../../../src/check/temperatures.js';
import { randomStream } from '../../../../src/random/stream.js';
import { RHO_C } from '../../../oracle/set-point-grid.js';
import { survivingRoom } from '../../../oracle/surviving-rooms.js';
import { fuzzCount } from '../../../support/fuzz.js';

describe('the way from the steady state before a failure to that at other set-points', () => {
  const seeds = Array.from({ length: fuzzCount(50) }, (_, n) => n + 1);

  it('has the peaks that the checker finds, and rows that are these peaks where no CRAC is at its capacity', () => {
    let rows = 0;
    for (const seed of seeds) {
      const { facility } = survivingRoom(seed, 60, 'any-crac-reset');
      const { instance, matrix } = facility;
      const response = {
        reactionS: (7 * seed) % 90,
        nodeThermalMassJPerK: 500 * (1 + (seed % 9)),
        plenumTimeConstantS: 5 + seed,
      };
      const problem = rewardRateProblem(
        { ...instance, limits: { ...instance.limits, failureResponse: response } },
        matrix,
      );
      const draw = randomStream(seed, 'way').uniform;
      const zonePowerW = Float64Array.from(problem.zones, ({ idleW }) => idleW * draw(1, 3));
      const setPointsC = problem.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
      const state = zoneState(problem, zonePowerW);
      const all = matrix.cracNames.map((name) => setPointsC[problem.cracs.findIndex((one) => one.name === name)] ?? 20);
      const dead = new Set([...matrix.cracNames.keys()].filter((c) => !problem.cracs.some(({ index }) => index === c)));
      for (const [f, room] of failedRoomsOf(problem).entries()) {
        if (!hasReset(room)) throw new Error('no set-points for this failure');
        const resetC = room.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
        const way = onTheWay(problem, room, state, state.failed[f]!, setPointsC, resetC);
        const own = [...all];
        for (const [c, { index }] of room.cracs.entries()) own[index] = resetC[c]!;
        const capacityW = matrix.cracNames.map(
          (name) => instance.facility.cracs.find((crac) => crac.name === name)!.coolingCapacityW ?? Infinity,
        );
        const checked = checkTheWay(instance.facility, matrix, response, {
          ...{
            zoneNodePowerW: zonePowerW,
            setPointsC: all,
            heatPerM3K: RHO_C,
            failed: dead,
            ownSetPointsC: own,
            capacityW,
          },
          air: steadyTemperatures(matrix, all, zonePowerW, RHO_C, dead)!,
          without: new Set([...matrix.cracNames.keys()].filter((c) => !room.cracs.some(({ index }) => index === c))),
        });
        const suppliedC = room.thermal.inletFromSetPointsC(resetC);
        for (const [z, { inletC }] of checked.zonePeaks.entries()) {
          const { perW, perSetPoint, perReset } = wayRow(problem, room, z, way.peakStep[z]!);
          const rowC =
            perW.reduce((sum, value, b) => sum + value * zonePowerW[b]!, 0) +
            perSetPoint.reduce((sum, value, c) => sum + value * setPointsC[c]!, 0) +
            perReset.reduce((sum, value, c) => sum + value * resetC[c]!, 0);
          if (capacityW.some((most) => most > 0 && most < Infinity)) {
            expect(rowC).toBeLessThanOrEqual(inletC + 1e-8);
            continue;
          }
          rows++;
          expect(rowC, `seed ${seed}`).toBeCloseTo(way.peakC[z]!, 8);
          // The model stops where the rest stays below the steady state at the end.
          const endC = suppliedC[z]! + state.failed[f]!.riseC[z]!;
          expect(Math.max(way.peakC[z]!, endC), `seed ${seed}`).toBeCloseTo(Math.max(inletC, endC), 5);
        }
      }
    }
    expect(rows).toBeGreaterThan(seeds.length);
  });
});
