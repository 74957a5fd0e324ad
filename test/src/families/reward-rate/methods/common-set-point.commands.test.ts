import { describe, expect, it, vi } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { boundCommand } from '../../../../../src/cli/commands/bound.js';
import { UNLIMITED } from '../../../../../src/methods/control.js';
import { methodNamed } from '../../../../../src/families/reward-rate/methods/registry.js';
import { boundCovers, boundScope } from '../../../../../src/families/reward-rate/methods/bound/certificate.js';
import { configLp, configurationBound } from '../../../../../src/families/reward-rate/methods/config-lp.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { keepsCommonSetPoint } from '../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import type { WarmStart } from '../../../../../src/families/reward-rate/methods/outcome.js';
import { openModel, modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunResult } from '../../../../../src/families/reward-rate/runs/result.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { analysed } from '../../../../../src/families/reward-rate/solve-stages.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle } from '../../../../oracle/brute-force.js';
import { checked } from '../../../../oracle/checked.js';
import { randomHalls } from '../../../../oracle/random-halls.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { sparseRows } from '../../../../../models/physics/thermal/sparse-rows.js';
import { denseOf } from '../../../../support/dense-of.js';
import { plenumJson } from '../../../../support/run-cli.js';
import { stopAfter } from '../../../../support/stop-after.js';
import { CRAC, smallInstance, writeInstance } from '../../../../support/small-instance.js';
import { UNSEEDED } from '../../../../support/unseeded.js';
import { fuzzCount } from '../../../../support/fuzz.js';

const highs = loadHighs();
const MANY = 65;
/** Rooms drawn with many CRACs. */
const ROOMS = fuzzCount(10);
/** Set-points of each CRAC's own, by number of CRACs. */
const OF_EACH = /any set-point of each of the (12|16|65) CRACs/;

/** The facility with its only CRAC divided into alike ones of as much air together. */
function divided({ instance, matrix }: TinyFacility, count: number): TinyFacility {
  const [crac] = instance.facility.cracs;
  const size = 1 + matrix.zones.length;
  const weights = denseOf(matrix.weights);
  const old = (n: number): number => Math.max(0, n - count + 1);
  const all = Array.from({ length: size + count - 1 }, (_, n) => n);
  const cracs = Array.from({ length: count }, (_, c) => ({
    ...crac!,
    name: `CRAC${c}`,
    airFlowM3PerS: crac!.airFlowM3PerS / count,
    ...(crac!.coolingCapacityW === undefined ? {} : { coolingCapacityW: crac!.coolingCapacityW / count }),
  }));
  return {
    instance: { ...instance, facility: { ...instance.facility, cracs } },
    matrix: {
      ...matrix,
      cracNames: cracs.map(({ name }) => name),
      airFlowM3PerS: Float64Array.from(all, (n) => matrix.airFlowM3PerS[old(n)]! / (n < count ? count : 1)),
      weights: sparseRows(
        all.flatMap((i) => all.map((j) => weights[old(i) * size + old(j)]! / (j < count ? count : 1))),
      ),
    },
  };
}

const facilities = Array.from({ length: ROOMS }, (_, n) =>
  divided(tinyRandom(600 + n, { mostPlans: 150, cracs: 1 }), MANY),
)
  .map((facility) => ({ facility, model: rewardRateModel(facility.instance, facility.matrix) }))
  .filter(({ model }) => keepsCommonSetPoint(model));

function spread(setPointsC: readonly number[]): number {
  return Math.max(...setPointsC) - Math.min(...setPointsC);
}

/** A perfectly mixed room with alike CRACs, some of them changed. */
function room(count: number, change: (c: number) => object = () => ({})): RewardRateInstance {
  const cracs = Array.from({ length: count }, (_, c) => ({
    ...CRAC,
    name: `CRAC${c}`,
    airFlowM3PerS: 0.08 / count,
    ...change(c),
  }));
  return smallInstance({
    facility: { cracs, coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 } },
  });
}

async function solved(
  instance: RewardRateInstance,
  name: string,
  ownC?: (commonC: number, c: number) => number,
  workLimit: number | null = null,
): Promise<RunResult> {
  const opened = openModel(writeInstance(instance).file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
  const method = methodNamed(name)!;
  const request = {
    method:
      ownC === undefined
        ? method
        : {
            ...method,
            solve: async (input: Parameters<typeof method.solve>[0]) => {
              const outcome = await method.solve(input);
              const setPointsC = outcome.plan!.setPointsC.map(ownC);
              return { ...outcome, plan: { ...outcome.plan!, setPointsC } };
            },
          },
    naive: false,
    seed: 1,
    limits: { timeLimitS: null, workLimit },
    engine: 'highs' as const,
    started: await highs,
    withBound: true,
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
  return (await solveOpened(request, opened)).record.result;
}

describe('more than 12 CRACs that share all inlets', () => {
  it('config-lp plans one set-point for all and says that its bound is one on such plans alone', async () => {
    expect(facilities.length).toBeGreaterThan(0.5 * ROOMS);
    for (const { facility, model } of facilities) {
      const input = { model, engine: await highs, control: UNLIMITED, ...UNSEEDED };
      const { plan, certificate, next } = await configLp(input);
      const { rewardPerS, violations } = checked(facility, plan!.setPointsC, plan!.assignments);
      expect(violations).toEqual([]);
      expect([spread(plan!.setPointsC), spread(next!.plan!.setPointsC)]).toEqual([0, 0]);
      expect(certificate!.scope).toContain('one set-point common to all 65 CRACs');
      expect(certificate!.scope).not.toMatch(OF_EACH);
      const best = bruteForce(oracle(facility.instance, facility.matrix)).best?.rewardPerS ?? 0;
      const above = certificate!.boundRewardPerS * (1 + 1e-9) + 1e-12;
      expect([best <= above, rewardPerS <= above]).toEqual([true, true]);
      const alone = await configurationBound(input, null);
      expect([alone!.scope, alone!.boundRewardPerS]).toEqual([certificate!.scope, certificate!.boundRewardPerS]);
    }
  });

  it('a start whose plan needs set-points of its own gives no plan beyond the bound', async () => {
    // At a common set-point the first CRAC takes 1/65 of the heat: 1.08 W idle, too much at full load.
    const modelWith = (coolingCapacityW: number | undefined) => {
      const instance = room(MANY, (c) => (c === 0 ? { coolingCapacityW } : {}));
      const opened = openModel(writeInstance({ ...instance, limits: { powerCapW: 1000, redLineC: 40 } }).file);
      if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
      return opened.model;
    };
    const input = { engine: await highs, control: UNLIMITED, ...UNSEEDED };
    const full = await configLp({ ...input, model: modelWith(undefined) });
    const model = modelWith(1.6);
    const atWork = Array.from({ length: MANY }, (_, c) => (c === 0 ? 25 : 20));
    const start: WarmStart = { ...full.next!, plan: { ...full.plan!, setPointsC: atWork } };
    const { plan, claimedRewardPerS, certificate } = await configLp({ ...input, model, start });
    expect(certificate!.scope).toContain('common to all 65 CRACs');
    expect(full.claimedRewardPerS).toBeGreaterThan(certificate!.boundRewardPerS);
    expect(claimedRewardPerS).toBeLessThanOrEqual(certificate!.boundRewardPerS * (1 + 1e-9));
    expect(spread(plan!.setPointsC)).toBe(0);
  });

  it('the result warns that set-points of their own may earn more', async () => {
    const result = await solved(room(MANY), 'config-lp');
    expect(result.boundScope).toContain('one set-point common to all 65 CRACs');
    expect(result.warnings.filter((text) => text.includes('may earn more and are not covered'))).toHaveLength(1);
    expect(result.gap).toBeGreaterThanOrEqual(0);
    // Whom a bound covers is known before its first step.
    const fewer = await solved(room(12), 'config-lp', undefined, 5);
    expect([fewer.bound !== null, fewer.boundScope]).toEqual([true, expect.stringMatching(OF_EACH)]);
    expect(fewer.warnings.join()).not.toContain('common');
  });

  it.each(['greedy', 'greedy-power', 'lp', 'nlp', 'config-ls'])(
    'a plan of %s is never called better than a bound that does not cover it',
    async (name) => {
      const result = await solved(room(MANY), name);
      expect([result.feasible, result.boundScope.includes('common to all 65 CRACs')]).toEqual([true, true]);
      expect(result.warnings.join()).not.toContain('one of them is wrong');
      expect(result.gap === null).toBe(result.gapReason !== undefined);
    },
  );

  it.each([true, false])('plenum bound says so too, as JSON: %s', async (json) => {
    const { file } = writeInstance(room(MANY));
    const printed = { stdout: '', stderr: '' };
    const spies = (['stdout', 'stderr'] as const).map((stream) =>
      vi.spyOn(process[stream], 'write').mockImplementation((text) => {
        printed[stream] += String(text);
        return true;
      }),
    );
    const code = await boundCommand(file, { engine: 'highs', force: false, allowOutside: false, json }).finally(() => {
      for (const spy of spies) spy.mockRestore();
    });
    const { stdout, stderr } = printed;
    const said = json ? stdout : stderr;
    expect([code, said.match(/may earn more and are not covered/g)?.length]).toEqual([0, 1]);
    expect(stdout).toContain('one set-point common to all 65 CRACs');
  });

  it('a comparison says so once, not at all where set-points are independent', async () => {
    const said = async (count: number): Promise<string[]> => {
      const { json } = await plenumJson(
        'compare',
        writeInstance(room(count)).file,
        '--methods',
        'greedy',
        '--trials',
        '1',
      );
      return (json['warnings'] as string[]).filter((text) => text.includes('may earn more and are not covered'));
    };
    expect([(await said(MANY)).length, (await said(2)).length]).toEqual([1, 0]);
  });

  it('a plan with set-points of its own has no gap', async () => {
    const result = await solved(room(MANY), 'greedy-power', (commonC, c) => commonC - 1e-6 * c);
    expect([result.feasible, result.gap]).toEqual([true, null]);
    expect(result.gapReason).toContain('set-points of its own');
    expect(result.bound).toBeGreaterThan(0);
    expect(result.binding.filter(({ marginalValue }) => marginalValue != null)).toEqual([]);
    const same = await solved(room(MANY), 'greedy-power', (commonC) => commonC);
    expect(same.gap).not.toBeNull();
  });
});

describe('16 CRACs', () => {
  it.each([
    ['have set-points of their own where each cools zones of its own', 0.002, 'any set-point of each of the 16 CRACs'],
    ['have one in common where they share all zones', 0.9, 'one set-point common to all 16 CRACs'],
  ])('%s', (_, shared, scope) => {
    const halls = fuzzCount(12);
    const scopes = Array.from({ length: halls }, (_, n) => randomHalls(4100 + n, 24, 16, shared))
      .map(({ instance, matrix }) => rewardRateModel(instance, matrix))
      .filter((model) => idleConflict(model) === null && model.setPointMinC <= model.setPointMaxC)
      .map((model) => boundScope(model));
    expect(scopes.length).toBeGreaterThan((2 / 12) * halls);
    expect(scopes.filter((text) => !text.includes(scope))).toEqual([]);
  });
});

describe('where every failure is outlived', () => {
  it('more than 12 CRACs keep to one set-point, and the bound says so', () => {
    const scopeOf = (count: number): string => {
      const instance = room(count);
      const opened = openModel(
        writeInstance({ ...instance, limits: { ...instance.limits, survive: 'any-crac' } }).file,
      );
      if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
      return boundScope(opened.model);
    };
    expect(scopeOf(13)).toContain('one set-point common to all 13 CRACs');
    expect(scopeOf(12)).toContain('any set-point of each of the 12 CRACs');
  });
});

describe('what it costs to survive', () => {
  it('is not said where plans that survive keep one set-point and others have their own', async () => {
    let compared = 0;
    for (let n = 0; n < fuzzCount(12, 8); n++) {
      const { instance, matrix } = randomHalls(4100 + n, 24, 13, 0.002);
      const surviving = { ...instance, limits: { ...instance.limits, survive: 'any-crac' as const } };
      const opened = modelInMemory(instance, matrix);
      if (keepsCommonSetPoint(opened.model) || !keepsCommonSetPoint(modelInMemory(surviving, matrix).model)) continue;
      const request = {
        method: methodNamed('greedy')!,
        naive: false,
        seed: 1,
        engine: 'highs' as const,
        started: await highs,
        limits: { timeLimitS: null, workLimit: null },
        withBound: false,
        nowS: () => 0,
        interrupted: () => false,
        onProgress: () => undefined,
      };
      const free = await solveOpened(request, opened);
      if (!free.record.result.feasible) continue;
      // Of the run only its reward counts here.
      const { record } = (await analysed({ request, words: {}, solved: { ...free, instance: surviving } })).solved;
      expect(record.result.survival).toBeUndefined();
      expect(record.result.warnings.join()).toContain('What it costs to survive was not computed');
      compared++;
    }
    expect(compared).toBeGreaterThan(0);
  });
});

describe('set-points of each CRAC remain', () => {
  it.each([
    ['with 12', room(12)],
    [
      'where the ranges have no temperature in common',
      room(MANY, (c) => (c === 0 ? { setPointMinC: 10, setPointMaxC: 14 } : { setPointMinC: 16 })),
    ],
    ['where the idle facility needs them', room(MANY, (c) => (c === 0 ? { coolingCapacityW: 0.2 } : {}))],
  ])('%s', async (_, instance) => {
    const opened = openModel(writeInstance(instance).file);
    if (!opened.ok) throw new Error(JSON.stringify(opened.faults));
    const { model } = opened;
    expect(idleConflict(model)).toBeNull();
    expect(boundScope(model)).toMatch(OF_EACH);
    expect(
      boundCovers(
        model,
        model.cracs.map((crac, c) => crac.setPointMinC + c),
      ),
    ).toBe(true);
    // Whom a bound covers is known before its first step.
    const control = stopAfter(5);
    const certificate = await configurationBound({ model, engine: await highs, control, start: null }, null);
    expect(certificate!.scope).toMatch(OF_EACH);
    expect(certificate!.boundRewardPerS).toBeGreaterThan(0);
  });
});
