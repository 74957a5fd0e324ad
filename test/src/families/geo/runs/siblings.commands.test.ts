import { describe, expect, it } from 'vitest';
import type { GeoInstance } from '../../../../../models/families/geo/instance.js';
import { checkGeoPlan } from '../../../../../src/families/geo/check/check-geo-plan.js';
import type { GeoMethodOutcome } from '../../../../../src/families/geo/methods/outcome.js';
import { geoMethodNamed } from '../../../../../src/families/geo/methods/registry.js';
import { type GeoMethod } from '../../../../../src/families/geo/methods/registry.js';
import {
  type GeoRunRequest,
  type ReadyGeo,
  type SolvedGeo,
  solveOpenedGeo,
} from '../../../../../src/families/geo/runs/solve.js';
import { fuzzCount } from '../../../../support/fuzz.js';
import { type GeoCase, geoCase, randomGeoInstance, type RandomGeoOptions, tinyGeo } from '../../../../support/geo.js';

const SIBLINGS = ['gald-cl', 'fdld-cl'] as const;
const TOLERANCE = 1e-9;

function request(method: GeoMethod, limits: Partial<GeoRunRequest['limits']> = {}): GeoRunRequest {
  return {
    method,
    seed: 1,
    limits: { timeLimitS: null, workLimit: null, ...limits },
    withBound: false,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
}

const opened = (one: GeoCase): ReadyGeo =>
  ({ ok: true, ...one, sha256: '0'.repeat(64), directory: '.', warnings: [] }) as unknown as ReadyGeo;

const billed = ({ record: { result } }: SolvedGeo): number => (result.feasible ? result.objective! : Infinity);

/** What holds of the default's answer; returns whether a sibling's plan was the better one. */
async function holds(one: GeoCase, workLimit: number | null, about: string): Promise<boolean> {
  const solve = (name: string): Promise<SolvedGeo> =>
    solveOpenedGeo(request(geoMethodNamed(name)!, { workLimit }), opened(one));
  const solved = await solve('gld-lp');
  const { result, evaluation, trajectory } = solved.record;
  if (result.infeasibility !== undefined) return false;
  const where = `${about}, ${workLimit} steps`;
  const others = new Map<string, number>();
  for (const name of SIBLINGS) others.set(name, billed(await solve(name)));
  const leastUsd = Math.min(...others.values());
  // Within the gap up to which siblings are not asked at all.
  const room = result.gap !== null && result.gap <= 1e-3 ? 1e-3 : TOLERANCE;
  if (leastUsd < Infinity) {
    expect(billed(solved), `case ${where}`).toBeLessThanOrEqual(leastUsd + room * Math.abs(leastUsd) + TOLERANCE);
  }
  if (result.bound !== null && result.feasible) {
    expect(result.bound, `case ${where}`).toBeLessThanOrEqual(
      result.objective! + TOLERANCE * (1 + Math.abs(result.objective!)),
    );
  }
  expect(solved.plan?.planFrom, `case ${where}`).toBe(result.planFrom);
  if (solved.plan === null) return false;
  expect(solved.plan.method, `case ${where}`).toBe('gld-lp');
  const again = checkGeoPlan(one.instance, one.series, (room) => one.matrices.get(room)!, solved.plan);
  expect([again.costUsd, again.violations], `case ${where}`).toEqual([evaluation!.costUsd, evaluation!.violations]);
  if (result.planFrom === undefined) return false;
  expect(result.objective, `case ${where}`).toBe(others.get(result.planFrom));
  expect(trajectory.at(-1), `case ${where}`).toMatchObject({ phase: result.planFrom, incumbent: result.objective });
  expect(result.warnings.join(), `case ${where}`).not.toContain('no plan');
  return true;
}

function withCores(instance: GeoInstance, cores: number): GeoInstance {
  return { ...instance, nodeTypes: instance.nodeTypes.map((type) => ({ ...type, cores })) };
}

describe('the default geo method is never costlier than the quick ones', () => {
  it.each<readonly [string, RandomGeoOptions]>([
    ['anything', {}],
    ['many cores', { cores: 40, taskTypes: 2, epochs: 2, load: 0.1 }],
    ['power caps', { powerCaps: 1, load: 0.4 }],
    ['carbon caps', { carbon: 'cap' }],
  ])('random instances, stopped after a few steps or not: %s', async (name, options) => {
    let adopted = 0;
    for (let seed = 0; seed < fuzzCount(6); seed++) {
      const one = geoCase(randomGeoInstance(seed, options));
      for (const workLimit of [1, 4, null]) adopted += (await holds(one, workLimit, `${name} ${seed}`)) ? 1 : 0;
    }
    expect(adopted).toBeGreaterThan(0);
  });

  it('tiny instances whose nodes have up to 1,024 cores', async () => {
    let adopted = 0;
    for (const name of ['carbon', 'one-epoch', 'transition', 'colocation'] as const) {
      for (const cores of [64, 1024]) {
        const one = geoCase(withCores(tinyGeo(name).instance, cores));
        for (const workLimit of [1, null])
          adopted += (await holds(one, workLimit, `${name} with ${cores} cores`)) ? 1 : 0;
      }
    }
    expect(adopted).toBeGreaterThan(0);
  });
});

describe('a sibling of a method that finds nothing', () => {
  const NOTHING: GeoMethodOutcome = {
    allocation: null,
    certificate: null,
    stoppedEarly: false,
    warnings: ['no plan of mine'],
    work: {},
    figures: {},
  };
  const finder = (siblings: readonly string[], outcome: GeoMethodOutcome = NOTHING): GeoMethod => ({
    name: 'finds nothing',
    family: 'geo',
    summary: '',
    certifies: false,
    stochastic: false,
    siblings,
    solve: () => Promise.resolve(outcome),
  });
  const one = tinyGeo('carbon');

  it('gives the plan, is named in plan and result, and what was said of no plan is gone', async () => {
    const solved = await solveOpenedGeo(request(finder(['fdld-cl', 'gald-cl'])), opened(one));
    const { result } = solved.record;
    // 9.9 kWh served in the east and 0.55 kWh asleep in the west (see the instance).
    expect(result.objective).toBeCloseTo(1.3145, 9);
    expect([result.method, result.planFrom, solved.plan!.planFrom]).toEqual(['finds nothing', 'gald-cl', 'gald-cl']);
    expect(result.warnings).toEqual([]);
  });

  it('is not asked where it is proven that there is no plan', async () => {
    const infeasibility = { constraint: 'carbonCap', where: '', unit: 'kg', amount: 1, message: 'too much' } as const;
    const certificate = { costUsd: Infinity, costByEpochUsd: null, costByCupUsd: null, scope: '', work: {} };
    const refuted = { ...NOTHING, certificate: { ...certificate, infeasibility } };
    const solved = await solveOpenedGeo(request(finder(['gald-cl'], refuted)), opened(one));
    expect([solved.plan, solved.record.result.termination]).toEqual([null, 'infeasible']);
  });

  it('stops at its first plan when the time of the run is up', async () => {
    const tinyDay = tinyGeo('arbitrage');
    let seconds = 0;
    const timed = { ...request(finder(['gald-cl']), { timeLimitS: 5 }), nowS: () => seconds++ };
    const byRule = await solveOpenedGeo(request(geoMethodNamed('gald-cl')!, { workLimit: 1 }), opened(tinyDay));
    const solved = await solveOpenedGeo(timed, opened(tinyDay));
    expect(solved.record.result.objective).toBeGreaterThan(0);
    expect(solved.record.result.objective).toBeLessThanOrEqual(byRule.record.result.objective! + TOLERANCE);
    expect(seconds).toBeLessThan(30);
  });
});
