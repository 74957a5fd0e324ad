import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import { type Configuration, idleConfiguration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { CoreShare, TimeSlice } from '../../../../../models/facility/core-share.js';
import type { RewardRateNodeType } from '../../../../../models/families/reward-rate/instance.js';
import type { StandbyState } from '../../../../../models/families/reward-rate/plan.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import type { Doing } from '../alternatives/placement.js';
import { dividedKind } from './divided-kind.js';
import { type Kind, slowed } from './kind.js';

/**
 * Maximum number of combinations of core counts for a node's work. A combination says on how many of its cores each
 * task type continues after a failure. If there are more, each task type continues on all of its cores or on none.
 */
export const MAX_CORE_COUNTS = 1000;

/** Text on the restriction for nodes with more than MAX_CORE_COUNTS combinations. */
const MANY_WAYS = 'a node that runs many task types on many cores runs each on all of its cores or on none';

/**
 * Returns a node type whose configurations are the parts of its work that a node can continue after a failure.
 *
 * @param type index of the node's type in `room`
 * @param doing what the node does in the plan
 * @param index index of the returned node type in the new model
 */
export function kindOf(room: RewardRateModel, type: number, doing: Doing, index: number): Kind {
  const nodeType = room.nodeTypes[type]!;
  const states: StandbyState | null = standbyStateOf(room, nodeType);
  const resting = (configuration: Configuration): Doing =>
    configuration.coreW === 0 && nodeType.wakeW !== undefined ? states : null;
  if (doing === null) return restingKind(room, { ...nodeType, tasks: [] }, index, nodeType.wakeW ?? 0, resting);
  if (typeof doing === 'string') {
    const idleW = standbyW(room, nodeType, doing);
    return restingKind(room, { ...nodeType, tasks: [], idleW, wakeW: undefined }, index, 0, () => doing);
  }
  const { cores } = doing;
  if (cores === undefined || cores.some(isDivided)) return dividedKind(room, nodeType, doing, index, resting);
  return undividedKind(room, nodeType, cores, index, resting);
}

function isDivided({ slices }: CoreShare): boolean {
  const own = slices.filter(({ fraction }) => fraction > 0);
  return own.length > 1 || own.some(({ fraction }) => fraction !== 1);
}

/**
 * Returns a node type for nodes that run nothing. `coreW` is their power above the type's idle power, W: positive if
 * the model takes standby as the base power.
 */
function restingKind(
  { taskNames }: RewardRateModel,
  nodeType: CompiledNodeType,
  index: number,
  coreW: number,
  doingOf: Kind['doingOf'],
): Kind {
  return { nodeType, before: { ...idleConfiguration(index, 0, taskNames.length), coreW }, doingOf };
}

/**
 * Returns a node type for nodes on which each core runs one task type or idles. Its configurations are the parts of its
 * work that a node can continue after a failure. Each pair of task type and P-state becomes a task of the new node
 * type, or several tasks if its cores may get different P-states.
 */
function undividedKind(
  { taskNames }: RewardRateModel,
  nodeType: CompiledNodeType,
  cores: readonly CoreShare[],
  index: number,
  resting: Kind['doingOf'],
): Kind {
  const counts = new Map<string, Mutable>();
  let isAdmitted = true;
  for (const { count, slices } of cores) {
    const slice = slices.find(({ fraction }) => fraction > 0);
    if (slice === undefined || count === 0) continue;
    const k = nodeType.tasks.findIndex(({ task }) => taskNames[task] === slice.taskType);
    const choice = nodeType.tasks[k]?.pStates.indexOf(slice.pState) ?? -1;
    if (choice < 0) {
      isAdmitted = false;
      continue;
    }
    const key = `${k}@${choice}`;
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { k, choice, count });
    else known.count += count;
  }
  const strands = [...counts.values()];
  const ways = strands.reduce((product, { count }) => product * (count + 1), 1);
  const pieces = piecesOf(strands, ways);
  const tasks = pieces.map(({ k, choice, coreCounts }): CompiledTask => ({
    ...slowed(nodeType.tasks[k]!, choice),
    coreCounts,
  }));
  const kind: CompiledNodeType = { ...nodeType, cores: strands.reduce((sum, { count }) => sum + count, 0), tasks };
  const all = Uint16Array.from(pieces, ({ coreCounts }) => coreCounts.at(-1)!);
  const before = configurationFrom(index, kind, taskNames.length, all, new Uint8Array(pieces.length));
  return {
    nodeType: kind,
    before: isAdmitted ? before : null,
    ...(ways <= MAX_CORE_COUNTS ? {} : { only: MANY_WAYS }),
    doingOf(configuration) {
      if (isWithoutWork(configuration)) return resting(configuration);
      const shares = new Map<string, { count: number; readonly slices: [TimeSlice] }>();
      for (const [s, { task, pStates }] of tasks.entries()) {
        const count = configuration.counts[s]!;
        if (count === 0) continue;
        const slice = { taskType: taskNames[task]!, pState: pStates[configuration.choices[s]!]!, fraction: 1 };
        const key = `${task}@${slice.pState}`;
        const known = shares.get(key);
        if (known === undefined) shares.set(key, { count, slices: [slice] });
        else known.count += count;
      }
      return { cores: [...shares.values()] };
    },
  };
}

/**
 * `count` cores of a node that run one task type in one P-state. `k` is the index of the task in the node type,
 * `choice` that of the P-state in the task.
 */
interface Strand {
  readonly k: number;
  readonly choice: number;
  readonly count: number;
}

type Mutable = { -readonly [Key in keyof Strand]: Strand[Key] };

/**
 * Cores with the same task type and P-state that change P-state only together. `coreCounts` lists on how many of them
 * the task may continue.
 */
interface Piece extends Omit<Strand, 'count'> {
  readonly coreCounts: readonly number[];
}

/**
 * Divides cores of equal work into pieces. If this gives few combinations, the pieces have 1, 2, 4, ... cores and the
 * rest, each with its own P-state. Any number of the cores can then be slowed down or stopped.
 *
 * @param ways number of combinations of core counts if nothing is divided
 */
function piecesOf(strands: readonly Strand[], ways: number): Piece[] {
  let left = ways;
  return strands.flatMap(({ k, choice, count }): Piece[] => {
    if (ways > MAX_CORE_COUNTS) return [{ k, choice, coreCounts: [0, count] }];
    const sizes: number[] = [];
    for (let size = 1, rest = count; rest > 0; size *= 2) {
      sizes.push(Math.min(size, rest));
      rest -= size;
    }
    const cut = (left / (count + 1)) * 2 ** sizes.length;
    if (cut > MAX_CORE_COUNTS) return [{ k, choice, coreCounts: Array.from({ length: count + 1 }, (_, n) => n) }];
    left = cut;
    return sizes.map((size) => ({ k, choice, coreCounts: [0, size] }));
  });
}

function typeOf({ instance }: RewardRateModel, { name }: CompiledNodeType): RewardRateNodeType {
  return instance.facility.nodeTypes.find((type) => type.name === name)!;
}

function standbyStateOf(room: RewardRateModel, nodeType: CompiledNodeType): StandbyState | null {
  return standbyOf(typeOf(room, nodeType))?.state ?? null;
}

/** Returns the power of a node in a standby state, at the wall, W. */
function standbyW(room: RewardRateModel, nodeType: CompiledNodeType, state: StandbyState): number {
  const type = typeOf(room, nodeType);
  return atWallW(type, (state === 'off' ? type.offPowerW : type.sleepPowerW) ?? type.idlePowerW);
}
