import { describe, expect, it } from 'vitest';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { blockData } from '../../../../../src/families/templates/methods/block-data.js';
import { transferredCut } from '../../../../../src/families/templates/methods/price-transfer.js';
import { TemplatesRoom } from '../../../../../src/families/templates/methods/room.js';
import {
  TemplatesSolver,
  type RunningCoresStates,
} from '../../../../../src/families/templates/methods/solve-templates.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomTemplatesModel } from '../../../../support/templates.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** Vent combinations that differ by some per cent, as those of a well mixed room. */
function alike(seed: number, vents: number): TemplatesModel {
  const model = randomTemplatesModel(seed, { blocks: 12, quadrants: 3, vents: 1, idleShare: 1 });
  const { uniform } = randomStream(seed, 'alike');
  const outletRiseKPerW = Array.from({ length: vents }, () =>
    model.outletRiseKPerW[0]!.map((rise) => rise * uniform(0.97, 1)),
  );
  return { ...model, outletRiseKPerW, ventOpenings: outletRiseKPerW.map((_, v) => [v, v, v]) };
}

function vectors(model: TemplatesModel): RunningCoresStates[] {
  const work = model.quadrants.reduce((sum, { workPerS }) => sum + workPerS, 0);
  const fullW = model.blocks.reduce((sum, { idleW, busyW }) => sum + idleW + busyW, 0);
  return [0, 0.2, 0.4, 0.6, 0.1].map((load) => ({
    runningCores: model.quadrants.map(({ cores }, q) => Math.floor((cores * load * (q + 1)) / 3)),
    arrivingWorkPerS: [0.1, 0.4, 2].map((share) => share * work),
    powerLimitW: [1, 1.15, 2].map((share) => share * fullW),
  }));
}

describe('what a solver learnt before it forgets', () => {
  it.each([1, 2])('leaves no trace in what follows, seed %i', (seed) => {
    const model = alike(seed, 6);
    const [one, two, three, four, five] = vectors(model);
    const used = new TemplatesSolver(model);
    for (const states of [five!, four!, three!]) used.solve(states);
    used.forget();
    const fresh = new TemplatesSolver(model);
    for (const states of [one!, two!, three!]) expect(used.solve(states)).toEqual(fresh.solve(states));
  });
});

describe('what a solver learnt', () => {
  it('changes no value, also where the outlet limit stops the work', () => {
    let stopped = 0;
    for (let seed = 1; seed <= fuzzCount(8); seed += 1) {
      const model = randomTemplatesModel(seed, { vents: 2, setPointMinC: 21, setPointMaxC: 23 });
      const used = new TemplatesSolver(model);
      for (const states of vectors(model).reverse()) {
        const alone = new TemplatesSolver(model).solve(states);
        used.solve(states).forEach((template, k) => {
          expect(template.status).toBe(alone[k]!.status);
          if (template.status === 'infeasible' || template.workPerS === 0) return;
          expect(Math.abs(template.tasksPerJ / alone[k]!.tasksPerJ - 1), `seed ${seed}`).toBeLessThan(2e-8);
          if (template.binding === 'outlet') stopped += 1;
        });
      }
    }
    expect(stopped).toBeGreaterThan(2);
  });
});

describe('bounds on vent combinations', () => {
  it.each([4, 5])('exclude none that is better where all are alike, seed %i', (seed) => {
    const model = alike(seed, 8);
    const pruned = new TemplatesSolver(model);
    const all = new TemplatesSolver(model, { withoutPruning: true });
    for (const states of vectors(model)) {
      const every = all.solve(states);
      pruned.solve(states).forEach((template, k) => {
        expect(template.status).toBe(every[k]!.status);
        if (template.status === 'infeasible') return;
        expect(Math.abs(template.tasksPerJ / every[k]!.tasksPerJ - 1)).toBeLessThan(2e-8);
        // What is found may use the tolerance of limits.
        expect(template.boundTasksPerJ).toBeGreaterThan(every[k]!.tasksPerJ * (1 - 1e-9));
      });
    }
  });

  it('hold with any prices of the work and of heat, found elsewhere or not', () => {
    const { uniform } = randomStream(7, 'prices');
    let tightest = Infinity;
    for (let seed = 1; seed <= fuzzCount(40, 20); seed += 1) {
      const model = randomTemplatesModel(seed, { vents: 2 });
      const data = blockData(model);
      const room = new TemplatesRoom(model);
      const lower = Float64Array.from(model.quadrants, () => uniform(0, 0.5));
      const leastPrice = data.leastWPerWork;
      const prices = Float64Array.from({ length: data.blockCount + 1 }, (_, k) =>
        k === 0 ? leastPrice * uniform(0, 4) : uniform() < 0.7 ? 0 : uniform(0, 60),
      );
      const cut = transferredCut(data, room.heat(1), prices, lower);
      for (let trial = 0; trial < fuzzCount(30, 15); trial += 1) {
        const utilisation = Float64Array.from(data.quadrant, (q) =>
          uniform() < 0.4 ? lower[q]! : uniform() < 0.3 ? 1 : uniform(lower[q], 1),
        );
        const setPointC = model.outletLimitC - room.riseK(1, utilisation);
        const work = utilisation.reduce((sum, share, b) => sum + share * data.workPerS[b]!, 0);
        const powerW = utilisation.reduce((sum, share, b) => sum + share * data.busyW[b]!, data.idleTotalW);
        const bound = cut.constantW + cut.wattPerWork * work + cut.wattPerC * setPointC;
        expect(bound).toBeLessThanOrEqual(powerW * (1 + 1e-12));
        tightest = Math.min(tightest, (powerW - bound) / powerW);
      }
    }
    expect(tightest).toBeLessThan(0.02);
  });
});
