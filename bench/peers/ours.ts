import { MS_PER_S } from '../../models/units.js';
import { geneticMethod, PRINTED_GA } from '../../src/families/reward-rate/methods/genetic/ga.js';
import { methodNamed } from '../../src/families/reward-rate/methods/registry.js';
import { randomStream } from '../../src/random/stream.js';
import { runDriver } from '../../src/runs/control.js';
import { openModel } from '../../src/families/reward-rate/runs/open.js';
import { solveInstance } from '../../src/families/reward-rate/runs/solve.js';
import { loadLpEngine, type LpEngineName } from '../../src/solvers/linear/load.js';
import { referenceLp } from '../reference-lp.js';

/**
 * Makes Plenum's part of a comparison of bench/peers/run.ts in its own process and prints it as a JSON object.
 * - ours.js ga <instance> <seconds> plain|repair: evaluations per second of the GA
 * - ours.js method <name> <instance>: a whole solve without its bound, with its trajectory
 * - ours.js lp <engine> <instance>: the reference LP
 */
const [what, ...words] = process.argv.slice(2);
const nowS = (): number => performance.now() / MS_PER_S;
const answers: Readonly<Record<string, () => Promise<object>>> = {
  ga: () => geneticSpeed(words[0]!, Number(words[1]), words[2] === 'repair'),
  method: () => wholeSolve(words[0]!, words[1]!),
  lp: () => referenceTime(words[0] as LpEngineName, words[1]!),
};
const answer = answers[what ?? ''];
if (answer === undefined) throw new Error('usage: ours.js ga|method|lp ...');
process.stdout.write(`${JSON.stringify(await answer())}\n`);

async function geneticSpeed(instance: string, timeLimitS: number, repair: boolean): Promise<object> {
  const opened = openModel(instance);
  if (!opened.ok) throw new Error(`${instance} is not valid`);
  const control = runDriver({
    limits: { timeLimitS, workLimit: null },
    nowS,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  const start = nowS();
  const { work } = await geneticMethod(
    {
      model: opened.model,
      engine: await loadLpEngine('highs'),
      control,
      random: randomStream(1, 'bench'),
      start: null,
    },
    { ...PRINTED_GA, repairIterations: repair ? PRINTED_GA.repairIterations : 0, stallGenerations: Infinity },
  );
  const seconds = nowS() - start;
  const evaluations = work['evaluations'] ?? NaN;
  return { seconds, evaluations, perS: evaluations / seconds };
}

async function wholeSolve(name: string, file: string): Promise<object> {
  const start = nowS();
  const answer = await solveInstance({
    file,
    method: methodNamed(name)!,
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null },
    engine: 'highs',
    withBound: false,
    nowS,
    interrupted: () => false,
    onProgress: () => undefined,
  });
  if (!answer.ok) throw new Error(`${file} is not valid`);
  const { result, evaluation, trajectory } = answer.solved.record;
  return {
    seconds: nowS() - start,
    objective: result.objective,
    averaged: evaluation?.averagedRewardPerS ?? null,
    feasible: result.feasible,
    trajectory,
  };
}

async function referenceTime(name: LpEngineName, instance: string): Promise<object> {
  const opened = openModel(instance);
  if (!opened.ok) throw new Error(`${instance} is not valid`);
  const program = referenceLp(opened.model, 20, 30);
  const engine = await loadLpEngine(name);
  const start = nowS();
  const session = engine.open(program);
  const { point } = session.solve({});
  return { seconds: nowS() - start, objective: point?.objective ?? null };
}
