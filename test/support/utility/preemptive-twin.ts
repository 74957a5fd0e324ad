import { countedS } from './with-tariff.js';
import { overlapS, type UtilityModel } from '../../../models/families/utility/model.js';
import { utilityAt } from '../../../models/families/utility-function.js';
import type { Candidate, Filter, MappingEvent, Policy } from '../../../src/families/utility/methods/policy.js';
import type { Preemption } from '../../../src/families/utility/methods/preemptive/choosing.js';

/** A piece of execution. */
export interface TwinPiece {
  readonly task: number;
  readonly option: number;
  readonly startS: number;
  endS: number;
}

export interface TwinOutcome {
  /** Pieces in the order of their starts. */
  readonly pieces: readonly TwinPiece[];
  readonly dropped: ReadonlyMap<number, number>;
  readonly completed: ReadonlySet<number>;
}

interface Waiting {
  readonly task: number;
  /** Option and execution time left of a task that was preempted, else -1. */
  readonly option: number;
  readonly leftS: number;
}

/** One task on one node. */
interface Running {
  readonly task: number;
  readonly option: number;
  readonly endS: number;
  readonly piece: TwinPiece;
}

/** Action open to a task. */
interface Way {
  readonly value: number;
  readonly option: number;
  readonly timeS: number;
  readonly victim: Running | null;
  /** Flag, with pairs: the partner goes on and the task does nothing. */
  readonly isAside: boolean;
}

/**
 * Preemptive scheduling, task by task: no classes, no heap, no memory from event to event; after every start all tasks look at all nodes again. Rules
 * as in docs/utility/preemptive.md.
 */
export function preemptiveTwin(
  model: UtilityModel,
  policy: Policy,
  filter: Filter,
  preemption: Preemption,
): TwinOutcome {
  const { tasks, options, functions, pools, days, endS, eventIntervalS, droppingThreshold } = model;
  const overheadS = model.preemptionOverheadS;
  let waiting: Waiting[] = [];
  let running: Running[] = [];
  const pieces: TwinPiece[] = [];
  const dropped = new Map<number, number>();
  const completed = new Set<number>();
  const committed: { atS: number; energyJ: number }[] = [];
  let arrived = 0;
  let eventS = 0;

  const utility = (task: number, atS: number): number =>
    utilityAt(functions, tasks.utility[task]!, atS - tasks.arrivalS[task]!);
  const candidate = (task: number, option: number, startS: number, timeS: number): Candidate => {
    const pool = options.pool[option]!;
    return {
      task,
      option,
      pool,
      pState: options.pState[option]!,
      nodes: 1,
      cores: pools[pool]!.coresPerNode,
      startS,
      endS: startS + timeS,
      timeS,
      energyJ: options.powerW[option]! * (model.charging ? countedS(model, eventS, eventS + timeS) : timeS),
      utility: utility(task, startS + timeS),
    };
  };
  const waysOf = ({ task, option }: Waiting): number[] => {
    if (option >= 0) return [option];
    const kind = tasks.kind[task]!;
    return Array.from({ length: options.first[kind + 1]! - options.first[kind]! }, (_, i) => options.first[kind]! + i);
  };
  const timeOf = (w: Waiting, option: number): number => (w.option >= 0 ? w.leftS + overheadS : options.timeS[option]!);

  for (let nowS = 0; nowS < endS; nowS += eventIntervalS) {
    eventS = nowS;
    for (const run of running) if (run.endS <= nowS) completed.add(run.task);
    running = running.filter((run) => run.endS > nowS);
    while (arrived < tasks.count && tasks.arrivalS[arrived]! <= nowS) {
      waiting.push({ task: arrived++, option: -1, leftS: 0 });
    }
    waiting = waiting.map((w) => ({ ...w }));
    waiting = waiting.filter((w) => {
      const best = Math.max(...waysOf(w).map((o) => utility(w.task, nowS + timeOf(w, o))));
      if (best > 0 && best >= droppingThreshold) return true;
      dropped.set(w.task, nowS);
      return false;
    });
    const day = days.find((d) => d.startS <= nowS && nowS < d.endS)!;
    const next = days[days.indexOf(day) + 1];
    const inDayJ = (option: number, untilS: number, one = day): number =>
      options.powerW[option]! * countedS(model, nowS, untilS, one.startS, one.endS);
    const restJ = (one = day): number => running.reduce((sum, r) => sum + inDayJ(r.option, r.endS, one), 0);
    const drawnJ = pieces.reduce(
      (sum, p) =>
        sum + options.powerW[p.option]! * countedS(model, p.startS, Math.min(p.endS, nowS), day.startS, day.endS),
      0,
    );
    const freeS = (perCore: boolean): number =>
      pools.reduce((sum, p) => sum + p.nodes * (perCore ? p.coresPerNode : 1) * (day.endS - nowS), 0) -
      running.reduce(
        (sum, r) =>
          sum + overlapS(nowS, r.endS, nowS, day.endS) * (perCore ? pools[options.pool[r.option]!]!.coresPerNode : 1),
        0,
      );
    const event: MappingEvent = {
      nowS,
      nextS: nowS + eventIntervalS,
      day,
      consumedJ: drawnJ,
      committedJ: drawnJ + restJ(),
      ...(next === undefined ? {} : { next: { day: next, committedJ: restJ(next) } }),
      powerW: running.reduce((sum, r) => sum + options.powerW[r.option]!, 0),
      committedW: committed.reduce((sum, c) => sum + (c.atS >= nowS - 1800 ? c.energyJ : 0), 0) / 1800,
      freeNodeS: freeS(false),
      freeCoreS: freeS(true),
    };
    policy.begin?.(event);
    filter.begin(event);

    const idle = (pool: number): number =>
      pools[pool]!.nodes - running.filter((r) => options.pool[r.option] === pool).length;
    const leftJ = (): number => day.budgetJ - drawnJ - restJ();
    /** Test whether an option that starts now, on an idle node or on that of a run, leaves the budgets of all days whole. */
    const fits = (option: number, endsS: number, over: Running | null): boolean => {
      const freedJ = over === null ? 0 : inDayJ(over.option, over.endS);
      if (inDayJ(option, endsS) - freedJ > leftJ()) return false;
      return days.every((later) => {
        if (later.startS <= nowS || endsS <= later.startS) return true;
        const sumJ = [...running.filter((r) => r !== over), { option, endS: endsS }].reduce(
          (sum, r) => sum + options.powerW[r.option]! * countedS(model, nowS, r.endS, later.startS, later.endS),
          0,
        );
        return sumJ <= later.budgetJ;
      });
    };
    const runningKey = (r: Running): number => policy.key(candidate(r.task, r.option, nowS, r.endS - nowS));
    /** Test whether a run may be preempted; one that began in this event may not. */
    const isVictim = (r: Running): boolean => tasks.mayBePreempted[r.task] === 1 && r.piece.startS < nowS;
    /** Key on an option now; null where it may not be taken. */
    const keyNow = (w: Waiting, option: number): number | null => {
      if (policy.pStates === 'fastest' && options.pState[option]! > 0) return null;
      const c = candidate(w.task, option, nowS, timeOf(w, option));
      if (!(c.utility > 0 && c.utility >= droppingThreshold)) return null;
      const key = policy.key(c);
      return key === -Infinity || !filter.allows(c) ? null : key;
    };
    /** Test whether a list of ranks comes before another: the smaller at the first entry that differs. */
    const before = (a: readonly number[], b: readonly number[]): boolean => {
      for (let k = 0; k < a.length; k++) if (a[k] !== b[k]) return a[k]! < b[k]!;
      return false;
    };

    const bestWay = (w: Waiting): Way | null => {
      const { task } = w;
      const allowed = waysOf(w).filter((o) => keyNow(w, o) !== null);
      if (policy.draw !== undefined) {
        const nodes = allowed
          .filter((o) => fits(o, nowS + timeOf(w, o), null))
          .flatMap((o) => Array.from({ length: idle(options.pool[o]!) }, () => o));
        if (nodes.length === 0) return null;
        const option = nodes[policy.draw(task, nodes.length)]!;
        return { value: 0, option, timeS: timeOf(w, option), victim: null, isAside: false };
      }
      let best: Way | null = null;
      let rank: number[] = [];
      for (const option of allowed) {
        const pool = options.pool[option]!;
        const key = keyNow(w, option)!;
        const timeS = timeOf(w, option);
        const offer = (value: number, victim: Running | null): void => {
          const over = victim === null ? [0, 0] : [1, runningKey(victim)];
          const ranked = [-value, ...over, timeS, option, victim?.task ?? -1];
          if (best !== null && !before(ranked, rank)) return;
          best = { value, option, timeS, victim, isAside: false };
          rank = ranked;
        };
        if (idle(pool) > 0 && fits(option, nowS + timeS, null)) offer(key, null);
        if ((preemption !== 'greedy' && preemption !== 'difference') || tasks.mayPreempt[task] === 0) continue;
        for (const r of running) {
          if (options.pool[r.option] !== pool || !isVictim(r)) continue;
          if (!(runningKey(r) < key) || !fits(option, nowS + timeS, r)) continue;
          offer(preemption === 'greedy' ? key : key - runningKey(r), r);
        }
      }
      return preemption === 'pair' ? bestPair(w, allowed, best) : best;
    };
    const bestPair = (w: Waiting, allowed: readonly number[], onIdle: Way | null): Way | null => {
      if (tasks.mayPreempt[w.task] === 0) return onIdle;
      let best: { way: Way; net: number; partnerKey: number } | null = null;
      let rank: number[] = [];
      for (const option of allowed) {
        const key = keyNow(w, option)!;
        const timeS = timeOf(w, option);
        for (const r of running) {
          if (options.pool[r.option] !== options.pool[option] || !isVictim(r)) continue;
          const leftS = r.endS - nowS + overheadS;
          const first = fits(option, nowS + timeS, r)
            ? key + policy.key(candidate(r.task, r.option, nowS + timeS, leftS))
            : -Infinity;
          const later = policy.key(candidate(w.task, option, r.endS, timeS));
          const second = runningKey(r) + later;
          const isAside = !(first > second);
          const net = isAside ? second : first;
          const ranked = [-net, -runningKey(r), option, r.task];
          if (best !== null && !before(ranked, rank)) continue;
          const way = { value: isAside ? later : key, option, timeS, victim: r, isAside };
          best = { way, net, partnerKey: runningKey(r) };
          rank = ranked;
        }
      }
      if (best === null) return onIdle;
      if (onIdle !== null && !(best.net > onIdle.value + best.partnerKey)) return onIdle;
      return best.way;
    };

    let mappable = [...waiting];
    for (;;) {
      let chosen: { w: Waiting; way: Way } | null = null;
      for (const w of mappable) {
        const way = bestWay(w);
        if (way === null) continue;
        const value = policy.order === 'arrival' ? 0 : way.value;
        const than = chosen === null ? null : policy.order === 'arrival' ? 0 : chosen.way.value;
        if (than === null || value > than || (value === than && w.task < chosen!.w.task)) chosen = { w, way };
      }
      if (chosen === null) break;
      const { w, way } = chosen;
      mappable = mappable.filter((other) => other !== w);
      if (way.isAside) continue;
      waiting = waiting.filter((other) => other.task !== w.task);
      const { victim, option, timeS } = way;
      if (victim !== null) {
        victim.piece.endS = nowS;
        running = running.filter((r) => r !== victim);
        const back = { task: victim.task, option: victim.option, leftS: victim.endS - nowS };
        waiting.push(back);
        mappable.push(back);
      }
      const piece = { task: w.task, option, startS: nowS, endS: nowS + timeS };
      pieces.push(piece);
      running.push({ task: w.task, option, endS: nowS + timeS, piece });
      committed.push({
        atS: nowS,
        energyJ: options.powerW[option]! * (model.charging ? countedS(model, nowS, nowS + timeS) : timeS),
      });
      policy.taken?.(candidate(w.task, option, nowS, timeS), event);
    }
  }
  for (const run of running) completed.add(run.task);
  return { pieces, dropped, completed };
}
