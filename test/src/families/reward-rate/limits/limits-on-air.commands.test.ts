import { beforeAll, describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { zoneState } from '../../../../../models/families/reward-rate/set-points.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import { keepsRedLine } from '../../../../../src/families/reward-rate/methods/best-set-points.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { brokenRows } from '../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { groupByZone } from '../../../../../src/families/reward-rate/methods/room-program/grouping.js';
import { coolingOf } from '../../../../../src/families/reward-rate/methods/set-point-merit.js';
import { fixesBy } from '../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { movablesOf } from '../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { modelInMemory } from '../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { steadyTemperatures } from '../../../../../src/check/temperatures.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { oracle } from '../../../../oracle/brute-force.js';
import {
  type Case,
  CASES,
  type Limited,
  limitChecks,
  NAMES,
  opened,
  valueIn,
  zonesOf,
} from '../../../../oracle/limits-on-air.js';
import { request } from '../../../../oracle/noisy-rooms.js';
import { RHO_C } from '../../../../oracle/set-point-grid.js';
import { tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/** Rooms with one CRAC and uncertain rises of inlets. */
const UNCERTAIN = Array.from({ length: fuzzCount(16, 8) }, (_, n) => {
  const { instance, matrix } = tinyRandom(300 + n, { cracs: 1, mostPlans: 150 });
  const uncertainty = { robust: true, inletRise: { least: 0.8, most: 1.3, deviating: 1 } };
  return { matrix, instance: { ...instance, uncertainty } };
});

describe('limits on temperatures and heats, each added by one entry of the catalogue and one check', () => {
  const found: { readonly one: Case; readonly result: Awaited<ReturnType<typeof solveOpened>>['record']['result'] }[] =
    [];
  beforeAll(async () => {
    for (const one of CASES) {
      const { record } = await solveOpened({ ...(await request()), limitChecks }, opened(one.room));
      found.push({ one, result: record.result });
    }
  });

  it('are kept by plans, in the room and after each failure, under a bound that no plan of brute force passes', () => {
    const [near, lower, survived] = [new Set<string>(), new Set<string>(), new Set<string>()];
    for (const { one, result } of found) {
      const { note, best, free, kind, survives } = one;
      if (best === null) continue;
      const { bound, objective, feasible } = result;
      expect(feasible, note).toBe(true);
      expect(result.violations, note).toEqual([]);
      expect(bound!, note).toBeGreaterThanOrEqual(best.rewardPerS * (1 - 1e-9));
      expect(bound!, note).toBeGreaterThanOrEqual(objective! * (1 - 1e-9));
      if (objective! >= best.rewardPerS * 0.98) near.add(note);
      if (bound! < free.rewardPerS * (1 - 1e-9)) lower.add(kind);
      if (survives) survived.add(kind);
    }
    expect(near.size).toBeGreaterThan(0.8 * found.filter(({ one }) => one.best !== null).length);
    expect(lower).toEqual(new Set(['exhaust', 'heat']));
    expect(survived).toEqual(lower);
  });

  it('are what the checker refuses other plans for, with the failure', async () => {
    let [refused, failures] = [0, 0];
    for (const { room, kind, note } of CASES) {
      const { instance, matrix } = room;
      const { record, plan } = await solveOpened(
        { ...(await request()), limitChecks },
        modelInMemory(instance, matrix),
      );
      const { evaluation } = record;
      if (plan === null || evaluation === null) continue;
      const { where, most } = instance.mostOnAir!;
      const powersW = Float64Array.from(evaluation.zoneNodePowerW);
      const gone = instance.limits.survive === undefined ? [] : matrix.cracNames;
      const expected = [-1, ...gone.keys()].flatMap((f) => {
        const setPointsC = matrix.cracNames.map((name) => plan.setPointsC[name]!);
        const state = steadyTemperatures(matrix, setPointsC, powersW, RHO_C, new Set(f < 0 ? [] : [f]))!;
        const over = valueIn(kind, where, matrix, state) - most;
        return over > 1e-6 ? [`${f < 0 ? '' : `${gone[f]!}: `}${where} ${over.toPrecision(6)}`] : [];
      });
      const told = evaluation.violations
        .filter(({ constraint }) => constraint === NAMES[kind])
        .map((one) => `${one.where} ${one.amount.toPrecision(6)}`);
      expect(told, note).toEqual(expected);
      refused += expected.length;
      failures += expected.filter((text) => text.includes(': ')).length;
    }
    expect(Math.min(refused, failures)).toBeGreaterThan(0);
  });

  it('are what idle nodes break where they are too tight, with the amount, and to raise them is a fix', () => {
    const [told, fixed] = [new Set<string>(), new Set<string>()];
    for (const {
      room: { instance, matrix },
      kind,
      note,
    } of CASES) {
      const idleW = oracle(instance, matrix).zones.map((zone) => zone.idleW);
      const coldestC = matrix.cracNames.map(
        (name) => instance.facility.cracs.find((crac) => crac.name === name)!.setPointMinC,
      );
      const state = steadyTemperatures(matrix, coldestC, Float64Array.from(idleW), RHO_C, new Set())!;
      const value = valueIn(kind, instance.mostOnAir!.where, matrix, state);
      const mostOnAir = { ...instance.mostOnAir!, most: kind === 'heat' ? -1e5 : value - 1 };
      const tight: Limited = { ...instance, mostOnAir };
      const room = opened({ matrix, instance: tight });
      const conflict = idleConflict(withStandby(room.model));
      const all = conflict === null ? [] : [conflict, ...conflict.others];
      // After a failure it may be broken by more: the worst comes first.
      const own = all.find(({ constraint, where }) => constraint === NAMES[kind] && where === mostOnAir.where)!;
      expect(own, note).toBeDefined();
      expect(own.message, note).toContain('is ');
      if (kind === 'exhaust') expect([own.amount, own.proven], note).toEqual([expect.closeTo(1, 6), true]);
      told.add(kind);
      for (const { changes } of fixesBy(room, conflict!, movablesOf(room.instance, room.model.limits)))
        if (changes.some(({ constraint, to }) => constraint === NAMES[kind] && to > mostOnAir.most)) fixed.add(kind);
    }
    expect(told).toEqual(new Set(['exhaust', 'heat']));
    expect(fixed).toEqual(told);
  });

  it('are told by set-points at given powers as the checker tells them, in the room and after each failure', () => {
    const verdicts = new Map<boolean, number>();
    for (const [n, { room, kind }] of CASES.entries()) {
      const { instance, matrix } = room;
      const { redLineC, reserve, survive } = instance.limits;
      const { where } = instance.mostOnAir!;
      const draw = randomStream(n, 'limits on air').uniform;
      for (let k = 0; k < 10; k++) {
        const { zones } = opened(room).model;
        const powersW = Float64Array.from(zones, ({ idleW, nodeCount }) => idleW + draw(0, 60) * nodeCount);
        const setPointsC = matrix.cracNames.map((name) => {
          const { setPointMinC, setPointMaxC } = instance.facility.cracs.find((crac) => crac.name === name)!;
          return draw(setPointMinC, setPointMaxC);
        });
        const rooms = [-1, ...(survive === undefined ? [] : matrix.cracNames.keys())].map((f) =>
          steadyTemperatures(matrix, setPointsC, powersW, RHO_C, new Set(f < 0 ? [] : [f]))!,
        );
        const values = rooms.map((state) => valueIn(kind, where, matrix, state));
        const mostOnAir = { ...instance.mostOnAir!, most: Math.max(...values) + draw(-1, 1) };
        const limited: Limited = { ...instance, mostOnAir };
        const { model } = opened({ matrix, instance: limited });
        const state = zoneState(model, powersW);
        const isCool = rooms.every((one, f) =>
          one.zoneInletC.every((inletC) => inletC <= redLineC - (f === 0 ? (reserve?.inletK ?? 0) : 0)),
        );
        const isKept = values.every((value) => value <= mostOnAir.most);
        if (kind === 'exhaust') {
          expect(keepsRedLine(model, state, setPointsC, 0)).toBe(isCool && isKept);
          if (isCool) verdicts.set(isKept, (verdicts.get(isKept) ?? 0) + 1);
          continue;
        }
        // The rest is excess over cap and capacities, the same without the limit.
        const overW =
          coolingOf(model, state, setPointsC).overW -
          coolingOf(opened({ matrix, instance: free(limited) }).model, state, setPointsC).overW;
        const expected = values.reduce((sum, value) => sum + Math.max(0, value - mostOnAir.most), 0);
        expect(overW).toBeCloseTo(expected, 6);
      }
    }
    expect(verdicts.get(true)).toBeGreaterThan(0);
    expect(verdicts.get(false)).toBeGreaterThan(0);
  });

  it('have a row for the worst temperatures at an answer that exceeds them', () => {
    for (const room of UNCERTAIN) {
      const { zones } = room.matrix;
      const where = zones[0]!.rack;
      const mostOnAir = { kind: 'exhaust' as const, where, most: 0 };
      const limited: Limited = { ...room.instance, mostOnAir };
      const { model } = opened({ ...room, instance: limited });
      const groupKW = Float64Array.from(model.zones, (_, b) => 0.05 + 0.01 * b);
      const powersW = Float64Array.from(model.zones, ({ idleW }, b) => idleW + 1000 * groupKW[b]!);
      const riseC = model.thermal.inletRiseC(powersW);
      const own = zonesOf(room.matrix, where);
      const outC = own.reduce((sum, b) => sum + 15 + riseC[b]! + powersW[b]! * model.thermal.risePerW[b]!, 0);
      const known = { rows: [], redLined: new Set<number>(), grouping: groupByZone(model) };
      const row = brokenRows(model, known, { side: Float64Array.of(15), groupKW }).find(
        ({ constraint }) => constraint === NAMES.exhaust,
      )!;
      const ofZones = groupKW.reduce((sum, kW, b) => sum + kW * row.zoneCoefficient[b]!, 0);
      expect(15 * row.side[0]!.value + ofZones - row.rhs).toBeCloseTo(outC / own.length, 8);
    }
  });

  it('on temperatures are kept where these are uncertain', async () => {
    let lower = 0;
    for (const room of UNCERTAIN) {
      const { record: free } = await solveOpened({ ...(await request()), limitChecks }, opened(room));
      const { objective, evaluation } = { ...free.result, ...free };
      if (objective === null || evaluation === null || objective === 0) continue;
      const where = room.matrix.zones[0]!.rack;
      const value = valueIn('exhaust', where, room.matrix, evaluation);
      const limited: Limited = { ...room.instance, mostOnAir: { kind: 'exhaust', where, most: value - 0.3 } };
      const { record } = await solveOpened(
        { ...(await request()), limitChecks },
        opened({ ...room, instance: limited }),
      );
      const { feasible, bound, objective: found, violations } = record.result;
      if (record.evaluation === null || found === null) continue;
      expect(feasible, room.instance.name).toBe(true);
      expect(violations).toEqual([]);
      expect(valueIn('exhaust', where, room.matrix, record.evaluation)).toBeLessThanOrEqual(value - 0.3 + 1e-6);
      expect(bound!).toBeGreaterThanOrEqual(found * (1 - 1e-9));
      if (found < objective * (1 - 1e-9)) lower++;
      expect(record.result.gap!).toBeLessThan(0.2);
    }
    expect(lower).toBeGreaterThan(0);
  });
});

function free({ mostOnAir: _, ...instance }: Limited): RewardRateInstance {
  return instance;
}
