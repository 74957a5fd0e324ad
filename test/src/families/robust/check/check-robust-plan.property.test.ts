import { describe, expect, it } from 'vitest';
import type { RobustEvaluation } from '../../../../../models/families/robust/outcome.js';
import type { CorePlan, RobustPlan } from '../../../../../models/families/robust/plan.js';
import type { TaskTimes } from '../../../../../models/families/robust/times.js';
import { checkRobustPlan } from '../../../../../src/families/robust/check/check-robust-plan.js';
import { type RobustCase, ROBUST_TASKS, tinyRobust } from '../../../../support/robust.js';

const CORES: readonly CorePlan[] = [
  { node: 'fast', core: 0, tasks: ['t1'], pStates: [0] },
  { node: 'fast', core: 1, tasks: ['t2', 't4'], pStates: [2, 0] },
  { node: 'slow', core: 0, tasks: ['t3'], pStates: [1] },
];
const PLAN: RobustPlan = {
  format: 'plenum.robust-bag-of-tasks-plan',
  formatVersion: 1,
  instance: { name: 'tiny', sha256: 'a'.repeat(64) },
  method: 'by hand',
  goal: 'mo-ec',
  claimed: { makespanZ: 9, energyZ: 9 },
  cores: CORES,
};

function check(cores: readonly CorePlan[], one: RobustCase = tinyRobust()): RobustEvaluation {
  return checkRobustPlan(one.instance, one.times, { ...PLAN, cores });
}

function faults(cores: readonly CorePlan[]): (readonly [string, string])[] {
  return check(cores).violations.map(({ constraint, where }) => [constraint, where]);
}

const replaced = (index: number, change: Partial<CorePlan>): CorePlan[] =>
  CORES.map((core, c) => (c === index ? { ...core, ...change } : core));

describe('checkRobustPlan', () => {
  it('has every term of Eqs. 2-10 in a plan worked out by hand', () => {
    const found = check(CORES);
    expect(found.energyByPart).toEqual({ dynamicJ: 8750, staticJ: 3762.5, overheadJ: 7537.5 });
    expect(found.energyMeanJ).toBe(20050);
    expect(found.energySdJ).toBeCloseTo(Math.sqrt(2775262.5), 9);
    expect(found.phi.z).toBeCloseTo(-50 / Math.sqrt(2775262.5), 12);
    expect(found.psi).toEqual({ z: 0, probability: 0.5, complement: 0.5 });
    expect(found.jointPsiLog10).toBeCloseTo(Math.log10(0.5 * 0.8069377 * (1 - 9.8659e-10)), 7);
    expect(found.nodes).toMatchObject([
      {
        node: 'fast',
        nodeType: 'F',
        dynamicJ: 8000,
        staticJ: 3200,
        overheadJ: 6600,
        finishMeanS: [100, 220],
        z: [6, 0],
        tasks: [1, 2],
        tasksInPState: [2, 0, 1],
        secondsInPState: [160, 0, 160],
      },
      { node: 'slow', nodeType: 'S', finishMeanS: [187.5], finishSdS: [37.5], tasksInPState: [0, 1] },
    ]);
    expect(found.nodes[0]!.finishSdS[1]).toBeCloseTo(Math.sqrt(1124), 12);
    expect(found.goal).toBe('mo-ec');
  });

  it('takes the greater variance of cores that finish at the same time for the overhead', () => {
    // Overhead of 30 W until 100 s; energy of cores 50 W: 50^2 x (400 + 900) and 30^2 x 900, whichever core comes first.
    const tasks = [
      { name: 'even', taskType: 'compute', meanS: { F: 100, S: 100 }, varianceS2: { F: 400, S: 400 } },
      { name: 'uneven', taskType: 'compute', meanS: { F: 100, S: 100 }, varianceS2: { F: 900, S: 900 } },
    ];
    for (const [first, second] of [
      ['even', 'uneven'],
      ['uneven', 'even'],
    ] as const) {
      const found = check(
        [
          { node: 'fast', core: 0, tasks: [first], pStates: [0] },
          { node: 'fast', core: 1, tasks: [second], pStates: [0] },
        ],
        tinyRobust({ tasks }),
      );
      expect(found.violations.filter(({ unit }) => unit !== 'z')).toEqual([]);
      expect(found.energySdJ).toBeCloseTo(Math.sqrt(2500 * 1300 + 900 * 900), 9);
    }
  });

  it('tells printed from correlated energy', () => {
    const printed = check(CORES, tinyRobust({ energyVariance: 'printed' }));
    expect(printed.energySdJ).toBeCloseTo(Math.sqrt(2136712.5), 9);
    expect(printed.energyMeanJ).toBe(20050);
  });

  it('judges the limit of the goal it is given, by how much it is missed in z', () => {
    const { instance, times } = tinyRobust();
    const [energy, ...none] = checkRobustPlan(instance, times, PLAN).violations;
    expect(energy).toMatchObject({ constraint: 'energyRobustness', where: '', unit: 'z' });
    expect(energy!.limit).toBeCloseTo(1.2815515655446004, 14);
    expect(energy!.amount).toBeCloseTo(1.2815515655446004 + 50 / Math.sqrt(2775262.5), 12);
    const [makespan, ...nor] = checkRobustPlan(instance, times, PLAN, 'eo-mc').violations;
    expect(makespan).toMatchObject({ constraint: 'makespanRobustness', unit: 'z', value: 0 });
    expect(makespan!.amount).toBeCloseTo(0.8416212335729143, 12);
    expect([...none, ...nor]).toEqual([]);
    const generous = tinyRobust({ limits: { energyBudgetJ: 30_000, makespanRobustness: 0.5 } });
    for (const goal of ['mo-ec', 'eo-mc'] as const) {
      expect(checkRobustPlan(generous.instance, generous.times, { ...PLAN, goal }).violations).toEqual([]);
    }
  });

  it('is as strict as it says: 1e-9 in z', () => {
    const budget = (shortZ: number): number => 20050 + (1.2815515655446004 - shortZ) * Math.sqrt(2775262.5);
    const violations = (shortZ: number): number =>
      check(CORES, tinyRobust({ limits: { energyBudgetJ: budget(shortZ) } })).violations.length;
    expect([violations(0.9e-9), violations(1.2e-9)]).toEqual([0, 1]);
  });

  it('a core or node without tasks counts as done, and costs nothing', () => {
    const all = check([{ node: 'fast', core: 1, tasks: ['t1', 't2', 't3', 't4'], pStates: [0, 0, 0, 0] }]);
    expect(all.nodes[0]).toMatchObject({ finishMeanS: [0, 360], tasks: [0, 4], overheadJ: 10800 });
    expect(all.nodes[0]!.z[0]).toBe(1e308);
    expect(all.nodes[1]).toMatchObject({ finishMeanS: [0], z: [1e308], dynamicJ: 0, staticJ: 0, overheadJ: 0 });
    expect(all.psi.z).toBeCloseTo(-140 / Math.sqrt(1656), 12);
  });

  it('where nothing varies the answer is yes or no, also when rounding touches the limit', () => {
    const tasks = ROBUST_TASKS.map(({ name, taskType, meanS }) => ({
      name,
      taskType,
      meanS,
      coefficientOfVariation: 0,
    }));
    const at = (deadlineS: number, energyBudgetJ: number): RobustEvaluation =>
      check(CORES, tinyRobust({ tasks, limits: { deadlineS, energyBudgetJ } }));
    expect(at(220, 20050)).toMatchObject({ psi: { z: 1e308, probability: 1 }, phi: { z: 1e308 }, jointPsiLog10: 0 });
    expect(at(220 - 1e-10, 20050 - 1e-8)).toMatchObject({ psi: { z: 1e308 }, phi: { z: 1e308 } });
    const late = at(219.999, 20049.99);
    expect(late).toMatchObject({ psi: { z: -1e308, probability: 0, complement: 1 }, phi: { z: -1e308 } });
    expect(late.jointPsiLog10).toBe(-1e308);
    expect(late.violations).toMatchObject([{ constraint: 'energyRobustness', value: -1e308, amount: 1e308 }]);
  });

  it('copies of a node are told apart by number, from 1', () => {
    const nodes = [
      { name: 'fast', nodeType: 'F', count: 2 },
      { name: 'slow', nodeType: 'S' },
    ];
    const copies = tinyRobust({ facility: { nodes } });
    const cores = CORES.map((core, c) => (c === 2 ? core : { ...core, node: `fast-${c + 1}` }));
    expect(check(cores, copies).nodes.map(({ node, tasks }) => [node, tasks])).toEqual([
      ['fast-1', [1, 0]],
      ['fast-2', [0, 2]],
      ['slow', [1]],
    ]);
    expect(check(CORES, copies).violations.map(({ where }) => where.slice(0, 21))).toEqual([
      'cores[0].node: "fast"',
      'cores[1].node: "fast"',
    ]);
  });

  it('the core with the largest expected finish is the last one, whatever the variances', () => {
    const tasks = [
      { name: 'short', taskType: 'compute', meanS: { F: 99 }, varianceS2: { F: 2500 } },
      { name: 'long', taskType: 'compute', meanS: { F: 100 }, varianceS2: { F: 4 } },
    ];
    const cores = ['short', 'long'].map((task, core) => ({ node: 'fast', core, tasks: [task], pStates: [0] }));
    const found = check(cores, tinyRobust({ tasks }));
    expect(found.energyByPart.overheadJ).toBe(3000);
    expect(found.energySdJ).toBeCloseTo(Math.sqrt(50 ** 2 * 2504 + 30 ** 2 * 4), 9);
  });
});

describe('what no machine could carry out is named', () => {
  it.each<readonly [string, readonly CorePlan[], string, string]>([
    ['an unknown node', replaced(2, { node: 'slwo' }), 'plan', 'cores[2].node: "slwo", allowed is a node of the'],
    ['a core too high', replaced(2, { core: 1 }), 'plan', 'cores[2].core: 1, allowed is a whole number from 0 to 0 on'],
    ['a negative core', replaced(0, { core: -1 }), 'plan', 'cores[0].core: -1'],
    ['half a core', replaced(0, { core: 0.5 }), 'plan', 'cores[0].core: 0.5'],
    ['a core twice', [...CORES, { ...CORES[0]!, tasks: [], pStates: [] }], 'plan', 'cores[3]: "fast core 0", allowed'],
    ['a P-state too high', replaced(0, { pStates: [3] }), 'plan', 'cores[0].pStates[0]: 3, allowed is a whole number'],
    ['a negative P-state', replaced(0, { pStates: [-1] }), 'plan', 'cores[0].pStates[0]: -1'],
    ['too few P-states', replaced(1, { pStates: [2] }), 'plan', 'cores[1].pStates.length: 1, allowed is 2'],
    ['too many P-states', replaced(0, { pStates: [0, 0] }), 'plan', 'cores[0].pStates.length: 2, allowed is 1'],
    ['an unknown task', replaced(0, { tasks: ['t1', 't9'], pStates: [0, 0] }), 'plan', 'cores[0].tasks[1]: "t9"'],
    ['a task twice', replaced(0, { tasks: ['t1', 't3'], pStates: [0, 0] }), 'taskRepeated', 'cores[2].tasks[0]: "t3"'],
    ['a task left out', CORES.slice(0, 2), 'taskMissing', '"t3"'],
    [
      'a task where it cannot run',
      replaced(2, { tasks: ['t3', 't4'], pStates: [0, 0] }).map((core, c) =>
        c === 1 ? { ...core, tasks: ['t2'], pStates: [0] } : core,
      ),
      'taskCannotRun',
      'cores[2].tasks[1]: "t4", allowed is a task that can run on "slow"',
    ],
  ])('%s', (_, cores, constraint, where) => {
    const found = check(cores);
    expect(found.violations).toHaveLength(1);
    expect(found.violations[0]).toMatchObject({ constraint, unit: 'count', value: 1, limit: 0, amount: 1 });
    expect(found.violations[0]!.where).toContain(where);
    expect(found.psi).toEqual({ z: -1e308, probability: 0, complement: 1 });
    expect(found.phi).toEqual({ z: -1e308, probability: 0, complement: 1 });
    expect(found.jointPsiLog10).toBe(-1e308);
  });

  it('all at once, in order', () => {
    const wrong = replaced(0, { node: 'x', tasks: ['t1', 't1', 'y'], pStates: [0] }).slice(0, 2);
    expect(faults(wrong).map(([constraint]) => constraint)).toEqual([
      'plan',
      'plan',
      'plan',
      'taskRepeated',
      'taskMissing',
    ]);
  });

  it('of thousands of missing tasks some are named, and all are counted', () => {
    const tasks = Array.from({ length: 1000 }, (_, t) => ({ ...ROBUST_TASKS[0]!, name: `t${t}` }));
    const { violations } = check([], tinyRobust({ tasks }));
    expect(violations).toHaveLength(21);
    expect(violations.at(-1)).toMatchObject({ constraint: 'taskMissing', where: 'and 980 more', amount: 980 });
  });
});

describe('times that contradict the instance', () => {
  const { instance, times } = tinyRobust();
  const changed = (change: Partial<TaskTimes>): RobustEvaluation =>
    checkRobustPlan(instance, { ...times, ...change }, PLAN);
  const edited = (values: TaskTimes['meanS'], at: number, value: number): TaskTimes['meanS'] =>
    values.map((old, n) => (n === at ? value : old));

  it.each<readonly [string, Partial<TaskTimes>]>([
    ['a mean that is not the table’s', { meanS: edited(times.meanS, 0, 100.0001) }],
    ['a variance that is not the table’s', { varianceS2: edited(times.varianceS2, 2, 255) }],
    ['a negative variance', { varianceS2: edited(times.varianceS2, 0, -1) }],
    ['no number', { meanS: edited(times.meanS, 0, NaN) }],
    ['another task type', { taskType: Uint8Array.of(0, 1, 1, 1) }],
    ['a task type that does not exist', { taskType: Uint8Array.of(0, 0, 1, 2) }],
    ['nodes with their columns exchanged', { columnOfNode: Int32Array.of(1, 0) }],
    ['a node without a column', { columnOfNode: Int32Array.of(0) }],
    ['too short an array', { meanS: times.meanS.slice(1) }],
    ['a name twice', { taskName: (task) => `t${Math.max(2, task + 1)}` }],
    ['two names exchanged', { taskName: (task) => ['t1', 't2', 't4', 't3'][task]! }],
    ['fewer tasks', { taskCount: 3, taskType: times.taskType.slice(1), meanS: times.meanS.slice(2) }],
  ])('%s', (_, change) => {
    const found = changed(change);
    expect(found.violations.some(({ constraint }) => constraint === 'instance')).toBe(true);
    expect(found.psi.probability).toBe(0);
    expect(found.phi.probability).toBe(0);
  });

  it('generated times are at least as many as asked for, and of the right machines', () => {
    const spread = { taskCoV: 0.2, columnCoV: 0.2, timeCoV: 0.2, varianceTaskCoV: 0.2, varianceColumnCoV: 0.2 };
    const generated = (count: number): typeof instance => ({
      ...instance,
      workload: {
        ...instance.workload,
        tasks: { source: 'generated', count, seed: 1, meanS: 100, ...spread, columns: 'per-node-type' },
      },
    });
    const found = (count: number, columnOfNode: Int32Array): string[] =>
      checkRobustPlan(generated(count), { ...times, columnOfNode }, PLAN).violations.map(({ where }) => where);
    expect(found(4, times.columnOfNode)).toEqual(['']);
    expect(found(4, Int32Array.of(1, 0))).toEqual([
      'node "fast" takes the times of "S"',
      'node "slow" takes the times of "F"',
    ]);
    expect(found(5, times.columnOfNode)).toEqual(['4 tasks of 5 to generate']);
  });

  it('an instance without sense is the instance’s fault', () => {
    const facility = (change: object): object => ({
      facility: {
        ...instance.facility,
        nodeTypes: instance.facility.nodeTypes.map((type) => ({ ...type, ...change })),
      },
    });
    const limits = (change: object): object => ({ limits: { ...instance.limits, ...change } });
    for (const change of [
      facility({ cores: 1.5 }),
      facility({ overheadPowerW: 51 }),
      facility({ pStates: [] }),
      facility({ pStates: [{ frequencyGHz: 0, dynamicPowerW: 1 }] }),
      facility({ name: 'other' }),
      limits({ deadlineS: NaN }),
      limits({ energyBudgetJ: 0 }),
      limits({ energyRobustness: 1 }),
      limits({ makespanRobustness: 0 }),
    ]) {
      const found = checkRobustPlan({ ...instance, ...change }, times, PLAN);
      expect(found.violations.map(({ constraint }) => constraint)).toContain('instance');
      expect([found.psi.z, found.phi.z]).toEqual([-1e308, -1e308]);
    }
  });
});
