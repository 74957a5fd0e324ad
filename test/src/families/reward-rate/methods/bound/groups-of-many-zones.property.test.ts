import { beforeAll, describe, expect, it } from 'vitest';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { configLp, oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import type {
  ConfigurationLpRequest,
  ConfigurationLpResult,
} from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { solveSeveralCracs } from '../../../../../../src/families/reward-rate/methods/bound/several-cracs.js';
import { firstColumns } from '../../../../../../src/families/reward-rate/methods/room-program/warm-start.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine, LpSession } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { fixedSetPointsLp } from '../../../../../oracle/fixed-set-points-lp.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import type { TinyFacility } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';
import { UNSEEDED } from '../../../../../support/unseeded.js';

/** Zones and CRACs of a room whose zones are merged by their prices. */
const ZONES = 204;
const CRACS = 5;
/** Neighbouring rooms: factor of the cap, and change of the red line, C. */
const NEIGHBOURS = [
  [1.02, 0],
  [0.99, -0.3],
] as const;

function modelOf({ instance, matrix }: TinyFacility): RewardRateModel {
  return rewardRateModel(instance, matrix);
}

/** The facility with more to draw and colder inlets asked for. */
function changed(facility: TinyFacility, capFactor: number, byC: number): TinyFacility {
  const { limits } = facility.instance;
  const changedLimits = { ...limits, powerCapW: capFactor * limits.powerCapW, redLineC: limits.redLineC + byC };
  return { ...facility, instance: { ...facility.instance, limits: changedLimits } };
}

/** Engine that throws at a solve, counted from 1, and notes which sessions are open. */
function failingAt(engine: LpEngine, at: number) {
  const sessions = new Set<LpSession>();
  let solves = 0;
  let most = 0;
  const open: LpEngine['open'] = (program) => {
    const session = engine.open(program);
    sessions.add(session);
    most = Math.max(most, sessions.size);
    return {
      get columnCount() {
        return session.columnCount;
      },
      get rowCount() {
        return session.rowCount;
      },
      addRows: (rows) => {
        session.addRows(rows);
      },
      addColumns: (columns) => {
        session.addColumns(columns);
      },
      setCost: (column, cost) => {
        session.setCost(column, cost);
      },
      setColumnBounds: (column, lower, upper) => {
        session.setColumnBounds(column, lower, upper);
      },
      setRowBounds: (row, lower, upper) => {
        session.setRowBounds(row, lower, upper);
      },
      snapshot: () => session.snapshot(),
      solve: (options) => {
        if (++solves === at) throw new Error('the engine broke');
        return session.solve(options);
      },
      dispose: () => {
        sessions.delete(session);
        session.dispose();
      },
    };
  };
  return {
    engine: { ...engine, name: engine.name, abilities: engine.abilities, open },
    sessions,
    solves: () => solves,
    most: () => most,
  };
}

describe('rooms of more than 200 zones under more than four CRACs', () => {
  const facility = randomHalls(36, ZONES, CRACS, 0.01);
  let highs: LpEngine;

  beforeAll(async () => {
    highs = await loadHighs();
  });

  async function solved(
    model: RewardRateModel,
    more: Partial<ConfigurationLpRequest> = {},
  ): Promise<ConfigurationLpResult> {
    const lp = await solveSeveralCracs({
      model,
      oracles: oraclesOf(model),
      engine: highs,
      control: UNLIMITED,
      incumbent: null,
      ...more,
    });
    if (lp === null || 'failure' in lp) throw new Error('no bound');
    return lp;
  }

  it('a run begun with what a neighbouring one found merges zones, earns as much as a cold one, and its bound holds for both', async () => {
    const { next } = await configLp({ model: modelOf(facility), engine: highs, control: UNLIMITED, ...UNSEEDED });
    for (const [capFactor, byC] of NEIGHBOURS.slice(0, fuzzCount(2, 1))) {
      const neighbour = changed(facility, capFactor, byC);
      const model = modelOf(neighbour);
      const warm = await solved(model, { first: firstColumns(model, next ?? null) });
      const cold = await solved(model);
      const earns = fixedSetPointsLp(neighbour, highs);
      for (const { work, at, bound } of [warm, cold]) {
        expect(work.groups).toBeLessThan(ZONES);
        const apart = earns([...at!.setPointsC])!;
        expect(apart).toBeGreaterThanOrEqual(at!.rewardPerS * (1 - 1e-6));
        expect(apart).toBeLessThanOrEqual(Math.min(warm.bound.value, cold.bound.value) * (1 + 1e-7));
        expect(bound.value).toBeLessThanOrEqual(at!.rewardPerS * 1.002);
      }
      expect(warm.at!.rewardPerS).toBeGreaterThanOrEqual(cold.at!.rewardPerS * (1 - 3e-4));
    }
  });

  it('an engine that throws leaves no LP behind, whichever of them was being solved', async () => {
    const model = modelOf(facility);
    const whole = failingAt(highs, Infinity);
    const { work } = await solved(model, { engine: whole.engine });
    expect([whole.sessions.size, whole.most() > 1, work.groups! < ZONES]).toEqual([0, true, true]);
    for (const share of [0, 0.15, 0.3, 0.45, 0.6, 0.9].slice(0, fuzzCount(6, 5))) {
      const failing = failingAt(highs, 1 + Math.floor(share * (whole.solves() - 1)));
      await expect(solved(model, { engine: failing.engine })).rejects.toThrow('the engine broke');
      expect(failing.sessions.size).toBe(0);
    }
  });
});
