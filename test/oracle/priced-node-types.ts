import fc from 'fast-check';
import type { CompiledNodeType, CompiledTask } from '../../models/facility/compiled.js';
import type { PricedModel } from '../../src/pricing/pricing-oracle.js';

/** A node type with prices for its tasks. */
export interface PricedCase {
  readonly model: PricedModel;
  /** mu by task. */
  readonly taskPrice: Float64Array;
  readonly pricePerKW: number;
}

/** On a grid: denormal numbers, which fast-check likes, would test the floating-point format. */
const number = (min: number, max: number): fc.Arbitrary<number> =>
  fc.integer({ min: 0, max: 999_983 }).map((n) => min + ((max - min) * n) / 999_983);
/** Few distinct values, so that intensities, times and prices often agree. */
const intensity = fc.oneof(fc.constantFrom(0, 0, 0.01, 0.02), number(0, 0.05));
const taskPrice = fc.oneof(
  { weight: 4, arbitrary: number(0, 10) },
  { weight: 2, arbitrary: fc.constantFrom(0, 5) },
  { weight: 2, arbitrary: number(-10, 0) },
);

function taskOf(states: number): fc.Arbitrary<Omit<CompiledTask, 'task'>> {
  return fc
    .record({
      memoryIntensity: intensity,
      perNeighbourS: fc.oneof(fc.constantFrom(0, 5), number(-3, 20)),
      perAverageIntensityS: fc.oneof(fc.constantFrom(0, 500), number(-2000, 2000)),
      timeS: fc.array(fc.oneof(fc.constantFrom(20, 30), number(5, 100)), { minLength: states, maxLength: states }),
      powerW: fc.array(fc.oneof(fc.constantFrom(5), number(0, 20)), { minLength: states, maxLength: states }),
      ordered: fc.boolean(),
    })
    .map(({ memoryIntensity, perNeighbourS, perAverageIntensityS, timeS, powerW, ordered }) => ({
      memoryIntensity,
      coefficients: { perNeighbourS, perAverageIntensityS },
      pStates: timeS.map((_, p) => p),
      timeS: Float64Array.from(ordered ? timeS.toSorted((a, b) => a - b) : timeS),
      powerW: Float64Array.from(ordered ? powerW.toSorted((a, b) => b - a) : powerW),
      frequencyGHz: Float64Array.from(timeS, (_, p) => 3 - 0.1 * p),
    }));
}

/** Node types of up to `cores` cores and `tasks` task types, some of them twins; power prices of both signs, and 0. */
export function pricedCase(cores: number, tasks: number, states = 4): fc.Arbitrary<PricedCase> {
  return fc
    .record({
      cores: fc.integer({ min: 1, max: cores }),
      tasks: fc.array(fc.integer({ min: 1, max: states }).chain(taskOf), { minLength: 1, maxLength: tasks }),
      twin: fc.option(fc.nat(), { freq: 3 }),
      colocation: fc.constantFrom<CompiledNodeType['colocation']>('anchored', 'anchored', 'anchored', 'none'),
      prices: fc.array(taskPrice, { minLength: tasks, maxLength: tasks }),
      pricePerKW: fc.oneof(fc.constantFrom(0, 10), number(-20, 60)),
    })
    .map(({ cores: most, tasks: drawn, twin, colocation, prices, pricePerKW }) => {
      const all = twin === null ? drawn : drawn.map((task, k) => (k === 0 ? drawn[twin % drawn.length]! : task));
      const nodeType: CompiledNodeType = {
        name: 'N',
        cores: most,
        idleW: 100,
        colocation,
        tasks: all.map((task, k) => ({ ...task, task: k })),
      };
      return {
        model: { nodeTypes: [nodeType], taskNames: all.map((_, k) => `t${k}`) },
        taskPrice: Float64Array.from(prices.slice(0, all.length)),
        pricePerKW,
      };
    });
}
