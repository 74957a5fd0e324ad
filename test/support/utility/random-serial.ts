import type { Day, UtilityModel } from '../../../models/families/utility/model.js';
import { randomStream, type RandomStream } from '../../../src/random/stream.js';

/**
 * A small serial fault drawn by a seed: equal times, powers, arrivals and functions are common, so that ties are; midnights lie on and off the
 * grid, budgets bind and do not.
 */
export function randomSerial(seed: number): UtilityModel {
  const random = randomStream(seed, 'small serial problem');
  const rough = random.uniform() < 0.5;
  const number = (low: number, high: number, unit: number): number =>
    rough ? unit * random.integer(Math.ceil(low / unit), Math.floor(high / unit)) : random.uniform(low, high);
  const pools = Array.from({ length: random.integer(1, 3) }, (_, j) => {
    return { name: `pool ${j}`, nodes: random.integer(1, 3), coresPerNode: random.integer(1, 2) };
  });
  const options = drawOptions(random, pools.length, number);
  const functions = drawFunctions(random, number);
  const days = drawDays(random, meanEnergyJ(options));
  const endS = days.at(-1)!.endS;
  const count = random.integer(3, 24);
  const arrivalS = Float64Array.from({ length: count }, () => Math.min(number(0, endS, 30), endS - 1)).sort();
  const draw = (below: number): Int32Array => Int32Array.from({ length: count }, () => random.integer(0, below - 1));
  const kind = draw(options.kindCount);
  return {
    name: `serial ${seed}`,
    environment: 'serial',
    endS,
    days,
    pools,
    options,
    functions,
    measuredFromS: days.at(-1)!.startS,
    eventIntervalS: 60,
    droppingThreshold: random.uniform() < 0.5 ? 0 : 0.5,
    preemptionOverheadS: 0,
    tasks: {
      count,
      arrivalS,
      type: kind,
      kind,
      utility: draw(functions.count),
      name: (task) => `task ${task}`,
      mayPreempt: new Uint8Array(count),
      mayBePreempted: new Uint8Array(count),
    },
  };
}

type Draw = (low: number, high: number, unit: number) => number;

function drawOptions(random: RandomStream, poolCount: number, number: Draw): UtilityModel['options'] {
  const kindCount = random.integer(1, 3);
  const first = [0];
  const [pool, pState, timeS, powerW]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let kind = 0; kind < kindCount; kind++) {
    const must = random.integer(0, poolCount - 1);
    for (let j = 0; j < poolCount; j++) {
      if (j !== must && random.uniform() < 0.3) continue;
      let slower = number(20, 240, 30);
      let weaker = random.uniform() < 0.1 ? 0 : number(50, 200, 50);
      for (let state = 0; state < random.integer(1, 3); state++) {
        pool.push(j);
        pState.push(state);
        timeS.push(slower);
        powerW.push(weaker);
        slower += number(0, 60, 10);
        weaker *= random.uniform(0.4, 1);
      }
    }
    first.push(pool.length);
  }
  return {
    kindCount,
    first: Int32Array.from(first),
    pool: Int32Array.from(pool),
    pState: Uint8Array.from(pState),
    nodes: new Int32Array(pool.length).fill(1),
    timeS: Float64Array.from(timeS),
    powerW: Float64Array.from(powerW),
  };
}

function drawFunctions(random: RandomStream, number: Draw): UtilityModel['functions'] {
  const count = random.integer(1, 6);
  const firstPiece = [0];
  const startS: number[] = [];
  const value: number[] = [];
  const floor: number[] = [];
  const ratePerS: number[] = [];
  const slopePerS: number[] = [];
  for (let f = 0; f < count; f++) {
    let from = 0;
    let top = number(1, 8, 1);
    const pieces = random.integer(1, 3);
    for (let piece = 0; piece < pieces; piece++) {
      const shape = random.integer(0, 2);
      const lengthS = number(60, 400, 60);
      const low = shape === 0 ? top : random.uniform(0, top);
      const rate = shape === 1 ? random.uniform(0.001, 0.02) : 0;
      const slope = shape === 2 ? random.uniform(0.001, 0.02) : 0;
      startS.push(from);
      value.push(top);
      floor.push(shape === 1 ? low : top);
      ratePerS.push(rate);
      slopePerS.push(slope);
      const end = rate > 0 ? low + (top - low) * Math.exp(-rate * lengthS) : Math.max(0, top - slope * lengthS);
      from += lengthS;
      // A drop at the border: a function that only seems to fall could rise by rounding.
      top = end * random.uniform(0.3, 0.95);
    }
    if (random.uniform() < 0.7) {
      startS.push(from);
      for (const list of [value, floor, ratePerS, slopePerS]) list.push(0);
    }
    firstPiece.push(startS.length);
  }
  return {
    count,
    firstPiece: Int32Array.from(firstPiece),
    startS: Float64Array.from(startS),
    value: Float64Array.from(value),
    floor: Float64Array.from(floor),
    ratePerS: Float64Array.from(ratePerS),
    slopePerS: Float64Array.from(slopePerS),
  };
}

function drawDays(random: RandomStream, scaleJ: number): Day[] {
  const lengthS = random.uniform() < 0.5 ? 600 : random.uniform(300, 900);
  const count = random.integer(1, 3);
  const partS = random.uniform() < 0.5 ? 0 : lengthS * random.uniform(0.1, 0.9);
  const bounded = random.uniform() < 0.7;
  const budgetJ = (): number => (bounded ? scaleJ * random.uniform(1, 12) : Infinity);
  const days: Day[] = partS > 0 ? [{ startS: 0, endS: partS, budgetJ: Infinity }] : [];
  for (let d = 0; d < count; d++) {
    const from = days.at(-1)?.endS ?? 0;
    days.push({ startS: from, endS: from + lengthS, budgetJ: budgetJ() });
  }
  return days;
}

function meanEnergyJ({ timeS, powerW }: UtilityModel['options']): number {
  return timeS.reduce((sum, time, o) => sum + (time * powerW[o]!) / timeS.length, 0) + 1;
}
