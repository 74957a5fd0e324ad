import { describe, expect, it } from 'vitest';
import type { UtilityModel } from '../../../../../../models/families/utility/model.js';
import { noFilter } from '../../../../../../src/families/utility/methods/filters/fair-share.js';
import type { SimulationOutcome } from '../../../../../../src/families/utility/methods/outcome.js';
import { conservative, easy, multiQueue } from '../../../../../../src/families/utility/methods/policies/backfilling.js';
import { mostUtility } from '../../../../../../src/families/utility/methods/policies/max-max.js';
import type { Policy } from '../../../../../../src/families/utility/methods/policy.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import { parallelModel, type ParallelParts } from '../../../../../support/utility/small-parallel.js';

const play = (model: UtilityModel, policy: Policy): SimulationOutcome => simulate(model, policy, noFilter());

/** Start of each task, null where it has none. */
function startsOf(model: UtilityModel, policy: Policy): (number | null)[] {
  const { schedule } = play(model, policy);
  return Array.from({ length: model.tasks.count }, (_, task) => {
    const run = schedule.task.indexOf(task);
    return run === -1 ? null : schedule.pieceStartS[run]!;
  });
}

const UNLIMITED = [{ startS: 0, endS: 6000, budgetJ: Infinity }];
const at = (arrivalS: number, kind: number, utility = 0): ParallelParts['tasks'][number] => ({
  arrivalS,
  kind,
  utility,
});

describe('the simulation of parallel tasks, by hand', () => {
  const pair = parallelModel({
    pools: [{ nodes: 2 }],
    kinds: [[{ pool: 0, nodes: 2, timeS: 100, powerW: 1 }]],
    functions: [[[0, 8]], [[0, 4]]],
    // Two at once, and one of more utility before the second of them can start.
    tasks: [at(0, 0, 0), at(0, 0, 1), at(60, 0, 0)],
    days: UNLIMITED,
  });

  it('lets a task of more utility pass one that has a place-holder, and starts it as soon as nodes are free, between events', () => {
    expect(startsOf(pair, mostUtility())).toEqual([0, 200, 100]);
  });

  it('keeps a permanent reservation whatever arrives', () => {
    expect(startsOf(pair, { ...mostUtility(), reservations: 'all' })).toEqual([0, 100, 200]);
  });

  it('shares energy and final utility of a task between the days it runs in', () => {
    const model = parallelModel({
      pools: [{ nodes: 1 }],
      kinds: [[{ pool: 0, nodes: 1, timeS: 120, powerW: 10 }]],
      // At its end the task is 150 s old.
      functions: [
        [
          [0, 8],
          [140, 6],
          [160, 0],
        ],
      ],
      tasks: [at(30, 0)],
      days: [
        { startS: 0, endS: 90, budgetJ: Infinity },
        { startS: 90, endS: 600, budgetJ: Infinity },
      ],
    });
    const { ledger, schedule } = play(model, mostUtility());
    expect([...schedule.pieceStartS]).toEqual([60]);
    expect([...ledger.energyJ]).toEqual([300, 900]);
    expect([...ledger.utilityByDay]).toEqual([1.5, 4.5]);
  });

  it('refuses what the budget of the day has no energy for, though nodes are free, and takes what still fits', () => {
    const model = parallelModel({
      pools: [{ nodes: 9 }],
      kinds: [[{ pool: 0, nodes: 1, timeS: 60, powerW: 10 }], [{ pool: 0, nodes: 1, timeS: 60, powerW: 5 }]],
      functions: [[[0, 8]], [[0, 7]], [[0, 1]]],
      tasks: [at(0, 0, 0), at(0, 0, 1), at(0, 1, 2)],
      days: [{ startS: 0, endS: 600, budgetJ: 1000 }],
    });
    const { ledger, schedule } = play(model, mostUtility());
    expect([...schedule.task]).toEqual([0, 2]);
    expect([...ledger.energyJ]).toEqual([900]);
  });

  it('drops what could earn too little if it started now in its fastest pool, be that busy or not', () => {
    const model = parallelModel({
      pools: [{ nodes: 1 }, { nodes: 1 }],
      kinds: [
        [
          { pool: 0, nodes: 1, timeS: 100, powerW: 1 },
          { pool: 1, nodes: 1, timeS: 1000, powerW: 1 },
        ],
        [{ pool: 0, nodes: 1, timeS: 1000, powerW: 1 }],
      ],
      functions: [
        [[0, 8]],
        [
          [0, 2],
          [250, 0.25],
        ],
      ],
      // The second would earn 0.25 wherever it can start, yet it is kept until it could not even earn 2 on the busy pool 0, from 150 s on.
      tasks: [at(0, 1, 0), at(0, 0, 1)],
      days: UNLIMITED,
    });
    const { schedule } = play(model, mostUtility());
    expect([...schedule.task]).toEqual([0]);
    expect([[...schedule.dropped], [...schedule.droppedS]]).toEqual([[1], [180]]);
  });

  const twoGroups = parallelModel({
    pools: [{ nodes: 2 }, { nodes: 2 }],
    kinds: [0, 1].flatMap((pool) => [
      [{ pool, nodes: 1, timeS: 300, powerW: 1 }],
      [{ pool, nodes: 2, timeS: 120, powerW: 1 }],
      [{ pool, nodes: 1, timeS: 600, powerW: 1 }],
    ]),
    functions: [[[0, 8]]],
    // On each pool: one that starts, a wide one that cannot, and a long one that can if it may delay the wide one.
    tasks: [at(0, 0), at(0, 3), at(0, 1), at(0, 4), at(0, 2), at(0, 5)],
    days: UNLIMITED,
  });

  it('makes one reservation in the whole system with EASY: another group lets its wide task be delayed', () => {
    expect(startsOf(twoGroups, easy({ scope: 'system', ends: 'start' }))).toEqual([0, 0, 300, 600, 420, 0]);
  });

  it('makes one reservation in each group with EASY by group', () => {
    expect(startsOf(twoGroups, easy({ scope: 'group', ends: 'start' }))).toEqual([0, 0, 300, 300, 420, 420]);
  });

  it('reserves every start with conservative backfilling, and takes the pool where a task ends first', () => {
    expect(startsOf(twoGroups, conservative())).toEqual([0, 0, 300, 300, 420, 420]);
    const choice = parallelModel({
      pools: [{ nodes: 1 }, { nodes: 1 }],
      kinds: [
        [
          { pool: 0, nodes: 1, timeS: 100, powerW: 1 },
          { pool: 1, nodes: 1, timeS: 60, powerW: 1 },
        ],
      ],
      functions: [[[0, 8]]],
      tasks: [at(0, 0), at(0, 0), at(0, 0)],
      days: UNLIMITED,
    });
    const { schedule } = play(choice, conservative());
    expect([...schedule.option]).toEqual([1, 0, 1]);
    expect([...schedule.pieceStartS]).toEqual([0, 0, 60]);
  });

  it('takes one large, four medium and eight small tasks in a round of multiple queues', () => {
    const sizes = [100, 40, 10];
    const model = parallelModel({
      pools: [{ nodes: 1 }],
      kinds: sizes.map((timeS) => [{ pool: 0, nodes: 1, timeS, powerW: 1 }]),
      functions: [[[0, 8]]],
      tasks: [2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 0, 0].map((kind) => at(0, kind)),
      days: UNLIMITED,
    });
    const { schedule } = play(model, multiQueue(model));
    const order = [...schedule.task.keys()].sort((a, b) => schedule.pieceStartS[a]! - schedule.pieceStartS[b]!);
    expect(order).toEqual([14, 9, 10, 11, 12, 0, 1, 2, 3, 4, 5, 6, 7, 15, 13, 8]);
  });

  it('writes down what waits, runs and is busy after the decisions of each event', () => {
    const { series } = play(pair, mostUtility());
    expect(Array.from(series.waiting.slice(0, 5))).toEqual([1, 1, 1, 0, 0]);
    expect(Array.from(series.fixed.slice(0, 5))).toEqual([0, 1, 0, 1, 0]);
    expect(Array.from(series.running.slice(0, 6))).toEqual([1, 1, 1, 1, 1, 0]);
    expect(Array.from(series.busyNodes.slice(0, 6))).toEqual([2, 2, 2, 2, 2, 0]);
    expect(Array.from(series.consumedJ.slice(0, 6))).toEqual([0, 60, 120, 180, 240, 300]);
    expect(Array.from(series.committedJ.slice(0, 5))).toEqual([100, 200, 200, 300, 300]);
  });
});
