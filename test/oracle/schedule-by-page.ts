import type { UtilityInstance } from '../../models/families/utility/instance.js';
import type { UtilityPlan } from '../../models/families/utility/plan.js';

// What a schedule comes to and which rules it breaks, from docs/utility/plan.md, the instance and the two files that
// `plenum export tasks` and `types` write: what a program of somebody else would do. Without facilities.

type Row = Readonly<Record<string, string>>;
type Piece = readonly [startS: number, endS: number];

export interface ByPage {
  readonly utility: number;
  readonly energyJ: readonly number[];
  readonly costUsd: readonly number[];
  /** Sentences on the rules that are broken. */
  readonly broken: readonly string[];
}

const DAY_S = 86_400;

/** Seconds of pieces within a span. */
const within = (pieces: readonly Piece[], fromS: number, toS: number): number =>
  pieces.reduce((sum, [startS, endS]) => sum + Math.max(0, Math.min(endS, toS) - Math.max(startS, fromS)), 0);

function daysOf({ period: { durationS, measuredFromS } }: UtilityInstance): readonly Piece[] {
  const days: Piece[] = [[measuredFromS, durationS]];
  for (let midnightS = measuredFromS; midnightS > 0; midnightS -= DAY_S) {
    days.unshift([Math.max(0, midnightS - DAY_S), midnightS]);
  }
  return days;
}

/** U(age) of a class. */
function worth(
  of: UtilityInstance['utility']['classes'][number],
  ageS: number,
  task: { readonly starting: number; readonly urgency: number; readonly unitS: number; readonly meanS: number },
): number {
  const { starting, urgency, unitS, meanS } = task;
  if (of.shape === 'points') {
    const points = of.points.map((one) => [(one.ageS ?? 0) + (one.ageOverMeanTime ?? 0) * meanS, one.utility] as const);
    let value = NaN;
    for (const [n, [atS, utility]] of points.entries()) {
      if (atS > ageS) break;
      const next = points[n + 1];
      value = next === undefined ? utility : utility + ((next[1] - utility) * (ageS - atS)) / (next[0] - atS);
    }
    return starting * value;
  }
  let value = NaN;
  for (const { startS = 0, startOverMeanTime = 0, fraction, approaches, urgencyModifier } of of.intervals) {
    const sinceS = ageS - (startS + startOverMeanTime * meanS);
    if (sinceS < 0) break;
    value = (fraction - approaches) * Math.exp((-urgency * urgencyModifier * sinceS) / unitS) + approaches;
  }
  return starting * value;
}

/** Time to price: price by hour of the day, hours counted from midnight. */
function cost(pieces: readonly Piece[], [fromS, toS]: Piece, midnightS: number, usdPerKwh: readonly number[]): number {
  let sum = 0;
  for (let hour = Math.floor((fromS - midnightS) / 3600); midnightS + hour * 3600 < toS; hour++) {
    const beginS = Math.max(fromS, midnightS + hour * 3600);
    const endS = Math.min(toS, midnightS + (hour + 1) * 3600);
    sum += (within(pieces, beginS, endS) * usdPerKwh[((hour % 24) + 24) % 24]!) / 3.6e6;
  }
  return sum;
}

export function judgedByPage(
  instance: UtilityInstance,
  plan: UtilityPlan,
  taskRows: readonly Row[],
  typeRows: readonly Row[],
): ByPage {
  const { environment, pools, period, eventIntervalS, urgencyUnitS, preemption } = instance;
  const broken: string[] = [];
  const tasks = new Map(taskRows.map((row) => [row['task']!, row]));
  const key = (...parts: readonly (string | number)[]): string => parts.join('/');
  const options = new Map(
    typeRows.map((row) => [
      key(row['task_type']!, row['pool']!, row['nodes']!, row['p_state']!),
      { timeS: Number(row['time_s']), powerW: Number(row['power_w']) },
    ]),
  );
  const days = daysOf(instance);
  const energyJ = days.map(() => 0);
  const costUsd = days.map(() => 0);
  let utility = 0;
  const seen = new Set<string>();
  const unfinished = new Map<string, number>();
  const busy = new Map<string, { readonly limit: number; readonly changes: [atS: number, by: number][] }>();
  const starts: { place: string; atS: number; isFirst: boolean }[] = [];
  const near = (a: number, b: number): boolean => Math.abs(a - b) <= 1e-9 * Math.max(1, Math.abs(a), Math.abs(b));
  const isEvent = (atS: number): boolean => near(atS, Math.round(atS / eventIntervalS) * eventIntervalS);
  for (const run of plan.runs) {
    const task = tasks.get(run.task);
    const pool = pools.find(({ name }) => name === run.pool);
    if (task === undefined || pool === undefined || seen.has(run.task)) {
      broken.push(`${run.task}: unknown, or again`);
      continue;
    }
    seen.add(run.task);
    const nodesOn = ({ coresPerNode = 1 }: { coresPerNode?: number | undefined }): number =>
      Math.ceil(Number(task['cores']) / coresPerNode);
    const on = (of: (typeof pools)[number], pState: number) =>
      options.get(key(task['taskType']!, of.name, nodesOn(of), pState));
    const option = run.nodes === nodesOn(pool) ? on(pool, run.pState) : undefined;
    if (option === undefined) {
      broken.push(`${run.task}: cannot run so`);
      continue;
    }
    const able = pools.filter((one) => on(one, 0) !== undefined);
    const factor = task['runS'] === '' ? 1 : Number(task['runS']) / on(able[0]!, 0)!.timeS;
    const general = able.filter(({ special }) => special !== true);
    const counted = general.length > 0 ? general : able;
    const meanS = (factor * counted.reduce((sum, one) => sum + on(one, 0)!.timeS, 0)) / counted.length;
    const { pieces, finished = true, machine } = run;
    if (environment === 'serial' ? !(machine! >= 0 && machine! < pool.nodes) : machine !== undefined) {
      broken.push(`${run.task}: machine`);
    }
    if (environment !== 'preemptive' && (pieces.length > 1 || !finished)) broken.push(`${run.task}: preempted`);
    const wholeS = factor * option.timeS + (pieces.length - 1) * (preemption?.overheadS ?? 0);
    const ranS = within(pieces, -Infinity, Infinity);
    if (finished ? !near(ranS, wholeS) : ranS > wholeS) broken.push(`${run.task}: ${ranS} s of ${wholeS} s`);
    const arrivalS = Number(task['arrivalS']);
    let freeS = arrivalS;
    const place = environment === 'serial' ? key(run.pool, machine!) : run.pool;
    const changes = busy.get(place) ?? { limit: environment === 'serial' ? 1 : pool.nodes, changes: [] };
    busy.set(place, changes);
    for (const [n, [startS, endS]] of pieces.entries()) {
      if (startS < freeS && !near(startS, freeS)) broken.push(`${run.task}: starts too early`);
      if (startS >= period.durationS || endS < startS) broken.push(`${run.task}: a piece`);
      changes.changes.push([startS, run.nodes], [endS, -run.nodes]);
      starts.push({ place, atS: startS, isFirst: n === 0 });
      freeS = endS;
    }
    if (!finished) unfinished.set(run.task, freeS);
    for (const [d, [fromS, toS]] of days.entries()) {
      energyJ[d]! += option.powerW * within(pieces, fromS, toS);
      const { usdPerKwh } = instance.energyPrice ?? {};
      if (usdPerKwh !== undefined) {
        costUsd[d]! += option.powerW * cost(pieces, [fromS, toS], period.measuredFromS, usdPerKwh);
      }
    }
    if (!finished) continue;
    const shape = instance.utility.classes.find(({ name }) => name === task['utilityClass'])!;
    const own = { starting: Number(task['startingUtility']), urgency: Number(task['urgency']) };
    const earned = worth(shape, freeS - arrivalS, { ...own, unitS: urgencyUnitS, meanS });
    utility += (earned * within(pieces, period.measuredFromS, period.durationS)) / ranS;
  }
  for (const { task, atS } of plan.dropped) {
    const fromS = unfinished.get(task) ?? Number(tasks.get(task)?.['arrivalS'] ?? NaN);
    const isOnce = unfinished.delete(task) || !seen.has(task);
    seen.add(task);
    if (!isOnce || !(atS >= fromS && atS <= period.durationS)) broken.push(`${task}: dropped`);
  }
  for (const [place, { limit, changes }] of busy) {
    // An end that is a start but for rounding comes first.
    const ordered = changes.toSorted(([a, by], [b, other]) => (near(a, b) ? by - other : a - b));
    let count = 0;
    for (const [, by] of ordered) if ((count += by) > limit) broken.push(`${place}: ${count} of ${limit}`);
  }
  for (const { place, atS } of starts) {
    const ends = busy.get(place)!.changes.some(([endS, by]) => by < 0 && endS === atS);
    if (!isEvent(atS) && (environment === 'preemptive' || !ends)) broken.push(`${place}: starts at ${atS} s`);
  }
  for (const [d, [fromS, toS]] of days.entries()) {
    const isPart = d < days.length - 1 && toS - fromS < DAY_S;
    const { energyBudgetJPerDay = Infinity, costBudgetUsdPerDay = Infinity } = instance;
    if (isPart) continue;
    if (energyJ[d]! > energyBudgetJPerDay * (1 + 1e-8)) broken.push(`day ${d}: ${energyJ[d]!} J`);
    if (costUsd[d]! > costBudgetUsdPerDay * (1 + 1e-8)) broken.push(`day ${d}: ${costUsd[d]!} USD`);
  }
  return { utility, energyJ, costUsd, broken };
}
