import { greatestChargedS, leastWeight } from '../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../models/families/utility/model.js';
import { utilityAt } from '../../../models/families/utility-function.js';
import { countedS } from './with-tariff.js';
import type { Candidate, Filter, MappingEvent, Policy } from '../../../src/families/utility/methods/policy.js';

export interface TwinRun {
  readonly task: number;
  readonly option: number;
  readonly machine: number;
  readonly startS: number;
  readonly endS: number;
}

export interface TwinOutcome {
  /** Runs, and drops, ascending by task. */
  readonly runs: readonly TwinRun[];
  readonly dropped: readonly { readonly task: number; readonly atS: number }[];
  /** Counts of tasks, and the price, by event after its decisions. */
  readonly waiting: number[];
  readonly postponed: number[];
  readonly price: number[];
}

interface Choice extends TwinRun {
  readonly key: number;
}

/**
 * Serial tasks, played plainly: no heaps, no classes of machines, no early stop, no bounds, no event loop of anyone's. At each event every waiting
 * task is tried on every machine in every P-state, again and again until nothing more can be placed.
 */
export function serialTwin(model: UtilityModel, policy: Policy, filter: Filter): TwinOutcome {
  const { options, tasks, days, pools, endS, eventIntervalS, droppingThreshold, functions, charging } = model;
  const longestS = Math.max(...options.timeS);
  let eventS = 0;
  const machinePool = pools.flatMap(({ nodes }, pool) => Array.from({ length: nodes }, () => pool));
  const queues: TwinRun[][] = machinePool.map(() => []);
  const committedJ = days.map(() => 0);
  const commitments: { atS: number; joules: number }[] = [];
  const out: TwinOutcome & { runs: TwinRun[]; dropped: { task: number; atS: number }[] } = {
    runs: [],
    dropped: [],
    waiting: [],
    postponed: [],
    price: [],
  };
  const arrived = new Set<number>();
  let waiting: number[] = [];
  let postponed: number[] = [];
  let lastDay = 0;

  const optionsOf = (task: number): number[] => {
    const kind = tasks.kind[task]!;
    return Array.from(options.timeS.keys()).slice(options.first[kind], options.first[kind + 1]);
  };
  const utility = (task: number, completionS: number): number =>
    utilityAt(functions, tasks.utility[task]!, completionS - tasks.arrivalS[task]!);
  const tooLittle = (u: number): boolean => (droppingThreshold > 0 ? u < droppingThreshold : u <= 0);
  const looksAt = (option: number): boolean => policy.pStates === 'all' || options.pState[option] === 0;
  const candidate = (task: number, option: number, startS: number): Candidate => {
    const timeS = options.timeS[option]!;
    return {
      task,
      option,
      pool: options.pool[option]!,
      pState: options.pState[option]!,
      nodes: 1,
      cores: pools[options.pool[option]!]!.coresPerNode,
      startS,
      endS: startS + timeS,
      timeS,
      energyJ: options.powerW[option]! * (charging === undefined ? timeS : countedS(model, eventS, eventS + timeS)),
      utility: utility(task, startS + timeS),
    };
  };

  for (let k = 0; k * eventIntervalS < endS; k++) {
    const nowS = k * eventIntervalS;
    eventS = nowS;
    const nextS = Math.min((k + 1) * eventIntervalS, endS);
    const d = days.findIndex((day) => day.startS <= nowS && nowS < day.endS);
    const day = days[d]!;
    const readyS = queues.map((queue) => Math.max(nowS, queue.at(-1)?.endS ?? 0));
    const isPending = queues.map((queue) => queue.some(({ startS }) => startS > nextS));
    if (d !== lastDay) {
      waiting = [...waiting, ...postponed];
      postponed = [];
      lastDay = d;
    }
    for (let n = 0; n < tasks.count; n++) {
      if (arrived.has(n) || tasks.arrivalS[n]! > nowS) continue;
      arrived.add(n);
      waiting.push(n);
    }
    waiting.sort((a, b) => a - b);

    /** Test whether what is drawn after midnight leaves the budgets of all days to come whole. */
    const keepsLater = (option: number, startS: number): boolean =>
      days.every((one, later) => {
        const drawnS = countedS(model, startS, startS + options.timeS[option]!, one.startS, one.endS);
        return later <= d || drawnS === 0 || committedJ[later]! + options.powerW[option]! * drawnS <= one.budgetJ;
      });
    const keepsDay = (option: number, startS: number): boolean => {
      const timeS = options.timeS[option]!;
      const lastS = Math.min(nextS + longestS, day.endS);
      const mostS = charging === undefined ? timeS : greatestChargedS(charging, timeS, nowS, lastS, Infinity);
      if (!(startS < day.endS) || !keepsLater(option, startS)) return false;
      return committedJ[d]! + options.powerW[option]! * mostS <= day.budgetJ;
    };
    const mayKeepDay = (option: number, startS: number): boolean => {
      const [timeS, powerW] = [options.timeS[option]!, options.powerW[option]!];
      const leastJ =
        charging === undefined ? powerW * timeS : powerW * leastWeight(charging, nowS, day.endS + longestS) * timeS;
      return startS < day.endS && keepsLater(option, startS) && committedJ[d]! + leastJ <= day.budgetJ;
    };
    const places = (task: number): { option: number; machine: number }[] =>
      optionsOf(task).flatMap((option) =>
        machinePool.flatMap((pool, machine) => (pool === options.pool[option] ? [{ option, machine }] : [])),
      );
    const drop = (task: number): void => void out.dropped.push({ task, atS: nowS });

    const still: number[] = [];
    for (const task of waiting) {
      const soonest = places(task).map(({ option, machine }) => readyS[machine]! + options.timeS[option]!);
      if (tooLittle(Math.max(...soonest.map((completionS) => utility(task, completionS))))) drop(task);
      else if (places(task).some(({ option, machine }) => looksAt(option) && mayKeepDay(option, readyS[machine]!))) {
        still.push(task);
      } else {
        const atMidnight = optionsOf(task).map((option) => utility(task, day.endS + options.timeS[option]!));
        if (tooLittle(Math.max(...atMidnight))) drop(task);
        else postponed.push(task);
      }
    }
    waiting = still;

    const recent = commitments.filter(({ atS }) => atS >= nowS - 1800);
    const freeS = readyS.map((atS) => Math.max(0, day.endS - atS));
    const event: MappingEvent = {
      nowS,
      nextS,
      day,
      consumedJ: queues.flat().reduce((sum, { option, startS, endS: ended }) => {
        return sum + options.powerW[option]! * countedS(model, startS, Math.min(ended, nowS), day.startS, day.endS);
      }, 0),
      committedJ: committedJ[d]!,
      ...(d + 1 === days.length ? {} : { next: { day: days[d + 1]!, committedJ: committedJ[d + 1]! } }),
      powerW: queues.reduce((sum, queue) => {
        const run = queue.find(({ startS, endS: ended }) => startS <= nowS && nowS < ended);
        return run === undefined ? sum : sum + options.powerW[run.option]!;
      }, 0),
      committedW: nowS > 0 ? recent.reduce((sum, { joules }) => sum + joules, 0) / Math.min(nowS, 1800) : 0,
      freeNodeS: freeS.reduce((sum, one) => sum + one, 0),
      freeCoreS: freeS.reduce((sum, one, machine) => sum + one * pools[machinePool[machine]!]!.coresPerNode, 0),
    };
    policy.begin?.(event);
    filter.begin(event);

    const allowed = (task: number, option: number, startS: number): boolean =>
      looksAt(option) && filter.allows(candidate(task, option, startS)) && keepsDay(option, startS);
    const bestOf = (task: number): Choice | null => {
      let best: Choice | null = null;
      for (const { option, machine } of places(task)) {
        const startS = readyS[machine]!;
        if (!allowed(task, option, startS)) continue;
        const one = candidate(task, option, startS);
        const choice = { key: policy.key(one), task, option, machine, startS, endS: one.endS };
        if (choice.key === -Infinity) continue;
        if (best === null || comesFirst(model, choice, best)) best = choice;
      }
      return best;
    };
    const drawnOf = (task: number): Choice | null => {
      const all = places(task).filter(({ option }) => looksAt(option));
      const { option, machine } = all[policy.draw!(task, all.length)]!;
      const startS = readyS[machine]!;
      if (!allowed(task, option, startS)) return null;
      return { key: 0, task, option, machine, startS, endS: startS + options.timeS[option]! };
    };
    const nextJ = commitments.length;
    commitments.push({ atS: nowS, joules: 0 });
    const take = ({ task, option, machine, startS, endS: ended }: Choice): void => {
      readyS[machine] = ended;
      const fixed = !isPending[machine];
      if (startS > nextS) isPending[machine] = true;
      if (!fixed) return;
      const run = { task, option, machine, startS, endS: ended };
      queues[machine]!.push(run);
      out.runs.push(run);
      const powerW = options.powerW[option]!;
      days.forEach((one, k2) => (committedJ[k2]! += powerW * countedS(model, startS, ended, one.startS, one.endS)));
      commitments[nextJ]!.joules += powerW * countedS(model, startS, ended);
    };

    const unplaced = new Set(waiting);
    if (policy.order === 'arrival') {
      for (const task of waiting) {
        const choice = policy.draw === undefined ? bestOf(task) : drawnOf(task);
        if (choice !== null) take(choice);
      }
    } else {
      for (;;) {
        let best: Choice | null = null;
        for (const task of unplaced) {
          const choice = bestOf(task);
          if (choice !== null && (best === null || comesFirst(model, choice, best))) best = choice;
        }
        if (best === null) break;
        unplaced.delete(best.task);
        take(best);
      }
    }
    const fixed = new Set(out.runs.map(({ task }) => task));
    waiting = waiting.filter((task) => !fixed.has(task));
    out.waiting.push(waiting.length);
    out.postponed.push(postponed.length);
    out.price.push(policy.price?.() ?? NaN);
  }
  out.runs.sort((a, b) => a.task - b.task);
  out.dropped.sort((a, b) => a.task - b.task);
  return out;
}

/** Test whether a choice comes first: greater key, then shorter execution, earlier start, lower pool, P-state, machine, task. */
function comesFirst({ options }: UtilityModel, a: Choice, b: Choice): boolean {
  const rank = ({ key, option, startS, machine, task }: Choice): number[] => [
    -key,
    options.timeS[option]!,
    startS,
    options.pool[option]!,
    options.pState[option]!,
    machine,
    task,
  ];
  const [one, other] = [rank(a), rank(b)];
  const at = one.findIndex((value, k) => value !== other[k]);
  return at !== -1 && one[at]! < other[at]!;
}
