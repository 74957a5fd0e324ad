import { describe, expect, it } from 'vitest';
import { templateBook } from '../../../../../../models/families/templates/book.js';
import type { TemplateState } from '../../../../../../models/families/templates/model.js';
import { nearestState, stateAt, statesOf } from '../../../../../../models/families/templates/states.js';
import { TemplatesSolver } from '../../../../../../src/families/templates/methods/solve-templates.js';
import { applied } from '../../../../../../src/families/templates/studies/coverage/applied.js';
import { type SamplingAnswer, sampleCoverage } from '../../../../../../src/families/templates/studies/coverage/run.js';
import { randomTemplatesRoom } from '../../../../../support/templates-room.js';

const { model: MODEL } = randomTemplatesRoom(11);
const GRID = MODEL.instance.grid;
const solver = new TemplatesSolver(MODEL);
const BOOK = templateBook(
  GRID,
  statesOf(GRID).map((state) => solver.solveState(state)),
);
const run = (samples: number, seed = 3): Promise<SamplingAnswer> =>
  sampleCoverage({ model: MODEL, book: BOOK, samples, seed, pause: () => Promise.resolve(false) });
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('sampled coverage', () => {
  it('draws the same states for a seed, and those of fewer samples first', async () => {
    const [few, many, other] = [await run(5), await run(12), await run(5, 4)];
    expect(many.samples.slice(0, 5)).toEqual(few.samples);
    expect(other.samples).not.toEqual(few.samples);
  });

  it('stops when asked, with what it has', async () => {
    const { sampling } = await sampleCoverage({
      model: MODEL,
      book: BOOK,
      samples: 50,
      seed: 1,
      pause: (done) => Promise.resolve(done === 4),
    });
    expect(sampling.samples).toBe(4);
  });

  it('compares with the best of the true state, and with templates of other roundings', async () => {
    const { samples, sampling, refinement } = await run(40);
    const feasible = samples.filter(({ trueFeasible }) => trueFeasible);
    expect(feasible.length).toBeGreaterThan(8);
    expect(sampling.regret!.kept.tasksPerJ.mean.mean).toBeCloseTo(
      mean(feasible.map(({ keptTasksPerJ, bestTasksPerJ }) => 1 - keptTasksPerJ / bestTasksPerJ)),
      12,
    );
    expect(sampling.regret!.asSet.workPerS.worst).toBeCloseTo(
      Math.max(...feasible.map(({ asSetWorkPerS, bestWorkPerS }) => bestWorkPerS - asSetWorkPerS)),
      12,
    );
    for (const { keeps, keptTasksPerJ, bestTasksPerJ } of feasible) {
      if (keeps) expect(keptTasksPerJ).toBeLessThanOrEqual(bestTasksPerJ * (1 + 1e-7));
    }
    // The power limit alone is not rounded; a second time by hand.
    const losses = feasible.map((one) => {
      const state: TemplateState = { ...one, index: -1 };
      const nearest = stateAt(GRID, nearestState(GRID, state));
      const template = new TemplatesSolver(MODEL).solveState({ ...nearest, powerLimitW: one.powerLimitW });
      return 1 - applied(MODEL, state, template).kept.tasksPerJ / one.bestTasksPerJ;
    });
    const power = refinement.find(({ axis }) => axis === 'power limit')!;
    expect(power.exact).toBeCloseTo(mean(losses), 12);
    expect(power.gainExact.mean).toBeCloseTo(sampling.regret!.kept.tasksPerJ.mean.mean - power.exact, 10);
    expect(power.gainHalved.mean).toBeCloseTo(sampling.regret!.kept.tasksPerJ.mean.mean - power.halved, 10);
    expect(power.values).toBe(3);
  });
});
