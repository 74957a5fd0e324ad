import type { CheckedRoom } from '../check/check-plan.js';
import { keptDrawing } from '../../../facility/kept-air.js';
import { dirname, resolve } from 'node:path';
import { createHash } from 'node:crypto';
import type { InfluenceMatrix } from '../../../../models/physics/thermal/influence-matrix.js';
import type { Reserve, RewardRateInstance, Survive } from '../../../../models/families/reward-rate/instance.js';
import { afterFailure } from '../../../../models/facility/failed-units.js';
import { airAfterFailure } from '../../../../models/physics/airflow/unit-air.js';
import {
  mustSurvive,
  survivedFailures,
  withSurvivedAir,
} from '../../../../models/families/reward-rate/failed-rooms.js';
import { type RewardRateModel, rewardRateModel } from '../../../../models/families/reward-rate/model.js';
import { withAsleep } from '../../../../models/families/reward-rate/standby-air.js';
import { failedCracFaults } from '../../../facility/failed-cracs.js';
import { heldBy } from '../../../facility/held-facility.js';
import { airName, drawnAir, influenceMatrixOf } from '../../../facility/influence.js';
import { type LocalFault, type Fault, type Refused, refused } from '../../../instances/fault.js';
import type { Kept } from '../../../runs/kept.js';
import { sharedSetPointFaults } from '../instances/consistency-shared-set-point.js';
import { loadedWithReserve, type ReserveWords } from '../instances/reserve-words.js';
import { loadedWithStep, type StepWords } from '../instances/step-words.js';
import { loadedWithSurvive, type SurviveWords } from '../instances/survive-words.js';
import { type LoadedInstance, loadRewardRateInstance } from '../instances/load.js';
import { repairWarnings } from '../../../facility/repair-warning.js';
import { pricingLimit } from '../methods/pricing-limit.js';
import type { Begun, Stage } from './stage.js';

export interface OpenedFacility extends Omit<LoadedInstance, 'directory'> {
  readonly matrix: InfluenceMatrix;
  /** Reserve set by an option, which replaces the reserve of the file; absent without this option. */
  readonly reserve?: Reserve;
  /** Step of set-points set by an option, which replaces the steps of the file, K; absent without this option. */
  readonly setPointStepC?: number;
  /**
   * Failures that plans must survive according to an option. They replace those of the file. Absent without this
   * option.
   */
  readonly survive?: Survive | 'none';
}

export type InsteadWords = ReserveWords & StepWords & SurviveWords;

export interface OpenedModel extends OpenedFacility, Pick<CheckedRoom, 'limitChecks'> {
  readonly model: RewardRateModel;
}

/** A room while its file is opened, with what the stages so far have found. */
type Opening = LoadedInstance & Partial<OpenedModel>;

/** Stage of opening a file. A fault is the reason why the file is refused, which ends the opening. */
type OpeningStage = Stage<Opening, Partial<Opening> | Refused, LocalFault>;

/** Returns the stages in which options replace fields of a file's instance, and the air of its room is computed. */
function facilityStages(file: string, words: InsteadWords, shouldStop?: () => boolean, kept?: Kept): OpeningStage[] {
  return [
    { name: 'load', run: (room) => loadedWithReserve(room, words) },
    { name: 'load', run: (room) => loadedWithStep(room, words) },
    { name: 'load', run: (room) => loadedWithSurvive(room, words) },
    {
      name: 'airflow',
      run: ({ instance, directory }) => {
        const held = heldBy(instance);
        const built = influenceMatrixOf(held, directory, shouldStop, kept);
        const air = built.ok
          ? drawnAir(held, () => withSurvivedAir(instance, built.matrix, keptDrawing(shouldStop)))
          : built;
        if (air.ok) return { matrix: air.matrix };
        return { ok: false, stopped: air.stopped ?? false, faults: air.faults.map((fault) => inFile(fault, file)) };
      },
    },
    {
      name: 'airflow',
      whyNot: (room) => {
        const { facility, limits, uncertainty } = room.instance;
        const [shared] = sharedSetPointFaults(facility, limits, uncertainty);
        return shared ?? tooManyUncertain(room) ?? survivalAirFault(room);
      },
      run: ({ matrix, warnings }) => ({ warnings: [...warnings, ...repairWarnings(matrix!.provenance)] }),
    },
  ];
}

/** Returns the stages that compile the model that methods solve. Parts of the last model with the same air are reused. */
function modelStages(kept: Kept = new Map()): OpeningStage[] {
  return [
    {
      name: 'model',
      run: ({ instance, matrix }) => {
        const name = `model with ${airName(instance.facility)}`;
        const model = rewardRateModel(instance, matrix!, kept.get(name) as RewardRateModel | undefined);
        kept.set(name, model);
        return { model };
      },
    },
    { name: 'model', whyNot: ({ model }) => pricingLimit(model!), run: () => ({}) },
  ];
}

/**
 * Opens an instance file with its influence matrix, computed or imported. Returns all faults if there are any.
 *
 * @param clock called after each stage with the name of its phase
 * @param words options that replace fields of the instance
 * @param kept cache of the air of rooms and of their models
 */
export function openFacility(
  file: string,
  clock?: Begun['clock'],
  shouldStop?: () => boolean,
  words: InsteadWords = {},
  kept?: Kept,
): OpenedFacility | Refused {
  const opened = afterStages(facilityStages(file, words, shouldStop, kept), file, clock);
  return opened.ok ? { ...opened, matrix: opened.matrix! } : opened;
}

/** Opens an instance file and compiles it to the model that methods solve. */
export function openModel(...asked: Parameters<typeof openFacility>): OpenedModel | Refused {
  const [file, clock, shouldStop, words = {}, kept] = asked;
  const opened = afterStages([...facilityStages(file, words, shouldStop, kept), ...modelStages(kept)], file, clock);
  return opened.ok ? { ...opened, matrix: opened.matrix!, model: opened.model! } : opened;
}

/** Returns the room of an instance file after the stages; the first refusal ends them. */
function afterStages(
  stages: readonly OpeningStage[],
  file: string,
  clock: Begun['clock'] = () => undefined,
): Omit<Opening, 'directory'> | Refused {
  const read = loadRewardRateInstance(file);
  if (!read.ok) return read;
  let room: Opening = read;
  for (const { name, whyNot, run } of stages) {
    const fault = whyNot?.(room) ?? null;
    const added = fault === null ? run(room) : refused({ ...fault, file });
    if (added.ok === false) return added;
    room = { ...room, ...added };
    clock(name);
  }
  const { directory: _, ...opened } = room;
  return opened;
}

/**
 * Maximum number of zones of an instance with uncertain inlet temperature rises. Ours: the whole matrix M, from powers
 * of zones to inlet temperature rises, is then kept in memory, 32 MB at this size.
 */
const MAX_UNCERTAIN_ZONES = 2000;

/** Returns a fault if inlet temperature rises are uncertain and there are too many zones. */
function tooManyUncertain({ instance: { uncertainty }, matrix }: Opening): LocalFault | null {
  const { zones } = matrix!;
  if (uncertainty?.inletRise === undefined || zones.length <= MAX_UNCERTAIN_ZONES) return null;
  return {
    path: 'uncertainty.inletRise',
    value: `a room of ${zones.length} zones`,
    allowed: `rooms of at most ${MAX_UNCERTAIN_ZONES} zones`,
    remedy: 'Use influence instead, or fewer levelsPerRack.',
  };
}

/** Returns a fault if plans must survive a failure that leaves a zone without cold air: it has no steady state. */
export function survivalAirFault({ instance, matrix }: Pick<Opening, 'instance' | 'matrix'>): LocalFault | null {
  if (!mustSurvive(instance)) return null;
  const { facility } = instance;
  const atWork = facility.cracs.flatMap((crac) => (crac.coolingCapacityW === 0 ? [] : [crac.name]));
  for (const { name, cracs: gone } of survivedFailures(instance, atWork)) {
    const failed = afterFailure(facility, { gone });
    const [cold] = failedCracFaults(
      heldBy({ ...instance, facility: failed }),
      airAfterFailure(failed, matrix!) ?? matrix!,
    );
    if (cold === undefined) continue;
    return {
      path: 'limits.survive',
      value: instance.limits.survive,
      allowed: `rooms in which all zones get air from another CRAC when ${name} fails; here${cold.allowed.split(':').slice(1).join(':')}`,
      remedy: 'Leave survive out, and let plenum check --failures say how many minutes there are.',
    };
  }
  return null;
}

/**
 * Compiles a model from an instance in memory, such as a variant of an opened one. The field `sha256` is the digest of
 * the instance as JSON. Air after failures that plans must survive is drawn if the matrix lacks it.
 *
 * @param like model whose parts are reused where they are equal; nodes on standby that are already chosen in it stay
 * chosen
 */
export function modelInMemory(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  like?: RewardRateModel,
): OpenedModel {
  const sha256 = createHash('sha256').update(JSON.stringify(instance)).digest('hex');
  const survived = withSurvivedAir(instance, matrix, keptDrawing());
  return { ok: true, instance, matrix: survived, sha256, warnings: [], model: modelLike(instance, survived, like) };
}

/** Compiles a variant of an instance with the same influence matrix. Standby nodes chosen in `like` stay chosen. */
export function modelLike(
  instance: RewardRateInstance,
  matrix: InfluenceMatrix,
  like?: RewardRateModel,
): RewardRateModel {
  const model = rewardRateModel(instance, matrix, like);
  return like?.asleep === undefined ? model : withAsleep(model, like.asleep);
}

/**
 * Returns the fault with the name of its file. A fault with a line number is in the matrix file; any other fault is in
 * the instance file.
 */
function inFile(fault: Fault, instanceFile: string): Fault {
  return fault.path.startsWith('line ') ? fault : { ...fault, file: instanceFile };
}

/** Returns the directory to which an instance file's references are relative. */
export function directoryOf(file: string): string {
  return dirname(resolve(file));
}
