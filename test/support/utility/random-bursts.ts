import type { UtilityModel } from '../../../models/families/utility/model.js';
import { randomStream } from '../../../src/random/stream.js';
import { randomFunction, tinyModel } from './tiny-model.js';

/** Bursts on up to three small pools; some tasks may neither preempt nor be preempted; arrivals on and off the grid. */
export function randomBursts(seed: number): UtilityModel {
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
        pool,
        pState,
        timeS: timeS * (1 + pState / 2),
        powerW: powerW / (1 + pState),
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
  const base = tinyModel({
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
  });
  return { ...base, droppingThreshold: uniform() < 0.3 ? 0.5 : 0 };
}
