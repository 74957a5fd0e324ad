import type { UtilityModel } from '../../../models/families/utility/model.js';
import { utilityAt } from '../../../models/families/utility-function.js';
import { countedS } from './with-tariff.js';

/** One unbroken run of a schedule. */
export interface Run {
  readonly task: number;
  readonly option: number;
  readonly startS: number;
}

/** First mapping event at which a task that arrives at a moment may start, s: events are counted up to it. */
export function eventFrom(arrivalS: number, eventIntervalS: number): number {
  let events = Math.max(0, Math.floor(arrivalS / eventIntervalS) - 1);
  while (events * eventIntervalS < arrivalS) events++;
  return events * eventIntervalS;
}

/** Test whether options that run together keep every power row. */
function keepsRows({ options, pools, powerRows }: UtilityModel, running: readonly number[]): boolean {
  if (powerRows === undefined) return true;
  return powerRows.names.every((_, r) => {
    const load = running.reduce(
      (sum, o) => sum + powerRows.coefficient[r * pools.length + options.pool[o]!]! * options.powerW[o]!,
      0,
    );
    return load <= powerRows.limit[r]!;
  });
}

export interface BestSchedule {
  readonly utility: number;
  readonly runs: readonly Run[];
}

/** Moments in the measured time at which the price by which budgets are charged changes, s. */
function changesOfPrice({ charging, measuredFromS, endS }: UtilityModel): number[] {
  if (charging === undefined) return [];
  return Array.from(charging.weight.keys(), (h) => charging.originS + h * charging.stepS).filter(
    (atS) => atS > measuredFromS && atS < endS,
  );
}

/**
 * Best schedule of unbroken runs found by trying every subset, order and option of the tasks, each run from the first mapping event on that it fits at, when
 * another ends, at the start of the measured time, so that it ends at its end, at shares of its time across both (`shares` of 1, from 0 to 1: where the
 * in-day share matters), and so far across them as the budget allows. Every one of them keeps the capacities and the budgets, so no upper bound may be below the
 * best.
 */
export function bestUnbroken(model: UtilityModel, shares: readonly number[]): BestSchedule {
  const changesS = changesOfPrice(model);
  const { options, tasks, pools, functions, measuredFromS, endS, days, eventIntervalS } = model;
  const budgetJ = days.at(-1)!.budgetJ;
  const beforeJ = days.at(-2)?.budgetJ ?? Infinity;
  const runs: Run[] = [];
  let best: BestSchedule = { utility: 0, runs: [] };

  const fits = (option: number, startS: number): boolean => {
    const pool = options.pool[option]!;
    const untilS = startS + options.timeS[option]!;
    const others = runs
      .filter((run) => options.pool[run.option] === pool)
      .map((run) => ({
        fromS: run.startS,
        toS: run.startS + options.timeS[run.option]!,
        nodes: options.nodes[run.option]!,
      }));
    const moments = [startS, ...others.map(({ fromS }) => fromS).filter((s) => s > startS && s < untilS)];
    const hasNodes = moments.every((s) => {
      const taken = others.reduce((sum, o) => sum + (o.fromS <= s && s < o.toS ? o.nodes : 0), 0);
      return taken + options.nodes[option]! <= pools[pool]!.nodes;
    });
    if (!hasNodes || model.powerRows === undefined) return hasNodes;
    const all = [...runs, { option, startS }];
    return [startS, ...runs.map((run) => run.startS).filter((s) => s > startS && s < untilS)].every((s) =>
      keepsRows(
        model,
        all.filter((run) => run.startS <= s && s < run.startS + options.timeS[run.option]!).map((run) => run.option),
      ),
    );
  };

  const extend = (done: number, utility: number, energyJ: number, earlierJ: number): void => {
    if (utility > best.utility) best = { utility, runs: [...runs] };
    for (let task = 0; task < tasks.count; task++) {
      if ((done >> task) % 2 === 1) continue;
      const kind = tasks.kind[task]!;
      const arrivalS = tasks.arrivalS[task]!;
      for (let option = options.first[kind]!; option < options.first[kind + 1]!; option++) {
        const timeS = options.timeS[option]!;
        const powerW = options.powerW[option]!;
        const fromS = eventFrom(arrivalS, eventIntervalS);
        // A little less, so that rounding does not refuse it.
        const withinS = budgetJ < Infinity && powerW > 0 ? [(budgetJ / powerW) * (1 - 1e-9)] : [];
        const starts = new Set([
          fromS,
          measuredFromS,
          endS - timeS,
          ...withinS.flatMap((insideS) => [endS - insideS, measuredFromS + insideS - timeS]),
          ...runs.map((run) => run.startS + options.timeS[run.option]!),
          ...changesS.flatMap((atS) => [atS, atS - timeS]),
          ...shares.flatMap((share) => [measuredFromS - share * timeS, endS - share * timeS]),
        ]);
        for (const startS of starts) {
          if (startS < fromS || startS >= endS || !fits(option, startS)) continue;
          const insideS = Math.max(0, Math.min(startS + timeS, endS) - Math.max(startS, measuredFromS));
          if (insideS === 0) continue;
          const drawnJ = energyJ + countedS(model, startS, startS + timeS, measuredFromS, endS) * powerW;
          const soFarJ = earlierJ + countedS(model, startS, startS + timeS, 0, measuredFromS) * powerW;
          if (drawnJ > budgetJ || soFarJ > beforeJ) continue;
          const earned = utilityAt(functions, tasks.utility[task]!, startS + timeS - arrivalS) * (insideS / timeS);
          runs.push({ task, option, startS });
          extend(done + 2 ** task, utility + earned, drawnJ, soFarJ);
          runs.pop();
        }
      }
    }
  };
  extend(0, 0, 0, 0);
  return best;
}

/**
 * Greatest utility earned where time passes in slices of the given length and any task may be taken off and go on in the same pool in any later
 * slice: all assignments of tasks to slices, by recursion over what is left. Times are whole slices, which begin at mapping events; tasks take one node.
 */
export function bestSliced(model: UtilityModel, sliceS: number): number {
  const { options, tasks, pools, functions, measuredFromS, endS, days } = model;
  const budgetJ = days.at(-1)!.budgetJ;
  const known = new Map<string, number>();
  /** State of each task: its option (-1 before it has one), slices done, slices done in the measured time. */
  type State = readonly (readonly [option: number, done: number, inside: number])[];
  const last = Math.round((endS + Math.max(...options.timeS) * tasks.count) / sliceS);

  const from = (slice: number, state: State, drawnJ: number): number => {
    const startS = slice * sliceS;
    if (slice >= last) return 0;
    const key = `${slice} ${drawnJ} ${state.map((s) => s.join(',')).join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const isInside = startS >= measuredFromS && startS < endS;
    let best = 0;
    const assign = (
      task: number,
      free: readonly number[],
      next: State,
      energyJ: number,
      earned: number,
      running: readonly number[] = [],
    ): void => {
      if (task === tasks.count) {
        best = Math.max(best, earned + from(slice + 1, next, energyJ));
        return;
      }
      assign(task + 1, free, next, energyJ, earned, running);
      if (tasks.arrivalS[task]! > startS) return;
      const [chosen, done, inside] = state[task]!;
      // Nothing starts after the end, but what has begun goes on.
      if (chosen < 0 && startS >= endS) return;
      const kind = tasks.kind[task]!;
      const ways =
        chosen >= 0
          ? [chosen]
          : Array.from({ length: options.first[kind + 1]! - options.first[kind]! }, (_, i) => options.first[kind]! + i);
      for (const option of ways) {
        const slices = Math.round(options.timeS[option]! / sliceS);
        const pool = options.pool[option]!;
        const more = energyJ + (isInside ? options.powerW[option]! * countedS(model, startS, startS + sliceS) : 0);
        if (done === slices || free[pool] === 0 || more > budgetJ) continue;
        const together = [...running, option];
        if (!keepsRows(model, together)) continue;
        const now = inside + Number(isInside);
        const endsS = (slice + 1) * sliceS;
        const gain =
          done + 1 < slices
            ? 0
            : (utilityAt(functions, tasks.utility[task]!, endsS - tasks.arrivalS[task]!) * now) / slices;
        assign(
          task + 1,
          free.map((nodes, j) => (j === pool ? nodes - 1 : nodes)),
          next.map((s, n) => (n === task ? ([option, done + 1, now] as const) : s)),
          more,
          earned + gain,
          together,
        );
      }
    };
    assign(
      0,
      pools.map(({ nodes }) => nodes),
      state,
      drawnJ,
      0,
    );
    known.set(key, best);
    return best;
  };
  return from(
    0,
    Array.from({ length: tasks.count }, () => [-1, 0, 0] as const),
    0,
  );
}
