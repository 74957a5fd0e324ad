import type { LimitName } from '../../models/facility/limits.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../models/families/reward-rate/model.js';
import { ROOM_LIMITS, type RoomLimit } from '../../models/families/reward-rate/room-limits.js';
import { LIMIT_CHECKS, type LimitCheck } from '../../src/families/reward-rate/check/limits.js';
import { METHODS } from '../../src/families/reward-rate/methods/registry.js';
import { modelInMemory, type OpenedModel } from '../../src/families/reward-rate/runs/open.js';
import type { RunRequest } from '../../src/families/reward-rate/runs/request.js';
import { loadHighs } from '../../src/solvers/linear/highs.js';
import { bruteForce, oracle, type Oracle } from './brute-force.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';
import { fuzzCount } from '../support/fuzz.js';

/*
 * A limit that the program does not have, added by one entry of the catalogue and one check: noise at a rack, the sum of
 * its node powers, W, to the 1.5 over a number. Bound, plan, checker, explain and reports know it without any edit.
 */

export const highs = loadHighs();
export const NOISE = 'rackNoise' as LimitName;
/** Node power to the 1.5 per unit of noise. */
export const DIVISOR = 50;

interface NoiseLimit {
  readonly rack: string;
  readonly most: number;
}
export interface Noisy extends RewardRateInstance {
  readonly noise?: readonly NoiseLimit[];
}

export const noiseOf = (powerW: number): number => powerW ** 1.5 / DIVISOR;
const limitsOf = (instance: RewardRateInstance): readonly NoiseLimit[] => (instance as Noisy).noise ?? [];
const sumOf = (powersW: ArrayLike<number>, zones: readonly number[]): number =>
  zones.reduce((sum, b) => sum + powersW[b]!, 0);

export const ENTRY: RoomLimit = {
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

export function opened({
  instance,
  matrix,
}: TinyFacility): OpenedModel & { readonly limitChecks: readonly LimitCheck[] } {
  const model = rewardRateModel(instance, matrix, undefined, [...ROOM_LIMITS, ENTRY]);
  return { ...modelInMemory(instance, matrix, model), limitChecks };
}

export async function request(): Promise<RunRequest> {
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

export const drawnW = ({ matrix }: TinyFacility, rack: string, zoneW: readonly number[]): number =>
  matrix.zones.reduce((sum, zone, z) => sum + (zone.rack === rack ? zoneW[z]! : 0), 0);

/** The plain model with the noise of the racks. */
export function noisyOracle(room: TinyFacility): Oracle {
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

export interface NoisyRoom extends TinyFacility {
  readonly rack: string;
  /** Node power of the rack up to which its noise is allowed, W. */
  readonly mostW: number;
}

/** Rooms with one CRAC whose best plan is too loud: the noise allowed is that of a power between idle and that plan's. */
export const ROOMS = Array.from({ length: fuzzCount(120, 30) }, (_, n) => n + 1).flatMap((seed): NoisyRoom[] => {
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
