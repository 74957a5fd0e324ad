import { describe, expect, it } from 'vitest';
import { lastFinish } from '../../../../models/families/robust/last-finish.js';
import { normalCdf } from '../../../../models/families/robust/normal.js';
import { randomStream } from '../../../../src/random/stream.js';

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

function last(cores: readonly (readonly [meanS: number, sdS: number])[]): ReturnType<typeof lastFinish> {
  return lastFinish(
    Float64Array.from(cores, ([meanS]) => meanS),
    Float64Array.from(cores, ([, sdS]) => sdS * sdS),
  );
}

function alike(count: number, meanS: number, sdS: number): (readonly [number, number])[] {
  return Array.from({ length: count }, () => [meanS, sdS] as const);
}

function expectNear(value: number, known: number, allowed: number): void {
  expect(Math.abs(value - known)).toBeLessThanOrEqual(allowed);
}

/** Clark, Operations Research 9 (1961): mean and variance of the greater of two independent normals, P(the first is it). */
function clark(m1: number, s1: number, m2: number, s2: number): { mean: number; variance: number; first: number } {
  const a = Math.hypot(s1, s2);
  const z = (m1 - m2) / a;
  // Relative to the greater mean, or the second moment would drown the variance.
  const [d1, d2] = [m1 - Math.max(m1, m2), m2 - Math.max(m1, m2)];
  const first = normalCdf(z);
  const excess = d1 * first + d2 * normalCdf(-z) + a * density(z);
  const second = (d1 * d1 + s1 * s1) * first + (d2 * d2 + s2 * s2) * normalCdf(-z) + (d1 + d2) * a * density(z);
  return { mean: Math.max(m1, m2) + excess, variance: second - excess * excess, first };
}

describe('when the last core is done', () => {
  it.each([
    [2, 0.5641895835477563, 0.6816901138162093],
    [3, 0.8462843753216344, 0.559467203797367],
    [4, 1.0293753730039641, 0.4917152368747418],
    [5, 1.1629644736405196, 0.447534069020662],
    [100, 2.5075936364416844, 0.1844048135858254],
  ])('of %i standard normals has the mean and variance of the tables', (count, mean, variance) => {
    for (const [meanS, sdS] of [
      [0, 1],
      [15_000, 40],
      [-3, 1e-4],
    ] as const) {
      const found = last(alike(count, meanS, sdS));
      expectNear(found.excessS / sdS, mean, 1e-11);
      expectNear(found.meanS, meanS + mean * sdS, 1e-9 * Math.max(1, sdS));
      expectNear(found.varianceS2 / sdS ** 2, variance, 1e-11);
      for (const probability of found.lastProbability) expectNear(probability, 1 / count, 1e-12);
    }
  });

  it('of two follows Clark 1961, however different they are', () => {
    const draw = randomStream(1, 'clark').uniform;
    for (let n = 0; n < 3000; n++) {
      const s1 = 10 ** draw(-4, 3);
      const s2 = 10 ** draw(-4, 3);
      const m1 = draw(5000, 15_000);
      const m2 = m1 + draw(-6, 6) * Math.max(s1, s2);
      const known = clark(m1, s1, m2, s2);
      const found = last([
        [m1, s1],
        [m2, s2],
      ]);
      const scale = Math.max(s1, s2);
      expectNear(found.meanS, known.mean, 1e-11 * (scale + m1));
      expectNear(found.varianceS2, known.variance, 1e-10 * scale * scale);
      expectNear(found.lastProbability[0]!, known.first, 1e-10);
      expectNear(found.lastProbability[0]! + found.lastProbability[1]!, 1, 2e-11);
    }
  });

  it('of 400 cores alike keeps the far tail, whatever stands beside them', () => {
    const found = last(alike(400, 14_000, 60));
    expect(found.excessS / 60).toBeGreaterThan(2.9);
    expect(found.excessS / 60).toBeLessThan(Math.sqrt(2 * Math.log(400)));
    expectNear(
      found.lastProbability.reduce((sum, probability) => sum + probability, 0),
      1,
      1e-12,
    );
    // The same 400 in groups of other cores that are done long before.
    const among = last([...alike(300, 2000, 60), ...alike(400, 14_000, 60), ...alike(50, 0, 0)]);
    expectNear(among.meanS, found.meanS, 1e-9);
    expectNear(among.varianceS2, found.varianceS2, 1e-9);
  });

  it('is the greater of a normal and a steady core, and of two steady ones', () => {
    for (const z of [-9, -3, -0.7, 0, 1.3, 4, 12]) {
      // N(100, 5^2) and a core that ends at 100 + 5 z for sure.
      const floorS = 100 + 5 * z;
      const found = last([
        [100, 5],
        [floorS, 0],
        [20, 0],
      ]);
      expectNear(found.meanS, floorS * normalCdf(z) + 100 * normalCdf(-z) + 5 * density(z), 1e-11);
      expectNear(found.lastProbability[0]!, normalCdf(-z), 1e-12);
      const second = z * z * normalCdf(z) + (normalCdf(-z) + z * density(z));
      const first = z * normalCdf(z) + density(z);
      expectNear(found.varianceS2, 25 * (second - first * first), 1e-10);
      expect(Array.from(found.lastProbability.subarray(1))).toEqual([0, 0]);
    }
    expect(last(alike(3, 7, 0))).toMatchObject({ meanS: 7, excessS: 0, varianceS2: 0 });
    expect(last([[0, 0]])).toMatchObject({ meanS: 0, excessS: 0, varianceS2: 0 });
  });

  it('of one core that varies is the finish of that core', () => {
    for (const cores of [
      [[250, 12]] as const,
      [
        [0, 0],
        [250, 12],
        [0, 0],
      ] as const,
    ]) {
      const found = last(cores);
      expectNear(found.excessS, 0, 1e-12);
      expectNear(found.varianceS2, 144, 1e-10);
    }
  });

  it('is right where standard deviations differ by a factor of a billion', () => {
    const mixed = (tinyS: number): number =>
      last([
        [100, 10],
        [103, tinyS],
        [99, 1e-3],
        [90, 8],
      ]).meanS;
    const steady = mixed(0);
    for (const [tinyS, allowed] of [
      [1e-12, 1e-10],
      [1e-8, 1e-8],
      [2e-8, 2e-8],
      [1e-6, 1e-6],
      [1e-4, 1e-4],
    ] as const) {
      expectNear(mixed(tinyS), steady, allowed);
      expect(mixed(tinyS)).toBeGreaterThanOrEqual(steady - 1e-11);
    }
  });

  it('does not depend on the order of cores, nor on where time begins', () => {
    const cores = [
      [900, 30],
      [870, 55],
      [905, 4],
      [400, 90],
      [905, 20],
    ] as const;
    const found = last(cores);
    const turned = last([...cores].reverse());
    expectNear(turned.meanS, found.meanS, 1e-10);
    expectNear(turned.lastProbability[0]!, found.lastProbability[4]!, 1e-13);
    const moved = last(cores.map(([meanS, sdS]) => [meanS + 1e6, sdS] as const));
    expectNear(moved.excessS, found.excessS, 1e-7);
    expectNear(moved.varianceS2, found.varianceS2, 1e-6);
  });

  it('is found for 250 nodes with 4,580 cores', () => {
    const draw = randomStream(4, 'large').uniform;
    const nodes = Array.from({ length: 250 }, (_, node) =>
      Array.from({ length: node < 80 ? 19 : 18 }, () => [13_000 + draw(-50, 50), draw(50, 150)] as const),
    );
    const excessS = nodes.map((cores) => last(cores).excessS);
    expect(Math.min(...excessS)).toBeGreaterThan(30);
  });

  it('is refused for no core at all, and infinite for times beyond doubles', () => {
    expect(() => last([])).toThrow(RangeError);
    expect(
      last([
        [Infinity, 1],
        [3, 1],
      ]).meanS,
    ).toBe(Infinity);
  });
});
