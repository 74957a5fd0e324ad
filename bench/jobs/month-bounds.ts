import { US_PER_S } from '../../models/units.js';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobsFiles } from '../../src/families/jobs/instances/load.js';
import { monthOf } from '../../test/support/jobs/month-of.js';
import { boundPoints } from '../../src/families/jobs/methods/bound/bound-points.js';
import { proveFrontier } from '../../src/families/jobs/methods/bound/prove-frontier.js';
import { proveMonth } from '../../src/families/jobs/methods/bound/prove-months.js';
import { MONTH_METHODS, policyOf } from '../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../src/families/jobs/methods/month/simulate-month.js';
import {
  buildProfiles,
  DEFAULT_NODE_LIMIT,
  type ProfileSet,
} from '../../src/families/jobs/methods/profiles/build-profiles.js';
import { tablesOf } from '../../src/families/jobs/runs/profiles.js';
import { UNLIMITED } from '../../src/methods/control.js';

/**
 * Computes the bounds of the bundled months in one process and prints them as a JSON object: the bound, the CPU
 * seconds, and each method's share of the bound.
 * - node dist/bench/jobs/month-bounds.js
 */
const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const rows: object[] = [];
let profiles: ProfileSet | null = null;
for (const nodes of [2, 3, 4, 5, 6]) {
  const name = `month-${nodes}x10`;
  const judged = jobsFiles.judgeText(readFileSync(join(root, 'instances', 'jobs', `${name}.json`), 'utf8'));
  if (!judged.ok) throw new Error(`${name} is not valid`);
  const { month } = monthOf(judged.instance);
  // The months have one set of types, on nodes alike.
  profiles ??= buildProfiles(month, { nodeLimit: DEFAULT_NODE_LIMIT, seed: 1 });
  const atS: number[] = [];
  let phase = '';
  const points = boundPoints(month, profiles);
  const { rigid, malleable } = await proveMonth(month, points, {
    step: (progress) => {
      if (progress.phase !== phase) atS.push(cpuS());
      ({ phase } = progress);
      return Promise.resolve(false);
    },
  });
  const [, movingS] = atS;
  const doneS = cpuS();
  await proveFrontier(month, points, UNLIMITED, malleable);
  const frontierS = cpuS() - doneS;
  const shares = Object.fromEntries(
    MONTH_METHODS.map((method) => {
      const policy = policyOf(method);
      const { ledger } = simulateMonth(month, tablesOf(method, month, profiles), policy);
      return [method, ledger.value / (policy.adaptation === null ? rigid : malleable).bound];
    }),
  );
  const times = { rigidS: movingS! - atS[0]!, malleableS: doneS - movingS!, frontierS };
  rows.push({ name, rigid: rigid.bound, malleable: malleable.bound, ...times, shares });
}
process.stdout.write(`${JSON.stringify({ rows })}\n`);

function cpuS(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / US_PER_S;
}
