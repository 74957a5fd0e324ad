import { describe, expect, it } from 'vitest';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { blockData } from '../../../../../src/families/templates/methods/block-data.js';
import { CoolingFactor } from '../../../../../src/families/templates/methods/cooling-factor.js';
import { LeastPower } from '../../../../../src/families/templates/methods/least-power.js';
import { TemplatesRoom } from '../../../../../src/families/templates/methods/room.js';
import {
  TemplatesSolver,
  type RunningCoresStates,
} from '../../../../../src/families/templates/methods/solve-templates.js';
import { ThermalLp } from '../../../../../src/families/templates/methods/thermal-lp.js';
import { VentSearch } from '../../../../../src/families/templates/methods/vent-search.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { randomTemplatesModel, type RandomTemplatesOptions } from '../../../../support/templates.js';

/** Six vectors of running cores, each with works up to more than all cores do and limits from tight to none. */
function manyStates(model: TemplatesModel, seed: number): RunningCoresStates[] {
  const { uniform, integer } = randomStream(seed, 'fuzz');
  const work = model.quadrants.reduce((sum, { workPerS }) => sum + workPerS, 0);
  const fullW = model.blocks.reduce((sum, { idleW, busyW }) => sum + idleW + busyW, 0);
  return Array.from({ length: 6 }, () => {
    const load = uniform() < 0.3 ? 0 : uniform(0, 0.9);
    return {
      runningCores: model.quadrants.map(({ cores }) => (uniform() < 0.1 ? 0 : integer(0, Math.round(cores * load)))),
      arrivingWorkPerS: [0.1, 0.3, 0.6, 0.9, 2].map((share) => share * work * uniform(0.5, 1)),
      powerLimitW: [0.8, 1, 1.2, 1.5].map((share) => share * fullW * uniform(0.9, 1.1)),
    };
  });
}

const bindings = new Set<string>();

/** Seeds with a corner of F at the best set-point, between steep and flat cuts, or with the quotient's best where only little is certain. */
const hard: readonly (readonly [RandomTemplatesOptions, readonly number[]])[] = [
  [{}, [28, 41, 47, 59, 73, 88, 124]],
  [{ setPointMinC: 21, setPointMaxC: 23 }, [124, 170, 217, 328, 373]],
  [{ idleShare: 0.02, setPointMinC: 1 }, [24, 205, 286]],
  [{ idleShare: 0 }, [0, 1, 2, 3]],
  [{ blocks: 1 }, [0, 1, 2, 3, 4]],
];

describe('the proven gap', () => {
  it.each(hard)('is below 3e-8 in every feasible state, rooms of %o', (options, seeds) => {
    let optimal = 0;
    for (const seed of seeds) {
      const model = randomTemplatesModel(seed, options);
      const solver = new TemplatesSolver(model);
      for (const states of manyStates(model, seed)) {
        for (const template of solver.solve(states)) {
          bindings.add(template.binding);
          if (template.status === 'infeasible' || template.workPerS === 0) continue;
          optimal += 1;
          expect(template.boundTasksPerJ / template.tasksPerJ, `seed ${seed}`).toBeLessThan(1 + 3e-8);
        }
      }
    }
    expect(optimal).toBeGreaterThan(100);
  });

  it('was looked at for every binding', () => {
    expect([...bindings].sort()).toEqual([
      'infeasible-outlet',
      'infeasible-power',
      'none',
      'outlet',
      'power',
      'saturated',
      'work',
    ]);
  });
});

describe('a room where rounding refuses running work alone', () => {
  it('does not take it for the most work', () => {
    const model = randomTemplatesModel(3, { blocks: 6, quadrants: 2, vents: 1, idleShare: 1 });
    const data = blockData(model);
    const margin = (i: number): number =>
      data.idleW.reduce((left, idleW, b) => left - model.outletRiseKPerW[0]![i * 6 + b]! * idleW, 33);
    const lp = new ThermalLp(
      data,
      model.outletRiseKPerW[0]!,
      Float64Array.from(data.idleW, (_, i) => margin(i)),
    );
    const plain = new LeastPower(data, lp);
    const existingPerS = data.workTotalPerS / 4;
    /** Refuses works near `existingPerS` as too small, as an LP with rounding errors in its sums may. */
    class Refusing extends LeastPower {
      override find(...words: Parameters<LeastPower['find']>): boolean {
        const isEnough = super.find(...words);
        if (words[0] > existingPerS * (1 + 1e-9)) return isEnough;
        this.totalW = Infinity;
        this.boundW = Infinity;
        this.cut.fill(0);
        this.cut.set([existingPerS, -1, 0]);
        return false;
      }
    }
    const lower = Float64Array.of(0.25, 0.25);
    const frame = {
      factor: new CoolingFactor(model.cooling),
      existingPerS,
      leastNodeW: data.idleTotalW + data.busyW.reduce((sum, busyW) => sum + busyW / 4, 0),
      leastWPerWork: data.leastWPerWork,
      lowestC: 14,
      highestC: 18,
    };
    const [exact, refusing] = [plain, new Refusing(data, lp)].map((leastPower) => {
      const search = new VentSearch(data, leastPower);
      search.begin(frame, lower);
      // Barely more than running work needs, then all that is possible.
      const tightW = (frame.leastNodeW * (1 + 1e-12)) / frame.factor.at(18);
      const tight = search.bestWithin(data.workTotalPerS, tightW, -1);
      return { tight, most: search.bestWithin(data.workTotalPerS, 1e9, -1) };
    });
    expect(exact!.tight.found!.workPerS / existingPerS).toBeCloseTo(1, 9);
    expect(refusing!.tight.found!.workPerS / existingPerS).toBeCloseTo(1, 9);
    expect(refusing!.most.found!.workPerS / exact!.most.found!.workPerS).toBeCloseTo(1, 9);
    expect(refusing!.most.boundTasksPerJ / refusing!.most.found!.tasksPerJ).toBeLessThan(1 + 3e-8);
    expect(exact!.most.found!.workPerS).toBeGreaterThan(1.5 * existingPerS);
  });
});

describe('work that the outlet limit stops', () => {
  it('is that of the running cores asked for, not of those before', () => {
    const model = randomTemplatesModel(5, { blocks: 8, quadrants: 2, vents: 1, idleShare: 1 });
    const room = new TemplatesRoom(model);
    const { data } = room;
    const halfK = room.riseK(0, new Float64Array(8).fill(0.5));
    const lowestC = model.outletLimitC - halfK;
    const most = (search: VentSearch, lower: Float64Array, coolestC = lowestC): number => {
      const share = Float64Array.from(data.quadrant, (q) => lower[q]!);
      const frame = {
        factor: room.factor,
        existingPerS: share.reduce((sum, part, b) => sum + part * data.workPerS[b]!, 0),
        leastNodeW: share.reduce((sum, part, b) => sum + part * data.busyW[b]!, data.idleTotalW),
        leastWPerWork: data.leastWPerWork,
        lowestC,
        highestC: model.outletLimitC - room.runningRiseK(0, lower),
      };
      search.begin(frame, lower);
      search.bestWithin(data.workTotalPerS, 1e9, -1);
      return search.stopsAtPerS(coolestC);
    };
    const fresh = most(new TemplatesRoom(model).search(0), new Float64Array(2));
    const uneven = most(room.search(0), Float64Array.of(0.45, 0.2));
    expect(uneven).toBeLessThan(0.9995 * fresh);
    expect(fresh).toBeLessThan(data.workTotalPerS);
    expect(most(room.search(0), new Float64Array(2)) / fresh).toBeCloseTo(1, 9);
    // A range above the coolest set-point says nothing of where the room's work stops.
    expect(most(room.search(0), new Float64Array(2), lowestC - 1)).toBe(Infinity);
  });
});
