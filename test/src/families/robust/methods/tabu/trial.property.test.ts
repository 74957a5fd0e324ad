import { describe, expect, it } from 'vitest';
import type { RobustModel } from '../../../../../../models/families/robust/model.js';
import { Schedule } from '../../../../../../models/families/robust/schedule.js';
import type { ConstraintHandler, Quantiles } from '../../../../../../src/families/robust/methods/handling.js';
import { Trial } from '../../../../../../src/families/robust/methods/tabu/trial.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { randomRobustModel } from '../../../../../support/robust.js';
import { canRun, clearlyImproves, measured, nodeOf, perhapsImproves, randomHandler, randomMapping } from './support.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

type Change = readonly [task: number, core: number, pState: number];

/** Holds a trial against all its outcomes from scratch; returns whether it found something. */
function compare(
  handler: ConstraintHandler,
  schedule: Schedule,
  outcomes: readonly (readonly Change[])[],
  attempt: () => readonly Change[] | null,
): boolean {
  const { model } = schedule;
  const now: Quantiles = measured(model, schedule, []);
  handler.hold(schedule.makespanZ, schedule.energyZ);
  const found = attempt();
  if (found === null) {
    for (const changes of outcomes) {
      expect(clearlyImproves(handler, now, measured(model, schedule, changes))).toBe(false);
    }
    return false;
  }
  const outcome = measured(model, schedule, found);
  expect(perhapsImproves(handler, now, outcome)).toBe(true);
  for (const changes of outcomes) {
    expect(clearlyImproves(handler, outcome, measured(model, schedule, changes))).toBe(false);
  }
  return true;
}

function drawn(seed: number): { model: RobustModel; schedule: Schedule; handler: ConstraintHandler } {
  const { model } = randomRobustModel(seed, { mostPlans: Infinity });
  const random = randomStream(seed, 'trial');
  return { model, schedule: new Schedule(model, randomMapping(model, random)), handler: randomHandler(model, random) };
}

describe('trial', () => {
  it('a swap is made in the best of all pairs of P-states, or not at all if none improves', () => {
    let found = 0;
    let tried = 0;
    for (let seed = 0; seed < fuzzCount(200); seed++) {
      const { model, schedule, handler } = drawn(seed);
      const trial = new Trial(handler);
      for (let a = 0; a < model.taskCount; a++) {
        for (let b = 0; b < model.taskCount; b++) {
          const [coreA, coreB] = [schedule.core[a]!, schedule.core[b]!];
          if (coreA === coreB) continue;
          const possible = canRun(model, a, coreB) && canRun(model, b, coreA);
          const pairs = possible
            ? Array.from({ length: nodeOf(model, coreB).pStateCount }, (_, pA) =>
                Array.from({ length: nodeOf(model, coreA).pStateCount }, (__, pB): Change[] => [
                  [a, coreB, pA],
                  [b, coreA, pB],
                ]),
              ).flat()
            : [];
          tried++;
          const improved = compare(handler, schedule, pairs, () =>
            trial.swap(schedule, a, b)
              ? [
                  [a, coreB, trial.pStateA],
                  [b, coreA, trial.pStateB],
                ]
              : null,
          );
          if (improved) found++;
        }
      }
    }
    expect(found).toBeGreaterThan(tried / 20);
    expect(found).toBeLessThan(tried / 2);
  });

  it('a task is put on a core, its own included, in the best P-state, or not at all if none improves', () => {
    let found = 0;
    let tried = 0;
    for (let seed = 1000; seed < 1000 + fuzzCount(200); seed++) {
      const { model, schedule, handler } = drawn(seed);
      const trial = new Trial(handler);
      for (let task = 0; task < model.taskCount; task++) {
        for (let core = 0; core < model.coreCount; core++) {
          const choices = canRun(model, task, core)
            ? Array.from({ length: nodeOf(model, core).pStateCount }, (_, p): Change[] => [[task, core, p]])
            : [];
          tried++;
          const improved = compare(handler, schedule, choices, () =>
            trial.reassign(schedule, task, core) ? [[task, core, trial.pStateA]] : null,
          );
          if (improved) found++;
        }
      }
    }
    expect(found).toBeGreaterThan(tried / 20);
    expect(found).toBeLessThan(tried / 2);
  });
});
