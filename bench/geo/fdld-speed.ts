import { US_PER_S } from '../../models/units.js';
import type { GeoModel } from '../../models/families/geo/model.js';
import { openGeo } from '../../src/families/geo/instances/open.js';
import { UNLIMITED } from '../../src/methods/control.js';
import {
  fdldMethod,
  type FdldOptions,
  type FdldVariant,
  PRINTED_FDLD,
} from '../../src/families/geo/methods/fdld/fdld.js';
import { NodeSets } from '../../src/families/geo/methods/fdld/node-sets.js';
import { RemovalSearch } from '../../src/families/geo/methods/fdld/removal-search.js';
import { colocatedRates, estimatedRates } from '../../src/families/geo/methods/fdld/set-rates.js';
import { randomStream } from '../../src/random/stream.js';
import { evaluateAllocation } from '../../models/families/geo/evaluate.js';

const VARIANTS: Readonly<Record<string, FdldVariant>> = { so: 'simple', tao: 'task-aware', cl: 'co-location' };
/** Over-provisioning factor phi_C in the single search of the variants `so` and `tao`. */
const PHI = 0.8;

/**
 * Measures force-directed load distribution (FDLD): first the removals per second of a single search, with its
 * preparation measured separately, then the whole method with its calibration. Run it alone on the machine.
 * - node dist/bench/geo/fdld-speed.js <instance file> [so|tao|cl] [batch] [dearest|listed] [printed|with-overhead]
 */
async function fdldSpeed(
  model: GeoModel,
  variant: FdldVariant,
  options: FdldOptions,
): Promise<Record<string, unknown>> {
  const beginS = clockS();
  const sets = new NodeSets(model);
  const phi = new Float64Array(model.taskNames.length).fill(PHI);
  const search = new RemovalSearch(
    sets,
    variant === 'co-location' ? colocatedRates(sets) : estimatedRates(model, phi),
    options,
  );
  const preparedS = clockS();
  while (search.remove());
  const searchedS = clockS();
  const random = randomStream(1, 'bench');
  const { allocation, figures, work, warnings } = await fdldMethod(
    { model, control: UNLIMITED, random },
    variant,
    options,
  );
  const wholeS = clockS() - searchedS;
  const judged = allocation === null ? null : evaluateAllocation(model, allocation);
  return {
    oneSearch: {
      removals: search.removals,
      preparationS: preparedS - beginS,
      removalsS: searchedS - preparedS,
      removalsPerS: search.removals / (searchedS - preparedS),
    },
    method: { wholeS, ...work, removalsPerS: work['removals']! / wholeS },
    figures,
    warnings,
    costUsd: judged?.costUsd,
    costByCupUsd: judged?.costByCupUsd,
    transitionUsd: judged?.transitionUsd,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  };
}

/** Returns the processor time of this process, s. Other work on the machine disturbs it less than wall-clock time. */
function clockS(): number {
  return process.cpuUsage().user / US_PER_S;
}

const [file, name = 'so', batch = '1', ties = 'dearest', greatestCost = 'printed'] = process.argv.slice(2);
const variant = VARIANTS[name];
if (file === undefined || variant === undefined)
  throw new Error('usage: fdld-speed.js <file> [so|tao|cl] [batch] [ties] [force]');
const opened = openGeo(file);
if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
const options = { ...PRINTED_FDLD, batch: Number(batch), ties, greatestCost } as FdldOptions;
process.stdout.write(`${JSON.stringify(await fdldSpeed(opened.model, variant, options), null, 2)}\n`);
