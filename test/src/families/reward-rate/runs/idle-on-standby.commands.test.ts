import { describe, expect, it } from 'vitest';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened, type Solved } from '../../../../../src/families/reward-rate/runs/solve.js';
import { judgedSolve } from '../../../../support/reward-rate/judged-words.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { withMinimum, withSleep } from '../../../../oracle/standby-rooms.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();

async function solved({ instance, matrix }: TinyFacility, name: string, idleOnStandby: boolean): Promise<Solved> {
  return solveOpened(
    {
      method: METHODS.find((method) => method.name === name)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      withBound: true,
      started: await highs,
      idleOnStandby,
      limits: { timeLimitS: null, workLimit: null },
      nowS: () => 0,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    modelInMemory(instance, matrix),
  );
}

/** Methods that keep all nodes on. */
const KEEP_ON = ['lp', 'nlp', 'ga', 'greedy', 'fcfs'];

describe('nodes without work on standby after a method', () => {
  it.each(KEEP_ON)('%s: earn the same, draw less, and keep all limits and the bound', async (name) => {
    const counted = { plans: 0, asleep: 0 };
    for (let seed = 1; seed <= fuzzCount(name === 'ga' ? 8 : 20, 6); seed++) {
      const sleepy = withSleep(tinyRandom(seed, { mostPlans: 400, groupNodes: [1, 3] }), seed);
      const room = seed % 2 === 0 ? withMinimum(sleepy, seed) : sleepy;
      const on = await solved(room, name, false);
      const off = await solved(room, name, true);
      expect([seed, off.plan === null]).toEqual([seed, on.plan === null]);
      if (off.plan === null || on.plan === null) continue;
      counted.plans++;
      expect([seed, off.record.result.violations, off.record.result.termination === 'failed']).toEqual([
        seed,
        [],
        false,
      ]);
      expect([seed, off.record.result.objective]).toEqual([seed, on.record.result.objective]);
      expect(off.plan.setPointsC).toEqual(on.plan.setPointsC);
      if (off.plan.standby === undefined) continue;
      counted.asleep++;
      const drawnW = ({ record }: Solved): number => record.evaluation!.power.totalW;
      expect([seed, drawnW(off) < drawnW(on)]).toEqual([seed, true]);
      for (const { zone, nodes } of off.plan.standby) {
        const busy = off.plan.assignments.reduce((sum, one) => (one.zone === zone ? sum + one.nodes : sum), 0);
        const all = room.matrix.zones.find((one) => one.name === zone)!.nodeCount;
        if (seed % 2 === 1) expect([seed, zone, busy + nodes]).toEqual([seed, zone, all]);
      }
    }
    expect(counted.plans).toBeGreaterThan(2);
    // The others give every node a little work.
    if (name === 'nlp' || name === 'greedy') expect(counted.asleep).toBeGreaterThan(0);
  });

  it('are refused where the method decides itself which nodes are on standby', () => {
    for (const { name } of METHODS) {
      const words = judgedSolve({ method: name, standby: true });
      const refusal = 'ok' in words && words.ok === false ? (words.faults as { path: string }[])[0]!.path : null;
      expect([name, refusal]).toEqual([name, KEEP_ON.includes(name) ? null : '--standby']);
    }
  });
});
