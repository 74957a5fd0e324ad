import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import { type Configuration, idleConfiguration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { RewardRateNodeType } from '../../../../../models/problems/reward-rate/instance.js';
import type { StandbyState } from '../../../../../models/problems/reward-rate/plan.js';
import type { RewardRateProblem } from '../../../../../models/problems/reward-rate/problem.js';
import { standbyOf } from '../../../../../models/problems/reward-rate/standby.js';
import type { Doing } from '../alternatives/placement.js';
import { dividedKind } from './divided-kind.js';
import { type Kind, slowed } from './kind.js';

/** Greatest number of ways to drop tasks from cores that are looked at for one kind of work (ours); beyond, a task type is dropped from all its cores or none. */
export const MAX_CORE_COUNTS = 1000;

/** Words for what may be left of work with more ways. */
const MANY_WAYS = 'a node that runs many task types on many cores runs each on all of its cores or on none';

/** Kind of nodes of a type that do this; `index`: of the node type that it becomes. */
export function kindOf(room: RewardRateProblem, type: number, doing: Doing, index: number): Kind {
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

/** Kind of nodes without work: `coreW` is what they draw beyond the type's idle or standby power. */
function restingKind(
  { taskNames }: RewardRateProblem,
  nodeType: CompiledNodeType,
  index: number,
  coreW: number,
  doingOf: Kind['doingOf'],
): Kind {
  return { nodeType, before: { ...idleConfiguration(index, 0, taskNames.length), coreW }, doingOf };
}

/** Kind of nodes each core of which runs one task type, or nothing: a task type in a P-state is a task of the new node type. */
function undividedKind(
  { taskNames }: RewardRateProblem,
  nodeType: CompiledNodeType,
  cores: readonly CoreShare[],
  index: number,
  resting: Kind['doingOf'],
): Kind {
  const counts = new Map<string, { readonly k: number; readonly choice: number; count: number }>();
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
  const tasks = strands.map(({ k, choice, count }): CompiledTask => ({
    ...slowed(nodeType.tasks[k]!, choice),
    coreCounts: ways <= MAX_CORE_COUNTS ? Array.from({ length: count + 1 }, (_, n) => n) : [0, count],
  }));
  const kind: CompiledNodeType = { ...nodeType, cores: strands.reduce((sum, { count }) => sum + count, 0), tasks };
  const all = Uint16Array.from(strands, ({ count }) => count);
  const before = configurationFrom(index, kind, taskNames.length, all, new Uint8Array(strands.length));
  return {
    nodeType: kind,
    before: isAdmitted ? before : null,
    ...(ways <= MAX_CORE_COUNTS ? {} : { only: MANY_WAYS }),
    doingOf(configuration) {
      if (isWithoutWork(configuration)) return resting(configuration);
      return {
        cores: tasks.flatMap(({ task, pStates }, s) => {
          const count = configuration.counts[s]!;
          const slice = { taskType: taskNames[task]!, pState: pStates[configuration.choices[s]!]!, fraction: 1 };
          return count === 0 ? [] : [{ count, slices: [slice] }];
        }),
      };
    },
  };
}

function typeOf({ instance }: RewardRateProblem, { name }: CompiledNodeType): RewardRateNodeType {
  return instance.facility.nodeTypes.find((type) => type.name === name)!;
}

function standbyStateOf(room: RewardRateProblem, nodeType: CompiledNodeType): StandbyState | null {
  return standbyOf(typeOf(room, nodeType))?.state ?? null;
}

/** Power at the wall of a node in a state of standby, W. */
function standbyW(room: RewardRateProblem, nodeType: CompiledNodeType, state: StandbyState): number {
  const { sleepPowerW, offPowerW, idlePowerW, psuEfficiency = 1 } = typeOf(room, nodeType);
  return ((state === 'off' ? offPowerW : sleepPowerW) ?? idlePowerW) / psuEfficiency;
}
