import { describe, expect, it } from 'vitest';
import { cooling, limitedHeatW, type CentreThermal } from '../../../../../../models/families/geo/cooling.js';
import {
  cupCoolingBound,
  type NodeSide,
  type PowerBox,
  roomCoolingBound,
} from '../../../../../../src/families/geo/methods/bound/cooling-bound.js';
import type { EnergyWeight } from '../../../../../../src/families/geo/methods/bound/rise-search.js';
import { randomStream, type RandomStream } from '../../../../../../src/random/stream.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

interface Room {
  readonly thermal: CentreThermal;
  readonly box: PowerBox;
}

function randomRoom({ uniform, integer }: RandomStream): Room {
  const types = integer(1, 4);
  const rowCount = integer(1, 40);
  const lowW = Float64Array.from({ length: types }, () => uniform(0, 30e3));
  const highW = lowW.map((low) => low + uniform(0, 300e3));
  const riseKPerW = Float64Array.from({ length: rowCount * types }, () =>
    uniform() < 0.3 ? 0 : uniform(0, 20) / types / 2e5,
  );
  const units = integer(0, 1);
  const heatShare = Float64Array.from({ length: units * types }, () => uniform(0.2, 1));
  const thermal: CentreThermal = {
    redLineC: 30,
    setPointMinC: 10,
    setPointMaxC: uniform(20, 35),
    cooling:
      uniform() < 0.6
        ? { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 }
        : { quadraticPerC2: uniform(-0.001, 0.01), linearPerC: uniform(0.07, 0.1), constant: uniform(0.5, 3) },
    riseKPerW,
    rowCount,
    heatShare,
    capacityW: Float64Array.from({ length: units }, (_, unit) => {
      let heatW = 0;
      for (let j = 0; j < types; j++) heatW += heatShare[unit * types + j]! * highW[j]!;
      return heatW * uniform(0.5, 1.2);
    }),
    unitNames: Array.from({ length: units }, (_, unit) => `unit ${unit}`),
  };
  return { thermal, box: { lowW, highW } };
}

/** One node of each type that may draw any power of the box and earns `price` per W. */
function boxSides({ box: { lowW, highW } }: Room, price: Float64Array): NodeSide[] {
  return [...lowW].map((low, j) => {
    const high = highW[j]!;
    const earns = price[j]!;
    return {
      nodes: 1,
      powerW: [low, high],
      costUsd: [-earns * low, -earns * high],
      least: (usdPerW) => Math.min((usdPerW - earns) * low, (usdPerW - earns) * high),
    };
  });
}

function randomPowerW({ box: { lowW, highW } }: Room, { uniform }: RandomStream): Float64Array {
  const edge = uniform();
  const level = uniform();
  return lowW.map((low, j) => {
    const share = edge < 0.3 ? Math.round(uniform()) : edge < 0.6 ? level : uniform();
    return low + share * (highW[j]! - low);
  });
}

function admissible({ thermal }: Room, powerW: Float64Array): boolean {
  const { setPointC } = cooling(thermal, powerW);
  return (
    setPointC >= thermal.setPointMinC &&
    limitedHeatW(thermal, powerW).every((heatW, unit) => heatW <= thermal.capacityW[unit]!)
  );
}

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** F(P) at the hottest set-point. */
const trueW = ({ thermal }: Room, powerW: Float64Array): number => sum(powerW) + cooling(thermal, powerW).cracPowerW;

const dot = (a: Float64Array, b: Float64Array): number => a.reduce((total, value, n) => total + value * b[n]!, 0);

/** Energy of which no part is free, at one weight. */
const at = (weight: number): EnergyWeight => ({ weight, least: weight, most: weight, freeW: 0 });

describe('the least of F(P) - q.P', () => {
  it('is below every admissible power, and near the lowest of them', () => {
    const random = randomStream(11, 'cooling bound');
    let tightest = 0;
    for (let trial = 0; trial < fuzzCount(60, 30); trial++) {
      const room = randomRoom(random);
      const bound = roomCoolingBound(room.thermal, room.box);
      for (let direction = 0; direction < 4; direction++) {
        const centre = randomPowerW(room, random);
        const { gradient } = bound.tangent(centre);
        const price = direction === 0 ? gradient.map(() => random.uniform(-1, 3)) : gradient;
        const weight = [1, 0.2, 30, 1][direction]!;
        const scaled = price.map((one) => one * weight);
        const least = bound.least(at(weight), boxSides(room, scaled));
        let lowest = Infinity;
        for (let n = 0; n < 400; n++) {
          const powerW = n === 0 ? centre : randomPowerW(room, random);
          if (!admissible(room, powerW)) continue;
          const value = weight * trueW(room, powerW) - dot(scaled, powerW);
          expect(value).toBeGreaterThanOrEqual(least - 1e-9 * weight * sum(room.box.highW));
          lowest = Math.min(lowest, value);
        }
        if (lowest - least < 1e-3 * weight * sum(room.box.highW)) tightest++;
      }
    }
    // Sampling misses some corners; most minima are met.
    expect(tightest).toBeGreaterThan(100);
  });

  it('is exact for a room of one node type, where F is convex', () => {
    const random = randomStream(3, 'one type');
    for (let trial = 0; trial < fuzzCount(40); trial++) {
      const room = randomRoom(random);
      if (room.box.lowW.length !== 1) continue;
      const bound = roomCoolingBound(room.thermal, room.box);
      const price = Float64Array.of(random.uniform(1, 2));
      const least = bound.least(at(1), boxSides(room, price));
      let lowest = Infinity;
      for (let n = 0; n <= 20000; n++) {
        const powerW = Float64Array.of(room.box.lowW[0]! + ((room.box.highW[0]! - room.box.lowW[0]!) * n) / 20000);
        if (admissible(room, powerW)) lowest = Math.min(lowest, trueW(room, powerW) - dot(price, powerW));
      }
      expect(least).toBeLessThanOrEqual(lowest + 1e-6 * room.box.highW[0]!);
      expect(least).toBeGreaterThan(lowest - 1e-4 * room.box.highW[0]!);
    }
  });

  it('holds for any admissible set-point where energy earns money', () => {
    const random = randomStream(4, 'negative');
    for (let trial = 0; trial < fuzzCount(40); trial++) {
      const room = randomRoom(random);
      const bound = roomCoolingBound(room.thermal, room.box);
      const price = Float64Array.from(room.box.lowW, () => random.uniform(-2, 1));
      const least = bound.least(at(-1), boxSides(room, price));
      for (let n = 0; n < 100; n++) {
        const powerW = randomPowerW(room, random);
        if (!admissible(room, powerW)) continue;
        const { setPointC } = cooling(room.thermal, powerW);
        const colder = { ...room.thermal, setPointMaxC: random.uniform(room.thermal.setPointMinC, setPointC) };
        const value = -trueW({ ...room, thermal: colder }, powerW) - dot(price, powerW);
        expect(value).toBeGreaterThanOrEqual(least - 1e-9 * sum(room.box.highW));
      }
    }
  });

  it('is Infinity where nothing is admissible', () => {
    const room = randomRoom(randomStream(9, 'none'));
    const hot = { ...room.thermal, redLineC: room.thermal.setPointMinC - 1 };
    const sides = boxSides(room, new Float64Array(room.box.lowW.length));
    expect(roomCoolingBound(hot, room.box).least(at(1), sides)).toBe(Infinity);
  });

  it('by CUP is linear in the powers', () => {
    const random = randomStream(6, 'cup');
    for (let trial = 0; trial < fuzzCount(40); trial++) {
      const room = randomRoom(random);
      const bound = cupCoolingBound(roomCoolingBound(room.thermal, room.box), 1.8);
      const price = Float64Array.from(room.box.lowW, () => random.uniform(0, 3));
      const least = bound.least(at(2), boxSides(room, price));
      for (let n = 0; n < 100; n++) {
        const powerW = randomPowerW(room, random);
        if (!admissible(room, powerW)) continue;
        const value = 2 * (1 + 1 / 1.8) * sum(powerW) - dot(price, powerW);
        expect(value).toBeGreaterThanOrEqual(least - 1e-9 * sum(room.box.highW));
      }
    }
  });

  it('with energy free up to a power is below every admissible power, wherever the search for weights begins, and never below that of a single weight', () => {
    const random = randomStream(15, 'free energy');
    let tighter = 0;
    let nearest = 0;
    const count = fuzzCount(400, 40);
    for (let trial = 0; trial < count; trial++) {
      const room = randomRoom(random);
      const bound = roomCoolingBound(room.thermal, room.box);
      const centre = randomPowerW(room, random);
      const { valueW, gradient } = bound.tangent(centre);
      const least = random.uniform() < 0.5 ? 0 : random.uniform(0, 0.5);
      const most = random.uniform(0.5, 2);
      const inner = random.uniform(least, most);
      const price = gradient.map((one) => one * inner);
      const sides = boxSides(room, price);
      const freeW = valueW * random.uniform(0.8, 1.2);
      const found = [least, inner, most].map((weight) => bound.least({ weight, least, most, freeW }, sides));
      const slack = 1e-9 * most * sum(room.box.highW);
      let lowest = Infinity;
      for (let n = 0; n < 300; n++) {
        const powerW = n === 0 ? centre : randomPowerW(room, random);
        if (!admissible(room, powerW)) continue;
        const overW = trueW(room, powerW) - freeW;
        lowest = Math.min(lowest, Math.max(least * overW, most * overW) - dot(price, powerW));
      }
      expect(Math.max(...found)).toBeLessThanOrEqual(lowest + slack);
      const single = bound.least({ weight: inner, least: inner, most: inner, freeW }, sides);
      expect(Math.min(...found)).toBeGreaterThanOrEqual(single - 1e-4 * most * sum(room.box.highW));
      if (found[1]! > single + 1e-3 * most * sum(room.box.highW)) tighter++;
      if (lowest - found[1]! < 1e-2 * most * sum(room.box.highW)) nearest++;
    }
    expect(tighter).toBeGreaterThan(count / 30);
    expect(nearest).toBeGreaterThan(count / 4);
  });
});
