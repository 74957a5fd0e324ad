import { beforeAll, describe, expect, it } from 'vitest';
import { geoMethodNamed } from '../../../../../../src/families/geo/methods/registry.js';
import {
  type GeoRunRequest,
  type ReadyGeo,
  type SolvedGeo,
  solveOpenedGeo,
} from '../../../../../../src/families/geo/runs/solve.js';
import { type GeoFront, geoFront } from '../../../../../../src/families/geo/studies/front/front.js';
import { geoCase } from '../../../../../support/geo.js';
import { withCarbon } from '../../../../cli/geo-cases.js';

const ROUNDING = 1e-9;

const REQUEST: GeoRunRequest = {
  method: geoMethodNamed('gld-lp')!,
  seed: 1,
  limits: { timeLimitS: null, workLimit: null },
  withBound: true,
  nowS: () => 0,
  interrupted: () => false,
  onProgress: () => undefined,
};

let opened: ReadyGeo;
let solved: SolvedGeo;
let front: GeoFront;

beforeAll(async () => {
  opened = { ok: true, ...geoCase(withCarbon()), directory: '.', sha256: '', warnings: [] } as unknown as ReadyGeo;
  solved = await solveOpenedGeo(REQUEST, opened);
  front = await geoFront(opened, REQUEST, 9, solved);
});

describe('the front of cost against carbon', () => {
  it('has plans in order, none dominated and none twice', () => {
    const pareto = front.pareto.map((n) => front.points[n]!);
    expect(pareto.length).toBeGreaterThanOrEqual(4);
    for (const [n, { carbonKg, costUsd }] of pareto.entries()) {
      if (n === 0) continue;
      expect(carbonKg! - pareto[n - 1]!.carbonKg!).toBeGreaterThan(1e-6);
      expect(pareto[n - 1]!.costUsd! - costUsd!).toBeGreaterThan(1e-6);
    }
    const planned = front.points.filter(({ carbonKg }) => carbonKg !== null);
    expect(planned.length).toBeGreaterThanOrEqual(9);
    for (const point of planned) {
      const { costUsd } = point;
      const carbonKg = point.carbonKg!;
      const isReached = pareto.some(
        (one) => one.carbonKg! <= carbonKg * (1 + ROUNDING) && one.costUsd! <= costUsd! * (1 + ROUNDING),
      );
      expect(isReached).toBe(true);
    }
  });

  it('has the plans behind the convex hull', () => {
    const plans = front.pareto.map((n) => front.points[n]!);
    const behind = plans.filter((plan, n) => {
      const [before, after] = [plans[n - 1], plans[n + 1]];
      if (before === undefined || after === undefined) return false;
      const share = (plan.carbonKg! - before.carbonKg!) / (after.carbonKg! - before.carbonKg!);
      return plan.costUsd! >= before.costUsd! + share * (after.costUsd! - before.costUsd!) - ROUNDING;
    });
    expect(behind.length).toBeGreaterThan(0);
    expect(behind.every(({ carbonCapKg }) => carbonCapKg !== null)).toBe(true);
  });

  it('has plans that keep their caps, and bounds that no plan refutes', () => {
    expect(front.points.filter(({ costUsd }) => costUsd !== null).length).toBeGreaterThanOrEqual(9);
    expect(
      front.points.filter(({ carbonCapKg, carbonKg }) => carbonCapKg !== null && carbonKg !== null).length,
    ).toBeGreaterThanOrEqual(2);
    for (const { carbonCapKg, carbonUsdPerTonne, carbonKg, costUsd, boundUsd, gap } of front.points) {
      expect((carbonCapKg === null) !== (carbonUsdPerTonne === null)).toBe(true);
      if (carbonCapKg !== null && carbonKg !== null) {
        expect(carbonKg).toBeLessThanOrEqual(carbonCapKg * (1 + ROUNDING));
      }
      const reachKg = carbonCapKg ?? carbonKg!;
      const cheapest = Math.min(
        ...front.points.flatMap((other) =>
          other.carbonKg === null || other.carbonKg > reachKg * (1 + 1e-12) ? [] : [other.costUsd!],
        ),
      );
      expect(boundUsd!).toBeLessThanOrEqual(cheapest + ROUNDING);
      if (costUsd !== null) expect(gap).toBeCloseTo((costUsd - boundUsd!) / boundUsd!, 12);
    }
    // At corners of the hull lines of prices do; behind it nothing but a cap of its own.
    const tight = front.pareto.filter((n) => front.points[n]!.gap! < 1e-6);
    expect(tight.length).toBeGreaterThanOrEqual(3);
  });

  it('solves nothing again that was solved before it', async () => {
    let runs = 0;
    const method = {
      ...REQUEST.method,
      solve: (input: Parameters<typeof REQUEST.method.solve>[0]) => {
        runs++;
        return REQUEST.method.solve(input);
      },
    };
    const again = await geoFront(opened, { ...REQUEST, method }, 2, solved);
    expect([runs, again.points.length]).toEqual([1, 2]);
    const alone = await geoFront(opened, { ...REQUEST, method }, 1);
    expect([runs, alone.points]).toEqual([2, again.points.slice(0, 1)]);
  });

  it('interrupted keeps what was found, and ends', async () => {
    for (const most of [0, 1, 3]) {
      let runs = 0;
      const method = {
        ...REQUEST.method,
        solve: (input: Parameters<typeof REQUEST.method.solve>[0]) => {
          runs++;
          return REQUEST.method.solve(input);
        },
      };
      const cut = await geoFront(opened, { ...REQUEST, method, interrupted: () => runs >= most }, 9);
      expect([most, runs, cut.points.length]).toEqual([most, most, most]);
      expect(cut.pareto.length).toBe(Math.min(most, cut.points.length));
    }
  });

  it('of a method that knows no caps is sought by prices alone', async () => {
    const { points } = await geoFront(opened, { ...REQUEST, method: geoMethodNamed('fdld-so')! }, 6);
    expect(points.every(({ carbonCapKg }) => carbonCapKg === null)).toBe(true);
  });
});
