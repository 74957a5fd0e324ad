import { MS_PER_S } from '../../models/units.js';
import { openGeo } from '../../src/families/geo/instances/open.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { certificateOf } from '../../src/families/geo/methods/bound/bound.js';
import { boundContext } from '../../src/families/geo/methods/bound/context.js';
import { relax } from '../../src/families/geo/methods/bound/relaxation.js';
import { configurationPool } from '../../src/families/geo/methods/bound/configuration-pool.js';
import { geoMethodNamed } from '../../src/families/geo/methods/registry.js';
import { type ReadyGeo, solveOpenedGeo } from '../../src/families/geo/runs/solve.js';
import { loadHighs } from '../../src/solvers/linear/highs.js';

/**
 * Makes one measurement in its own process and prints it as a JSON object: of the bound of a geo instance, or of a
 * method with the check of its plan.
 * - node dist/bench/geo/one.js <bound|method> <instance file> [seed] [seconds]
 */
process.env['PLENUM_CACHE'] = 'off'; // Every run draws its own air.
const [what = '', file, seed = '1', seconds] = process.argv.slice(2);
const method = geoMethodNamed(what);
if (file === undefined || (what !== 'bound' && method === undefined))
  throw new Error('usage: one.js <bound|method> <instance file> [seed] [seconds]');
const opened = openGeo(file);
if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
// Of the process, its start included.
const nowS = (): number => performance.now() / MS_PER_S;
const openS = nowS();
const found = what === 'bound' ? await bound(opened) : await solved(opened);
process.stdout.write(
  `${JSON.stringify({ openS, ...found, processS: nowS(), peakMiB: process.resourceUsage().maxRSS / 1024 })}\n`,
);

/**
 * Measures the lower bound. `lpS` is the time of the LP relaxation for the shown bound. The process also computes the
 * bound for cooling by CUP (Eq. 43).
 */
async function bound({ model }: ReadyGeo): Promise<Record<string, unknown>> {
  const context = boundContext(model, 'room');
  const options = { engine: await loadHighs(), control: UNLIMITED, pool: configurationPool(context) };
  const relaxation = await relax(context, options);
  const lpS = nowS() - openS;
  const { costUsd, work } = await certificateOf(model, relaxation, options);
  return { lpS, boundUsd: costUsd, work };
}

async function solved(ready: ReadyGeo): Promise<Record<string, unknown>> {
  const { record } = await solveOpenedGeo(
    {
      method: method!,
      seed: Number(seed),
      limits: { timeLimitS: seconds === undefined ? null : Number(seconds), workLimit: null },
      withBound: false,
      nowS,
      interrupted: () => false,
      onProgress: () => undefined,
    },
    ready,
  );
  const { timeS, feasible, objective, bound: boundUsd, gap, work } = record.result;
  return { methodS: timeS['method'], checkS: timeS['check'], feasible, costUsd: objective, boundUsd, gap, work };
}
