import { expect, it } from 'vitest';
import { rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { cracHeatW } from '../../../../../../models/facility/room-state.js';
import { zoneState } from '../../../../../../models/families/reward-rate/set-points.js';
import { assignmentsOf } from '../../../../../../src/families/reward-rate/methods/outcome.js';
import {
  type CouplingRow,
  lpRooms,
  redLineRow,
} from '../../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import {
  independentLimits,
  limitsAt,
} from '../../../../../../src/families/reward-rate/methods/rounding/plan-limits.js';
import { zonePowersW } from '../../../../../../src/families/reward-rate/methods/rounding/node-plan.js';
import { roundToNodes } from '../../../../../../src/families/reward-rate/methods/rounding/rounding.js';
import { oraclesOf, solveLp } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { checked } from '../../../../../oracle/checked.js';
import { randomHalls } from '../../../../../oracle/random-halls.js';
import { randomNodes } from '../../../../../oracle/random-nodes.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

it('limits at set-points that stay are those of the checker in every room that a plan must survive', () => {
  const seen = { kept: 0, broken: 0, cap: 0, redLine: 0 };
  for (let seed = 1; seed <= fuzzCount(200, 100); seed++) {
    const hall = randomHalls(seed, 6, 3, 0.3);
    const instance = { ...hall.instance, limits: { ...hall.instance.limits, survive: 'any-crac' as const } };
    const facility = { ...hall, instance };
    const model = rewardRateModel(instance, hall.matrix);
    const draw = randomStream(seed, 'fixed-set-points').uniform;
    const nodes = randomNodes(model, draw);
    const setPointsC = model.cracs.map(({ setPointMinC, setPointMaxC }) => draw(setPointMinC, setPointMaxC));
    const powersW = zonePowersW(model, nodes);
    const state = zoneState(model, powersW);
    const excess = (row: CouplingRow): number =>
      (row.zoneCoefficient.reduce((sum, one, b) => sum + (one * (powersW[b]! - model.zones[b]!.idleW)) / 1000, 0) -
        row.rhs) /
      row.rhsPerLimit;
    const rooms = lpRooms(model, 'own').slice(1);
    const rows = rooms.flatMap((room) => model.zones.map((_, b) => redLineRow(room, b)));
    const heatW = cracHeatW(model, state, setPointsC);
    const limits = limitsAt(model, setPointsC, heatW, model.zones.keys(), { failed: state.failed, rows });
    const { violations } = checked(facility, setPointsC, assignmentsOf(model, nodes));

    // What the checker finds broken in a failed room is broken by the same amount in the row of that place.
    for (const { constraint, where, amount } of violations) {
      if (constraint !== 'failureRedLine' && constraint !== 'failurePowerCap') continue;
      const own = limits.rows.filter((row) => row.constraint === constraint && row.where === where);
      expect([seed, where, own.length]).toEqual([seed, where, 1]);
      expect(Math.abs(excess(own[0]!) - amount)).toBeLessThan(constraint === 'failureRedLine' ? 1e-6 : 0.1);
      seen[constraint === 'failureRedLine' ? 'redLine' : 'cap']++;
    }
    const worst = Math.max(...limits.rows.map(excess));
    const { feasible, more } = limits.judge(nodes, limits.rows);
    if (worst < -1e-4) {
      expect([seed, feasible, violations]).toEqual([seed, true, []]);
      seen.kept++;
    } else if (worst > 2e-3) {
      expect([seed, feasible, violations.length > 0]).toEqual([seed, false, true]);
      seen.broken++;
    }
    // Without the rows of failed rooms a judgement adds those that the plan breaks.
    const hot = violations.filter(({ constraint }) => constraint === 'failureRedLine');
    const added = limitsAt(model, setPointsC, heatW, []).judge(nodes, []).more.map(excess);
    if (hot.length > 0) {
      const most = Math.max(...hot.map(({ amount }) => amount));
      expect(Math.max(...added)).toBeGreaterThan(most - 1e-6);
      expect(more.filter(({ where }) => limits.rows.some((row) => row.where === where && where !== ''))).toEqual([]);
    }
  }
  expect(Math.min(...Object.values(seen))).toBeGreaterThan(2);
});

/** A random hall whose plans must survive the failure of any CRAC. */
function survivingHall(seed: number) {
  const hall = randomHalls(seed, 6, 3, 0.3);
  const instance = { ...hall.instance, limits: { ...hall.instance.limits, survive: 'any-crac' as const } };
  return rewardRateModel(instance, hall.matrix);
}

it('rounding has the red lines after failures that the solution nearly meets, of the rows of one inlet on the way the nearest, and no planes of caps', () => {
  const model = survivingHall(1);
  const [room, failed] = lpRooms(model, 'own');
  const powersW = Float64Array.from(model.zones, ({ idleW }) => idleW);
  const state = zoneState(model, powersW);
  const setPointsC = Float64Array.from(model.cracs, ({ setPointMinC }) => setPointMinC);
  const steady = redLineRow(failed!, 0);
  const usedC = steady.side.reduce((sum, { column, value }) => sum + value * setPointsC[column]!, 0);
  const withRoomK = (where: string, roomK: number): CouplingRow => ({ ...steady, where, rhs: usedC + roomK });
  const far = withRoomK('C0: Z0', 1.01);
  const near = withRoomK('C0: Z1', 0.99);
  const nearest = withRoomK('C0: Z1 on the way (b)', 0.2);
  const ways = [withRoomK('C0: Z1 on the way (a)', 0.4), nearest, withRoomK('C0: Z1 on the way (c)', 0.3)];
  const elsewhere = withRoomK('C1: Z1 on the way (a)', 0.5);
  const plane: CouplingRow = { ...withRoomK('C0', 0), constraint: 'failurePowerCap' };
  const own = redLineRow(room, 0);
  const redLined = [far, near, ...ways, elsewhere, plane, own];
  const heatKW = cracHeatW(model, state, setPointsC).map((heatW) => heatW / 1000);
  const prices = { task: new Float64Array(model.taskNames.length), coupling: new Float64Array(0) };
  const bound = { value: 1, prices, rows: [], side: [] } as unknown as Parameters<typeof independentLimits>[1]['bound'];
  const { rows } = independentLimits(model, { setPointsC, heatKW, rewardPerS: 1, bound, redLined, state });
  expect(redLined.filter((row) => rows.includes(row))).toEqual([near, nearest, elsewhere, own]);
});

it('a run that is stopped makes no program where exchanges found a plan that survives within 1 % of the LP', async () => {
  const engine = await loadLpEngine('highs');
  // In this hall exchanges alone end neither within the target nor without a plan.
  const model = survivingHall(5);
  const oracles = oraclesOf(model);
  const lp = await solveLp({ model, oracles, engine, control: UNLIMITED, incumbent: null });
  if (lp === null || 'failure' in lp || lp.at === undefined) throw new Error('the LP has no answer');
  const { at, solution } = lp;
  const limits = independentLimits(model, at);
  const asked = { model, oracles, engine, solution, limits, bound: at.bound, goalRewardPerS: at.rewardPerS };
  const inFull = await roundToNodes({ ...asked, control: UNLIMITED });
  expect(inFull!.programs).toBeGreaterThan(0);
  const short = await roundToNodes({ ...asked, control: { step: () => Promise.resolve(true) } });
  expect(short!.programs).toBe(0);
  expect(short!.rewardPerS).toBeGreaterThan(at.rewardPerS * (1 - 1e-2));
  expect(limits.judge(short!.nodes, []).feasible).toBe(true);
});
