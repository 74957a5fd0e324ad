import { W_PER_KW } from '../../../models/units.js';
import type { Cell } from '../../experiments/design.js';
import { generate, type GenerateOptions } from '../../library/index.js';
import { randomStream } from '../../random/stream.js';
import { accepted, fileIn, inTemporaryFolder, writtenInstance } from '../library-calls.js';

/** Seed of the instance that variants are drawn from; the bundled rooms have this seed. */
const BASE_SEED = 1;
/** Number of nodes in a rack (section 3.5.1). */
const NODES_PER_RACK = 36;
/** Cells of the bundled rooms of the thesis, m. */
const BUNDLED_CELL_M = { x: 0.3, y: 0.3, z: 0.35 };
/** Cells of the rooms `fine` and `tight`, m: a fifth as long. */
const FINE_CELL_M = { x: 0.06, y: 0.06, z: 0.07 };
/** Fraction of the CRAC air that leaks through the floor of the room `tight`; bundled: 0.15. */
const TIGHT_LEAKAGE = 0.05;
/** Demand of the generator: arrivals over the capacity of all cores in middle P-states (docs/decisions/workload-parameters.md). */
const BUNDLED_DEMAND = 1.3;

/** Instance file of a room, as far as trials change it. */
export interface RoomFile {
  readonly facility: {
    readonly nodeTypes: readonly { readonly tasks: readonly { readonly timeS: object }[] }[];
    readonly colocation: object;
    readonly cracs: readonly { readonly standbyAirFlowM3PerS?: number }[];
    readonly airflow: {
      readonly layout: object;
      readonly hotMixing?: number;
      readonly mixingFraction?: number;
      readonly mixingM2PerS?: number;
      readonly floorLeakageFraction?: number;
    };
  };
  readonly workload: {
    readonly taskTypes: readonly {
      readonly rewardPerTask: number;
      readonly arrivalRatePerS: number;
      readonly deadlineS: number;
    }[];
  };
  readonly limits: { readonly powerCapW: number; readonly redLineC: number };
}

/**
 * Air of a room, by level of the factor "room" (docs/decisions/airflow-thesis-rooms.md). `mixed`: stated mixing, and
 * part of the CRAC air goes straight back. `fine`: smaller cells. `tight`: these, and less leakage. `nominal` and
 * `large`: as bundled.
 */
const AIR: Readonly<Record<string, (file: RoomFile) => RoomFile>> = {
  mixed: (file) => file,
  nominal: bundledAir,
  large: bundledAir,
  fine: (file) => unmixed(file, { cellM: FINE_CELL_M }),
  tight: (file) => unmixed(file, { cellM: FINE_CELL_M }, { floorLeakageFraction: TIGHT_LEAKAGE }),
};

/** Returns a room with the air of the bundled rooms, which takes least to compute. */
export function bundledAir(file: RoomFile): RoomFile {
  return unmixed(file, { cellM: BUNDLED_CELL_M });
}

/** Returns a room without mixing of air and without air on standby, which the thesis does not state. */
function unmixed({ facility, ...rest }: RoomFile, cells: object, leakage: object = {}): RoomFile {
  const { hotMixing: _hot, mixingFraction: _all, mixingM2PerS: _local, ...airflow } = facility.airflow;
  const cracs = facility.cracs.map(({ standbyAirFlowM3PerS: _standby, ...crac }) => crac);
  const layout = { ...airflow.layout, ...cells };
  return { ...rest, facility: { ...facility, cracs, airflow: { ...airflow, ...leakage, layout } } };
}

/** Files of rooms with their bundled workload, by size, air, aisles and workload, made once in a process. */
const bases = new Map<string, Promise<RoomFile>>();

function baseOf({ nodes, room, aisles, workload }: Cell): Promise<RoomFile> {
  const name = [nodes, room, aisles, workload].join();
  const known =
    bases.get(name) ??
    inTemporaryFolder(async (folder) => {
      const made = await generate(null, {
        racks: Number(nodes) / NODES_PER_RACK,
        workload: workload as NonNullable<GenerateOptions['workload']>,
        airflow: room === 'mixed' ? 'calibrated' : 'nominal',
        coldAisles: aisles as 'open' | 'isolated',
        seed: BASE_SEED,
        out: folder,
      });
      const file = writtenInstance(accepted(made).instances[0]!) as RoomFile;
      const air = AIR[room!];
      if (air === undefined) throw new RangeError(`No room "${room}"`);
      return air(file);
    });
  bases.set(name, known);
  return known;
}

/**
 * Returns the demand of a workload: arrivals over the capacity of all cores in middle P-states.
 *
 * @param level such as "0.8", or "0.8 (memory 1.3)" if the memory-intensive workload has another demand
 * @throws RangeError for any other level
 */
export function demandOf(level: string, workload: string): number {
  const numbers = /^(\d+(?:\.\d+)?)(?: \(memory (\d+(?:\.\d+)?)\))?$/.exec(level);
  if (numbers === null) throw new RangeError(`${level} is no demand`);
  const [, all, memory] = numbers;
  return Number(workload === 'memory' ? (memory ?? all) : all);
}

/**
 * Returns the rewards of task types by law, before each trial multiplies them by U(0.8, 1.2): one base draw for all trials.
 * `tied`: as generated, in proportion to a task's time, times U(0.8, 1.2). `free`: U(0.5, 1.5).
 */
function rewardsOf({ workload }: RoomFile, law: string): number[] {
  if (law === 'tied') return workload.taskTypes.map(({ rewardPerTask }) => rewardPerTask);
  if (law !== 'free') throw new RangeError(`No law "${law}" of reward`);
  const { uniform } = randomStream(BASE_SEED, 'free reward');
  return workload.taskTypes.map(() => uniform(0.5, 1.5));
}

/** Writes the room of a cell, with the workload of this seed, to a file in `folder` and returns its path. */
export async function variantOf(cell: Cell, seed: number, folder: string): Promise<string> {
  const base = await baseOf(cell);
  const demand = demandOf(cell['demand']!, cell['workload']!) / BUNDLED_DEMAND;
  const rewards = rewardsOf(base, cell['law'] ?? 'tied');
  const taskTypes = base.workload.taskTypes.map((task, n) => ({
    ...task,
    rewardPerTask: rewards[n]!,
    arrivalRatePerS: task.arrivalRatePerS * demand,
  }));
  const { colocation, capKW, redLineC } = cell;
  const facility =
    colocation === undefined ? {} : { facility: { ...base.facility, colocation: { model: colocation } } };
  const limits = { ...base.limits, powerCapW: W_PER_KW * Number(capKW), redLineC: Number(redLineC) };
  const room = { ...base, ...facility, workload: { ...base.workload, taskTypes }, limits };
  const file = fileIn(folder, 'room.json', JSON.stringify(room));
  return accepted(await generate(file, { seed, out: folder })).instances[0]!;
}
