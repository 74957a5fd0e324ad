import type { LimitName } from '../../models/facility/limits.js';
import type { RewardRateInstance } from '../../models/families/reward-rate/instance.js';
import { rewardRateModel } from '../../models/families/reward-rate/model.js';
import { ROOM_LIMITS, type RoomLimit } from '../../models/families/reward-rate/room-limits.js';
import { LIMIT_CHECKS, type LimitCheck } from '../../src/families/reward-rate/check/limits.js';
import { modelInMemory, type OpenedModel } from '../../src/families/reward-rate/runs/open.js';
import { steadyTemperatures } from '../../src/check/temperatures.js';
import { triesAll } from '../support/fuzz.js';
import { oracle } from './brute-force.js';
import { bestOnGrid, type GridPlan, RHO_C } from './set-point-grid.js';
import { survivingRoom } from './surviving-rooms.js';
import { type TinyFacility, tinyRandom } from './tiny-random.js';

/*
 * Limits that the program does not have, each added by one entry of the catalogue and one check: on the mean temperature
 * of the air that leaves a rack, and on the heat of a CRAC and half of that of another. Bound, plan and checker know them
 * without any edit, also in rooms with a failed CRAC.
 */

export type Kind = 'exhaust' | 'heat';
export interface Limited extends RewardRateInstance {
  readonly mostOnAir?: { readonly kind: Kind; readonly where: string; readonly most: number };
}
type Names = Pick<TinyFacility['matrix'], 'zones' | 'cracNames'>;

export const NAMES = { exhaust: 'rackExhaust', heat: 'pairHeat' } as unknown as Record<Kind, LimitName>;
export const UNITS: Record<Kind, string> = { exhaust: 'C', heat: 'W' };
export const zonesOf = ({ zones }: Names, where: string): number[] =>
  zones.flatMap(({ rack }, b) => (rack === where ? [b] : []));

const entryOf = (kind: Kind): RoomLimit => ({
  name: NAMES[kind],
  unit: UNITS[kind],
  stated: ({ mostOnAir: one }: Limited) => (one?.kind === kind ? [{ where: one.where, value: one.most }] : []),
  with: (instance: Limited, _, most): Limited => ({ ...instance, mostOnAir: { ...instance.mostOnAir!, most } }),
  loosest: () => 1e9,
  readings: ({ mostOnAir: one }: Limited, matrix) => {
    if (one?.kind !== kind) return [];
    const { where } = one;
    const { cracNames, airFlowM3PerS } = matrix;
    if (kind === 'heat')
      return [
        {
          where,
          reading: {
            heats: [
              [0, 1],
              [cracNames.length - 1, 0.5],
            ],
          },
        },
      ];
    const zones = zonesOf(matrix, where);
    // Air leaves a node warmer than it came by P / (rho c AF).
    const perW = (b: number): number => 1 / (RHO_C * airFlowM3PerS[cracNames.length + b]!);
    const inlets = zones.map((b) => [b, 1 / zones.length] as const);
    const powers = zones.map((b) => [b, perW(b) / zones.length] as const);
    return [{ where, reading: { inlets, powers } }];
  },
});

/** What is limited, of the checker's temperatures. */
export function valueIn(
  kind: Kind,
  where: string,
  names: Names,
  { zoneOutletC, cracHeatW }: { readonly zoneOutletC: ArrayLike<number>; readonly cracHeatW: ArrayLike<number> },
): number {
  if (kind === 'heat') return cracHeatW[0]! + 0.5 * cracHeatW[names.cracNames.length - 1]!;
  const zones = zonesOf(names, where);
  return zones.reduce((sum, b) => sum + zoneOutletC[b]!, 0) / zones.length;
}

const checkAir: LimitCheck = ({ mostOnAir }: Limited, matrix, operation, violations) => {
  if (mostOnAir === undefined) return;
  const { kind, where, most: limit } = mostOnAir;
  const value = valueIn(kind, where, matrix, operation);
  const amount = value - limit;
  if (amount > 1e-6) violations.push({ constraint: NAMES[kind], where, unit: UNITS[kind], value, limit, amount });
};
export const limitChecks = [...LIMIT_CHECKS, checkAir];

export function opened({
  instance,
  matrix,
}: TinyFacility): OpenedModel & { readonly limitChecks: readonly LimitCheck[] } {
  const limits = [...ROOM_LIMITS, entryOf('exhaust'), entryOf('heat')];
  return { ...modelInMemory(instance, matrix, rewardRateModel(instance, matrix, undefined, limits)), limitChecks };
}

export interface Case {
  readonly note: string;
  readonly kind: Kind;
  readonly survives: boolean;
  readonly room: TinyFacility & { readonly instance: Limited };
  /** What is limited after no failure and after each, in the best plan that knows nothing of the limit. */
  readonly unlimited: readonly number[];
  /** Best plans on a grid of set-points, without the limit and with it. */
  readonly free: GridPlan;
  readonly best: GridPlan | null;
}

/** A room whose best plan passes a limit that idle nodes keep at the coldest set-points; null where none is drawn. */
function drawn(seed: number): Case | null {
  const kind: Kind = seed % 2 === 0 ? 'exhaust' : 'heat';
  const survives = seed % 3 !== 0;
  const surviving = survives ? survivingRoom(2 * seed + 1, 60) : null;
  const cracs = 1 + (seed % 2);
  const room = surviving?.facility ?? tinyRandom(seed, { cracs, mostPlans: 150 });
  const { lowered, failed } = surviving ?? { lowered: room, failed: [] };
  const { instance, matrix } = room;
  if (instance.facility.cracs.some(({ coolingCapacityW }) => coolingCapacityW === 0)) return null;
  const steps = matrix.cracNames.length > 2 ? 4 : 9;
  const truth = oracle(lowered.instance, matrix);
  const free = bestOnGrid(lowered, truth, steps, failed);
  if (free === null || free.rewardPerS === 0) return null;
  const idleW = truth.zones.map((zone) => zone.idleW);
  const planW = free.choice.map(({ coreW }, z) => coreW + idleW[z]!);
  const where = kind === 'heat' ? 'both' : matrix.zones[planW.findIndex((w, z) => w > idleW[z]!)]!.rack;
  const valuesAt = (zoneW: readonly number[], setPointsC: readonly number[]): number[] =>
    [-1, ...failed.keys()].map((f) => {
      const powersW = Float64Array.from(zoneW);
      const state = steadyTemperatures(matrix, setPointsC, powersW, RHO_C, new Set(f < 0 ? [] : [f]))!;
      return valueIn(kind, where, matrix, state);
    });
  const coldestC = matrix.cracNames.map(
    (name) => instance.facility.cracs.find((crac) => crac.name === name)!.setPointMinC,
  );
  const unlimited = valuesAt(planW, free.setPointsC);
  const [low, high] = [Math.max(...valuesAt(idleW, coldestC)), Math.max(...unlimited)];
  if (!(high > low)) return null;
  const most = low + (0.25 + 0.05 * (seed % 12)) * (high - low);
  const best = bestOnGrid(lowered, truth, steps, failed, (zoneW, setPointsC) =>
    valuesAt(zoneW, setPointsC).every((value) => value <= most),
  );
  const limited: Limited = { ...instance, mostOnAir: { kind, where, most } };
  const note = `seed ${seed}, ${kind}, ${matrix.cracNames.length} CRACs${survives ? ', survives' : ''}`;
  return { note, kind, survives, room: { matrix, instance: limited }, unlimited, free, best };
}

/** Rooms of an everyday run: of both kinds with one CRAC, two and three, and with failures to survive or none. */
const EVERYDAY = [2, 3, 4, 6, 9, 13, 17, 18, 20];
const SEEDS = triesAll() ? Array.from({ length: 60 }, (_, n) => n + 1) : EVERYDAY;
export const CASES = SEEDS.map((seed) => drawn(seed)).filter((one) => one !== null);
