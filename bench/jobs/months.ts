import { US_PER_MS } from '../../models/units.js';
import type { Month } from '../../models/families/jobs/month.js';
import { monthInstance } from '../../src/families/jobs/instances/month-instance.js';
import { monthOf } from '../../test/support/jobs/month-of.js';
import {
  DEFAULT_READINGS,
  MONTH_METHODS,
  type MonthMethod,
  policyOf,
  PRINTED_READINGS,
} from '../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../src/families/jobs/methods/month/simulate-month.js';
import { buildProfiles } from '../../src/families/jobs/methods/profiles/build-profiles.js';
import { tablesOf } from '../../src/families/jobs/runs/profiles.js';

/**
 * Measures the CPU milliseconds to schedule a bundled month of 500 jobs, by platform and policy. Profiles are computed
 * before. Prints medians over the repeats as one JSON object. Policies take turns, so that other work on the machine
 * affects all of them.
 * - node dist/bench/jobs/months.js [repeats]
 */
const repeats = Number(process.argv[2] ?? 11);
/** Number of months that are scheduled before the first one that is measured. */
const WARM_UP = 6;
/** Platforms that are measured: number of nodes, and cores of each node. */
const PLATFORMS = [...[2, 3, 4, 5, 6].map((nodes) => [nodes, 10] as const), [3, 20] as const];
/**
 * Policies that are measured: all with Plenum's default readings (interpretations of the paper), and ValEnAdaptOpt also
 * as printed.
 */
const POLICIES = [
  ...MONTH_METHODS.map((method) => ({ name: method, method, readings: DEFAULT_READINGS })),
  { name: 'val-en-adapt-opt, as printed', method: 'val-en-adapt-opt' as MonthMethod, readings: PRINTED_READINGS },
];

const monthsOf = (nodes: number, cores: number): Month => monthOf(monthInstance(nodes, cores)).month;
// Job types have no more tasks than a node has cores: their profiles are the same on all platforms.
const profiles = buildProfiles(monthsOf(3, 10), { nodeLimit: 0, seed: 1 });
const rows = PLATFORMS.map(([nodes, cores]) => {
  const month = monthsOf(nodes, cores);
  const runs = POLICIES.map(({ name, method, readings }) => ({
    name,
    tables: tablesOf(method, month, profiles),
    policy: policyOf(method, readings),
    cpuMs: [] as number[],
  }));
  for (let repeat = -WARM_UP; repeat < repeats; repeat++) {
    for (const { tables, policy, cpuMs } of runs) {
      const before = process.cpuUsage();
      simulateMonth(month, tables, policy);
      const { user, system } = process.cpuUsage(before);
      if (repeat >= 0) cpuMs.push((user + system) / US_PER_MS);
    }
  }
  return {
    platform: `${nodes} x ${cores}`,
    jobs: month.typeOf.length,
    medianMs: Object.fromEntries(runs.map(({ name, cpuMs }) => [name, median(cpuMs)])),
  };
});
process.stdout.write(`${JSON.stringify({ rows })}\n`);

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
