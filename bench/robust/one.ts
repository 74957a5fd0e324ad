import { MS_PER_S } from '../../models/units.js';
import type { RobustInstance } from '../../models/families/robust/instance.js';
import { trialOf } from '../../src/families/robust/instances/trial.js';
import { bundledInstances } from '../../src/instances/bundled.js';
import { timesOf } from '../../src/families/robust/instances/load.js';
import { robustMethodNamed } from '../../src/families/robust/methods/registry.js';
import { PRINTED } from '../../src/families/robust/methods/outcome.js';
import { IMPROVED } from '../../test/support/robust-improvements.js';
import { robustModel } from '../../models/families/robust/model.js';
import { solveOpenedRobust } from '../../src/families/robust/runs/solve.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object: of a method on one trial of a bundled
 * instance. Reading the instance and drawing task times are not measured.
 * - node dist/bench/robust/one.js <method> <instance name> [trial] [seconds] [goal] [printed|improved] [bound|no-bound]
 */
const [
  name = '',
  instanceName = '',
  trial = '1',
  seconds = '',
  goal = 'mo-ec',
  variant = 'printed',
  withBound = 'bound',
] = process.argv.slice(2);
const method = robustMethodNamed(name);
const bundled = bundledInstances<RobustInstance>('robust').find(({ instance }) => instance.name === instanceName);
if (method === undefined || bundled === undefined)
  throw new Error('usage: one.js <method> <instance> [trial] [seconds]');
const instance = trialOf(bundled.instance, Number(trial));
const times = timesOf(instance, '.');
if (!times.ok) throw new Error('the times cannot be drawn');
const model = robustModel(instance, times.times);
const nowS = (): number => performance.now() / MS_PER_S;
const { record } = await solveOpenedRobust(
  {
    method,
    goal: goal === 'eo-mc' ? 'eo-mc' : 'mo-ec',
    handling: 'dynamic',
    improvements: variant === 'improved' ? IMPROVED : PRINTED,
    seed: 1,
    limits: { timeLimitS: seconds === '' ? null : Number(seconds), workLimit: null },
    withBound: withBound === 'bound',
    boundTimeLimitS: null,
    nowS,
    interrupted: () => false,
    onProgress: () => undefined,
  },
  { ok: true, instance, times: times.times, model, sha256: '', warnings: [] },
);
const { result } = record;
process.stdout.write(
  `${JSON.stringify({
    methodS: result.timeS['method'],
    boundS: result.timeS['bound'],
    feasible: result.feasible,
    psi: result.psi?.probability ?? null,
    psiZ: result.psi?.z ?? null,
    phi: result.phi?.probability ?? null,
    bound: result.bound,
    psiGap: result.psiGap,
    deadlineSlackPercent: result.deadlineSlackPercent,
    energyGap: result.energyGap,
    residentMiB: process.resourceUsage().maxRSS / 1024,
    work: result.work,
  })}\n`,
);
