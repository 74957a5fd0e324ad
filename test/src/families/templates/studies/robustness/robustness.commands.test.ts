import { describe, expect, it } from 'vitest';
import { balanceErrors } from '../../../../../../models/physics/airflow/balance.js';
import { stateAt } from '../../../../../../models/families/templates/states.js';
import { drawArrivals } from '../../../../../../src/online/draw-arrivals.js';
import { openTemplates } from '../../../../../../src/families/templates/instances/open.js';
import { templatesAsAsked } from '../../../../../../src/families/templates/runs/as-asked.js';
import {
  perturbedAir,
  recirculationFactors,
  weightFactors,
} from '../../../../../../src/families/templates/studies/robustness/perturb.js';
import {
  type RobustnessRequest,
  templatesRobustness,
} from '../../../../../../src/families/templates/studies/robustness/run.js';
import { steadyExcess } from '../../../../../../src/families/templates/studies/robustness/steady.js';

const opened = openTemplates('instances/templates/tiny-set-point.json');
if (!opened.ok || opened.air === null) throw new Error('the instance is refused');
const { model, air } = opened;
const airOf = (vents: number): ReturnType<typeof air.transientAir> => air.transientAir(vents);
const planned = airOf(0);
const size = planned.matrix.airFlowM3PerS.length;
const book = templatesAsAsked(model, null);

const request: RobustnessRequest = {
  model,
  airOf,
  book,
  energyBudgetJ: Infinity,
  spread: 0.3,
  rooms: 2,
  seed: 4,
  arrivals: drawArrivals({ kind: 'constant', ratePerS: 0.2 }, 1800, model.instance.taskTypes.length, 4),
  options: {},
  pause: () => Promise.resolve(false),
};

describe('perturbed air', () => {
  it('conserves heat and air, and keeps what must stay', () => {
    const own = perturbedAir(planned, weightFactors(size, 0.3, 1));
    const errors = balanceErrors(own.matrix.weights, own.matrix.airFlowM3PerS);
    expect(errors.rowSum).toBeLessThan(1e-11);
    expect(errors.conservation).toBeLessThan(1e-11);
    expect(own.rowSumError).toBeGreaterThan(1e-3);
    expect(own.matrix.airFlowM3PerS).toEqual(planned.matrix.airFlowM3PerS);
    expect(own.air.meanTravelS).toEqual(planned.air.meanTravelS);
    own.air.volumeM3.forEach((volume, n) => {
      const before = planned.air.volumeM3[n]!;
      const ratio = own.matrix.weights.value[n]! / planned.matrix.weights.value[n]!;
      expect(volume).toBeCloseTo(before * ratio, 9);
    });
  });

  it('is the same without spread, and another for every seed', () => {
    const none = perturbedAir(planned, weightFactors(size, 0, 1));
    expect(none.largestChange).toBeLessThan(1e-9);
    const some = perturbedAir(planned, weightFactors(size, 0.1, 1));
    expect(perturbedAir(planned, weightFactors(size, 0.1, 1))).toEqual(some);
    expect(perturbedAir(planned, weightFactors(size, 0.1, 2)).largestChange).not.toBe(some.largestChange);
  });

  it('factors stay in their range, each at its place', () => {
    const factors = weightFactors(50, 0.1, 1);
    const sorted = factors.slice().sort();
    expect([sorted[0]! >= 0.9, sorted.at(-1)! <= 1.1, sorted[0]! < 0.901, sorted.at(-1)! > 1.099]).toEqual(
      Array(4).fill(true),
    );
    expect([...recirculationFactors(1, 3, 0.5)]).toEqual([1, 1, 1, 1, 1.5, 1.5, 1, 1.5, 1.5]);
    for (const spread of [-0.1, 1, NaN]) expect(() => weightFactors(2, spread, 1)).toThrow(RangeError);
    expect(() => recirculationFactors(1, 2, -1)).toThrow(RangeError);
  });

  it('lets more supply air by-pass the nodes where more air comes back', () => {
    const more = perturbedAir(planned, recirculationFactors(1, size, 0.5)).matrix.weights;
    const toCrac = (weights: typeof more): number => {
      let own = 0;
      for (let n = weights.start[0]!; n < weights.start[1]!; n++) if (weights.column[n] === 0) own += weights.value[n]!;
      return own;
    };
    // What returns to nodes leaves them again: more of the supply air by-passes them.
    expect(toCrac(more)).toBeGreaterThan(toCrac(planned.matrix.weights));
  });
});

describe('steady templates', () => {
  it('keep the limit in their own room, and break it in a warmer one', () => {
    const own = steadyExcess(model, book, (vents) => model.outletRiseKPerW[vents]!);
    const { runningCores, arrivingWorkPerS, powerLimitW } = book.grid;
    const states = runningCores.reduce(
      (count, axis) => count * axis.length,
      arrivingWorkPerS.length * powerLimitW.length,
    );
    const feasible = Array.from({ length: states }, (_, s) => book.template(s)).filter(
      ({ status }) => status === 'optimal',
    );
    expect([own.templates, own.tooHot]).toEqual([feasible.length, 0]);
    expect(own.excessK.worst).toBeLessThanOrEqual(1e-6);
    expect(own.excessK.median).toBeLessThanOrEqual(own.excessK.high);
    const warmer = steadyExcess(model, book, (vents) => model.outletRiseKPerW[vents]!.map((rise) => 2 * rise));
    expect(warmer.tooHot).toBeGreaterThan(0);
    expect(warmer.tooHot).toBeLessThanOrEqual(warmer.templates);
    expect(warmer.excessK.worst).toBeGreaterThan(own.excessK.worst);
    expect(stateAt(book.grid, warmer.excessK.worstState!).index).toBe(warmer.excessK.worstState);
  });

  it('of which none is feasible have no excess', () => {
    const none = { grid: book.grid, template: () => ({ ...book.template(0), status: 'infeasible' as const }) };
    expect(steadyExcess(model, none, () => new Float64Array())).toEqual({
      templates: 0,
      tooHot: 0,
      excessK: { median: 0, high: 0, worst: 0, worstState: null },
    });
  });
});

describe('the study', () => {
  it('has every room, and is the same the second time', async () => {
    const found = (await templatesRobustness(request))!;
    expect(found.rooms.map(({ kind, seed, share }) => [kind, seed, share])).toEqual([
      ['noise', 4, null],
      ['noise', 5, null],
      ['recirculation', null, 0.3],
      ['recirculation', null, -0.3],
    ]);
    expect(await templatesRobustness(request)).toEqual(found);
    for (const { day, rewardChange } of found.rooms) {
      expect(day.closure.closes).toBe(true);
      expect(rewardChange).toBeCloseTo(day.outcome.reward / found.asPlanned.day.outcome.reward - 1, 12);
    }
    expect(found.asPlanned.steady.tooHot).toBe(0);
    expect(found.rooms.some(({ steady }) => steady.tooHot > 0)).toBe(true);
    const noise = found.rooms.slice(0, 2).map(({ rewardChange }) => rewardChange!);
    expect(found.rewardChange.mean).toBeCloseTo((noise[0]! + noise[1]!) / 2, 12);
  });

  it('a spread of 0 is the same room', async () => {
    const { asPlanned, rooms } = (await templatesRobustness({ ...request, spread: 0, rooms: 1 }))!;
    for (const room of rooms) {
      expect(room.day.outcome.reward).toBe(asPlanned.day.outcome.reward);
      expect(room.steady.excessK.worst).toBeCloseTo(asPlanned.steady.excessK.worst, 6);
    }
  });

  it('without tasks the reward has no mean change', async () => {
    const arrivals = drawArrivals({ kind: 'constant', ratePerS: 0 }, 600, model.instance.taskTypes.length, 4);
    const { rewardChange, rooms } = (await templatesRobustness({ ...request, arrivals, rooms: 1 }))!;
    expect(rewardChange).toEqual({ mean: null, interval: null });
    expect(rooms.map((room) => room.rewardChange)).toEqual([null, null, null]);
  });

  it('an interrupt keeps what is done', async () => {
    const cut = await templatesRobustness({ ...request, pause: (done) => Promise.resolve(done >= 2) });
    expect([cut!.rooms.length, cut!.roomsLeft]).toEqual([1, 3]);
    expect(cut!.rewardChange.interval).toBeNull();
    expect(await templatesRobustness({ ...request, pause: () => Promise.resolve(true) })).toBeNull();
  });
});
