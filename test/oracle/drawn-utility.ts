import type { UtilityInstance } from '../../models/families/utility/instance.js';
import type { CovTaskTypes, DowneyTaskTypes, TwoLevelTaskTypes } from '../../models/families/utility/task-types.js';
import { type Draws, drawsFrom, gammaFrom } from './random-numbers.js';

// Task types and tasks of a generated utility instance by docs/utility/draws.md alone.

/** Time (s) and power (W) of a type on n nodes of a pool, by P-state. */
type OnNodes = (nodes: number) => readonly (readonly [timeS: number, powerW: number])[];

interface DrawnType {
  readonly name: string;
  readonly share: number;
  readonly isSpecial: boolean;
  readonly cores: readonly [least: number, most: number] | null;
  readonly utilityClass: string | null;
  readonly priority: Priority | null;
  readonly priorities: Priorities | null;
  /** By pool; null where it cannot run. */
  readonly runs: readonly (OnNodes | null)[];
}

type Priorities = NonNullable<UtilityInstance['utility']['priorities']>;
interface Priority {
  readonly startingUtility: number;
  readonly urgency: number;
}

export interface DrawnTask extends Priority {
  readonly name: string;
  readonly type: string;
  readonly arrivalS: number;
  readonly cores: number;
  readonly utilityClass: string;
  readonly mayPreempt: boolean;
  readonly mayBePreempted: boolean;
}

const greatestSoFar = (values: readonly number[]): number[] =>
  values.map((_, k) => Math.max(...values.slice(0, k + 1)));

function priorityOf(priorities: Priorities, draws: Draws): Priority {
  const row = priorities[draws.index(priorities.map(({ share }) => share))]!;
  const { startingUtility: most, startingUtilityAbove: above = most, urgency } = row;
  return { startingUtility: most - (most - above) * draws.u(), urgency };
}

const PLAIN = {
  share: 1,
  isSpecial: false,
  cores: null,
  utilityClass: null,
  priority: null,
  priorities: null,
} as const;

function covTypes(of: CovTaskTypes, { pools, seed }: UtilityInstance): DrawnType[] {
  const statics = gammaFrom(seed, 'static power', of.staticPowerCoV);
  const dynamics = gammaFrom(seed, 'dynamic power', of.dynamicPowerPoolCoV);
  const staticW = pools.map(() => statics(of.staticPowerW));
  const dynamicW = pools.map(() => dynamics(of.dynamicPowerW));
  const ownerOf = new Map<number, number>();
  const special = drawsFrom(seed, 'special types');
  let free = of.count - 1;
  for (const [p, pool] of pools.entries()) {
    if (of.special === undefined || pool.special !== true) continue;
    const own = special.whole(of.special.leastTypes, of.special.mostTypes);
    for (let n = 0; n < own && free >= 0; n++) ownerOf.set(free--, p);
  }
  const mean = gammaFrom(seed, 'type mean', of.taskCoV);
  const time = gammaFrom(seed, 'pool time', of.poolCoV);
  const power = gammaFrom(seed, 'dynamic power of type', of.dynamicPowerTaskCoV);
  const slower = gammaFrom(seed, 'time factor', of.timeFactorCoV);
  return Array.from({ length: of.count }, (_, t) => {
    const M = mean(of.meanTimeS);
    const runs = pools.map((pool, p): OnNodes | null => {
      const T = time(pool.special === true ? M / (of.special?.speedUp ?? 1) : M);
      const D = power(dynamicW[p]!);
      const factors = greatestSoFar([1, ...of.powerFactors.slice(1).map((f) => slower(1 / Math.sqrt(f)))]);
      if (pool.special === true && ownerOf.get(t) !== p) return null;
      return () => of.powerFactors.map((f, k) => [T * factors[k]!, staticW[p]! + f * D] as const);
    });
    return { ...PLAIN, name: `type-${t + 1}`, isSpecial: ownerOf.has(t), runs };
  });
}

function downeyTypes(of: DowneyTaskTypes, { pools, seed, utility }: UtilityInstance): DrawnType[] {
  const priority = drawsFrom(seed, 'priority of type');
  const single = drawsFrom(seed, 'single-node time');
  const nodePower = gammaFrom(seed, 'node power', of.powerCoV);
  const sigmas = drawsFrom(seed, 'sigma');
  const rows = drawsFrom(seed, 'cores of type');
  const poolTime = gammaFrom(seed, 'pool time', of.poolCoV);
  const poolPower = gammaFrom(seed, 'node power on pool', of.powerPoolCoV);
  return of.groups.flatMap((group, g) => {
    const common = gammaFrom(seed, `P-state factor of group ${g + 1}`, group.factorCoV);
    const powers = gammaFrom(seed, `P-state power of group ${g + 1}`, group.pStateCoV);
    const speeds = gammaFrom(seed, `P-state speed of group ${g + 1}`, group.pStateCoV);
    const own = group.pools.map((name) => pools.findIndex((pool) => pool.name === name));
    const largest = Math.max(...own.map((p) => pools[p]!.nodes * (pools[p]!.coresPerNode ?? 1)));
    return Array.from({ length: group.count }, (_, t): DrawnType => {
      const drawn = priorityOf(utility.priorities!, priority);
      const { leastUtility: low, mostUtility: high, timeAtLeastUtilityS: lowS, timeAtMostUtilityS: highS } = of;
      const m = low === high ? lowS : lowS + ((drawn.startingUtility - low) / (high - low)) * (highS - lowS);
      let firstS = -1;
      while (firstS < 0.05 * m) firstS = m * (1 + of.timeCoV * single.normal());
      const firstW = nodePower(of.nodePowerW);
      const sigma = sigmas.between(of.leastSigma, of.mostSigma);
      const row = of.cores[rows.index(of.cores.map(({ share }) => share))]!;
      const least = row.least === 'pool' ? largest : row.least;
      const most = row.most === 'pool' ? largest : Math.min(row.most, largest);
      const perPool = own.map((p) => (least + most) / 2 / (pools[p]!.coresPerNode ?? 1));
      const A = Math.max(1, perPool.reduce((sum, nodes) => sum + nodes, 0) / own.length);
      const wide = A + A * sigma - sigma;
      const d = (n: number): number => (n <= wide ? sigma + wide / n : sigma + 1) / (A * (1 + sigma));
      const runs: (OnNodes | null)[] = pools.map(() => null);
      for (const [n, p] of own.entries()) {
        const singleS = n === 0 ? firstS : poolTime(firstS);
        const nodeW = n === 0 ? firstW : poolPower(firstW);
        const R = common(1);
        const p0 = of.powerFactors.map((f) => powers(f * R));
        const t0 = of.powerFactors.map((f) => 1 / speeds(Math.sqrt(f * R)));
        const power = of.normalised ? p0.map((one) => one / p0[0]!) : p0;
        const time = greatestSoFar(of.normalised ? t0.map((one) => one / t0[0]!) : t0);
        runs[p] = (nodes) => time.map((_one, k) => [singleS * d(nodes) * time[k]!, nodes * nodeW * power[k]!] as const);
      }
      const isSpecial = own.every((p) => pools[p]!.special === true);
      return { ...PLAIN, name: `group-${g + 1}-type-${t + 1}`, isSpecial, cores: [least, most], priority: drawn, runs };
    });
  });
}

function twoLevelTypes(of: TwoLevelTaskTypes, { pools, seed }: UtilityInstance): DrawnType[] {
  const first = gammaFrom(seed, 'type time', of.typeCoV);
  const other = gammaFrom(seed, 'pool time', of.poolCoV);
  return of.groups.flatMap((group) =>
    Array.from({ length: group.count }, (_, t): DrawnType => {
      const firstS = first(group.meanTimeS);
      const times = pools.map((_pool, p) => (p === 0 ? firstS : other(firstS)));
      return {
        ...PLAIN,
        name: `${group.name}-${t + 1}`,
        share: group.share / group.count,
        utilityClass: group.utilityClass ?? null,
        priorities: group.priorities ?? null,
        runs: times.map((timeS) => () => [[timeS, 0] as const]),
      };
    }),
  );
}

export function drawnTypes(instance: UtilityInstance): readonly DrawnType[] {
  const { taskTypes } = instance;
  if (taskTypes.source === 'cov') return covTypes(taskTypes, instance);
  if (taskTypes.source === 'downey') return downeyTypes(taskTypes, instance);
  if (taskTypes.source === 'two-level') return twoLevelTypes(taskTypes, instance);
  throw new RangeError('types that are listed');
}

type Generated = Extract<UtilityInstance['arrivals'], { source: 'generated' }>;

/** Moments of arrival of a type, s. */
function moments(instance: UtilityInstance, of: Generated, type: DrawnType, t: number, lambda: number): number[] {
  const { period, seed } = instance;
  const draws = drawsFrom(seed, `arrivals of type ${t}`);
  const gap = (rate: number): number => -Math.log(1 - draws.u()) / rate;
  const found: number[] = [];
  const { special, workingHours: hours } = of;
  if (special !== undefined && type.isSpecial) {
    let isOn = draws.u() * (special.meanOnS + special.meanOffS) < special.meanOnS;
    for (let from = 0; from < period.durationS;) {
      const until = Math.min(period.durationS, from + gap(1 / (isOn ? special.meanOnS : special.meanOffS)));
      const rate = lambda * (isOn ? special.onFactor : special.offFactor);
      for (let at = from + gap(rate); at < until; at += gap(rate)) found.push(at);
      from = until;
      isOn = !isOn;
    }
    return found;
  }
  const thinned = (greatest: number, rateAt: (atS: number) => number): void => {
    for (let at = gap(greatest); at < period.durationS; at += gap(greatest)) {
      if (draws.u() * greatest < rateAt(at)) found.push(at);
    }
  };
  if (hours !== undefined && type.cores !== null && type.cores[1] > hours.aboveCores) {
    const length = hours.toHour - hours.fromHour;
    const rest = (24 - length * hours.factor) / (24 - length);
    thinned(lambda * Math.max(hours.factor, rest), (at) => {
      const hour = ((((at - period.measuredFromS) % 86_400) + 86_400) % 86_400) / 3600;
      return lambda * (hour >= hours.fromHour && hour < hours.toHour ? hours.factor : rest);
    });
    return found;
  }
  const phase = of.phase ?? drawsFrom(seed, `phase of type ${t}`).between(0, 2 * Math.PI);
  const swing = (at: number): number => Math.sin((2 * Math.PI * at) / 86_400 + phase);
  thinned(lambda * (1 + of.amplitude), (at) => lambda * (1 + of.amplitude * swing(at)));
  return found;
}

export function drawnTasks(instance: UtilityInstance, types: readonly DrawnType[]): readonly DrawnTask[] {
  const { arrivals, seed, utility, preemption, environment } = instance;
  if (arrivals.source !== 'generated') throw new RangeError('tasks that are listed');
  const { burstSize: B = 1 } = arrivals;
  const shares = types.reduce((sum, { share }) => sum + share, 0);
  const bursts = types.flatMap((type, index) => {
    const t = index + 1;
    const lambda = (arrivals.tasksPerDay * type.share) / shares / 86_400 / B;
    if (lambda === 0) return [];
    const sizes = drawsFrom(seed, `burst sizes of type ${t}`);
    return moments(instance, arrivals, type, t, lambda).map((atS, n) => ({
      atS,
      n,
      index,
      size: B === 1 ? 1 : sizes.whole(Math.ceil(B / 2), Math.floor((3 * B) / 2)),
    }));
  });
  bursts.sort((a, b) => a.atS - b.atS || a.index - b.index || a.n - b.n);
  const streamsOf = types.map((_, index) => {
    const of = (what: string): Draws => drawsFrom(seed, `${what} of type ${index + 1}`);
    return {
      cores: of('cores'),
      utilityClass: of('utility class'),
      priority: of('priority'),
      mayPreempt: of('may preempt'),
      mayBePreempted: of('may be preempted'),
    };
  });
  const once = new Map<number, Priority>();
  const tasks: DrawnTask[] = [];
  for (const { atS, index, size } of bursts) {
    const type = types[index]!;
    const streams = streamsOf[index]!;
    const cores = type.cores === null ? 1 : streams.cores.whole(...type.cores);
    const drawnClass = (): string =>
      utility.classes[streams.utilityClass.index(utility.classes.map(({ share = 1 }) => share))]!.name;
    const utilityClass = type.utilityClass ?? drawnClass();
    const priorities = type.priorities ?? utility.priorities;
    let drawn: Priority = { startingUtility: 1, urgency: 0 };
    if (priorities !== undefined) {
      drawn = once.get(index) ?? priorityOf(priorities, streams.priority);
      if (utility.prioritiesPer === 'type') once.set(index, drawn);
    }
    const { startingUtility, urgency } = type.priority ?? drawn;
    for (let n = 0; n < size; n++) {
      const isPreemptive = environment === 'preemptive';
      tasks.push({
        name: `t${tasks.length + 1}`,
        type: type.name,
        arrivalS: atS,
        cores,
        utilityClass,
        startingUtility,
        urgency,
        mayPreempt: isPreemptive && streams.mayPreempt.u() < (preemption?.mayPreempt ?? 1),
        mayBePreempted: isPreemptive && streams.mayBePreempted.u() < (preemption?.mayBePreempted ?? 1),
      });
    }
  }
  return tasks;
}

/** Names of the types of a log's jobs, which need so many cores each. */
export function drawnTypesOfJobs(
  { pools, seed }: UtilityInstance,
  types: readonly DrawnType[],
  cores: readonly number[],
): readonly string[] {
  const draws = drawsFrom(seed, 'type of job');
  return cores.map((count) => {
    const fits = types.map(({ runs }) =>
      runs.some((run, p) => run !== null && Math.ceil(count / (pools[p]!.coresPerNode ?? 1)) <= pools[p]!.nodes),
    );
    const first = draws.index(types.map(({ share }) => share));
    const drawn = fits[first]! ? first : draws.index(types.map(({ share }, t) => (fits[t]! ? share : 0)));
    return types[drawn]!.name;
  });
}
