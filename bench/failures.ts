import { MS_PER_S, US_PER_S } from '../models/units.js';
import { analyseFailures } from '../src/families/reward-rate/studies/failures/analysis.js';
import { openModel } from '../src/families/reward-rate/runs/open.js';
import { solveInstance } from '../src/families/reward-rate/runs/solve.js';
import { methodNamed } from '../src/families/reward-rate/methods/registry.js';
import { loadLpEngine } from '../src/solvers/linear/load.js';
import { UNLIMITED } from '../src/methods/control.js';

/**
 * Measures the processor time of the failure analysis (each CRAC fails in turn, with a fallback plan) and of the solve
 * before it. Prints one JSON object.
 * - node dist/bench/failures.js <instance>
 */
const [file] = process.argv.slice(2);
const method = methodNamed('config-lp');
if (file === undefined || method === undefined) throw new Error('usage: failures.js <instance>');
const engine = await loadLpEngine('highs');
const cpuS = (): number => process.cpuUsage().user / US_PER_S;
const opened = openModel(file);
if (!opened.ok) throw new Error(`${file} is not valid`);
const begin = cpuS();
const answer = await solveInstance({
  file,
  method,
  naive: false,
  seed: 1,
  limits: { timeLimitS: null, workLimit: null },
  engine: 'highs',
  withBound: false,
  nowS: () => performance.now() / MS_PER_S,
  interrupted: () => false,
  onProgress: () => undefined,
});
const solved = cpuS();
if (!answer.ok) throw new Error(`${file} is not valid`);
const { instance, matrix, plan, record } = answer.solved;
if (plan === null || record.evaluation === null) throw new Error(`${file} has no plan`);
const inertia = { nodeThermalMassJPerK: 10_000, plenumTimeConstantS: 20 };
const gone = instance.facility.cracs
  .filter((crac) => crac.coolingCapacityW !== 0)
  .map(({ name }) => ({ gone: [name] }));
const found = await analyseFailures({ instance, matrix, plan, evaluation: record.evaluation, inertia }, gone, {
  engine,
  control: UNLIMITED,
});
const analysed = cpuS();
process.stdout.write(
  `${JSON.stringify({
    solveS: solved - begin,
    failuresS: analysed - solved,
    ratio: (analysed - solved) / (solved - begin),
    cases: found.record.cases.map(({ verdict, fallback }) => [
      verdict,
      fallback?.actions.length ?? null,
      fallback?.gap ?? null,
    ]),
  })}\n`,
);
