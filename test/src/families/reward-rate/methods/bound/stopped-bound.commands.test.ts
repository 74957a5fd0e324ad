import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import type { Limits } from '../../../../../../src/runs/control.js';
import { type OpenedModel, openModel, modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../../oracle/brute-force.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { repository } from '../../../../../support/repository.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const directory = join(repository, 'instances/reward-rate');
/** All but the room whose air depends on which nodes are on standby: a bound is that of one set of them. */
const TINY = readdirSync(directory).filter((name) => name.startsWith('tiny-') && name !== 'tiny-still.json');
const MAX_STOPS = 12;
const SEEDS = fuzzCount(12);
const highs = loadHighs();

/** A clock that advances by a second with every look at it. */
async function solved(opened: OpenedModel, method: string, limits: Partial<Limits>) {
  let seconds = 0;
  const { record } = await solveOpened(
    {
      method: methodNamed(method)!,
      naive: false,
      seed: 1,
      engine: 'highs',
      started: await highs,
      limits: { timeLimitS: null, workLimit: null, ...limits },
      withBound: true,
      nowS: () => seconds++,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    opened,
  );
  return record.result;
}

/** Stopped after 1, 2, ... steps and seconds; returns how often it was stopped, and how often with a bound. */
async function neverRefutes(opened: OpenedModel, method: string, earns: number) {
  const counted = { stopped: 0, bounded: 0 };
  for (const limit of ['workLimit', 'timeLimitS'] as const) {
    for (let most = 1; most <= MAX_STOPS; most++) {
      const { instance, termination, bound } = await solved(opened, method, { [limit]: most });
      const where = [instance, method, limit, most];
      expect([...where, termination === 'infeasible' || termination === 'failed']).toEqual([...where, false]);
      if (bound !== null) {
        expect(bound, `${instance}, ${method}, ${limit} ${most}`).toBeGreaterThanOrEqual(earns * (1 - 1e-9));
        counted.bounded++;
      }
      if (termination === limit.replace('LimitS', 'Limit')) counted.stopped++;
      else if (limit === 'workLimit') break;
    }
  }
  return counted;
}

describe('a run stopped after any number of steps or seconds neither refutes a feasible instance nor bounds it below a plan', () => {
  it.each(TINY)('%s', async (name) => {
    const opened = openModel(join(directory, name));
    if (!opened.ok) throw new Error(`${name} is refused`);
    const { stopped, bounded } = await neverRefutes(opened, 'config-lp', opened.instance.knownOptimum!.rewardPerS);
    expect(stopped).toBeGreaterThan(0);
    expect(bounded).toBeGreaterThan(0);
  });

  it('random rooms, against brute force', async () => {
    const counted = { rooms: 0, stopped: 0, bounded: 0 };
    for (let seed = 1; seed <= SEEDS; seed++) {
      const { instance, matrix } = tinyRandom(seed);
      const { best } = bruteForce(oracle(instance, matrix));
      if (best === null) continue;
      counted.rooms++;
      for (const method of ['config-lp', 'lp', 'nlp']) {
        const found = await neverRefutes(modelInMemory(instance, matrix), method, best.rewardPerS);
        counted.stopped += found.stopped;
        counted.bounded += found.bounded;
      }
    }
    expect(counted.rooms).toBeGreaterThan(0.4 * SEEDS);
    expect(counted.stopped).toBeGreaterThan(5 * SEEDS);
    expect(counted.bounded).toBeGreaterThan(5 * SEEDS);
  });
});
