import { greatestChargedS } from '../../../models/families/utility/energy-tariff.js';
import type { UtilityModel } from '../../../models/families/utility/model.js';
import { utilityAt } from '../../../models/families/utility-function.js';
import { countedS } from './with-tariff.js';
import type { Candidate, Filter, MappingEvent, Policy } from '../../../src/families/utility/methods/policy.js';

/** Work on some nodes of a pool; nodes are named where they are bound early. */
interface Interval {
  readonly task: number;
  readonly option: number;
  readonly pool: number;
  readonly count: number;
  readonly startS: number;
  readonly endS: number;
  readonly nodes: readonly number[];
}

/** The view of the twin at an event: what is known, who was dropped, who got a start that stays. */
export interface TwinEvent {
  readonly event: MappingEvent;
  readonly dropped: readonly number[];
  readonly fixed: readonly { readonly task: number; readonly option: number; readonly startS: number }[];
}

/**
 * The simulation of parallel tasks written plainly: every task and every option is looked at before every choice, everyone gets a place-holder,
 * and free nodes are counted from all intervals there ever were.
 */
export function playTwin(model: UtilityModel, policy: Policy, filter: Filter, binding: 'late' | 'early'): TwinEvent[] {
  const { tasks, options, functions, pools, days, endS, eventIntervalS, droppingThreshold, charging } = model;
  const fixed: Interval[] = [];
  const fixedAtS: number[] = [];
  const gone = new Set<number>();
  const reserved = new Map<number, number>();
  const trace: TwinEvent[] = [];

  const groupOf = (pool: number): number => {
    const reach = new Set([pool]);
    for (let grew = true; grew;) {
      grew = false;
      for (let kind = 0; kind < options.kindCount; kind++) {
        const ofKind = options.pool.slice(options.first[kind], options.first[kind + 1]);
        if (!ofKind.some((p) => reach.has(p))) continue;
        for (const p of ofKind) {
          if (reach.has(p)) continue;
          reach.add(p);
          grew = true;
        }
      }
    }
    return Math.min(...reach);
  };

  /** Nodes that may not be busy, as if something ran there. */
  const heldBack: Interval[] = pools.flatMap(({ nodes, allowed = [] }, pool) =>
    allowed.map((step, at) => ({
      task: -1,
      option: -1,
      pool,
      count: nodes - step.nodes,
      nodes: [],
      startS: step.fromS,
      endS: allowed[at + 1]?.fromS ?? Infinity,
    })),
  );

  for (let k = 0; k * eventIntervalS < endS; k++) {
    const nowS = k * eventIntervalS;
    const nextS = (k + 1) * eventIntervalS;
    const day = days.find((d) => nowS < d.endS)!;
    const next = days[days.indexOf(day) + 1];
    const all = [...fixed];
    const insideS = (from: number, to: number, start: number, end: number): number =>
      Math.max(0, Math.min(to, end) - Math.max(from, start));
    const drawnJ = (fromS: number, toS: number): number =>
      fixed.reduce((sum, i) => sum + options.powerW[i.option]! * countedS(model, i.startS, i.endS, fromS, toS), 0);

    const dropped: number[] = [];
    let waiting: number[] = [];
    for (let n = 0; n < tasks.count; n++) {
      if (tasks.arrivalS[n]! > nowS || gone.has(n)) continue;
      const kind = tasks.kind[n]!;
      const bestS = Math.min(...options.timeS.slice(options.first[kind], options.first[kind + 1]));
      const best = utilityAt(functions, tasks.utility[n]!, nowS + bestS - tasks.arrivalS[n]!);
      if (best >= droppingThreshold && (best > 0 || droppingThreshold === -Infinity)) waiting.push(n);
      else {
        dropped.push(n);
        gone.add(n);
      }
    }

    const unended = fixed.filter((i) => i.endS > nowS);
    const takenS = (weight: (i: Interval) => number): number =>
      unended.reduce((sum, i) => sum + weight(i) * insideS(i.startS, i.endS, nowS, day.endS), 0);
    const heldS = (weight: (i: Interval) => number): number =>
      heldBack.reduce((sum, i) => sum + weight(i) * i.count * insideS(i.startS, i.endS, nowS, day.endS), 0);
    const leftS = day.endS - nowS;
    const lastS = Math.max(0, (k - 1) * eventIntervalS);
    const runAfterLast = k === 0 ? [] : fixed.filter((i) => i.startS <= lastS && lastS < i.endS);
    const poolW = Float64Array.from(pools, (_, j) =>
      runAfterLast.reduce((sum, i) => sum + (i.pool === j ? options.powerW[i.option]! : 0), 0),
    );
    const event: MappingEvent = {
      ...(model.powerRows === undefined ? {} : { poolW }),
      nowS,
      nextS,
      day,
      consumedJ: drawnJ(day.startS, nowS),
      committedJ: drawnJ(day.startS, day.endS),
      ...(next === undefined ? {} : { next: { day: next, committedJ: drawnJ(next.startS, next.endS) } }),
      powerW: unended.reduce((sum, i) => sum + (i.startS <= nowS ? options.powerW[i.option]! : 0), 0),
      committedW:
        fixed.reduce(
          (sum, i, at) =>
            sum + (fixedAtS[at]! >= nowS - 1800 ? options.powerW[i.option]! * countedS(model, i.startS, i.endS) : 0),
          0,
        ) / 1800,
      freeNodeS: pools.reduce((sum, p) => sum + p.nodes * leftS, 0) - heldS(() => 1) - takenS((i) => i.count),
      freeCoreS:
        pools.reduce((sum, p) => sum + p.nodes * p.coresPerNode * leftS, 0) -
        heldS((i) => pools[i.pool]!.coresPerNode) -
        takenS((i) => i.count * pools[i.pool]!.coresPerNode),
    };
    policy.begin?.(event);
    filter.begin(event);

    const freeNodes = (pool: number, fromS: number, toS: number): number[] =>
      Array.from({ length: pools[pool]!.nodes }, (_, node) => node).filter((node) =>
        all.every((i) => i.pool !== pool || i.endS <= fromS || i.startS >= toS || !i.nodes.includes(node)),
      );
    const isFree = (pool: number, count: number, fromS: number, toS: number): boolean => {
      if (binding === 'early') return freeNodes(pool, fromS, toS).length >= count;
      const here = [...all, ...heldBack].filter((i) => i.pool === pool);
      const moments = [fromS, ...here.map((i) => i.startS).filter((s) => s > fromS && s < toS)];
      return moments.every((atS) => {
        const busy = here.reduce((sum, i) => sum + (i.startS <= atS && atS < i.endS ? i.count : 0), 0);
        return pools[pool]!.nodes - busy >= count;
      });
    };
    /** Test whether power in a pool keeps every row beside fixed work from a moment on. */
    const keepsRows = (pool: number, powerW: number, fromS: number): boolean => {
      const { powerRows: rows } = model;
      if (rows === undefined) return true;
      const moments = [fromS, ...fixed.map((i) => i.startS).filter((s) => s > fromS)];
      const perW = (r: number, j: number): number => rows.coefficient[r * pools.length + j]!;
      return moments.every((atS) =>
        rows.names.every((_, r) => {
          const running = fixed.filter((i) => i.startS <= atS && atS < i.endS);
          const load = running.reduce((sum, i) => sum + perW(r, i.pool) * options.powerW[i.option]!, 0);
          return perW(r, pool) === 0 || load + perW(r, pool) * powerW <= rows.limit[r]! * (1 + 1e-10);
        }),
      );
    };
    const ends = (of: (i: Interval) => boolean): number[] =>
      [...all, ...heldBack]
        .filter(of)
        .map((i) => i.endS)
        .filter((endedS) => endedS > nowS)
        .sort((a, b) => a - b);
    /** Earliest start with nodes free and rows kept; Infinity where they are not kept from any moment before the next event on. */
    const earliestS = (pool: number, count: number, timeS: number, powerW: number): number => {
      const fitsS = [nowS, ...ends(() => true)].find((atS) => atS < nextS && keepsRows(pool, powerW, atS));
      if (fitsS === undefined) return Infinity;
      return [fitsS, ...ends((i) => i.pool === pool && i.endS > fitsS)].find((atS) =>
        isFree(pool, count, atS, atS + timeS),
      )!;
    };
    const bind = (pool: number, count: number, startS: number, stopS: number): number[] => {
      if (binding === 'late') return [];
      const ranked = freeNodes(pool, startS, stopS).map((node) => {
        const here = all.filter((i) => i.pool === pool && i.nodes.includes(node));
        const before = here.filter((i) => i.endS <= startS).map((i) => i.endS);
        const after = here.filter((i) => i.startS >= stopS).map((i) => i.startS);
        const voidsOf = (intervals: { startS: number; endS: number }[]): number => {
          const sorted = intervals.sort((a, b) => a.startS - b.startS);
          return sorted.filter((i, at) => at > 0 && i.startS > sorted[at - 1]!.endS).length;
        };
        const voids = voidsOf([...here, { startS, endS: stopS }]) - voidsOf([...here]);
        const idleS = startS - Math.max(0, ...before) + (after.length > 0 ? Math.min(...after) - stopS : 0);
        return { node, voids, idleS };
      });
      ranked.sort((a, b) => a.voids - b.voids || a.idleS - b.idleS || a.node - b.node);
      return ranked.slice(0, count).map(({ node }) => node);
    };

    type Choice = Candidate & { readonly worth: number };
    const leftJ = (): number => day.budgetJ - drawnJ(day.startS, day.endS);
    const bestOf = (n: number): Choice | null => {
      const [first, end] = [options.first[tasks.kind[n]!]!, options.first[tasks.kind[n]! + 1]!];
      const drawn = policy.draw === undefined ? null : first + policy.draw(n, end - first);
      let best: Choice | null = null;
      for (let o = first; o < end; o++) {
        if (drawn === null ? policy.pStates === 'fastest' && options.pState[o] !== 0 : o !== drawn) continue;
        const [pool, timeS, powerW, nodes] = [
          options.pool[o]!,
          options.timeS[o]!,
          options.powerW[o]!,
          options.nodes[o]!,
        ];
        const startS = earliestS(pool, nodes, timeS, powerW);
        if (!(startS < day.endS)) continue;
        const lastS = policy.reservations === 'none' ? Math.min(nextS, day.endS) : day.endS;
        const mostS =
          charging === undefined
            ? Math.min(timeS, day.endS - nowS)
            : greatestChargedS(charging, timeS, nowS, lastS, day.endS);
        if (powerW * mostS > leftJ()) continue;
        const breaks = days.some((later) => {
          const moreJ = powerW * countedS(model, startS, startS + timeS, later.startS, later.endS);
          return later.startS > nowS && moreJ > 0 && drawnJ(later.startS, later.endS) + moreJ > later.budgetJ;
        });
        if (breaks) continue;
        const candidate: Candidate = {
          task: n,
          option: o,
          pool,
          pState: options.pState[o]!,
          nodes,
          startS,
          timeS,
          cores: nodes * pools[pool]!.coresPerNode,
          endS: startS + timeS,
          energyJ: powerW * countedS(model, nowS, nowS + timeS),
          utility: utilityAt(functions, tasks.utility[n]!, startS + timeS - tasks.arrivalS[n]!),
        };
        if (!filter.allows(candidate)) continue;
        const worth = policy.draw === undefined ? policy.key(candidate) : 0;
        if (worth === -Infinity) continue;
        const choice = { ...candidate, worth };
        if (best === null || isBefore(choice, best)) best = choice;
      }
      return best;
    };
    const fixedNow: { task: number; option: number; startS: number }[] = [];
    /** Grant of what a candidate asks for; true where it got it. */
    const take = (c: Choice): boolean => {
      const isSoon = c.startS < nextS;
      let stays = isSoon || policy.reservations === 'all';
      if (!isSoon && policy.reservations === 'one') {
        const scope = policy.reservationScope === 'group' ? groupOf(c.pool) : -1;
        if ((reserved.get(scope) ?? -1) > nowS) return false;
        stays = policy.reservationEnds !== 'event';
        reserved.set(scope, stays ? c.startS : nextS);
      }
      const nodes = bind(c.pool, c.nodes, c.startS, c.endS);
      const interval = {
        task: c.task,
        option: c.option,
        pool: c.pool,
        count: c.nodes,
        startS: c.startS,
        endS: c.endS,
        nodes,
      };
      all.push(interval);
      waiting = waiting.filter((n) => n !== c.task);
      if (stays) {
        fixed.push(interval);
        fixedAtS.push(nowS);
        gone.add(c.task);
        fixedNow.push({ task: c.task, option: c.option, startS: c.startS });
      }
      policy.taken?.(c, event);
      return true;
    };
    if (policy.order === 'best-first') {
      for (;;) {
        let best: Choice | null = null;
        for (const n of waiting) {
          const choice = bestOf(n);
          if (choice !== null && (best === null || isBefore(choice, best))) best = choice;
        }
        if (best === null) break;
        take(best);
      }
    } else if (policy.order === 'arrival') {
      for (const n of waiting.slice()) {
        const choice = bestOf(n);
        if (choice !== null) take(choice);
      }
    } else {
      const queues = policy.queues!;
      const lines = queues.turns.map((_, q) => waiting.filter((n) => queues.of(n) === q));
      while (lines.some((line) => line.length > 0)) {
        for (const [q, line] of lines.entries()) {
          for (let given = 0; given < queues.turns[q]! && line.length > 0;) {
            const choice = bestOf(line.shift()!);
            if (choice !== null && take(choice)) given++;
          }
        }
      }
    }
    fixedNow.sort((a, b) => a.task - b.task);
    trace.push({ event, dropped, fixed: fixedNow });
  }
  return trace;
}

interface Ranked {
  readonly worth: number;
  readonly timeS: number;
  readonly startS: number;
  readonly option: number;
  readonly task: number;
}

function isBefore(a: Ranked, b: Ranked): boolean {
  if (a.worth !== b.worth) return a.worth > b.worth;
  if (a.timeS !== b.timeS) return a.timeS < b.timeS;
  if (a.startS !== b.startS) return a.startS < b.startS;
  return a.option === b.option ? a.task < b.task : a.option < b.option;
}
