import { evaluateAllocation } from '../../models/problems/geo/evaluate.js';
import { openGeo } from '../../src/instances/geo/open.js';
import { UNLIMITED } from '../../src/methods/control.js';
import { geoBound } from '../../src/methods/geo/bound/bound.js';
import { gldLpMethod } from '../../src/methods/geo/gld/gld-lp.js';
import { randomStream } from '../../src/random/stream.js';

/**
 * CPU seconds of the bound alone, then of gld-lp with its plan's gap. Alone on the machine:
 *   node dist/bench/geo/bound-speed.js <instance file> ...
 */
const clockS = (): number => process.cpuUsage().user / 1e6;

for (const file of process.argv.slice(2)) {
  const opened = openGeo(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.problems));
  const { problem } = opened;
  const beginS = clockS();
  const certificate = await geoBound({ problem, control: UNLIMITED });
  const boundS = clockS() - beginS;
  const random = randomStream(1, 'bench');
  const { allocation, figures, work } = await gldLpMethod({ problem, control: UNLIMITED, random });
  const methodS = clockS() - beginS - boundS;
  const costUsd = allocation === null ? null : evaluateAllocation(problem, allocation).costUsd;
  const report = {
    file,
    boundS,
    boundUsd: certificate.costUsd,
    boundByCupUsd: certificate.costByCupUsd,
    methodS,
    costUsd,
    gap: costUsd === null ? null : (costUsd - certificate.costUsd) / Math.abs(certificate.costUsd),
    ...figures,
    work,
    peakMiB: process.resourceUsage().maxRSS / 1024,
  };
  process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
}
