import { MS_PER_S, US_PER_S } from '../models/units.js';
import { openModel } from '../src/families/reward-rate/runs/open.js';
import { solveInstance, type Solved } from '../src/families/reward-rate/runs/solve.js';
import { methodNamed } from '../src/families/reward-rate/methods/registry.js';
import { explain } from '../src/workbench/explain.js';
import { loadLpEngine } from '../src/solvers/linear/load.js';
import { referenceLp } from './reference-lp.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object.
 * - node dist/bench/one.js reference <instance> <set-point C>: the reference unit r, an LP solved from scratch by
 * HiGHS' interior point method
 * - node dist/bench/one.js <method> <instance>: a whole solve without its separate bound
 * - node dist/bench/one.js explain <instance>: a whole solve with config-lp, and the explanation of its plan
 */
process.env['PLENUM_CACHE'] = 'off'; // Every run draws its own air.
const [what, file, setPoint] = process.argv.slice(2);
if (what === undefined || file === undefined)
  throw new Error('usage: one.js reference|<method> <instance> [set-point]');
const measured =
  what === 'reference' ? await reference(file) : what === 'explain' ? await explained(file) : await solve(what, file);
process.stdout.write(`${JSON.stringify(measured)}\n`);

async function reference(instance: string): Promise<object> {
  const opened = openModel(instance);
  if (!opened.ok) throw new Error(`${instance} is not valid`);
  const program = referenceLp(opened.model, Number(setPoint ?? 20), 30);
  const engine = await loadLpEngine('highs');
  const start = performance.now();
  const session = engine.open(program);
  const answer = session.solve({ algorithm: 'interiorPoint' });
  const seconds = (performance.now() - start) / MS_PER_S;
  session.dispose();
  return {
    seconds,
    columns: program.columns.length,
    rows: program.rows.length,
    proven: answer.proven,
    objective: answer.point?.objective ?? null,
  };
}

/**
 * Measures the processor time of a solve and of the explanation of its plan (causes of hot inlets, unserved tasks,
 * marginal value of the power cap).
 */
async function explained(instance: string): Promise<object> {
  const used = (): number => (process.cpuUsage().user + process.cpuUsage().system) / US_PER_S;
  const began = used();
  const { plan } = await solved('config-lp', instance);
  const solveS = used() - began;
  const answer = await explain({
    file: instance,
    plan: { planFile: 'the plan', planText: JSON.stringify(plan) },
    words: {},
    timeLimitS: null,
    nowS: () => performance.now() / MS_PER_S,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(`the plan of ${instance} was not explained`);
  return { seconds: used() - began - solveS, solveS };
}

async function solve(name: string, instance: string): Promise<object> {
  const start = performance.now();
  const { result } = (await solved(name, instance)).record;
  return {
    seconds: (performance.now() - start) / MS_PER_S,
    feasible: result.feasible,
    objective: result.objective,
    bound: result.bound,
    gap: result.gap,
    relaxationGap: result.work['relaxationGap'] ?? null,
    timeS: result.timeS,
    residentMiB: process.resourceUsage().maxRSS / 1024,
  };
}

async function solved(name: string, instance: string): Promise<Solved> {
  const method = methodNamed(name);
  if (method === undefined) throw new Error(`no method ${name}`);
  const answer = await solveInstance({
    file: instance,
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
  if (!answer.ok) throw new Error(`${instance} is not valid`);
  return answer.solved;
}
