import { S_PER_DAY } from '../../../../models/units.js';
import type { UtilityInstance } from '../../../../models/families/utility/instance.js';
import { chargedS, type EnergyTariff } from '../../../../models/families/utility/energy-tariff.js';
import type { PoolRuns, UtilityWorkload } from '../../../../models/families/utility/workload.js';
import { powerRowsOf } from '../../../../models/families/utility/power-rows.js';
import type { UtilityRoom } from '../../../../models/families/utility/room.js';
import type { Day, UtilityModel, UtilityTasks, WorkOptions } from '../../../../models/families/utility/model.js';
import { jsonPath, type LocalFault, MAX_FAULTS } from '../../../instances/fault.js';
import { randomStream } from '../../../random/stream.js';
import { weighted } from '../../../random/weighted.js';
import { workByHourOfRates } from './arrivals/expected-work.js';
import type { TaskList } from './arrivals/task-list.js';
import { allowedNodes } from './allowed-cores.js';
import { tariffOf } from './energy-price.js';
import { coresThatFit } from './fitting-cores.js';
import { FunctionBuilder } from './functions.js';
import { drawPriority } from './priorities.js';
import type { TaskType } from './types/task-type.js';

export type Compiled =
  | { readonly ok: true; readonly model: UtilityModel; readonly workload: UtilityWorkload }
  | { readonly ok: false; readonly faults: readonly LocalFault[] };

/**
 * Returns the model of an instance with its task types and tasks, or a fault if a utility function is invalid. Values
 * that tasks do not state are drawn, each quantity from its own random stream. Tasks with the same type, cores and run
 * time share a kind of work.
 *
 * @param room machine room of the facility, if any. Powers are then those at the facility's meter, and the energy of
 * idle nodes is subtracted from the budgets.
 */
export function compileUtility(
  instance: UtilityInstance,
  types: readonly TaskType[],
  list: TaskList,
  room?: UtilityRoom,
): Compiled {
  if (instance.facility !== undefined && room === undefined)
    throw new RangeError(`${instance.name}: its room is missing`);
  const pools = instance.pools.map(({ name, nodes, coresPerNode = 1, special = false }) => ({
    name,
    nodes,
    coresPerNode,
    special,
  }));
  const { count } = list;
  const kinds = new KindBuilder(types, pools, room?.meterWPerW);
  const functions = new FunctionBuilder(instance.utility.classes, instance.urgencyUnitS);
  const kind = new Int32Array(count);
  const utility = new Int32Array(count);
  const cores = new Int32Array(count);
  const utilityClass = new Int32Array(count);
  const startingUtility = new Float64Array(count);
  const urgency = new Float64Array(count);
  const mayPreempt = new Uint8Array(count);
  const mayBePreempted = new Uint8Array(count);
  const misfits: LocalFault[] = [];
  const drawsOf = new Map<number, TypeDraws>();
  const { overheadS = 0, mayPreempt: preempting = 1, mayBePreempted: preempted = 1 } = instance.preemption ?? {};
  const isPreemptive = instance.environment === 'preemptive';
  for (let n = 0; n < count; n++) {
    const t = list.type[n]!;
    let draws = drawsOf.get(t);
    if (draws === undefined) drawsOf.set(t, (draws = new TypeDraws(instance, types[t]!, t)));
    if (n > 0 && list.burst !== null && list.burst[n] === list.burst[n - 1]) {
      kind[n] = kind[n - 1]!;
      utility[n] = utility[n - 1]!;
      cores[n] = cores[n - 1]!;
      utilityClass[n] = utilityClass[n - 1]!;
      startingUtility[n] = startingUtility[n - 1]!;
      urgency[n] = urgency[n - 1]!;
    } else {
      const asked = list.cores?.[n] || draws.cores();
      kind[n] = kinds.of(t, asked, list.runS?.[n] ?? NaN);
      if (kind[n]! < 0) {
        if (misfits.length <= MAX_FAULTS) misfits.push(kinds.fitsNowhere(list, n, asked));
        kind[n] = 0;
        continue;
      }
      const given = list.utilityClass?.[n] ?? -1;
      const priority = draws.priority(list.startingUtility?.[n] ?? NaN, list.urgency?.[n] ?? NaN);
      const drawn = draws.utilityClass();
      const own = given >= 0 ? given : drawn;
      utility[n] = functions.of(own, priority.startingUtility, priority.urgency, kinds.meanTimeS[kind[n]!]!);
      cores[n] = asked;
      utilityClass[n] = own;
      startingUtility[n] = priority.startingUtility;
      urgency[n] = priority.urgency;
    }
    if (!isPreemptive) continue;
    mayPreempt[n] = flag(list.mayPreempt?.[n] ?? -1, draws.mayPreempt() < preempting);
    mayBePreempted[n] = flag(list.mayBePreempted?.[n] ?? -1, draws.mayBePreempted() < preempted);
  }
  if (misfits.length > 0) return { ok: false, faults: misfits };
  const { fault } = functions;
  if (fault !== null) {
    const { name, shape } = instance.utility.classes[fault.utilityClass]!;
    const path = jsonPath(['utility', 'classes', fault.utilityClass, shape, fault.entry]);
    return { ok: false, faults: [{ path, ...fault.fault, remedy: `(class "${name}") ${fault.fault.remedy}` }] };
  }
  const tasks: UtilityTasks = {
    count,
    name: list.name,
    arrivalS: list.arrivalS,
    type: list.type,
    kind,
    utility,
    mayPreempt,
    mayBePreempted,
  };
  const options = kinds.options();
  const allowed = allowedNodes(instance);
  const powerRows = room === undefined ? undefined : powerRowsOf(room, mostPowerW(options, pools));
  const tariff = tariffOf(instance);
  const isOfCost = instance.costBudgetUsdPerDay !== undefined;
  const workByHour = expectedWork(instance, types, list);
  const model: UtilityModel = {
    name: instance.name,
    environment: instance.environment,
    endS: instance.period.durationS,
    measuredFromS: instance.period.measuredFromS,
    days: daysOf(instance, room?.idle.totalW, tariff),
    ...(tariff === undefined ? {} : { tariff }),
    ...(tariff === undefined || !isOfCost ? {} : { charging: tariff }),
    eventIntervalS: instance.eventIntervalS,
    droppingThreshold: instance.droppingThreshold === 'none' ? -Infinity : instance.droppingThreshold,
    preemptionOverheadS: overheadS,
    pools: pools.map(({ name, nodes, coresPerNode }, j) => {
      const steps = allowed[j];
      return { name, nodes, coresPerNode, ...(steps === undefined ? {} : { allowed: steps }) };
    }),
    options,
    functions: functions.built(),
    tasks,
    ...(workByHour === null ? {} : { workByHour }),
    ...(room === undefined ? {} : { room }),
    ...(powerRows === undefined ? {} : { powerRows }),
  };
  const { name, arrivalS, type } = list;
  const drawn = { cores, utilityClass, startingUtility, urgency, mayPreempt, mayBePreempted, runS: list.runS };
  return { ok: true, model, workload: { types, tasks: { count, name, arrivalS, type, ...drawn } } };
}

/**
 * Returns the share of a day's work that is expected to arrive in each hour after midnight; null if neither arrival
 * rates nor a trace tell.
 */
function expectedWork(
  { arrivals, pools, seed, period }: UtilityInstance,
  types: readonly TaskType[],
  { workByHour }: TaskList,
): Float64Array | null {
  return arrivals.source === 'generated'
    ? workByHourOfRates(arrivals, types, pools, seed, period.measuredFromS)
    : workByHour;
}

/**
 * Bound on the relative rounding error of a day's idle energy. Our choice: 64 machine epsilons, far below the checker's
 * tolerance.
 */
const ROUNDINGS = 64 * Number.EPSILON;

/**
 * Returns the days of the simulated time, with their budgets. The last is the measured time; the others are 24 h each.
 * The part of a day before the first midnight has no budget. A budget of money is converted to joules by the mean
 * energy price.
 *
 * @param idleW power drawn at all times, W; its energy is subtracted from the budgets
 */
export function daysOf(instance: UtilityInstance, idleW = 0, tariff?: EnergyTariff): Day[] {
  const { period, energyBudgetJPerDay = Infinity, costBudgetUsdPerDay } = instance;
  const isOfCost = tariff !== undefined && costBudgetUsdPerDay !== undefined;
  /**
   * Returns the budget minus the energy of idle nodes, J. It is rounded up, so that a schedule may spend exactly the
   * whole budget.
   */
  const less = (budgetJ: number, idleJ: number): number => (idleJ > 0 ? budgetJ * (1 + ROUNDINGS) : budgetJ) - idleJ;
  const budgetOf = (startS: number, endS: number): number =>
    isOfCost
      ? less(costBudgetUsdPerDay / tariff.usdPerJ, idleW * chargedS(tariff, startS, endS))
      : less(energyBudgetJPerDay, idleW * (endS - startS));
  const { durationS, measuredFromS } = period;
  const days: Day[] = [{ startS: measuredFromS, endS: durationS, budgetJ: budgetOf(measuredFromS, durationS) }];
  for (let endS = measuredFromS; endS > 0; endS -= S_PER_DAY) {
    const startS = Math.max(0, endS - S_PER_DAY);
    days.unshift({ startS, endS, budgetJ: endS - startS === S_PER_DAY ? budgetOf(startS, endS) : Infinity });
  }
  return days;
}

/**
 * Returns the maximum power of each pool, W. It is reached when all nodes run the option (kind of work and P-state)
 * with the largest power per node.
 */
export function mostPowerW(
  { pool, nodes, powerW }: WorkOptions,
  pools: readonly { readonly nodes: number }[],
): Float64Array {
  const most = new Float64Array(pools.length);
  for (let o = 0; o < pool.length; o++) most[pool[o]!] = Math.max(most[pool[o]!]!, powerW[o]! / nodes[o]!);
  return most.map((nodeW, j) => nodeW * pools[j]!.nodes);
}

function flag(given: number, drawn: boolean): number {
  return given >= 0 ? given : drawn ? 1 : 0;
}

/** Draws the values that tasks of one type do not state, such as cores, utility class and priority. */
class TypeDraws {
  readonly cores: () => number;
  readonly utilityClass: () => number;
  readonly priority: (
    startingUtility: number,
    urgency: number,
  ) => { readonly startingUtility: number; readonly urgency: number };
  readonly mayPreempt: () => number;
  readonly mayBePreempted: () => number;

  constructor({ utility, seed }: UtilityInstance, type: TaskType, t: number) {
    const stream = (what: string): ReturnType<typeof randomStream> => randomStream(seed, `${what} of type ${t + 1}`);
    const cores = stream('cores');
    this.cores = type.cores === null ? () => 1 : () => cores.integer(type.cores!.least, type.cores!.most);
    const classes = stream('utility class');
    const drawClass = weighted(utility.classes.map(({ share = 1 }) => share));
    this.utilityClass = type.utilityClass >= 0 ? () => type.utilityClass : () => drawClass(classes.uniform());
    const priorities = type.priorities ?? utility.priorities;
    const draw = priorities === undefined ? null : drawPriority(priorities, stream('priority'));
    const once = utility.prioritiesPer === 'type' ? (draw?.() ?? null) : null;
    this.priority = (startingUtility, urgency) => {
      const drawn = once ?? draw?.() ?? { startingUtility: 1, urgency: 0 };
      return {
        startingUtility: first(startingUtility, type.startingUtility, drawn.startingUtility),
        urgency: first(urgency, type.urgency, drawn.urgency),
      };
    };
    const preempting = stream('may preempt');
    const preempted = stream('may be preempted');
    this.mayPreempt = () => preempting.uniform();
    this.mayBePreempted = () => preempted.uniform();
  }
}

/**
 * Returns the value that a task states. If the task states none, returns the value of its type, or else the drawn
 * value.
 *
 * @param ofTask NaN if not stated
 * @param ofType null if not stated
 */
function first(ofTask: number, ofType: number | null, drawn: number): number {
  return Number.isNaN(ofTask) ? (ofType ?? drawn) : ofTask;
}

interface BuiltPool {
  readonly name: string;
  readonly nodes: number;
  readonly coresPerNode: number;
  readonly special: boolean;
}

/**
 * Builds the kinds of work of a model. A kind is a task type with a number of cores and, for tasks of a trace, a run
 * time.
 */
class KindBuilder {
  readonly #types: readonly TaskType[];
  readonly #pools: readonly BuiltPool[];
  readonly #meterWPerW: Float64Array | undefined;
  /**
   * Greatest common divisor of coresPerNode over the pools. Numbers of cores are rounded up to its multiples, which
   * does not change how many nodes are needed.
   */
  readonly #coreUnit: number;
  readonly #known = new Map<number, Map<number, number>>();
  readonly #first: number[] = [0];
  readonly #pool: number[] = [];
  readonly #pState: number[] = [];
  readonly #nodes: number[] = [];
  readonly #timeS: number[] = [];
  readonly #powerW: number[] = [];
  /** For each kind of work, mean execution time in P-state 0 over the pools that can run it, s. */
  readonly meanTimeS: number[] = [];

  /**
   * @param meterWPerW for each pool, power at the facility's meter per watt of a type's power; absent if powers are
   * used unchanged
   */
  constructor(types: readonly TaskType[], pools: readonly BuiltPool[], meterWPerW?: Float64Array) {
    this.#types = types;
    this.#pools = pools;
    this.#meterWPerW = meterWPerW;
    this.#coreUnit = pools.map(({ coresPerNode }) => coresPerNode).reduce(greatestCommonDivisor);
  }

  /**
   * Returns the index of a task's kind of work, which is built if new; -1 if no pool can run it.
   *
   * @param t index of the task type
   * @param runS run time in a trace, s; NaN to use the type's own times
   */
  of(t: number, neededCores: number, runS: number): number {
    const cores = Math.ceil(neededCores / this.#coreUnit) * this.#coreUnit;
    const known = this.#known.get(t) ?? new Map<number, number>();
    if (known.size === 0) this.#known.set(t, known);
    // Run times of jobs seldom repeat: they are looked up under a number of their own, beyond any number of cores.
    const isOwn = !Number.isNaN(runS);
    const found = isOwn ? undefined : known.get(cores);
    if (found !== undefined) return found;
    const type = this.#types[t]!;
    const meanS = this.#meanTimeS(type, cores);
    if (Number.isNaN(meanS)) return -1;
    const made = this.meanTimeS.length;
    const relative = isOwn ? runS / this.#baseTimeS(type, cores) : 1;
    this.meanTimeS.push(meanS * relative);
    for (const [p, runs] of type.runs.entries()) this.#push(p, runs, cores, relative);
    this.#first.push(this.#pool.length);
    if (!isOwn) known.set(cores, made);
    return made;
  }

  options(): WorkOptions {
    return {
      kindCount: this.meanTimeS.length,
      first: Int32Array.from(this.#first),
      pool: Int32Array.from(this.#pool),
      pState: Uint8Array.from(this.#pState),
      nodes: Int32Array.from(this.#nodes),
      timeS: Float64Array.from(this.#timeS),
      powerW: Float64Array.from(this.#powerW),
    };
  }

  fitsNowhere(list: TaskList, n: number, cores: number): LocalFault {
    const { name: type, runs } = this.#types[list.type[n]!]!;
    const able = runs.flatMap((run, p) => {
      if (run === null) return [];
      const { name: pool, nodes, coresPerNode } = this.#pools[p]!;
      return [{ pool, coresPerNode, leastNodes: run.leastNodes, mostNodes: Math.min(run.mostNodes, nodes) }];
    });
    return {
      path: list.place(n, 'cores'),
      value: cores,
      allowed: coresThatFit(type, able),
      remedy: `Task "${list.name(n)}" fits no pool: correct its cores, or list times for that many nodes.`,
    };
  }

  #push(p: number, runs: PoolRuns | null, cores: number, relative: number): void {
    const nodes = this.#nodesOn(p, runs, cores);
    if (runs === null || nodes === 0) return;
    for (const k of runs.usedPStates ?? Array.from({ length: runs.pStates }, (_, p) => p)) {
      this.#pool.push(p);
      this.#pState.push(k);
      this.#nodes.push(nodes);
      this.#timeS.push(runs.timeS(nodes, k) * relative);
      this.#powerW.push(runs.powerW(nodes, k) * (this.#meterWPerW?.[p] ?? 1));
    }
  }

  /** Returns the number of nodes that a task on `cores` cores needs in pool p; 0 if the pool cannot run it. */
  #nodesOn(p: number, runs: PoolRuns | null, cores: number): number {
    const { nodes, coresPerNode } = this.#pools[p]!;
    const needed = Math.ceil(cores / coresPerNode);
    const fits = runs !== null && needed >= runs.leastNodes && needed <= Math.min(runs.mostNodes, nodes);
    return fits ? needed : 0;
  }

  /**
   * Returns the mean time in P-state 0 over the pools that can run the type on `cores` cores, s; NaN if none can.
   * Special pools count only if no other pool can run it.
   */
  #meanTimeS(type: TaskType, cores: number): number {
    for (const special of [false, true]) {
      let sum = 0;
      let count = 0;
      for (const [p, runs] of type.runs.entries()) {
        const nodes = this.#nodesOn(p, runs, cores);
        if (this.#pools[p]!.special !== special || nodes === 0) continue;
        sum += runs!.timeS(nodes, 0);
        count++;
      }
      if (count > 0) return sum / count;
    }
    return NaN;
  }

  /** Returns the time in P-state 0 on the first pool that can run the type on `cores` cores, s. */
  #baseTimeS(type: TaskType, cores: number): number {
    const p = type.runs.findIndex((runs, index) => this.#nodesOn(index, runs, cores) > 0);
    return type.runs[p]!.timeS(this.#nodesOn(p, type.runs[p]!, cores), 0);
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
