import { describe, expect, it } from 'vitest';
import type { RewardRateInstance } from '../../../../../../models/families/reward-rate/instance.js';
import { checkPlan } from '../../../../../../src/families/reward-rate/check/check-plan.js';
import { explainOfRewardRate } from '../../../../../../src/families/reward-rate/explain.js';
import { methodNamed } from '../../../../../../src/families/reward-rate/methods/registry.js';
import type { Explanation } from '../../../../../../src/families/reward-rate/runs/explain/explanation.js';
import type { PricedFix } from '../../../../../../src/families/reward-rate/runs/explain/fix.js';
import { modelInMemory } from '../../../../../../src/families/reward-rate/runs/open.js';
import { solveOpened } from '../../../../../../src/families/reward-rate/runs/solve.js';
import { randomStream } from '../../../../../../src/random/stream.js';
import { runDriver } from '../../../../../../src/runs/control.js';
import { loadLpEngine } from '../../../../../../src/solvers/linear/load.js';
import { type BrokenRoom, brokenRooms } from '../../../../../oracle/broken-rooms.js';
import { fuzzCount } from '../../../../../support/fuzz.js';

const engine = await loadLpEngine('highs');
const limits = { timeLimitS: null, workLimit: null };
const run = { limits, nowS: () => 0, interrupted: () => false, onProgress: () => undefined };

/** Fixes that `explain` claims, as its record has them. */
async function explained(
  { instance, matrix }: BrokenRoom,
  words: Readonly<Record<string, string>>,
): Promise<Explanation> {
  const room = modelInMemory(instance, matrix);
  const control = runDriver(run);
  const answer = await explainOfRewardRate.explain(room, null, { ...run, words, control, limits: () => limits });
  if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
  return JSON.parse(JSON.stringify(answer.details)) as Explanation;
}

/** Whether the default method finds a plan that the checker accepts. */
async function hasPlan({ instance, matrix }: BrokenRoom): Promise<boolean> {
  const method = methodNamed('config-lp')!;
  const asked = { ...run, method, naive: false, seed: 1, engine: 'highs' as const, started: engine, withBound: true };
  const { plan } = await solveOpened(asked, modelInMemory(instance, matrix));
  return plan !== null && checkPlan(instance, matrix, plan).violations.length === 0;
}

/** Record whose fields may be written to. */
type Loose<T> = T extends readonly (infer E)[]
  ? Loose<E>[]
  : T extends object
    ? { -readonly [K in keyof T]: Loose<T[K]> }
    : T;

/** Instance with a fix's changes written into its fields, as a person does it; `less`: the position of a change that is left a step short. */
function byHand(instance: RewardRateInstance, { changes, nodesOff = [] }: PricedFix, less = -1): RewardRateInstance {
  const copy = JSON.parse(JSON.stringify(instance)) as Loose<RewardRateInstance>;
  for (const [n, { constraint, where, unit, from, to: full }] of changes.entries()) {
    const step = unit === 'W' ? 10 ** (Math.floor(Math.log10(from)) - 3) : unit === 'share' ? 1e-3 : 0.01;
    const to = n === less ? full - Math.sign(full - from) * step : full;
    const crac = copy.facility.cracs.find(({ name }) => name === where);
    if (constraint === 'redLine') copy.limits.redLineC = to;
    else if (constraint === 'powerCap') copy.limits.powerCapW = to;
    else if (constraint === 'rackPower')
      copy.limits.rackPowerLimits!.find(({ rack }) => rack === where)!.powerLimitW = to;
    else if (constraint === 'pduPower') copy.limits.pdus!.find(({ name }) => name === where)!.powerLimitW = to;
    else if (constraint === 'coolingCapacity') crac!.coolingCapacityW = to;
    else if (constraint === 'setPointMin') crac!.setPointMinC = to;
    else if (constraint === 'setPointMax') crac!.setPointMaxC = to;
    else if (constraint === 'powerReserve') copy.limits.reserve!.powerW = to;
    else if (constraint === 'inletReserve') copy.limits.reserve!.inletK = to;
    else if (constraint === 'coolingReserve') copy.limits.reserve!.coolingShare = to;
    else if (constraint === 'standby') {
      for (const group of copy.facility.nodeGroups) if (group.nodeType === where) group.mayBeOff = true;
    } else if (constraint !== 'nodesOff') throw new Error(`no hand for ${constraint}`);
  }
  for (const [n, { rack, nodeType, nodes }] of nodesOff.entries()) {
    const group = copy.facility.nodeGroups.find((one) => one.rack === rack && one.nodeType === nodeType)!;
    const off = changes[less]?.constraint === 'nodesOff' && n === 0 ? nodes - 1 : nodes;
    const on = (group.mayBeOff === true ? (group.minimumOn ?? 0) : group.count) - off;
    if (off === 0) continue;
    Object.assign(group, { mayBeOff: true, minimumOn: on });
    if (on === 0) delete group.minimumOn;
    const type = copy.facility.nodeTypes.find(({ name }) => name === nodeType)!;
    if (type.sleepPowerW === undefined && type.offPowerW === undefined) type.offPowerW = 0;
  }
  return copy;
}

/** Number of drawn rooms without a plan (PLENUM_FUZZ=all: a thousand). */
const ROOMS = fuzzCount(1000, 5);

describe('every fix that is claimed', () => {
  it('lets solve find a plan that the checker accepts once it is written into the instance, and none is found with a step less where that is proven', async () => {
    const kinds = new Set<string>();
    let [rooms, less] = [0, 0];
    for (let seed = 1; rooms < ROOMS; seed++) {
      const { uniform: draw } = randomStream(seed, 'fixes-by-hand');
      const all = brokenRooms(seed, seed % 3 === 0 ? 2 : 1);
      for (const room of all.filter((_, n) => n % 3 === seed % 3)) {
        if (rooms >= ROOMS || (await hasPlan(room))) continue;
        const words = draw(0, 1) < 0.5 ? {} : { prices: 'powerCap=150,redLine=20' };
        const { brokenLimits, conflict, fixes } = await explained(room, words);
        rooms++;
        expect([seed, brokenLimits.length > 0, conflict !== null, fixes.length > 0]).toEqual([seed, true, true, true]);
        const fix = fixes[Math.floor(draw(0, fixes.length))]!;
        const mended = byHand(room.instance, fix);
        expect([seed, fix.message, await hasPlan({ ...room, instance: mended })]).toEqual([seed, fix.message, true]);
        for (const one of fix.changes) kinds.add(one.constraint);
        if (!fix.proven) continue;
        const n = Math.floor(draw(0, fix.changes.length));
        // Nodes that may be on standby, and ends of ranges, move all at once.
        if (['standby', 'setPointMin', 'setPointMax'].includes(fix.changes[n]!.constraint)) continue;
        less++;
        const short = { ...room, instance: byHand(room.instance, fix, n) };
        expect([seed, fix.message, n, await hasPlan(short)]).toEqual([seed, fix.message, n, false]);
      }
    }
    expect(less).toBeGreaterThan(rooms / 5);
    expect(kinds.size).toBeGreaterThan(1);
  });
});
