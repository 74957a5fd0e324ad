import { describe, expect, it } from 'vitest';
import type { Words } from '../../../../../../src/families/family.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { explainOfRewardRate } from '../../../../../../src/families/reward-rate/explain.js';
import type { Explanation } from '../../../../../../src/families/reward-rate/runs/explain/explanation.js';
import { inletExplanation } from '../../../../../../src/families/reward-rate/runs/explain/inlet.js';
import { candidateMoves } from '../../../../../../src/families/reward-rate/runs/explain/moves.js';
import { runDriver } from '../../../../../../src/runs/control.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { oracle } from '../../../../../oracle/brute-force.js';
import type { TinyFacility } from '../../../../../oracle/tiny-random.js';

import {
  drawnW,
  NOISE,
  type Noisy,
  type NoisyRoom,
  noiseOf,
  opened,
  request,
  ROOMS,
} from '../../../../../oracle/noisy-rooms.js';
/** The room in which idle nodes are twice as loud as allowed. */
function loud({ instance, matrix, rack }: NoisyRoom): TinyFacility & { readonly most: number } {
  const idleW = oracle(instance, matrix).zones.map((zone) => zone.idleW);
  const most = 0.5 * noiseOf(drawnW({ instance, matrix }, rack, idleW));
  return { matrix, instance: { ...instance, noise: [{ rack, most }] } as Noisy, most };
}

async function explained(room: TinyFacility, words: Words) {
  const nowS = (): number => 0;
  const limits = { timeLimitS: null, workLimit: null };
  const ofRun = { nowS, interrupted: () => false };
  const control = runDriver({ limits, ...ofRun, onProgress: () => undefined });
  const answer = await explainOfRewardRate.explain(opened(room), null, {
    words,
    control,
    limits: () => limits,
    ...ofRun,
  });
  return answer.ok ? (answer.details as unknown as Explanation) : answer.faults;
}

describe('a limit on the noise at a rack, in the options of explain', () => {
  const rooms = ROOMS.filter(({ matrix }) => matrix.cracNames.length === 1).slice(0, 12);

  it('is named by --prices and --hard: a price per unit, at a place or everywhere, and no fix touches what is hard', async () => {
    let priced = 0;
    for (const room of rooms) {
      const own = loud(room);
      for (const word of ['rackNoise', `rackNoise:${room.rack}`]) {
        const { fixes } = (await explained(own, { prices: `${word}=2`, hard: 'redLine' })) as Explanation;
        for (const { changes, price } of fixes) {
          if (price === null) continue;
          priced++;
          expect(changes.map(({ constraint }) => constraint)).toEqual([NOISE]);
          expect(price).toBeCloseTo(2 * (changes[0]!.to - own.most), 9);
        }
        const { fixes: others } = (await explained(own, { hard: word })) as Explanation;
        expect(others.flatMap(({ changes }) => changes).some(({ constraint }) => constraint === NOISE)).toBe(false);
      }
    }
    expect(priced).toBeGreaterThan(0);
    const faults = await explained(loud(rooms[0]!), { hard: 'rackNoize' });
    expect(faults).toMatchObject([{ path: '--hard', remedy: expect.stringContaining('"rackNoise"') as string }]);
  });

  it('is raised by the relief, or kept by nodes switched off, by as much as the verdict of brute force needs: a step less does not do', async () => {
    let [raised, off] = [0, 0];
    for (const room of rooms) {
      const own = loud(room);
      const { zones, operate } = oracle(own.instance, own.matrix);
      const idleW = zones.map((zone) => zone.idleW);
      // The oracle knows all limits but the noise.
      if (!operate(idleW).feasible) continue;
      const isQuiet = (most: number, zoneW: readonly number[]): boolean =>
        noiseOf(drawnW(own, room.rack, zoneW)) <= most * (1 + 1e-9);
      const { fixes } = (await explained(own, { prices: 'rackNoise=2,nodesOff=1' })) as Explanation;
      for (const { changes, proven } of fixes.filter((fix) => fix.changes.length === 1)) {
        const [{ constraint, where, from, to }] = changes as [(typeof changes)[number]];
        expect([constraint, proven]).toEqual([constraint, true]);
        if (constraint === NOISE) {
          raised++;
          const step = 10 ** (Math.floor(Math.log10(from)) - 3);
          expect([isQuiet(to, idleW), isQuiet(to - step, idleW)]).toEqual([true, false]);
        }
        if (constraint !== 'nodesOff') continue;
        off++;
        // All switched off in this rack: no other placement of as many is quieter.
        const eachW = zones.map(({ idleW: all }, z) => all / own.matrix.zones[z]!.nodeCount);
        const least = (nodes: number): number[] => {
          let left = nodes;
          return idleW.map((all, z) => {
            const isOwn = own.matrix.zones[z]!.nodeType === where && own.matrix.zones[z]!.rack === room.rack;
            const count = isOwn ? Math.min(left, own.matrix.zones[z]!.nodeCount) : 0;
            left -= count;
            return all - count * eachW[z]!;
          });
        };
        expect([isQuiet(own.most, least(to - from)), isQuiet(own.most, least(to - from - 1))]).toEqual([true, false]);
      }
    }
    expect(Math.min(raised, off)).toBeGreaterThan(0);
  });

  it('keeps moves of a plan that make the rack too loud from being suggested', async () => {
    let [quiet, refused] = [0, 0];
    for (const room of rooms) {
      const own = opened(room);
      const { plan, record } = await solveOpened(await request(), own);
      const planned = { ...own, plan: plan!, evaluation: record.evaluation! };
      for (const zone of own.matrix.zones.keys()) {
        const told = inletExplanation(planned, zone).moves.map(({ message }) => message);
        for (const { plan: moved, message } of candidateMoves(planned, zone)) {
          const { zoneNodePowerW } = checkPlan(own.instance, own.matrix, moved);
          if (noiseOf(drawnW(room, room.rack, zoneNodePowerW)) <= noiseOf(room.mostW) * (1 + 1e-9)) quiet++;
          else {
            refused++;
            expect(told).not.toContain(message);
          }
        }
      }
    }
    expect(Math.min(quiet, refused)).toBeGreaterThan(0);
  });
});
