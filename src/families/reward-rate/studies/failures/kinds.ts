import { W_PER_KW } from '../../../../../models/units.js';
import type { CompiledNodeType, CompiledTask } from '../../../../../models/facility/compiled.js';
import { type Configuration, idleConfiguration, isWithoutWork } from '../../../../../models/facility/configuration.js';
import { configurationFrom } from '../../../../../models/facility/configuration-from.js';
import type { CoreShare } from '../../../../../models/facility/core-share.js';
import type { RewardRateModel } from '../../../../../models/families/reward-rate/model.js';
import { standbyOf } from '../../../../../models/families/reward-rate/standby-state.js';
import { atWallW } from '../../../../../models/physics/power/power-supply.js';
import type { PricingOracle, ValuedConfiguration } from '../../../../pricing/pricing.js';
import { standbyPricingOracle } from '../../../../pricing/standby-pricing.js';
import { timeSlicedRates } from '../../methods/node-shares.js';
import type { Doing } from '../alternatives/placement.js';

/** Node type that describes the work of a node in a plan, and the parts of it that can continue after a failure. */
export interface Kind {
  readonly nodeType: CompiledNodeType;
  /** Configuration of the node in the plan; null if the node cannot run this work. */
  readonly before: Configuration | null;
  /** Pricing oracle for column generation over the work that can continue; absent: the standard one for `nodeType`. */
  readonly oracle?: PricingOracle;
  /**
   * Sentence on how the choice of work to continue is restricted. Absent if any number of cores may continue in any
   * slower P-states.
   */
  readonly only?: string;
  /** Returns what a node with this configuration does; null if it idles or may be on standby. */
  doingOf(configuration: Configuration): Doing;
}

/** What the cores of a working node run. */
type Work = Exclude<Doing, string | null>;

/**
 * Maximum number of combinations of core counts for a node's work. A combination says on how many of its cores each
 * task type continues after a failure. If there are more, each task type continues on all of its cores or on none.
 */
export const MAX_CORE_COUNTS = 1000;

/** Text on the restriction for nodes with more than MAX_CORE_COUNTS combinations. */
const MANY_WAYS = 'a node that runs many task types on many cores runs each on all of its cores or on none';
/** Text on the restriction for nodes whose cores divide their time. */
const DIVIDED =
  'a node whose cores divide their time runs as it did, in its P-states or with none faster than some one, or not at all';

/**
 * Returns a node type whose configurations are the parts of its work that a node can continue after a failure.
 *
 * @param type index of the node's type in `room`
 * @param doing what the node does in the plan
 * @param index index of the returned node type in the new model
 */
export function kindOf(room: RewardRateModel, type: number, doing: Doing, index: number): Kind {
  const nodeType = room.nodeTypes[type]!;
  const stated = room.instance.facility.nodeTypes.find(({ name }) => name === nodeType.name)!;
  const idle = idleConfiguration(index, 0, room.taskNames.length);
  if (typeof doing === 'string') {
    const powerW = (doing === 'off' ? stated.offPowerW : stated.sleepPowerW) ?? stated.idlePowerW;
    const asleep = { ...nodeType, tasks: [], idleW: atWallW(stated, powerW), wakeW: undefined };
    return { nodeType: asleep, before: idle, doingOf: () => doing };
  }
  const standby = standbyOf(stated)?.state ?? null;
  const resting = ({ coreW }: Configuration): Doing => (coreW === 0 && nodeType.wakeW !== undefined ? standby : null);
  // The model takes standby as the base power.
  if (doing === null) {
    return { nodeType: { ...nodeType, tasks: [] }, before: { ...idle, coreW: nodeType.wakeW ?? 0 }, doingOf: resting };
  }
  const { cores } = doing;
  const kind = cores === undefined || cores.some(isDivided) ? dividedKind : undividedKind;
  const working = kind(room, nodeType, doing, index);
  return { ...working, doingOf: (one) => (isWithoutWork(one) ? resting(one) : working.doingOf(one)) };
}

function isDivided({ slices }: CoreShare): boolean {
  const own = slices.filter(({ fraction }) => fraction > 0);
  return own.length > 1 || own.some(({ fraction }) => fraction !== 1);
}

/** Returns a task restricted to its P-state with index `choice` and all slower ones. */
function slowed(task: CompiledTask, choice: number): CompiledTask {
  return {
    ...task,
    pStates: task.pStates.slice(choice),
    timeS: task.timeS.slice(choice),
    powerW: task.powerW.slice(choice),
    frequencyGHz: task.frequencyGHz.slice(choice),
  };
}

/** Indices of a task type in a node type's tasks and of one of its P-states. */
interface TaskAt {
  readonly task: number;
  readonly choice: number;
}

/** Returns the indices of a task type and a P-state; null if the node type does not admit them. */
function taskAt(
  { tasks }: CompiledNodeType,
  taskNames: readonly string[],
  { taskType, pState }: CoreShare['slices'][number],
): TaskAt | null {
  const task = tasks.findIndex((one) => taskNames[one.task] === taskType);
  const choice = tasks[task]?.pStates.indexOf(pState) ?? -1;
  return choice < 0 ? null : { task, choice };
}

/**
 * Returns a node type for nodes on which each core runs one task type or idles. Its configurations are the parts of its
 * work that a node can continue after a failure. Each pair of task type and P-state becomes a task of the new node
 * type, or several tasks if its cores may get different P-states.
 */
function undividedKind(
  { taskNames }: RewardRateModel,
  nodeType: CompiledNodeType,
  { cores = [] }: Work,
  index: number,
): Kind {
  const counts = new Map<string, TaskAt & { readonly count: number }>();
  let isAdmitted = true;
  for (const { count, slices } of cores) {
    const slice = slices.find(({ fraction }) => fraction > 0);
    if (slice === undefined || count === 0) continue;
    const at = taskAt(nodeType, taskNames, slice);
    if (at === null) isAdmitted = false;
    else {
      const key = `${at.task}@${at.choice}`;
      counts.set(key, { ...at, count: (counts.get(key)?.count ?? 0) + count });
    }
  }
  const strands = [...counts.values()];
  const ways = strands.reduce((product, { count }) => product * (count + 1), 1);
  const pieces = piecesOf(strands, ways);
  const tasks = pieces.map(({ task, choice, coreCounts }): CompiledTask => ({
    ...slowed(nodeType.tasks[task]!, choice),
    coreCounts,
  }));
  const kind: CompiledNodeType = { ...nodeType, cores: strands.reduce((sum, { count }) => sum + count, 0), tasks };
  const all = Uint16Array.from(pieces, ({ coreCounts }) => coreCounts.at(-1)!);
  return {
    nodeType: kind,
    before: isAdmitted ? configurationFrom(index, kind, taskNames.length, all, new Uint8Array(tasks.length)) : null,
    ...(ways <= MAX_CORE_COUNTS ? {} : { only: MANY_WAYS }),
    doingOf(configuration) {
      const shares = new Map<string, CoreShare>();
      for (const [s, { task, pStates }] of tasks.entries()) {
        const count = configuration.counts[s]!;
        if (count === 0) continue;
        const slice = { taskType: taskNames[task]!, pState: pStates[configuration.choices[s]!]!, fraction: 1 };
        const key = `${task}@${slice.pState}`;
        shares.set(key, { count: (shares.get(key)?.count ?? 0) + count, slices: [slice] });
      }
      return { cores: [...shares.values()] };
    },
  };
}

/**
 * Divides cores of equal work into pieces, whose cores change P-state only together; `coreCounts` lists on how many of
 * them the task may continue. If this gives few combinations, the pieces have 1, 2, 4, ... cores and the rest. Any
 * number of the cores can then be slowed down or stopped.
 *
 * @param ways number of combinations of core counts if nothing is divided
 */
function piecesOf(
  strands: readonly (TaskAt & { readonly count: number })[],
  ways: number,
): (TaskAt & { readonly coreCounts: readonly number[] })[] {
  let left = ways;
  return strands.flatMap(({ count, ...at }) => {
    if (ways > MAX_CORE_COUNTS) return [{ ...at, coreCounts: [0, count] }];
    const sizes: number[] = [];
    for (let size = 1, rest = count; rest > 0; size *= 2) {
      sizes.push(Math.min(size, rest));
      rest -= size;
    }
    const cut = (left / (count + 1)) * 2 ** sizes.length;
    if (cut > MAX_CORE_COUNTS) return [{ ...at, coreCounts: Array.from({ length: count + 1 }, (_, n) => n) }];
    left = cut;
    return sizes.map((size) => ({ ...at, coreCounts: [0, size] }));
  });
}

/**
 * Returns a node type for nodes whose cores divide their time, or that alternate as a whole. Its configurations are the
 * parts of its work that a node can continue after a failure. A node can continue nothing, or all of its work with no
 * P-state faster than a common limit.
 */
function dividedKind({ taskNames }: RewardRateModel, nodeType: CompiledNodeType, work: Work, index: number): Kind {
  const all = worksOf(work).flatMap(({ cores }) => cores.flatMap(({ slices }) => slices));
  const used = nodeType.tasks.filter(({ task }) => all.some(({ taskType }) => taskType === taskNames[task]));
  const slowest = Math.max(0, ...used.flatMap(({ pStates }) => pStates));
  const works = new Map<string, Work>();
  for (let fastest = 0; fastest <= slowest; fastest++) {
    const slower = fastest === 0 ? work : noFaster(nodeType, taskNames, work, fastest);
    const key = JSON.stringify(slower);
    if (!works.has(key)) works.set(key, slower);
  }
  const rated = [...works.values()].map((one) => ({ work: one, rates: ratedWork(nodeType, taskNames, one) }));
  const isAdmitted = rated[0]!.rates !== null;
  const options = rated.flatMap(({ work: one, rates }) => (rates === null ? [] : [{ work: one, rates }]));
  const configurations = options.map(({ rates }, n): Configuration => ({
    type: index,
    counts: Uint16Array.of(1),
    choices: Uint8Array.of(n),
    ...rates,
  }));
  const listed = listedOracle(index, [idleConfiguration(index, used.length, taskNames.length), ...configurations]);
  const wakeW = nodeType.wakeW ?? 0;
  const [first] = configurations;
  return {
    // Numbers of cores mean nothing here: the configurations are those listed.
    nodeType: { ...nodeType, tasks: used.map((task) => ({ ...slowed(task, 0), coreCounts: [0] })) },
    only: DIVIDED,
    before: isAdmitted ? { ...first!, coreW: first!.coreW + wakeW } : null,
    oracle: nodeType.wakeW === undefined ? listed : standbyPricingOracle(listed, wakeW, used.length, taskNames.length),
    doingOf: ({ choices }) => options[choices[0]!]!.work,
  };
}

function worksOf({ cores, shares }: Work): readonly { readonly share: number; readonly cores: readonly CoreShare[] }[] {
  return shares ?? [{ share: 1, cores: cores ?? [] }];
}

/**
 * Returns the work without P-states faster than `fastest`. Each of them is replaced by `fastest`, or by the next slower
 * P-state that the task type may use.
 */
function noFaster(
  { tasks }: CompiledNodeType,
  taskNames: readonly string[],
  { cores, shares }: Work,
  fastest: number,
): Work {
  const slower = (list: readonly CoreShare[]): CoreShare[] =>
    list.map(({ count, slices }) => ({
      count,
      slices: slices.map((slice) => {
        const { pStates = [] } = tasks.find(({ task }) => taskNames[task] === slice.taskType) ?? {};
        const able = pStates.filter((pState) => pState >= slice.pState);
        const pState = able.find((one) => one >= fastest) ?? able.at(-1) ?? slice.pState;
        return { ...slice, pState };
      }),
    }));
  return shares === undefined
    ? { cores: slower(cores ?? []) }
    : { shares: shares.map((one) => ({ ...one, cores: slower(one.cores) })) };
}

/**
 * Returns the completion rates and the core power of one node. Null if a P-state is not allowed, or if Eq. 21, taken
 * literally, gives an execution time that is not positive.
 */
function ratedWork(
  nodeType: CompiledNodeType,
  taskNames: readonly string[],
  work: Work,
): Pick<Configuration, 'ratePerS' | 'coreW'> | null {
  const ratePerS = new Float64Array(taskNames.length);
  let coreW = 0;
  for (const { share, cores } of worksOf(work)) {
    const laid = cores.flatMap(({ count, slices }) => {
      const own = slices.filter(({ fraction }) => fraction > 0);
      const core = own.map((slice) => ({ at: taskAt(nodeType, taskNames, slice), cores: slice.fraction }));
      return core.length === 0 ? [] : Array.from({ length: count }, () => core);
    });
    const known = laid.map((core) => core.flatMap((one) => (one.at === null ? [] : [{ ...one.at, cores: one.cores }])));
    if (known.some((core, n) => core.length < laid[n]!.length)) return null;
    const rates = timeSlicedRates(nodeType, known, taskNames.length);
    if (rates === null) return null;
    for (const [i, rate] of rates.entries()) ratePerS[i]! += share * rate;
    for (const { task, choice, cores: fraction } of known.flat())
      coreW += share * fraction * nodeType.tasks[task]!.powerW[choice]!;
  }
  return { ratePerS, coreW };
}

/** Returns a pricing oracle (for column generation) that picks the best of a few given configurations. */
function listedOracle(type: number, configurations: readonly Configuration[]): PricingOracle {
  let evaluations = 0;
  const valued = (taskPrice: Float64Array, pricePerKW: number): ValuedConfiguration[] => {
    evaluations++;
    const valueOf = ({ ratePerS, coreW }: Configuration): number =>
      ratePerS.reduce((sum, rate, i) => sum + rate * taskPrice[i]!, (-pricePerKW * coreW) / W_PER_KW);
    return configurations
      .map((configuration) => ({ configuration, value: valueOf(configuration) }))
      .sort((a, b) => b.value - a.value);
  };
  return {
    type,
    get evaluations() {
      return evaluations;
    },
    best(taskPrice, powerPricePerKW) {
      const [first] = valued(taskPrice, powerPricePerKW);
      return { ...first!, upperBound: first!.value };
    },
    nearBest: (taskPrice, powerPricePerKW, loss, limit) => {
      const all = valued(taskPrice, powerPricePerKW);
      return all.filter(({ value }) => value >= all[0]!.value - loss).slice(0, limit);
    },
  };
}
