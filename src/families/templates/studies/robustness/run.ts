import type { AirUnderWay } from '../../../../../models/physics/thermal/air-under-way.js';
import type { InfluenceMatrix } from '../../../../../models/physics/thermal/influence-matrix.js';
import type { TemplateBook } from '../../../../../models/families/templates/online.js';
import type { ArrivalSequence } from '../../../../online/arrivals.js';
import { outletRiseKPerW } from '../../../../../models/families/templates/outlet-rise.js';
import type { TemplatesModel } from '../../../../../models/families/templates/model.js';
import { meanInterval } from '../../../../experiments/statistics.js';
import { dayClosure } from '../day/closure.js';
import type { DayOptions, TransientRooms } from '../day/request.js';
import { airRhoC, transientRooms } from '../day/rooms.js';
import { simulateDay } from '../day/simulate-day.js';
import { type OtherAir, perturbedAir, recirculationFactors, weightFactors } from './perturb.js';
import type { OtherRoomRecord, RobustnessRecord, RoomRecord } from './record.js';
import { steadyExcess } from './steady.js';

export interface RobustnessRequest {
  readonly model: TemplatesModel;
  /** Returns influence matrix and air travel times of a vent combination, in the room that templates were made for. */
  readonly airOf: (vents: number) => { readonly matrix: InfluenceMatrix; readonly air: AirUnderWay };
  readonly book: TemplateBook;
  readonly arrivals: ArrivalSequence;
  /** Energy budget, J; Infinity for no limit. */
  readonly energyBudgetJ: number;
  /** Largest relative random error that is given to an influence weight. */
  readonly spread: number;
  /** Number of rooms with random errors. Two rooms with more and with less recirculation follow. */
  readonly rooms: number;
  readonly seed: number;
  readonly options: Partial<DayOptions>;
  /** Called before each room with the numbers of rooms done and of all rooms. True ends the study. */
  readonly pause: (done: number, total: number) => Promise<boolean>;
}

export type RobustnessFound = Pick<RobustnessRecord, 'asPlanned' | 'rooms' | 'rewardChange' | 'roomsLeft'>;

/**
 * Evaluates templates in the room for which they were made and in perturbed rooms, in steady state and over a day.
 * Returns null if the study is stopped before the first room.
 */
export async function templatesRobustness(request: RobustnessRequest): Promise<RobustnessFound | null> {
  const { model, airOf } = request;
  const errors = errorsOf(request);
  const total = errors.length + 1;
  if (await request.pause(0, total)) return null;
  const asPlanned = roomRecord(request, transientRooms(model.instance, airOf), (v) => model.outletRiseKPerW[v]!);
  const rooms: OtherRoomRecord[] = [];
  const rhoC = airRhoC(model.instance);
  for (const [n, { factors, ...error }] of errors.entries()) {
    if (await request.pause(n + 1, total)) break;
    const own = otherRoom(airOf, factors);
    const record = roomRecord(request, transientRooms(model.instance, own.airOf), (vents) =>
      outletRiseKPerW(own.airOf(vents).matrix, rhoC),
    );
    const planned = asPlanned.day.outcome.reward;
    const rewardChange = planned > 0 ? record.day.outcome.reward / planned - 1 : null;
    rooms.push({ ...error, largestChange: own.largestChange(), ...record, rewardChange });
  }
  const noisy = rooms.filter(({ kind }) => kind === 'noise');
  const changes = noisy.flatMap(({ rewardChange }) => (rewardChange === null ? [] : [rewardChange]));
  const { mean, interval } = changes.length > 0 ? meanInterval(changes) : { mean: null, interval: null };
  return { asPlanned, rooms, rewardChange: { mean, interval }, roomsLeft: errors.length - rooms.length };
}

type RoomError = Pick<OtherRoomRecord, 'kind' | 'seed' | 'share'> & {
  /** Returns the factors by which the influence weights are multiplied, given an influence matrix of the room. */
  readonly factors: (matrix: InfluenceMatrix) => Float64Array;
};

function errorsOf({ spread, seed, rooms }: RobustnessRequest): RoomError[] {
  const noise = Array.from({ length: rooms }, (_, n): RoomError => {
    const factors: RoomError['factors'] = ({ airFlowM3PerS }) => weightFactors(airFlowM3PerS.length, spread, seed + n);
    return { kind: 'noise', seed: seed + n, share: null, factors };
  });
  const recirculation = [spread, -spread].map((share): RoomError => {
    const factors: RoomError['factors'] = ({ cracNames, airFlowM3PerS }) =>
      recirculationFactors(cracNames.length, airFlowM3PerS.length, share);
    return { kind: 'recirculation', seed: null, share, factors };
  });
  return [...noise, ...recirculation];
}

/**
 * Returns the air models of a perturbed room. `airOf` perturbs an air model when it is first needed. `largestChange`
 * returns the largest change of a weight in the models made so far.
 */
function otherRoom(
  airOf: RobustnessRequest['airOf'],
  factorsOf: RoomError['factors'],
): { readonly airOf: (vents: number) => OtherAir; readonly largestChange: () => number } {
  const kept = new Map<number, OtherAir>();
  let factors: Float64Array | null = null;
  return {
    airOf: (vents) => {
      let own = kept.get(vents);
      if (own === undefined) {
        const planned = airOf(vents);
        factors ??= factorsOf(planned.matrix);
        own = perturbedAir(planned, factors);
        kept.set(vents, own);
      }
      return own;
    },
    largestChange: () => [...kept.values()].reduce((most, { largestChange }) => Math.max(most, largestChange), 0),
  };
}

function roomRecord(
  { model, book, arrivals, energyBudgetJ, seed, options }: RobustnessRequest,
  rooms: TransientRooms,
  rise: (vents: number) => Float64Array,
): RoomRecord {
  const steady = steadyExcess(model, book, rise);
  const { outcomes } = simulateDay({
    model,
    rooms,
    arrivals,
    book,
    seed,
    options,
    mapping: 'greedy',
    thermal: 'templates',
    energyBudgetsJ: [energyBudgetJ],
  });
  const outcome = outcomes[0]!;
  return { steady, day: { outcome, closure: dayClosure(outcome) } };
}
