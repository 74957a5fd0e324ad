import fc from 'fast-check';
import type { UtilityInstance, UtilityTaskRow } from '../../../models/families/utility/instance.js';
import type { PlannedRun, UtilityPlan } from '../../../models/families/utility/plan.js';
import { utilityModelOf } from './workload-of.js';

/** Length of the mapping interval of the instances made here, s. Ours. */
export const INTERVAL_S = 10;
/** Length of a day, s. */
const DAY_S = 86_400;

export interface ScheduledInstance {
  readonly instance: UtilityInstance;
  readonly plan: UtilityPlan;
}

/** Random small instances with tables, each with a schedule that breaks nothing: first come, first served, on the first pool that can run it. */
export const scheduledInstances: fc.Arbitrary<ScheduledInstance> = fc
  .record({
    environment: fc.constantFrom('serial' as const, 'parallel' as const, 'preemptive' as const),
    nodes: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 2 }),
    timeS: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 2, maxLength: 3 }),
    tasks: fc.array(
      fc.record({
        type: fc.nat(2),
        arrivalS: fc.integer({ min: 0, max: 100 }),
        cores: fc.integer({ min: 1, max: 3 }),
        utilityClass: fc.constantFrom('falls', 'steps'),
        startingUtility: fc.integer({ min: 1, max: 8 }),
        mayBePreempted: fc.boolean(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
  })
  .map(({ environment, nodes, timeS, tasks }) => {
    const rows = tasks
      .sort((a, b) => a.arrivalS - b.arrivalS)
      .map((task, n): UtilityTaskRow => {
        const { type, cores, mayBePreempted, ...rest } = task;
        return {
          name: `task-${n}`,
          taskType: `type-${type % timeS.length}`,
          urgency: 0.5,
          ...rest,
          ...(environment === 'parallel' ? { cores: Math.min(cores, Math.max(...nodes)) } : {}),
          ...(environment === 'preemptive' ? { mayPreempt: true, mayBePreempted } : {}),
        };
      });
    const instance: UtilityInstance = {
      format: 'plenum.utility',
      formatVersion: 1,
      name: 'small',
      environment,
      seed: 1,
      period: { durationS: DAY_S + 50, measuredFromS: 50 },
      eventIntervalS: INTERVAL_S,
      droppingThreshold: 0,
      energyBudgetJPerDay: 1e9,
      urgencyUnitS: 60,
      ...(environment === 'preemptive' ? { preemption: { overheadS: 2 } } : {}),
      pools: nodes.map((count, p) => ({ name: `pool-${p}`, nodes: count })),
      utility: {
        classes: [
          {
            name: 'falls',
            shape: 'intervals',
            intervals: [
              { startS: 0, fraction: 1, approaches: 1, urgencyModifier: 0 },
              { startOverMeanTime: 1, fraction: 1, approaches: 0.25, urgencyModifier: 1 },
            ],
          },
          {
            name: 'steps',
            shape: 'points',
            points: [
              { ageS: 0, utility: 1 },
              { ageS: 200, utility: 0.5 },
              { ageS: 200, utility: 0.25 },
            ],
          },
        ],
      },
      taskTypes: {
        source: 'table',
        types: timeS.map((baseS, t) => ({
          name: `type-${t}`,
          runs: nodes.flatMap((count, p) =>
            (environment === 'parallel' ? Array.from({ length: count }, (_, k) => k + 1) : [1]).map((width) => ({
              pool: `pool-${p}`,
              nodes: width,
              pStates: [
                { timeS: baseS / width + p, powerW: 100 * width },
                { timeS: (1.5 * baseS) / width + p, powerW: 60 * width },
              ],
            })),
          ),
        })),
      },
      arrivals: { source: 'table', tasks: rows },
    };
    return { instance, plan: firstCome(instance) };
  });

/** Schedule of tasks one after the other, each in one piece: it begins at the first event at which its pool, the first that can run it, is empty. */
function firstCome(instance: UtilityInstance): UtilityPlan {
  const { workload } = utilityModelOf(instance);
  const freeS = instance.pools.map(() => 0);
  const runs: PlannedRun[] = [];
  const { tasks, types } = workload;
  for (let n = 0; n < tasks.count; n++) {
    const type = types[tasks.type[n]!]!;
    const pool = instance.pools.findIndex(({ nodes }, p) => type.runs[p] && tasks.cores[n]! <= nodes);
    const startS = INTERVAL_S * Math.ceil(Math.max(tasks.arrivalS[n]!, freeS[pool]!) / INTERVAL_S);
    const pState = n % 2;
    const endS = startS + type.runs[pool]!.timeS(tasks.cores[n]!, pState);
    freeS[pool] = endS;
    runs.push({
      task: tasks.name(n),
      pool: instance.pools[pool]!.name,
      nodes: tasks.cores[n]!,
      pState,
      ...(instance.environment === 'serial' ? { machine: 0 } : {}),
      pieces: [[startS, endS]],
    });
  }
  const claimed = claims(instance, runs);
  const name = { name: instance.name, sha256: '0'.repeat(64) };
  return {
    format: 'plenum.utility-schedule',
    formatVersion: 1,
    instance: name,
    method: 'fcfs',
    claimed,
    runs,
    dropped: [],
  };
}

/** Figures of the runs, with utilities by hand from the two classes above and each run split at the start of the measured time. */
function claims(instance: UtilityInstance, runs: readonly PlannedRun[]): UtilityPlan['claimed'] {
  const { workload } = utilityModelOf(instance);
  const { tasks, types } = workload;
  const energyJ = [0, 0];
  let utility = 0;
  for (const [n, { pool, nodes, pState, pieces }] of runs.entries()) {
    const p = instance.pools.findIndex(({ name }) => name === pool);
    const type = types[tasks.type[n]!]!;
    const able = instance.pools.filter((one) => one.nodes >= nodes);
    const meanS =
      able.reduce((sum, one) => sum + type.runs[instance.pools.indexOf(one)]!.timeS(nodes, 0), 0) / able.length;
    const [startS, endS] = pieces[0]!;
    const ageS = endS - tasks.arrivalS[n]!;
    const full = tasks.startingUtility[n]!;
    const falls = ageS < meanS ? 1 : 0.25 + 0.75 * Math.exp((-0.5 * (ageS - meanS)) / 60);
    const steps = ageS < 200 ? 1 - (0.5 * ageS) / 200 : 0.25;
    const before = Math.max(0, Math.min(endS, 50) - startS) / (endS - startS);
    utility += full * (tasks.utilityClass[n] === 0 ? falls : steps) * (1 - before);
    const joules = type.runs[p]!.powerW(nodes, pState) * (endS - startS);
    energyJ[0]! += joules * before;
    energyJ[1]! += joules * (1 - before);
  }
  return { utility, energyJ };
}
