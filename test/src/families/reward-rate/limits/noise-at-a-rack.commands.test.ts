import { describe, expect, it } from 'vitest';
import type { LimitName } from '../../../../../models/facility/limits.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { ROOM_LIMITS, type RoomLimit } from '../../../../../models/families/reward-rate/room-limits.js';
import { withStandby } from '../../../../../models/families/reward-rate/standby.js';
import type { Words } from '../../../../../src/families/family.js';
import { checkPlan } from '../../../../../src/families/reward-rate/check/check-plan.js';
import { LIMIT_CHECKS, type LimitCheck } from '../../../../../src/families/reward-rate/check/limits.js';
import { idleConflict } from '../../../../../src/families/reward-rate/methods/infeasibility.js';
import { marginalValues } from '../../../../../src/families/reward-rate/methods/bound/certificate.js';
import {
  brokenPowerRows,
  type CouplingRow,
  powerLimitRows,
} from '../../../../../src/families/reward-rate/methods/room-program/coupling.js';
import { METHODS } from '../../../../../src/families/reward-rate/methods/registry.js';
import { explainOfRewardRate } from '../../../../../src/families/reward-rate/explain.js';
import type { Explanation } from '../../../../../src/families/reward-rate/runs/explain/explanation.js';
import { inletExplanation } from '../../../../../src/families/reward-rate/runs/explain/inlet.js';
import { candidateMoves } from '../../../../../src/families/reward-rate/runs/explain/moves.js';
import { runDriver } from '../../../../../src/runs/control.js';
import { fixesBy } from '../../../../../src/families/reward-rate/runs/explain/fixes.js';
import { worthOfLimits } from '../../../../../src/families/reward-rate/runs/explain/limit-worth.js';
import { movablesOf } from '../../../../../src/families/reward-rate/runs/explain/knobs.js';
import { wantedReward } from '../../../../../src/families/reward-rate/runs/explain/wanted.js';
import { modelInMemory, type OpenedModel } from '../../../../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../../../../src/families/reward-rate/runs/request.js';
import { solveOpened } from '../../../../../src/families/reward-rate/runs/solve.js';
import { reading, violationText } from '../../../../../src/reports/wording.js';
import { randomStream } from '../../../../../src/random/stream.js';
import { loadHighs } from '../../../../../src/solvers/linear/highs.js';
import { bruteForce, oracle, type Oracle } from '../../../../oracle/brute-force.js';
import { type TinyFacility, tinyRandom } from '../../../../oracle/tiny-random.js';
import { fuzzCount } from '../../../../support/fuzz.js';

/*
 * A limit that the program does not have, added by one entry of the catalogue and one check: noise at a rack, the sum of
 * its node powers, W, to the 1.5 over a number. Bound, plan, checker, explain and reports know it without any edit.
 */

const highs = loadHighs();
const NOISE = 'rackNoise' as LimitName;
/** Node power to the 1.5 per unit of noise. */
const DIVISOR = 50;

interface NoiseLimit {
  readonly rack: string;
  readonly most: number;
}
interface Noisy extends RewardRateInstance {
  readonly noise?: readonly NoiseLimit[];
}

const noiseOf = (powerW: number): number => powerW ** 1.5 / DIVISOR;
const limitsOf = (instance: RewardRateInstance): readonly NoiseLimit[] => (instance as Noisy).noise ?? [];
const sumOf = (powersW: ArrayLike<number>, zones: readonly number[]): number =>
  zones.reduce((sum, b) => sum + powersW[b]!, 0);

const ENTRY: RoomLimit = {
  name: NOISE,
  unit: 'noise',
  stated: (instance) => limitsOf(instance).map(({ rack, most }) => ({ where: rack, value: most })),
  with: (instance, where, most): Noisy => ({
    ...instance,
    noise: limitsOf(instance).map((one) => (one.rack === where ? { ...one, most } : one)),
  }),
  loosest: () => 1e9,
  zones: (_, matrix, where) => matrix.zones.flatMap(({ rack }, b) => (rack === where ? [b] : [])),
  curve: {
    use: (powersW, zones) => noiseOf(sumOf(powersW, zones)),
    slope: (powersW, zones) => zones.map(() => (1.5 * Math.sqrt(sumOf(powersW, zones))) / DIVISOR),
  },
};

const checkNoise: LimitCheck = (instance, matrix, { zoneNodePowerW }, violations) => {
  for (const { rack: where, most: limit } of limitsOf(instance)) {
    let powerW = 0;
    matrix.zones.forEach(({ rack }, z) => (powerW += rack === where ? zoneNodePowerW[z]! : 0));
    const value = powerW ** 1.5 / DIVISOR;
    const amount = value - limit;
    if (amount > 1e-9 * limit) violations.push({ constraint: NOISE, where, unit: 'noise', value, limit, amount });
  }
};

const limitChecks = [...LIMIT_CHECKS, checkNoise];

function opened({ instance, matrix }: TinyFacility): OpenedModel & { readonly limitChecks: readonly LimitCheck[] } {
  const model = rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, ENTRY]);
  return { ...modelInMemory(instance, matrix, model), limitChecks };
}

async function request(): Promise<RunRequest> {
  return {
    method: METHODS.find(({ name }) => name === 'config-lp')!,
    naive: false,
    seed: 1,
    engine: 'highs',
    withBound: true,
    started: await highs,
    sharing: 'never',
    limitChecks,
    limits: { timeLimitS: null, workLimit: null },
    nowS: () => 0,
    interrupted: () => false,
    onProgress: () => undefined,
  };
}

const drawnW = ({ matrix }: TinyFacility, rack: string, zoneW: readonly number[]): number =>
  matrix.zones.reduce((sum, zone, z) => sum + (zone.rack === rack ? zoneW[z]! : 0), 0);

/** The plain model with the noise of the racks. */
function noisyOracle(room: TinyFacility): Oracle {
  const plain = oracle(room.instance, room.matrix);
  const keeps = (zoneW: readonly number[]): boolean =>
    limitsOf(room.instance).every(({ rack, most }) => noiseOf(drawnW(room, rack, zoneW)) <= most * (1 + 1e-12));
  return {
    ...plain,
    operate: (zoneW) => {
      const operation = plain.operate(zoneW);
      return { ...operation, feasible: operation.feasible && keeps(zoneW) };
    },
  };
}

interface NoisyRoom extends TinyFacility {
  readonly rack: string;
  /** Node power of the rack up to which its noise is allowed, W. */
  readonly mostW: number;
}

/** Rooms with one CRAC whose best plan is too loud: the noise allowed is that of a power between idle and that plan's. */
const ROOMS = Array.from({ length: fuzzCount(120, 30) }, (_, n) => n + 1).flatMap((seed): NoisyRoom[] => {
  const room = tinyRandom(seed, { cracs: 1 + (seed % 2), mostPlans: 1500 });
  const { zones, operate, rewardPerS } = oracle(room.instance, room.matrix);
  const { best } = bruteForce({ zones, operate, rewardPerS });
  if (best === null || best.rewardPerS === 0) return [];
  const idleW = zones.map((zone) => zone.idleW);
  const planW = best.choice.map(({ coreW }, z) => coreW + idleW[z]!);
  const { rack } = room.matrix.zones[planW.findIndex((powerW, z) => powerW > idleW[z]!)]!;
  const [low, high] = [drawnW(room, rack, idleW), drawnW(room, rack, planW)];
  const mostW = low + (0.3 + 0.05 * (seed % 10)) * (high - low);
  const instance: Noisy = { ...room.instance, noise: [{ rack, most: noiseOf(mostW) }] };
  return [{ ...room, instance, rack, mostW }];
});

/** The room with the power limit of the rack that allows the same plans as the limit on its noise. */
function asPowerLimit({ instance: { noise: _, ...instance }, matrix, rack, mostW }: NoisyRoom & { instance: Noisy }) {
  const pdus = [...(instance.limits.pdus ?? []), { name: 'as loud', racks: [rack], powerLimitW: mostW }];
  return { matrix, instance: { ...instance, limits: { ...instance.limits, pdus } } };
}

describe('a limit on the noise at a rack, added by one entry of the catalogue and one check', () => {
  it('is in every fourth room or more', () => {
    expect(ROOMS.length).toBeGreaterThan(fuzzCount(120, 30) / 4);
  });

  it('holds the bound above the best plan of brute force and where the same limit in watts has it, with its price', async () => {
    let [found, binding, lower] = [0, 0, 0];
    for (const room of ROOMS) {
      const { record } = await solveOpened(await request(), opened(room));
      const inWatts = await solveOpened(await request(), modelInMemory(...pairOf(asPowerLimit(room))));
      const { bound, objective, feasible } = record.result;
      const { best } = bruteForce(noisyOracle(room));
      const note = room.instance.name;
      expect(feasible, note).toBe(true);
      expect(bound!, note).toBeGreaterThanOrEqual(best!.rewardPerS * (1 - 1e-9));
      expect(objective!, note).toBeLessThanOrEqual(best!.rewardPerS * (1 + 1e-9));
      expect(Math.abs(bound! - inWatts.record.result.bound!), note).toBeLessThanOrEqual(1e-6 * bound!);
      if (objective! >= best!.rewardPerS * (1 - 1e-9)) found++;
      const { best: loud } = bruteForce(oracle(room.instance, room.matrix));
      if (bound! < loud!.rewardPerS * (1 - 1e-9)) lower++;
      const own = record.result.binding.find(({ constraint }) => constraint === NOISE);
      const watts = inWatts.record.result.binding.find(({ where }) => where === 'as loud');
      if (own === undefined || watts === undefined || watts.marginalValue! < 1e-9) continue;
      binding++;
      expect({ where: own.where, unit: own.unit, limit: own.limit }).toEqual({
        where: room.rack,
        unit: 'noise',
        limit: noiseOf(room.mostW),
      });
      expect(own.value).toBeLessThanOrEqual(own.limit * (1 + 1e-9));
      // A watt of the sum is 1.5 sqrt(sum) / DIVISOR of noise.
      const perW = (1.5 * Math.sqrt(room.mostW)) / DIVISOR;
      expect((own.marginalValue! * perW) / watts.marginalValue!, note).toBeCloseTo(1, 5);
      expect(reading(own)).toMatch(/rack noise/);
    }
    expect(found).toBeGreaterThan(0.7 * ROOMS.length);
    expect(binding).toBeGreaterThan(0.2 * ROOMS.length);
    expect(lower).toBeGreaterThan(0.2 * ROOMS.length);
  });

  it('is what the checker refuses a louder plan for, with the amount', async () => {
    let refused = 0;
    for (const room of ROOMS) {
      // A model that knows nothing of noise: its plans are too loud.
      const { record } = await solveOpened(await request(), modelInMemory(room.instance, room.matrix));
      const { zoneNodePowerW, violations: all } = record.evaluation!;
      const value = noiseOf(drawnW(room, room.rack, zoneNodePowerW));
      const violations = all.filter(({ constraint }) => constraint === NOISE);
      expect(violations.length).toBe(value > noiseOf(room.mostW) * (1 + 1e-9) ? 1 : 0);
      expect(record.result.feasible).toBe(all.length === 0);
      for (const one of violations) {
        refused++;
        expect(one.amount).toBeCloseTo(value - noiseOf(room.mostW), 9);
        expect(violationText(one)).toMatch(/^rack noise at /);
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it('is a conflict by itself where idle nodes are too loud, and to raise it is a fix that the checker accepts', () => {
    let [fixed, alone] = [0, 0];
    for (const { instance, matrix, rack } of ROOMS) {
      const idleW = oracle(instance, matrix).zones.map((zone) => zone.idleW);
      const most = 0.5 * noiseOf(drawnW({ instance, matrix }, rack, idleW));
      const room = opened({ matrix, instance: { ...instance, noise: [{ rack, most }] } as Noisy });
      const idle = idleConflict(withStandby(room.model))!;
      const told = [idle, ...idle.others].find(({ constraint }) => constraint === NOISE)!;
      expect([told.where, told.unit, told.proven]).toEqual([rack, 'noise', true]);
      expect(told.amount).toBeCloseTo(most, 9);
      expect(told.message).toContain(`rack noise of ${rack}`);
      alone += idle.others.length === 0 ? 1 : 0;
      for (const { changes, message } of fixesBy(room, idle, movablesOf(room.instance, room.model.limits))) {
        const own = changes.find(({ constraint }) => constraint === NOISE)!;
        fixed++;
        expect(own.to).toBeGreaterThanOrEqual(2 * most * (1 - 1e-9));
        expect(own.to).toBeLessThanOrEqual(2 * most * 1.01);
        expect(message).toContain(`rack noise of ${rack}`);
      }
    }
    expect(alone).toBeGreaterThan(0);
    expect(fixed).toBeGreaterThanOrEqual(alone);
  });

  it('has a worth, and a least value with which a wanted reward is earned', async () => {
    let [worth, bracketed] = [0, 0];
    for (const room of ROOMS.filter(({ matrix }) => matrix.cracNames.length === 1).slice(0, 8)) {
      const own = opened(room);
      const asked = await request();
      const base = await solveOpened(asked, own);
      const asking = { request: () => asked, ended: () => Promise.resolve(false) };
      const next = { stepW: 1, planPerKW: null, boundPerKW: null } as Parameters<typeof worthOfLimits>[3];
      const { limits } = await worthOfLimits(own, base, await highs, next, asking);
      const noise = limits.find(({ constraint }) => constraint === NOISE);
      if (noise === undefined || noise.looser.perUnit < 1e-9) continue;
      worth++;
      expect([noise.unit, noise.from]).toEqual(['noise', noiseOf(room.mostW)]);
      expect(noise.message).toContain(`noise of ${room.rack}`);
      const { objective, bound } = base.record.result;
      const wanted = Math.max(objective!, bound!) * 1.02;
      const words = { movables: movablesOf(own.instance, own.model.limits), priceOf: () => null, isPriced: false };
      const { brackets } = await wantedReward(own, wanted, words, asking, await highs);
      const bracket = brackets.find(({ constraint }) => constraint === NOISE);
      if (bracket?.noneUpTo == null || bracket.enoughAt === null) continue;
      bracketed++;
      const bestAt = (most: number): number =>
        bruteForce(noisyOracle({ ...room, instance: ENTRY.with(room.instance, room.rack, most) })).best!.rewardPerS;
      expect(bestAt(bracket.noneUpTo)).toBeLessThan(wanted);
      expect(bestAt(bracket.enoughAt)).toBeGreaterThanOrEqual(wanted * (1 - 1e-9));
    }
    expect(worth).toBeGreaterThan(0);
    expect(bracketed).toBeGreaterThan(0);
  });
});

/** The room in which idle nodes are twice as loud as allowed. */
function loud({ instance, matrix, rack }: NoisyRoom): TinyFacility & { readonly most: number } {
  const idleW = oracle(instance, matrix).zones.map((zone) => zone.idleW);
  const most = 0.5 * noiseOf(drawnW({ instance, matrix }, rack, idleW));
  return { matrix, instance: { ...instance, noise: [{ rack, most }] } as Noisy, most };
}

async function explained(room: TinyFacility, words: Words) {
  const nowS = (): number => 0;
  const limits = { timeLimitS: null, workLimit: null };
  const ofRun = { nowS, interrupted: () => false };
  const control = runDriver({ limits, ...ofRun, onProgress: () => undefined });
  const answer = await explainOfRewardRate.explain(opened(room), null, {
    words,
    control,
    limits: () => limits,
    ...ofRun,
  });
  return answer.ok ? (answer.details as unknown as Explanation) : answer.faults;
}

describe('a limit on the noise at a rack, in the options of explain', () => {
  const rooms = ROOMS.filter(({ matrix }) => matrix.cracNames.length === 1).slice(0, 12);

  it('is named by --prices and --hard: a price per unit, at a place or everywhere, and no fix touches what is hard', async () => {
    let priced = 0;
    for (const room of rooms) {
      const own = loud(room);
      for (const word of ['rackNoise', `rackNoise:${room.rack}`]) {
        const { fixes } = (await explained(own, { prices: `${word}=2`, hard: 'redLine' })) as Explanation;
        for (const { changes, price } of fixes) {
          if (price === null) continue;
          priced++;
          expect(changes.map(({ constraint }) => constraint)).toEqual([NOISE]);
          expect(price).toBeCloseTo(2 * (changes[0]!.to - own.most), 9);
        }
        const { fixes: others } = (await explained(own, { hard: word })) as Explanation;
        expect(others.flatMap(({ changes }) => changes).some(({ constraint }) => constraint === NOISE)).toBe(false);
      }
    }
    expect(priced).toBeGreaterThan(0);
    const faults = await explained(loud(rooms[0]!), { hard: 'rackNoize' });
    expect(faults).toMatchObject([{ path: '--hard', remedy: expect.stringContaining('"rackNoise"') as string }]);
  });

  it('is raised by the relief, or kept by nodes switched off, by as much as the verdict of brute force needs: a step less does not do', async () => {
    let [raised, off] = [0, 0];
    for (const room of rooms) {
      const own = loud(room);
      const { zones, operate } = oracle(own.instance, own.matrix);
      const idleW = zones.map((zone) => zone.idleW);
      // The oracle knows all limits but the noise.
      if (!operate(idleW).feasible) continue;
      const isQuiet = (most: number, zoneW: readonly number[]): boolean =>
        noiseOf(drawnW(own, room.rack, zoneW)) <= most * (1 + 1e-9);
      const { fixes } = (await explained(own, { prices: 'rackNoise=2,nodesOff=1' })) as Explanation;
      for (const { changes, proven } of fixes.filter((fix) => fix.changes.length === 1)) {
        const [{ constraint, where, from, to }] = changes as [(typeof changes)[number]];
        expect([constraint, proven]).toEqual([constraint, true]);
        if (constraint === NOISE) {
          raised++;
          const step = 10 ** (Math.floor(Math.log10(from)) - 3);
          expect([isQuiet(to, idleW), isQuiet(to - step, idleW)]).toEqual([true, false]);
        }
        if (constraint !== 'nodesOff') continue;
        off++;
        // All switched off in this rack: no other placement of as many is quieter.
        const eachW = zones.map(({ idleW: all }, z) => all / own.matrix.zones[z]!.nodeCount);
        const least = (nodes: number): number[] => {
          let left = nodes;
          return idleW.map((all, z) => {
            const isOwn = own.matrix.zones[z]!.nodeType === where && own.matrix.zones[z]!.rack === room.rack;
            const count = isOwn ? Math.min(left, own.matrix.zones[z]!.nodeCount) : 0;
            left -= count;
            return all - count * eachW[z]!;
          });
        };
        expect([isQuiet(own.most, least(to - from)), isQuiet(own.most, least(to - from - 1))]).toEqual([true, false]);
      }
    }
    expect(Math.min(raised, off)).toBeGreaterThan(0);
  });

  it('keeps moves of a plan that make the rack too loud from being suggested', async () => {
    let [quiet, refused] = [0, 0];
    for (const room of rooms) {
      const own = opened(room);
      const { plan, record } = await solveOpened(await request(), own);
      const planned = { ...own, plan: plan!, evaluation: record.evaluation! };
      for (const zone of own.matrix.zones.keys()) {
        const told = inletExplanation(planned, zone).moves.map(({ message }) => message);
        for (const { plan: moved, message } of candidateMoves(planned, zone)) {
          const { zoneNodePowerW } = checkPlan(own.instance, own.matrix, moved);
          if (noiseOf(drawnW(room, room.rack, zoneNodePowerW)) <= noiseOf(room.mostW) * (1 + 1e-9)) quiet++;
          else {
            refused++;
            expect(told).not.toContain(message);
          }
        }
      }
    }
    expect(Math.min(quiet, refused)).toBeGreaterThan(0);
  });
});

/** A limit that is no function of a sum: that of the squares of the powers of a rack's zones, W^2. */
const SQUARES: RoomLimit = {
  ...ENTRY,
  unit: 'W^2',
  curve: {
    use: (powersW, zones) => zones.reduce((sum, b) => sum + powersW[b]! ** 2, 0),
    slope: (powersW, zones) => zones.map((b) => 2 * powersW[b]!),
  },
};

describe('a convex limit that several rows state', () => {
  it('has a row that excludes powers beyond it, and none that excludes powers within it', () => {
    const draw = randomStream(1, 'convex-limit').uniform;
    let [beyond, within] = [0, 0];
    for (const { instance, matrix } of ROOMS) {
      const most = 1e4 * draw(1, 4);
      const racks = [...new Set(matrix.zones.map(({ rack }) => rack))];
      const noisy: Noisy = { ...instance, noise: racks.map((rack) => ({ rack, most })) };
      const model = rewardRateModel(noisy, matrix, undefined, [...ROOM_LIMITS, SQUARES]);
      const drawn = (): Float64Array => Float64Array.from(model.zones, ({ idleW }) => idleW + draw(0, 200));
      const useOf = (powersW: Float64Array): number[] =>
        racks.map((rack) => matrix.zones.reduce((sum, z, b) => sum + (z.rack === rack ? powersW[b]! ** 2 : 0), 0));
      const left = ({ zoneCoefficient, rhs }: CouplingRow, powersW: Float64Array): number =>
        rhs - model.zones.reduce((sum, { idleW }, b) => sum + (zoneCoefficient[b]! * (powersW[b]! - idleW)) / 1000, 0);
      const rows = powerLimitRows(model).filter(({ constraint }) => constraint === NOISE);
      for (let n = 0; n < 20; n++) {
        const powersW = drawn();
        const broken = brokenPowerRows(model, powersW);
        expect(broken.map(({ where }) => where)).toEqual(racks.filter((_, r) => useOf(powersW)[r]! > most));
        for (const row of broken) expect(left(row, powersW)).toBeLessThan(0);
        beyond += broken.length;
        rows.push(...broken);
      }
      for (let n = 0; n < 50; n++) {
        const powersW = drawn();
        for (const row of rows) {
          if (useOf(powersW)[racks.indexOf(row.where)]! > most) continue;
          within++;
          expect(left(row, powersW)).toBeGreaterThanOrEqual(-1e-9 * most);
        }
      }
    }
    expect(Math.min(beyond, within)).toBeGreaterThan(100);
  });

  it('has one price, the sum of those of its rows', () => {
    const { instance, matrix } = ROOMS[0]!;
    const model = rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, ENTRY]);
    const rows = powerLimitRows(model).filter(({ constraint }) => constraint === NOISE);
    const prices = { task: model.rewardPerTask, coupling: Float64Array.of(2, 3) };
    const bound = { value: 1, prices, zonePowerPrice: new Float64Array(model.zones.length) };
    const result = { rows: [...rows, ...rows], bound, relaxedCoreKW: 0 } as unknown as Parameters<
      typeof marginalValues
    >[1];
    const { limits } = marginalValues(model, result);
    expect(limits.filter(({ constraint }) => constraint === NOISE).map((one) => one.marginalValue)).toEqual([5]);
  });
});

function pairOf({ instance, matrix }: TinyFacility): readonly [RewardRateInstance, TinyFacility['matrix']] {
  return [instance, matrix];
}
