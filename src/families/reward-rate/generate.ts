import { withSurvivedAir } from '../../../models/families/reward-rate/failed-rooms.js';
import type { RewardRateInstance } from '../../../models/families/reward-rate/instance.js';
import type { WorkloadName } from '../../facility/thesis/benchmarks.js';
import { heldBy } from '../../facility/held-facility.js';
import { drawnAir, influenceMatrixOf } from '../../facility/influence.js';
import { keptDrawing } from '../../facility/kept-air.js';
import { fourDigits } from '../../instances/four-digits.js';
import { jsonText } from '../../instances/json-text.js';
import { COMMAND_LINE, type LocalFault, type Refused } from '../../instances/fault.js';
import {
  type Generated,
  type GenerateOfFamily,
  instanceFileName,
  type MakeRequest,
  type VaryRequest,
} from '../generate.js';
import { cellBatches } from '../../../models/physics/airflow/cell-batches.js';
import { maxCellM } from '../../facility/slot-warnings.js';
import { varyWorkload } from './instances/generate.js';
import { rewardRateFiles, loadRewardRateInstance } from './instances/load.js';
import { matrixBeside } from './instances/matrix-beside.js';
import { thesisInstance, type ThesisOptions } from './instances/thesis/instance.js';
import { withSurvive } from './instances/survive-words.js';
import { instanceWarnings } from './instances/warnings.js';
import { ROOM_MAKING } from './making.js';
import { idleConflict } from './methods/infeasibility.js';
import { modelInMemory, survivalAirFault } from './runs/open.js';

/** Default power cap per 30 racks of a generated room, W: that of the thesis (docs/decisions/generated-rooms.md). */
const CAP_PER_30_RACKS_W = 190_000;
/**
 * Default power cap for each 30 racks of larger generated rooms with open cold aisles, W. Ours: hot and cold air mix so
 * much there that the idle facility alone draws up to 221 kW per 30 racks (docs/decisions/generated-rooms.md).
 */
const OPEN_CAP_PER_30_RACKS_W = 250_000;
/** Default power cap of the calibrated room, W: that of the thesis. Idle, it alone draws 196 kW. */
const CALIBRATED_CAP_W = 230_000;
/** Number of racks in the room of the thesis. */
const THESIS_RACKS = 30;

export const generateOfRewardRate: GenerateOfFamily = { vary, make };

/** Makes variants of an instance, one for each seed, with other deadlines, rewards and arrival rates. */
function vary({ file, seed, count, out }: VaryRequest): Generated | Refused {
  const loaded = loadRewardRateInstance(file);
  if (!loaded.ok) return loaded;
  const moved = matrixBeside(loaded.instance, loaded.directory, out);
  if (!moved.ok) return { ok: false, faults: [{ file, ...moved.fault }] };
  const { instance, beside } = moved;
  const files = Array.from({ length: count }, (_, n) => fileOf(varyWorkload(instance, seed + n)));
  return { ok: true, files, beside, warnings: [] };
}

interface RoomWords extends Pick<ThesisOptions, 'racks' | 'airflow' | 'coldAisles'> {
  readonly workload: WorkloadName | 'mixed';
  readonly taskTypes?: number;
  readonly powerCap?: number;
  readonly redLine: number;
}

/** Makes a room like that of the thesis, with any allowed number of racks. */
function make({ words, isGiven, seed, count }: MakeRequest): Generated | Refused {
  const read = words as unknown as RoomWords;
  const { racks } = read;
  if (count > 1) {
    const allowed = '1: --racks makes one room';
    return refused([{ path: '--count', value: count, allowed, remedy: 'Make one room for each --seed.' }]);
  }
  if (racks !== THESIS_RACKS && racks % (2 * THESIS_RACKS) !== 0) {
    const remedy = 'Correct the value.';
    return refused([{ path: '--racks', value: racks, allowed: ROOM_MAKING.allowed, remedy }]);
  }
  const isCalibrated = read.airflow === 'calibrated';
  if (isCalibrated && racks !== THESIS_RACKS) {
    const [allowed, remedy] = ['30 with --airflow calibrated', 'Give 30, or other air.'];
    return refused([{ path: '--racks', value: racks, allowed, remedy }]);
  }
  const instance = withKnownAir(thesisInstance(roomOf(read, isGiven('coldAisles'), seed)));
  const { airflow } = instance.facility;
  const judged = rewardRateFiles.judge(instance);
  if (!judged.ok) return refused(judged.faults);
  const warnings = [
    ...('mixingM2PerS' in airflow ? [] : [TOO_LARGE_TO_MIX]),
    ...instanceWarnings(instance),
    ...(racks > MAX_TRIED_RACKS ? [] : survivalWarnings(instance)),
  ];
  return { ok: true, files: [fileOf(instance)], warnings };
}

/**
 * Returns the options of a new room, with defaults with which the idle facility meets its limits. The 30-rack room of
 * the thesis has open cold aisles. Larger rooms have isolated ones, because their CRACs supply half the air per node.
 */
function roomOf(words: RoomWords, aislesGiven: boolean, seed: number): ThesisOptions {
  const { racks, taskTypes, airflow, powerCap, redLine } = words;
  const isLarger = racks > THESIS_RACKS;
  const coldAisles = isLarger && !aislesGiven ? 'isolated' : words.coldAisles;
  const per30W = isLarger && coldAisles === 'open' ? OPEN_CAP_PER_30_RACKS_W : CAP_PER_30_RACKS_W;
  const workload = words.workload === 'mixed' ? 'hybrid' : words.workload;
  const usualW = airflow === 'calibrated' ? CALIBRATED_CAP_W : (per30W * racks) / THESIS_RACKS;
  const powerCapW = powerCap ?? usualW;
  return { racks, workload, taskTypes, airflow, coldAisles, powerCapW, redLineC: redLine, seed };
}

/** Fraction of the exhausts of a generated room that mix: hot aisles share a ceiling. A convention, not measured. */
const HOT_MIXING = 0.5;
/** Fraction of perfectly mixed air of a generated room with open cold aisles. A convention, not measured. */
const OPEN_MIXING = 0.1;

/**
 * Diffusivity with which air of a generated room mixes, m2/s. A convention, not measured
 * (docs/facility/room-airflow.md#mixing).
 */
const AIR_MIXING_M2_PER_S = 0.075;
/**
 * Maximum number of cells times batches of sources of a generated room whose air mixes. Ours: drawing that much takes some
 * 15 s.
 */
const MAX_MIXED_CELL_BATCHES = 1_000_000;
/** Says that a generated room has hot spots that depend on its cells. */
const TOO_LARGE_TO_MIX =
  'facility.airflow.mixingM2PerS: left out, as the air of so large a room takes over 15 s to draw on the cells that it needs; hot spots depend on the grid.';

/**
 * Returns the instance with what the thesis does not state: the mixing of air that rooms are known to have, and more air
 * of each CRAC while another has failed. Air mixes between neighbouring cells if it can be drawn in a short time on the
 * cells that this needs. A calibrated room states its own air, and is left as it is.
 */
function withKnownAir(instance: RewardRateInstance): RewardRateInstance {
  const { airflow, cracs } = instance.facility;
  if (airflow.source !== 'room' || airflow.supplyShare !== undefined) return instance;
  const mixingFraction = airflow.coldAisles === 'open' ? OPEN_MIXING : 0;
  const mixed = { ...airflow, hotMixing: HOT_MIXING, mixingFraction };
  const cellM = maxCellM(AIR_MIXING_M2_PER_S);
  const layout = { ...airflow.layout, cellM: { x: cellM, y: cellM, z: cellM } };
  const isFeasible = cellBatches(layout) <= MAX_MIXED_CELL_BATCHES;
  const own = isFeasible ? { ...mixed, layout, mixingM2PerS: AIR_MIXING_M2_PER_S } : mixed;
  const withStandbyAir = cracs.map((crac) => ({
    ...crac,
    standbyAirFlowM3PerS: fourDigits(STANDBY_AIR * crac.airFlowM3PerS),
  }));
  const facility = { ...instance.facility, airflow: own, cracs: cracs.length > 1 ? withStandbyAir : cracs };
  return { ...instance, facility };
}

/**
 * Air of a CRAC of a generated room while another has failed, in multiples of its usual one. Ours: with less, idle nodes
 * of 240 racks alone exceed the cap without a CRAC, at the set-points that the red line asks for.
 */
const STANDBY_AIR = 1.2;
/** Maximum number of racks of a generated room that is tried with failed CRACs. Ours: 240 take 5 s, 2,880 minutes. */
const MAX_TRIED_RACKS = 240;

/** Returns a warning if no plan of a room with several CRACs survives the failure of any one of them. */
function survivalWarnings(instance: RewardRateInstance): string[] {
  if (instance.facility.cracs.length < 2) return [];
  const surviving = withSurvive(instance, 'any-crac');
  const built = influenceMatrixOf(heldBy(instance), '.');
  if (!built.ok) return [];
  const drawn = drawnAir(heldBy(surviving), () => withSurvivedAir(surviving, built.matrix, keptDrawing()));
  if (!drawn.ok) return [];
  const { matrix } = drawn;
  const noAir = survivalAirFault({ instance: surviving, matrix })?.allowed;
  const why = noAir ?? idleConflict(modelInMemory(surviving, matrix).model)?.message;
  if (why === undefined) return [];
  const remedy = 'Give a higher --power-cap or --red-line, or nodes that draw less air (--airflow balanced).';
  return [`limits.survive: this room cannot survive the failure of any one CRAC: ${why} ${remedy}`];
}

function fileOf(instance: RewardRateInstance): Generated['files'][number] {
  return { name: instanceFileName(instance.name), text: jsonText(instance) };
}

function refused(faults: readonly LocalFault[]): Refused {
  return { ok: false, faults: faults.map((fault) => ({ file: COMMAND_LINE, ...fault })) };
}
