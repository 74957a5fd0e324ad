import { describe, expect, it } from 'vitest';
import { jobsPlanOf } from '../../../../../models/families/jobs/plan-of.js';
import { loadJobsInstance } from '../../../../../src/families/jobs/instances/load.js';
import { policyOf } from '../../../../../src/families/jobs/methods/month/policies.js';
import { simulateMonth } from '../../../../../src/families/jobs/methods/month/simulate-month.js';
import { jobsPlanCsv } from '../../../../../src/families/jobs/report/plan-csv.js';
import { tablesOf } from '../../../../../src/families/jobs/runs/profiles.js';

function planOf(file: string) {
  const opened = loadJobsInstance(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened));
  const { month, names } = opened;
  const schedule = simulateMonth(month, tablesOf('val-opt', month, null), policyOf('val-opt'));
  return jobsPlanOf(month, names, schedule, { instance: { name: 'x', sha256: 'y' }, method: 'val-opt' });
}

describe('the plan of a month', () => {
  it('names jobs, tasks and nodes, and every job stands in one of its two lists', () => {
    // By hand (knownOptimum of the instance): fork and left on one core, right and join on the other, 5 s later for its data.
    const plan = planOf('instances/jobs/tiny-fork-join.json');
    expect(plan.runs).toEqual([{ job: 'a', value: 8, pieces: [{ node: 0, point: 0, startS: 0, endS: 105 }] }]);
    // b cannot end before 150 s any more once a has both cores; on one core it takes 160 s.
    expect(plan.dropped).toEqual([{ job: 'b', atS: 105, reason: 'hopeless' }]);
    const [point, ...others] = plan.points;
    expect([others, point]).toMatchObject([[], { jobType: 'fork-join', nodeType: 'node', cores: 2, timeS: 105 }]);
    const { tasks } = point!;
    expect(tasks.map(({ task, startS, endS }) => [task, startS, endS])).toEqual([
      ['fork', 0, 20],
      [tasks[1]!.task, 20, 80],
      [tasks[2]!.task, 25, 85],
      ['join', 85, 105],
    ]);
    // 160 s of tasks at 2 W, two cores at .5 W for 105 s.
    expect([point!.energyJ, plan.claimed]).toEqual([425, { value: 8, energyJ: 425 }]);
  });

  it('as a table has one row a piece and one a dropped job', () => {
    const rows = jobsPlanCsv(planOf('instances/jobs/tiny-fork-join.json')).trimEnd().split('\r\n');
    expect(rows).toEqual([
      'job,what,job_type,node_type,node,cores,point,piece,start_s,end_s,overhead_s,value',
      'a,run,fork-join,node,0,2,0,0,0,105,0,8',
      'b,dropped: hopeless,,,,,,,105,,,0',
    ]);
  });
});
