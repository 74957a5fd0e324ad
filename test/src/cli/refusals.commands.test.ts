import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../../support/repository.js';
import { plenumJson } from '../../support/run-cli.js';

const ROBUST = join(repository, 'instances/robust/tiny-fits-one-node.json');
const GEO = join(repository, 'instances/geo/tiny-arbitrage.json');
const REWARD_RATE = join(repository, 'instances/reward-rate/tiny-power-cap.json');

/**
 * Command lines that are refused, by what must be said of the first fault: one or a few for each way in which the program refuses. What verbs and families
 * refuse is tested by the library beside them.
 */
const REFUSED: readonly (readonly [words: readonly string[], fault: object])[] = [
  [['solve', 'nowhere.json', '--method', 'tabu'], { file: 'nowhere.json' }],
  [['solve', 'nowhere.json', '--method', 'config-lp'], { file: 'nowhere.json' }],
  [['solve', ROBUST, '--out', ' '], { path: '--out', value: ' ' }],
  [['solve', GEO, '--out', ' '], { path: '--out', value: ' ' }],
  [['simulate', ROBUST, 'plan.json', '--out', ''], { path: '--out', value: '' }],
  [['solve', ROBUST, '--method', 'greedy'], { path: '--method', value: 'greedy' }],
  [['solve', ROBUST, '--constraint', 'strict'], { path: '--constraint', value: 'strict' }],
  [['solve', ROBUST, '--engine', 'highs'], { path: '--engine', value: 'with a robust instance' }],
  [['solve', ROBUST, '--work-limit', '0'], { path: '--work-limit', value: '0' }],
  [['solve', REWARD_RATE, '--problem', 'mo-ec'], { path: '--problem', value: 'with a reward-rate instance' }],
  [['bound', ROBUST, '--write-model', 'x.lp'], { path: '--write-model' }],
  [['bound', GEO, '--write-model', 'x.lp'], { path: '--write-model' }],
  [['check', ROBUST, 'plan.json', '--constraints', 'own.mjs'], { path: '--constraints' }],
  [['simulate', ROBUST, 'plan.json', '--samples', '1'], { path: '--samples', value: '1' }],
  [['sweep', ROBUST, '--over', 'powerCapW=1,2'], { file: ROBUST, path: 'format' }],
  [['day', ROBUST, '--profile', 'flat'], { file: ROBUST, path: 'format', value: 'a robust bag-of-tasks instance' }],
  [['sweep', GEO, '--over', 'powerCapW=1,2'], { path: 'format', value: 'a geo instance' }],
  [['day', GEO, '--profile', 'flat'], { path: 'format', value: 'a geo instance' }],
  [['generate', GEO, '--out', 'x'], { path: 'format', value: 'a geo instance' }],
];

test.each(REFUSED)('%j is refused', async (words, fault) => {
  const { code, json } = await plenumJson(...words);
  expect(code).toBe(2);
  expect(json).toMatchObject({ error: 'badInput', faults: [fault] });
});
