import { describe, expect, it } from 'vitest';
import { evaluateSchedule } from '../../../../../../models/families/utility/evaluate.js';
import type { UtilityModel } from '../../../../../../models/families/utility/model.js';
import { noFilter } from '../../../../../../src/families/utility/methods/filters/fair-share.js';
import { POLICIES } from '../../../../../../src/families/utility/methods/registry.js';
import type { Preemption } from '../../../../../../src/families/utility/methods/preemptive/choosing.js';
import { simulate } from '../../../../../../src/families/utility/methods/simulate.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { preemptiveTwin, type TwinPiece } from '../../../../../support/utility/preemptive-twin.js';
import { randomBursts } from '../../../../../support/utility/random-bursts.js';

/** Energy in a day, J, of what runs into it, if nothing of it were preempted; of what had been preempted before, at most. */
function carriedJ(
  { options, preemptionOverheadS }: UtilityModel,
  pieces: readonly TwinPiece[],
  day: UtilityModel['days'][number],
): number {
  const carried = pieces.filter(({ startS, endS }) => startS < day.startS && endS > day.startS);
  return carried.reduce((sum, { option, startS }) => {
    const lastS = Math.min(day.endS, startS + options.timeS[option]! + preemptionOverheadS);
    return sum + options.powerW[option]! * Math.max(0, lastS - day.startS);
  }, 0);
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
    const budgets = [0, 0];
    const count = fuzzCount(500);
    for (let seed = 0; seed < count; seed++) {
      const model = randomBursts(seed);
      const [name, preemption] = WAYS[seed % WAYS.length]!;
      const make = (): ReturnType<(typeof POLICIES)[number]['make']> =>
        POLICIES.find((entry) => entry.name === name)!.make(model, { seed });
      const about = `${seed}: ${name}, ${preemption}`;
      const twin = preemptiveTwin(model, make(), noFilter(), preemption);
      const { schedule, ledger } = simulate(model, make(), noFilter(), { preemption });
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
      const outcome = evaluateSchedule(model, schedule);
      preemptions += outcome.preemptions;
      for (let d = 0; d < model.days.length; d++) {
        expect(ledger.energyJ[d]!).toBeCloseTo(outcome.energyJ[d]!, 4);
        expect(ledger.utilityByDay[d]!).toBeCloseTo(outcome.utilityByDay[d]!, 8);
        // A day's budget is not asked the day before: what crosses midnight may break it, and then nothing adds to it.
        const mostJ = Math.max(model.days[d]!.budgetJ, carriedJ(model, twin.pieces, model.days[d]!));
        if (mostJ < Infinity) budgets[d]!++;
        expect([about, outcome.energyJ[d]! <= mostJ * (1 + 1e-9)]).toEqual([about, true]);
      }
    }
    // Without them nothing of this is tried.
    expect(preemptions).toBeGreaterThan(0.6 * count);
    expect(Math.min(...budgets)).toBeGreaterThan(0.04 * count);
  });
});
