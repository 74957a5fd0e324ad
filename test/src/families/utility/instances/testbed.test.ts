import { describe, expect, it } from 'vitest';
import { bundledInstance } from '../../../../../src/instances/bundled.js';
import type { UtilityInstance } from '../../../../../models/families/utility/instance.js';
import { utilityAt } from '../../../../../models/families/utility-function.js';
import { loadJudgedUtility, utilityFiles } from '../../../../../src/families/utility/instances/load.js';
import { utilityModel } from '../../../../support/utility/utility-model.js';

// What paper 000 prints in section 6, typed from the paper.
/** Table 4: cores per node and number of nodes of clusters 1 to 4. */
const TABLE_4 = [
  [1, 16],
  [2, 8],
  [4, 4],
  [8, 2],
];
/** Tables 5 and 6: cores, then times (s) and energies (J) on clusters 1 to 4; null: not feasible. */
const TABLES_5_AND_6: Readonly<Record<string, readonly [number, (number | null)[], (number | null)[]]>> = {
  'IS.8': [8, [1675, 750, 552, 430], [25_962, 35_250, 17_388, 28_380]],
  'MG.8': [8, [1100, 712, null, null], [27_500, 41_296, null, null]],
  'MG.16': [16, [702, 500, 380, 326], [34_398, 55_000, 30_400, 50_530]],
  'IS_CG.8': [8, [1039, 900, 700, 1366], [23_897, 47_700, 27_650, 105_865]],
};
/** Section 6.2: probabilities of the tasks, %. */
const SHARES: Readonly<Record<string, number>> = { 'IS.8': 40, 'MG.8': 10, 'MG.16': 10, 'IS_CG.8': 40 };

const testbed = bundledInstance('utility', 'testbed') as UtilityInstance;
const model = utilityModel(testbed);
const typeNames = testbed.taskTypes.source === 'table' ? testbed.taskTypes.types.map(({ name }) => name) : [];

/** First task of a type. */
function taskOf(type: string): number {
  return model.tasks.type.indexOf(typeNames.indexOf(type));
}

describe('the test bed of paper 000', () => {
  it('has the clusters of Table 4, of 16 cores each', () => {
    expect(model.pools.map(({ coresPerNode, nodes }) => [coresPerNode, nodes])).toEqual(TABLE_4);
    for (const { coresPerNode, nodes } of model.pools) expect(coresPerNode * nodes).toBe(16);
  });

  it.each(Object.entries(TABLES_5_AND_6))(
    '%s has the times of Table 5 and the energies of Table 6',
    (type, printed) => {
      const [cores, timesS, energiesJ] = printed;
      const { kind } = model.tasks;
      const { first, pool, nodes, timeS, powerW } = model.options;
      const found = taskOf(type);
      const options = Array.from({ length: first[kind[found]! + 1]! - first[kind[found]!]! }, (_, o) => {
        return first[kind[found]!]! + o;
      });
      // One P-state on each cluster that can hold it.
      expect(options.map((o) => pool[o])).toEqual([0, 1, 2, 3].filter((p) => timesS[p] !== null));
      for (const o of options) {
        const p = pool[o]!;
        expect(nodes[o]! * TABLE_4[p]![0]!).toBe(cores);
        expect(timeS[o]).toBe(timesS[p]);
        // Powers are whole or half watts: 15.5 W x 1675 s = 25,962.5 J is printed as 25,962.
        expect(Number.isInteger(2 * powerW[o]!)).toBe(true);
        expect(Math.floor(timeS[o]! * powerW[o]!)).toBe(energiesJ[p]);
      }
    },
  );

  it.each(Object.entries(TABLES_5_AND_6))(
    '%s keeps its utility until 2.5 times its least time, and has lost it at 4 times',
    (type, [, timesS]) => {
      const leastS = Math.min(...timesS.flatMap((timeS) => timeS ?? []));
      const worth = (times: number): number =>
        utilityAt(model.functions, model.tasks.utility[taskOf(type)]!, times * leastS);
      const starting = worth(0);
      expect([1, 2, 3, 4]).toContain(starting);
      expect([worth(2.5), worth(3.25), worth(4)]).toEqual([starting, expect.closeTo(starting / 2, 9), 0]);
    },
  );

  it('has a task every 120 s on average, of the printed probabilities, mapping events every 50 s, and three hours', () => {
    expect([model.eventIntervalS, model.endS, model.measuredFromS]).toEqual([50, 10_800, 0]);
    const { arrivals, taskTypes } = testbed;
    expect(arrivals.source === 'generated' && 86_400 / arrivals.tasksPerDay).toBe(120);
    if (taskTypes.source !== 'table') throw new Error('no table');
    for (const { name, share } of taskTypes.types) expect([name, share]).toEqual([name, SHARES[name]]);
    // 85 % of the printed 2.8 MJ.
    expect(testbed.energyBudgetJPerDay).toBe(2_380_000);
  });
});

describe('statements of a test bed that do not fit together', () => {
  interface Loose {
    readonly taskTypes: { readonly types: { leastCores?: number; mostCores?: number; share?: number }[] };
  }
  const told = (change: (type: Loose['taskTypes']['types'][number]) => void): string[] => {
    const raw = JSON.parse(JSON.stringify(testbed)) as Loose;
    change(raw.taskTypes.types[1]!);
    const judged = utilityFiles.judge(raw);
    return judged.ok ? [] : judged.faults.map(({ path, allowed }) => `${path}: ${allowed}`);
  };

  it('times for a number of nodes that no task needs are a warning, and the cluster is not used', () => {
    const instance = {
      ...testbed,
      taskTypes: {
        ...testbed.taskTypes,
        types: (testbed.taskTypes.source === 'table' ? testbed.taskTypes.types : []).map((type, t) =>
          // Eight cores are two nodes of cluster 3.
          t > 0 ? type : { ...type, runs: type.runs.map((run, r) => (r === 2 ? { ...run, nodes: 4 } : run)) },
        ),
      },
    } as UtilityInstance;
    const warningsOf = (one: UtilityInstance): readonly string[] => {
      const loaded = loadJudgedUtility(one, { file: '', bytes: new Uint8Array() });
      return loaded.ok ? loaded.warnings : ['refused'];
    };
    expect(warningsOf(testbed)).toEqual([]);
    expect(warningsOf(instance)).toEqual([
      'taskTypes.types[0].runs[2]: no task of "IS.8" needs as many nodes of "cluster 3" as are listed, so none runs there.',
    ]);
  });

  it('a task without a cluster that holds it is refused with the clusters that run its type', () => {
    expect(told((type) => (type.leastCores = 24))).toEqual([
      'taskTypes.types[1].leastCores: cores that fit a pool that can run "MG.8": 8 on "cluster 1", 7 to 8 on "cluster 2"',
    ]);
    expect(told((type) => (type.mostCores = 9))).toEqual([
      'taskTypes.types[1].mostCores: cores that fit a pool that can run "MG.8": 8 on "cluster 1", 7 to 8 on "cluster 2"',
    ]);
    // One that never arrives holds up nothing.
    expect(told((type) => Object.assign(type, { leastCores: 24, share: 0 }))).toEqual([]);
  });
});
