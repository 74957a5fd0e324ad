import { beforeAll, expect, it } from 'vitest';
import { keepsMinimumOn, minimumsOf } from '../../../../../../models/families/reward-rate/minimum-on.js';
import { type RewardRateModel, rewardRateModel } from '../../../../../../models/families/reward-rate/model.js';
import { hasStandby, withStandby } from '../../../../../../models/families/reward-rate/standby.js';
import { standbyFaults } from '../../../../../../src/facility/consistency-standby.js';
import { oraclesOf } from '../../../../../../src/families/reward-rate/methods/config-lp.js';
import { withIdleRoom } from '../../../../../../src/families/reward-rate/methods/idle-room.js';
import { idleConflict } from '../../../../../../src/families/reward-rate/methods/infeasibility.js';
import {
  type PoolConfiguration,
  poolOf,
} from '../../../../../../src/families/reward-rate/methods/one-configuration/pool.js';
import { PoolProgram } from '../../../../../../src/families/reward-rate/methods/one-configuration/pool-program.js';
import { solveConfigurationLp } from '../../../../../../src/families/reward-rate/methods/room-program/configuration-lp.js';
import { AwakeProgram } from '../../../../../../src/families/reward-rate/methods/whole-standby/awake-program.js';
import {
  allRanges,
  awakeSetsOf,
  isPossible,
} from '../../../../../../src/families/reward-rate/methods/whole-standby/awake-sets.js';
import { UNLIMITED } from '../../../../../../src/methods/control.js';
import type { LpEngine } from '../../../../../../src/solvers/linear/engine.js';
import { loadHighs } from '../../../../../../src/solvers/linear/highs.js';
import { allConfigurations } from '../../../../../oracle/all-configurations.js';
import { withMinimum, withSleep } from '../../../../../oracle/standby-rooms.js';
import { tinyRandom } from '../../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

let engine: LpEngine;
beforeAll(async () => {
  engine = await loadHighs();
});

const SEEDS = Array.from({ length: fuzzCount(200, 40) }, (_, n) => n + 1);

function allArrivalsRewardPerS({ rewardPerTask, arrivalRatePerS }: RewardRateModel): number {
  return rewardPerTask.reduce((sum, reward, i) => sum + reward * arrivalRatePerS[i]!, 0);
}

/** Drawn room of one CRAC whose nodes may be on standby, with minimums; null where none may, nothing earns, or no plan exists. */
function sleepyModel(seed: number): RewardRateModel | null {
  const drawn = withSleep(tinyRandom(seed, { cracs: 1, groupNodes: [1, 4], mostPlans: Infinity }), seed);
  const room = withMinimum(drawn, seed);
  if (standbyFaults(room.instance.facility).length > 0) return null;
  const model = withStandby(rewardRateModel(room.instance, room.matrix));
  const isOpen = hasStandby(model) && idleConflict(model) === null && allArrivalsRewardPerS(model) > 0;
  return isOpen ? withIdleRoom(model) : null;
}

/** Program over all configurations of a small loss, with the rows of the configuration LP or with none across zones. */
async function poolProgram(model: RewardRateModel, withRows: boolean): Promise<PoolProgram | null> {
  const lp = await solveConfigurationLp({
    model,
    oracles: oraclesOf(model),
    engine,
    control: UNLIMITED,
    incumbent: null,
  });
  const pool = 'failure' in lp ? null : poolOf(model, lp.bound, 0);
  if (pool === null || 'failure' in lp) return null;
  const program = new PoolProgram(model, pool, engine);
  if (withRows) program.addRows(lp.rows);
  return program;
}

it('running nodes without a configuration are absent, each at a hundred times the reward of all that arrives', () => {
  let rooms = 0;
  for (const seed of SEEDS) {
    const model = sleepyModel(seed);
    if (model === null) continue;
    const sets = awakeSetsOf(model);
    const program = new AwakeProgram(model, sets, engine);
    const { lower } = allRanges(sets);
    // Every zone of a set on its own has one node that is on.
    const ranges = {
      lower: lower.map((least, n) => (sets[n]!.zones.length === 1 ? 1 : least)),
      upper: allRanges(sets).upper,
    };
    program.setRanges(ranges);
    const answer = program.solveAwake();
    const on = [...(answer?.awake.values() ?? [])].reduce((sum, nodes) => sum + nodes, 0);
    expect([seed, on > 0]).toEqual([seed, sets.length > 0]);
    if (on > 0) expect(answer!.objective / (-100 * allArrivalsRewardPerS(model) * on)).toBeCloseTo(1, 6);
    expect(answer?.zoneKW.every((powerKW) => powerKW === 0) ?? true).toBe(true);
    program.session.dispose();
    if (sets.length > 0) rooms++;
  }
  expect(rooms).toBeGreaterThan(SEEDS.length / 4);
});

it('an answer has no more nodes on than its ranges allow, and none of them is absent where idling keeps the limits', () => {
  let busy = 0;
  for (const seed of SEEDS) {
    const model = sleepyModel(seed);
    if (model === null) continue;
    const sets = awakeSetsOf(model);
    const program = new AwakeProgram(model, sets, engine);
    program.addConfigurations(
      model.zones.flatMap((_, zone) =>
        allConfigurations(model, zone)
          .slice(1)
          .map((configuration) => ({ zone, configuration })),
      ),
    );
    const { lower, upper } = allRanges(sets);
    const ranges = { lower, upper: upper.map((most, n) => Math.max(lower[n]!, most - 1)) };
    if (!isPossible(sets, ranges)) continue;
    program.setRanges(ranges);
    const answer = program.solveAwake()!;
    for (const [b, nodes] of answer.awake) {
      const placed = answer.used[b]!.reduce((sum, { units }) => sum + units, 0);
      expect([seed, b, Math.abs(placed - nodes) < 1e-6]).toEqual([seed, b, true]);
    }
    for (const [n, { zones }] of sets.entries()) {
      const on = zones.reduce((sum, b) => sum + answer.awake.get(b)!, 0);
      const isWithin = on >= ranges.lower[n]! - 1e-6 && on <= ranges.upper[n]! + 1e-6;
      expect([seed, n, isWithin]).toEqual([seed, n, true]);
    }
    if (answer.objective > 0) busy++;
    program.session.dispose();
  }
  expect(busy).toBeGreaterThan(SEEDS.length / 4);
});

it('answers have as many nodes on as minimums demand: those on standby do not count', async () => {
  let binding = 0;
  for (const seed of SEEDS) {
    const model = sleepyModel(seed);
    const program = model === null ? null : await poolProgram(model, true);
    if (model === null || program === null) continue;
    const { units } = program.solvePool()!;
    for (const { zones, nodes } of minimumsOf(model)) {
      const on = zones.reduce(
        (sum, b) => sum + units[b]!.reduce((count, one, s) => count + (program.pool.byZone[b]![s]!.isOn ? one : 0), 0),
        0,
      );
      expect([seed, on >= nodes - 1e-6]).toEqual([seed, true]);
      if (nodes > 0 && on <= nodes + 1e-6) binding++;
    }
    const whole = program.wholeUnits(20, 1e-6);
    const plan = whole?.map((ofZone, b) =>
      [...ofZone].flatMap((n, s) => new Array<PoolConfiguration>(n).fill(program.pool.byZone[b]![s]!)),
    );
    if (plan !== undefined) expect([seed, keepsMinimumOn(model, plan)]).toEqual([seed, true]);
    program.session.dispose();
  }
  expect(binding).toBeGreaterThan(3);
});

it('rows that an answer breaks exclude it: with them, answers keep red line and cap', async () => {
  let broken = 0;
  for (const seed of SEEDS) {
    const { instance, matrix } = tinyRandom(seed, { cracs: 1 });
    const model = rewardRateModel(instance, matrix);
    if (idleConflict(model) !== null) continue;
    const program = await poolProgram(model, false);
    if (program === null) continue;
    for (let round = 0; ; round++) {
      const { setPointC, zoneKW } = program.solvePool()!;
      const powersW = model.zones.map(({ idleW }, b) => idleW + 1000 * zoneKW[b]!);
      const hottestC = setPointC + Math.max(...model.thermal.inletRiseC(Float64Array.from(powersW)));
      const nodesW = powersW.reduce((sum, powerW) => sum + powerW, 0);
      const {
        cooling,
        powerCapW,
        upsEfficiency = 1,
        otherLoadW = 0,
      } = { ...instance.facility, ...instance.limits, cooling: model.cooling };
      const cop = (cooling.quadraticPerC2 * setPointC + cooling.linearPerC) * setPointC + cooling.constant;
      const overW = nodesW / upsEfficiency + nodesW / cop + otherLoadW - powerCapW;
      const rows = program.brokenRows(setPointC, zoneKW);
      const isBroken = hottestC > model.redLineC + 1e-6;
      if (isBroken)
        expect([seed, rows.map(({ constraint }) => constraint)]).toEqual([seed, expect.arrayContaining(['redLine'])]);
      if (rows.length === 0) {
        expect([seed, hottestC < model.redLineC + 1e-6]).toEqual([seed, true]);
        break;
      }
      expect([seed, isBroken || overW > 0]).toEqual([seed, true]);
      broken++;
      expect(round).toBeLessThan(200);
      program.addRows(rows);
    }
    program.session.dispose();
  }
  expect(broken).toBeGreaterThan(SEEDS.length / 4);
});
