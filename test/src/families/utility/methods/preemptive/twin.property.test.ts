import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../../models/problems/utility/evaluate.js';
import type { UtilityProblem } from '../../../../../../models/problems/utility/problem.js';
import { noFilter } from '../../../../../../src/families/utility/methods/filters/none.js';
import { POLICIES } from '../../../../../../src/families/utility/methods/registry.js';
import type { Preemption } from '../../../../../../src/families/utility/methods/preemptive/choosing.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { preemptiveTwin } from '../../../../../support/utility/preemptive-twin.js';
import { randomFunction, tinyProblem } from '../../../../../support/utility/tiny-problem.js';

/** Bursts on up to three small pools; some tasks may neither preempt nor be preempted; arrivals on and off the grid. */
function randomBursts(seed: number): UtilityProblem {
  const stream = randomStream(seed, 'bursts');
  const { uniform, integer } = stream;
  const pools = Array.from({ length: integer(1, 3) }, () => integer(1, 3));
  const pStates = uniform() < 0.2 ? 2 : 1;
  const kinds = Array.from({ length: integer(1, 4) }, () => {
    const typicalS = uniform(100, 900);
    return pools.flatMap((_, pool) => {
      // Equal times in all pools now and then: ties.
      const timeS = uniform() < 0.3 ? Math.round(typicalS / 60) * 60 + 30 : typicalS * uniform(0.6, 1.6);
      const powerW = uniform(50, 200);
      return Array.from({ length: pStates }, (_unused, pState) => ({
        ...{ pool, pState, timeS: timeS * (1 + pState / 2), powerW: powerW / (1 + pState) },
      }));
    });
  });
  const functions = Array.from({ length: 4 }, () => randomFunction(stream, 700));
  const measuredFromS = uniform() < 0.5 ? 0 : 900;
  const endS = measuredFromS + 2700;
  const tasks = Array.from({ length: integer(3, 12) }, () => {
    const burst = {
      arrivalS: uniform() < 0.4 ? 150 * integer(0, 20) : uniform(0, endS - 1),
      kind: integer(0, kinds.length - 1),
      utility: integer(0, 3),
    };
    return Array.from({ length: integer(1, 5) }, () => ({
      ...burst,
      mayPreempt: uniform() < 0.8,
      mayBePreempted: uniform() < 0.8,
    }));
  }).flat();
  const overheads = [0, 0, 7, 45];
  const budgetJ = uniform() < 0.25 ? pools.reduce((sum, nodes) => sum + nodes, 0) * 2700 * uniform(20, 90) : Infinity;
  const preemptionOverheadS = overheads[integer(0, 3)]!;
  const base = tinyProblem({
    ...{
      environment: 'preemptive',
      measuredFromS,
      endS,
      budgetJ,
      pools,
      kinds,
      functions,
      tasks,
      preemptionOverheadS,
      eventIntervalS: 150,
    },
  });
  return { ...base, droppingThreshold: uniform() < 0.3 ? 0.5 : 0 };
}

const WAYS: readonly (readonly [string, Preemption])[] = [
  ...(['util', 'upt', 'upe', 'price'] as const).flatMap((policy) =>
    (['none', 'greedy', 'difference', 'pair'] as const).map((preemption) => [policy, preemption] as const),
  ),
  ['fcfs', 'none'],
  ['random', 'none'],
  ['min-min', 'none'],
  ['upr', 'greedy'],
];

describe('the preemptive engine and its plain twin', () => {
  it('agree on every piece of every task, event by event', () => {
    let preemptions = 0;
    const count = fuzzCount(500);
    for (let seed = 0; seed < count; seed++) {
      const problem = randomBursts(seed);
      const [name, preemption] = WAYS[seed % WAYS.length]!;
      const make = (): ReturnType<(typeof POLICIES)[number]['make']> =>
        POLICIES.find((entry) => entry.name === name)!.make(problem, { seed });
      const about = `${seed}: ${name}, ${preemption}`;
      const twin = preemptiveTwin(problem, make(), noFilter(), preemption);
      const { schedule, ledger } = simulate(problem, make(), noFilter(), { preemption });
      const pieces = Array.from(schedule.task).flatMap((task, r) =>
        Array.from({ length: schedule.firstPiece[r + 1]! - schedule.firstPiece[r]! }, (_, k) => {
          const q = schedule.firstPiece[r]! + k;
          return { task, option: schedule.option[r]!, startS: schedule.pieceStartS[q]!, endS: schedule.pieceEndS[q]! };
        }),
      );
      expect([about, pieces]).toEqual([about, twin.pieces.toSorted((a, b) => a.task - b.task || a.startS - b.startS)]);
      const dropped = new Map(Array.from(schedule.dropped, (task, k) => [task, schedule.droppedS[k]!]));
      expect([about, dropped]).toEqual([about, new Map([...twin.dropped].toSorted(([a], [b]) => a - b))]);
      expect(Array.from(schedule.task).filter((task) => !schedule.unfinished.includes(task))).toEqual(
        [...twin.completed].toSorted((a, b) => a - b),
      );
      const outcome = evaluateSchedule(problem, schedule);
      preemptions += outcome.preemptions;
      for (let d = 0; d < problem.days.length; d++) {
        expect(ledger.energyJ[d]!).toBeCloseTo(outcome.energyJ[d]!, 4);
        expect(ledger.utilityByDay[d]!).toBeCloseTo(outcome.utilityByDay[d]!, 8);
        // A day's budget is not known the day before: what crosses midnight may break it.
        const isKept = d === 0 ? outcome.energyJ[d]! <= problem.days[d]!.budgetJ * (1 + 1e-9) : true;
        expect(isKept).toBe(true);
      }
    }
    // Without them nothing of this is tried.
    expect(preemptions).toBeGreaterThan(0.6 * count);
  });
});
