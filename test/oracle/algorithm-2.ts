import type { NodeOption } from './brute-force.js';
import { oracle, sumRates } from './brute-force.js';
import type { TinyFacility } from './tiny-random.js';

export interface Algorithm2 {
  /** Null when even the idle facility has no set-point a whole number of degrees below the red line. */
  readonly setPointC: number | null;
  readonly mapped: number;
  readonly rewardPerS: number;
  /** Task type and P-state of every mapped core, by zone and node. */
  readonly nodes: readonly (readonly string[])[];
}

/** Algorithm 2 of the thesis core by core, as docs/decisions/greedy-reading.md reads it; everything recomputed after every core. */
export function algorithm2(facility: TinyFacility): Algorithm2 {
  const { instance, matrix } = facility;
  const truth = oracle(instance, matrix);
  const places = matrix.zones.flatMap((zone, b) =>
    Array.from({ length: zone.nodeCount }, () => ({ zone: b, type: zone.nodeType })),
  );
  const nodes: string[][] = places.map(() => []);
  const key = (cores: readonly string[]): string => [...cores].sort().join(' ');
  const options = truth.zones.map(
    ({ node }) =>
      new Map(node.map((option) => [key(option.cores.map(({ taskType, pState }) => `${taskType}@${pState}`)), option])),
  );
  const optionOf = (n: number): NodeOption | undefined => options[places[n]!.zone]!.get(key(nodes[n]!));

  // Lines 1-2. A core alone: rate 1 / B, power APC.
  const pairs = instance.facility.nodeTypes.flatMap((type) => {
    const zone = matrix.zones.findIndex(({ nodeType }) => nodeType === type.name);
    return type.tasks.flatMap(({ taskType }) => {
      const task = instance.workload.taskTypes.findIndex(({ name }) => name === taskType);
      const alone = type.pStateFrequenciesGHz.flatMap((_, pState) => {
        const one = aloneOn(facility, type.name, taskType, pState);
        return one === null ? [] : [{ type: type.name, zone, task, core: `${taskType}@${pState}`, efficiency: one }];
      });
      return alone.length === 0
        ? []
        : [alone.reduce((best, next) => (next.efficiency > best.efficiency ? next : best))];
    });
  });
  // A stable selection: the first of the most efficient.
  const ordered: typeof pairs = [];
  while (ordered.length < pairs.length) {
    const left = pairs.filter((pair) => !ordered.includes(pair));
    ordered.push(left.reduce((best, next) => (next.efficiency > best.efficiency ? next : best)));
  }

  let mapped = 0;
  const operation = (): { readonly setPointC: number | null; readonly rates: readonly number[] } => {
    const running = nodes.map((_, n) => optionOf(n)!);
    const zoneW = truth.zones.map(
      ({ idleW }, b) => idleW + running.reduce((sum, option, n) => sum + (places[n]!.zone === b ? option.coreW : 0), 0),
    );
    return { setPointC: wholeDegrees(facility, truth.operate(zoneW)), rates: sumRates(running) };
  };
  search: for (const pair of ordered) {
    for (;;) {
      const n = places.findIndex(
        (place, at) => place.type === pair.type && nodes[at]!.length < coresOf(facility, place.type),
      );
      if (n < 0) break;
      nodes[n]!.push(pair.core);
      if (
        optionOf(n) === undefined ||
        operation().rates[pair.task]! > instance.workload.taskTypes[pair.task]!.arrivalRatePerS
      ) {
        nodes[n]!.pop();
        break;
      }
      if (operation().setPointC === null) {
        nodes[n]!.pop();
        break search;
      }
      mapped++;
    }
  }
  const { setPointC, rates } = operation();
  return { setPointC, mapped, rewardPerS: truth.rewardPerS(rates), nodes };
}

/** Line 12: from the red line down by whole degrees until the inlets hold; null when that is out of range or breaks a limit. */
function wholeDegrees(
  { instance }: TinyFacility,
  operation: ReturnType<ReturnType<typeof oracle>['operate']>,
): number | null {
  const { redLineC, powerCapW } = instance.limits;
  const { cracs } = instance.facility;
  // Differences of decimal numbers are rarely exact: an end met within a billionth of a degree is met.
  const NEAR_C = 1e-9;
  const hottestRiseC = Math.max(...operation.inletRiseC);
  let setPointC = redLineC;
  while (setPointC + hottestRiseC > redLineC + NEAR_C || cracs.some((crac) => setPointC > crac.setPointMaxC + NEAR_C))
    setPointC--;
  if (cracs.some((crac) => setPointC < crac.setPointMinC - NEAR_C)) return null;
  return operation.limitsHold && operation.totalW(setPointC) <= powerCapW ? setPointC : null;
}

function coresOf({ instance }: TinyFacility, type: string): number {
  return instance.facility.nodeTypes.find(({ name }) => name === type)!.cores;
}

/** Eq. 25 for one core without company; null where Eq. 24 excludes it. */
function aloneOn({ instance }: TinyFacility, typeName: string, taskType: string, pState: number): number | null {
  const type = instance.facility.nodeTypes.find(({ name }) => name === typeName)!;
  const task = type.tasks.find((candidate) => candidate.taskType === taskType)!;
  const f = type.pStateFrequenciesGHz;
  const at = (values: typeof task.timeS, basis: (frequency: number) => number): number => {
    if (!('atHighestFrequency' in values)) return values[pState]!;
    if (f.length === 1) return values.atHighestFrequency;
    const share = (basis(f[pState]!) - basis(f[0]!)) / (basis(f.at(-1)!) - basis(f[0]!));
    return values.atHighestFrequency + (values.atLowestFrequency - values.atHighestFrequency) * share;
  };
  const timeS = at(task.timeS, (frequency) => 1 / frequency);
  const { deadlineS } = instance.workload.taskTypes.find(({ name }) => name === taskType)!;
  const powerW = at(task.corePowerW, (frequency) => frequency ** 3) / (type.psuEfficiency ?? 1);
  return timeS < deadlineS ? 1 / (timeS * powerW) : null;
}
