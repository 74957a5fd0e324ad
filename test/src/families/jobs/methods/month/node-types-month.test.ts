import { expect, it } from 'vitest';
import type { DesignPoint } from '../../../../../../models/families/jobs/design-point.js';
import type { JobsInstance } from '../../../../../../models/families/jobs/instance.js';
import { jobsPlanOf } from '../../../../../../models/families/jobs/plan-of.js';
import { checkMonth } from '../../../../../../src/families/jobs/check/check-month.js';
import { monthInstance } from '../../../../../../src/families/jobs/instances/month-instance.js';
import { loadJudgedJobs } from '../../../../../../src/families/jobs/instances/load.js';
import { scheduledTables } from '../../../../../../src/families/jobs/methods/month/points.js';
import { policyOf } from '../../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../../src/families/jobs/methods/month/simulate-month.js';
import { balancedSchedule } from '../../../../../../src/families/jobs/methods/profiles/list-schedule.js';
import { lowerLevels } from '../../../../../../src/families/jobs/methods/profiles/lower-levels.js';

it('node types of a whole month are all used, jobs move between them, and the checker accepts both methods', () => {
  const base = monthInstance(2, 10);
  if (base.platform.source !== 'nodes') throw new Error('node types spelled out');
  const [little] = base.platform.nodeTypes;
  const levels = little!.levels.map((level) => ({ ...level, dynamicPowerW: 3 * level.dynamicPowerW }));
  const big = { ...little!, name: 'big', nodes: 1, coresPerNode: 16, speed: 1.6, staticPowerW: 0.6, levels };
  const mixed: JobsInstance = { ...base, name: 'mixed', platform: { ...base.platform, nodeTypes: [little!, big] } };
  const loaded = loadJudgedJobs(mixed, 'mixed.json', new Uint8Array(0));
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
  const { month, names, workload } = loaded;
  expect(month.typeOf).toHaveLength(500);
  const tables = scheduledTables(month, (graph, power, cores, levelsOf): DesignPoint =>
    lowerLevels(graph, power, balancedSchedule(graph, power, cores), levelsOf),
  );
  let between = 0;
  for (const method of ['val-en-adapt-opt', 'price'] as const) {
    const policy = policyOf(method);
    const schedule = simulateMonth(month, tables, policy);
    const isBig = Array.from(schedule.pieceNode, (node) => node === 2);
    expect(isBig.filter(Boolean).length).toBeGreaterThan(50);
    expect(isBig.filter((one) => !one).length).toBeGreaterThan(50);
    for (let job = 0; job < 500; job++) {
      for (let p = schedule.firstPiece[job]! + 1; p < schedule.firstPiece[job + 1]!; p++)
        if (isBig[p] !== isBig[p - 1]) between++;
    }
    const plan = jobsPlanOf(month, names, schedule, {
      instance: { name: 'mixed', sha256: '' },
      method,
      ...(policy.adaptation === null ? {} : { checkpointIntervalS: policy.adaptation.intervalS }),
    });
    expect(checkMonth(mixed, workload, plan, null).violations).toEqual([]);
  }
  expect(between).toBeGreaterThan(10);
});
