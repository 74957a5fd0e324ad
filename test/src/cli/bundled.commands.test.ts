import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import { repository } from '../../support/repository.js';
import { check, solve } from '../../../src/library/index.js';
import { accepted, jsonOf } from '../../support/accepted.js';
import { triesAll } from '../../support/fuzz.js';
import { unexpectedNulls } from '../../support/run-cli.js';
import { temporaryDirectory } from '../../support/small-instance.js';

const FOLDER = join(repository, 'instances/reward-rate');
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.json'));
const TINY = NAMES.filter((name) => name.startsWith('tiny-'));
// Every day one room of a thousand nodes is enough: each takes a second or more on the same path.
const EVERYDAY = ['room-1080-hybrid.json'];
const ROOMS = triesAll()
  ? NAMES.filter((name) => name.startsWith('room-') && name !== 'room-4320-hybrid-nominal.json')
  : EVERYDAY;
const METHODS = ['config-lp', 'lp', 'greedy', 'greedy-power'];

/** tiny-red-line: power of the node at which a room at its red line of 20 C, cooled with Eq. 8's CoP, draws 137 W at the meter. */
function nodePowerAtBothLimitsW(): number {
  const AIR_W_PER_K = 1.204 * 1006 * 0.05;
  const meterW = (nodeW: number): number => {
    const setPointC = 20 - nodeW / AIR_W_PER_K;
    return nodeW * (1 + 1 / (0.0068 * setPointC ** 2 + 0.0008 * setPointC + 0.458));
  };
  let [low, high] = [40, 130];
  for (let n = 0; n < 200; n++) {
    const middle = (low + high) / 2;
    if (meterW(middle) > 137) high = middle;
    else low = middle;
  }
  return low;
}

/** Optima where nodes share time, reward/s by hand: where one configuration per node leaves power that they use. */
const TIME_SHARED: ReadonlyMap<string, number> = new Map([
  // 16 W for cores of 10 W and 0.1 tasks/s of 5 each.
  ['tiny-deadline.json', (16 / 10) * 0.1 * 5],
  // Both at 1 GHz take 18 of 30 W; the other 12 W pass F to 2 GHz (18 W, 0.1 tasks/s more) for 12/18 of its time.
  ['tiny-two-node-types.json', 4 * (0.18 + (12 / 18) * 0.1)],
  // Above 40 W idle every 30 W run one core at 0.1 tasks/s of 5 each.
  ['tiny-red-line.json', ((nodePowerAtBothLimitsW() - 40) / 30) * 0.1 * 5],
  // What 1 K of inlet leaves beyond all four at 1 GHz (45 W, 0.2 tasks/s, at worst) passes them to 2 GHz (30 W, 0.12 tasks/s more).
  ['tiny-uncertain.json', 5 * (0.2 + (((1.204 * 1006 * 0.05) / 1.2 - 45) / 30) * 0.12)],
  // What 0.8 K of inlet leaves beyond all four at 1 GHz (36 W, 0.25 tasks/s) with one CRAC passes them to 2 GHz (24 W, 0.15 tasks/s more).
  ['tiny-survive.json', 5 * (0.25 + ((0.8 * 1.204 * 1006 * 0.05 - 36) / 24) * 0.15)],
  // As in the next with 1 W for the node that is off: 21 W.
  ['tiny-sleep.json', 5 * (0.25 + ((21 - 16) / 24) * 0.15)],
  // One node is off; what 21.6 W leave beyond all four of the other at 1 GHz (16 W, 0.25 tasks/s) passes them to 2 GHz (24 W, 0.15 tasks/s more).
  ['tiny-still.json', 5 * (0.25 + ((21.6 - 16) / 24) * 0.15)],
]);

interface Outcome {
  readonly details: { readonly sharing?: { readonly nodes: number } };
  readonly objective: number;
  readonly bound: number;
  readonly gap: number;
}

/** Solves, then checks copies of both files in another directory: the files say all there is to say. */
async function expectSolvedAndConfirmed(name: string, method: string): Promise<Outcome> {
  const file = join(FOLDER, name);
  const out = temporaryDirectory();
  const { ended, record } = accepted(await solve(file, { method, out }));
  expect(ended).toBe('solved');
  expect(record).toMatchObject({ feasible: true, violations: [] });
  expect(unexpectedNulls(jsonOf(record))).toEqual([]);
  const elsewhere = temporaryDirectory();
  copyFileSync(file, join(elsewhere, 'i.json'));
  copyFileSync(join(out, 'plan.json'), join(elsewhere, 'p.json'));
  const outcome = record as unknown as Outcome;
  const checked = accepted(await check(join(elsewhere, 'i.json'), join(elsewhere, 'p.json'))).record;
  expect(checked).toMatchObject({ feasible: true, objective: outcome.objective, violations: [] });
  expect(outcome.bound).toBeGreaterThanOrEqual(outcome.objective * (1 - 1e-9));
  return outcome;
}

describe('the bundled instance', () => {
  // The known optimum is that of one configuration per node; where a node shares time it can earn more.
  test.each(TINY)(
    '%s is solved to its known optimum, with a node that shares time where that earns more, and its bound is not below that',
    async (name) => {
      const { knownOptimum } = JSON.parse(readFileSync(join(FOLDER, name), 'utf8')) as RewardRateInstance;
      const { objective, bound, details } = await expectSolvedAndConfirmed(name, 'config-lp');
      expect(objective).toBeCloseTo(TIME_SHARED.get(name) ?? knownOptimum!.rewardPerS, 9);
      expect(details.sharing?.nodes).toBe(TIME_SHARED.has(name) ? 1 : undefined);
      expect(bound).toBeGreaterThanOrEqual(knownOptimum!.rewardPerS * (1 - 1e-12));
    },
  );

  test.each(ROOMS)(
    '%s is solved within 2e-4 of its bound (1e-3 with two CRACs) and confirmed elsewhere',
    async (name) => {
      const { gap } = await expectSolvedAndConfirmed(name, 'config-lp');
      expect(gap).toBeLessThan(name.startsWith('room-4320') ? 1e-3 : 2e-4);
    },
  );
});

/** Methods that know the room with all CRACs at work alone. */
const WITHOUT_FAILURES = ['config-ls', 'nlp', 'ga'];

describe.each(METHODS.filter((method) => method !== 'config-lp'))('method %s', (method) => {
  // Greedy goes down from the red line by whole degrees: 9.8 C is colder than its CRACs can.
  const unable = [...WITHOUT_FAILURES, 'greedy'];
  const able = TINY.filter((name) => name !== 'tiny-survive.json' || !unable.includes(method));
  test.each([...able, ...(triesAll() ? EVERYDAY : [])])('gives %s a feasible plan below the bound', async (name) => {
    const { record, plan } = accepted(await solve(join(FOLDER, name), { method }));
    expect(unexpectedNulls(jsonOf(record))).toEqual([]);
    const checked = accepted(await check(join(FOLDER, name), plan!)).record;
    const { objective, bound } = record as unknown as Outcome;
    for (const one of [record, checked]) expect(one).toMatchObject({ feasible: true, objective, violations: [] });
    expect(bound).toBeGreaterThanOrEqual(objective * (1 - 1e-9));
    // It keeps all nodes on, and then the cap leaves room for no core at full speed.
    const isIdle = method === 'greedy' && ['tiny-sleep.json', 'tiny-still.json'].includes(name);
    expect(objective > 0).toBe(!isIdle);
  });
});

test.each(WITHOUT_FAILURES)(
  'method %s makes no plan that must survive a failure, and names methods that do',
  async (method) => {
    const { record } = accepted(await solve('tiny-survive', { method }));
    expect(record).toMatchObject({ feasible: false, objective: null });
    expect(JSON.stringify(record)).toContain(
      'makes no plans that survive a failure: use config-lp, lp, greedy, greedy-power, fcfs, or leave limits.survive out',
    );
  },
);
