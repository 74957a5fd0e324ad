import type { TemplatesInstance, TemplatesNodeType } from '../../models/families/templates/instance.js';
import { tinyTemplatesInstances } from './bundled.js';
import { randomStream } from '../../src/random/stream.js';

type Uniform = (low?: number, high?: number) => number;

/**
 * Tiny room with nearly everything else drawn: node types in either form, with standby or without, cooling, air, openings, limits and a grid that reaches
 * from nothing to more than there is.
 */
export function randomTemplatesInstance(seed: number): TemplatesInstance {
  const random = randomStream(seed, 'templates instance');
  const { integer, uniform } = random;
  const pick = <T>(list: readonly T[]): T => list[integer(0, list.length - 1)]!;
  const rooms = tinyTemplatesInstances();
  const base = pick(rooms);
  const { facility } = base;
  const { airflow } = facility;
  if (airflow.source !== 'room') throw new Error('a room');
  const taskTypes = ['job', 'other']
    .slice(0, integer(1, 2))
    .map((name) => ({
      name,
      ...(uniform() < 0.3 ? { rewardPerTask: pick([0, 1, uniform(0, 1000)]) } : {}),
      ...(uniform() < 0.3 ? { deadlineS: uniform(1, 100) } : {}),
    }));
  const nodeTypes = facility.nodeTypes.map((type) => randomType(type, taskTypes, { pick, integer, uniform }));
  const nodeGroups = facility.nodeGroups.map(({ nodeType, rack }) => {
    const count = integer(1, 6);
    const type = nodeTypes.find(({ name }) => name === nodeType)!;
    const canStandBy = type.sleepPowerW !== undefined || type.offPowerW !== undefined;
    const standby = canStandBy && uniform() < 0.8 ? { mayBeOff: true, minimumOn: integer(0, count) } : {};
    return { nodeType, rack, count, ...standby };
  });
  const lowC = uniform(5, 25);
  const cracs = facility.cracs.map((crac) => ({
    ...crac,
    airFlowM3PerS: uniform(0.2, 5),
    setPointMinC: lowC,
    setPointMaxC: lowC + pick([0, uniform(0, 20)]),
  }));
  const cores = base.quadrants.map(({ members }) =>
    nodeGroups
      .filter(({ rack }) => members.some((member) => member.rack === rack))
      .reduce((sum, { nodeType, count }) => sum + count * nodeTypes.find(({ name }) => name === nodeType)!.cores, 0),
  );
  const fullW = nodeGroups.reduce((sum, { nodeType, count }) => {
    const { cores: own, idlePowerW } = nodeTypes.find(({ name }) => name === nodeType)!;
    return sum + count * (idlePowerW + own * 30);
  }, 0);
  const ascending = (values: readonly number[]): number[] => [...new Set(values)].sort((a, b) => a - b);
  const openings = pick([[1], [0.3, 1], [0, 0.5, 1]]);
  return {
    ...base,
    name: `random-${seed}`,
    facility: {
      ...facility,
      nodeTypes,
      nodeGroups,
      cracs,
      airflow: {
        ...airflow,
        mixingFraction: pick([0, 1, uniform()]),
        floorLeakageFraction: openings[0] === 0 ? uniform(0.05, 0.4) : pick([0, uniform(0, 0.4)]),
        nodeAirflowFactor: pick([1, uniform(0.5, 1.5)]),
      },
      coolingPerformance: pick([
        { quadraticPerC2: 0, linearPerC: 0, constant: uniform(0.1, 8) },
        { quadraticPerC2: 0, linearPerC: uniform(0.01, 0.3), constant: uniform(0, 1) },
        { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      ]),
    },
    taskTypes,
    ventOpenings: openings,
    outletLimitC: lowC + pick([uniform(0.01, 2), uniform(1, 12), 40]),
    middlePState: pick(['slower', 'faster']),
    grid: {
      arrivingWorkPerS: ascending([pick([0, 1e-9, uniform(0, 1)]), pick([uniform(1, 4), 1e12])]),
      runningCores: cores.map((most) => ascending([0, integer(0, most), pick([0, most])])),
      powerLimitW: ascending([pick([1e-3, uniform(1, fullW)]), pick([uniform(0.5, 1.5) * fullW, 1e11])]),
    },
    knownOptimum: undefined,
  };
}

function randomType(
  type: TemplatesNodeType,
  taskTypes: readonly { readonly name: string }[],
  {
    pick,
    integer,
    uniform,
  }: { pick: <T>(l: readonly T[]) => T; integer: (a: number, b: number) => number; uniform: Uniform },
): TemplatesNodeType {
  const states = integer(1, 5);
  const idlePowerW = pick([0, uniform(0, 20), uniform(20, 200)]);
  const falling = (from: number): number[] => {
    const list: number[] = [];
    for (let p = 0; p < states; p++)
      list.push(p === 0 ? from : list[p - 1]! * pick([1, uniform(0.3, 1), uniform(0.3, 1)]));
    return list;
  };
  const tasks = taskTypes.map(({ name: taskType }) => {
    const powers = falling(pick([0, uniform(1, 50), uniform(1, 50)]));
    const times = falling(uniform(10, 60)).reverse();
    const isList = uniform() < 0.6;
    return {
      taskType,
      memoryIntensity: pick([0, uniform()]),
      timeS: isList ? times : { atHighestFrequency: times[0]!, atLowestFrequency: times.at(-1)! },
      corePowerW: isList ? powers : { atHighestFrequency: powers[0]!, atLowestFrequency: powers.at(-1)! },
    };
  });
  const standby = uniform() < 0.5 ? { sleepPowerW: uniform(0, idlePowerW) } : uniform() < 0.5 ? { offPowerW: 0 } : {};
  const { sleepPowerW, offPowerW, ...plain } = type;
  void [sleepPowerW, offPowerW];
  return {
    ...plain,
    cores: integer(1, 6),
    idlePowerW,
    airFlowM3PerS: uniform(0.02, 0.3),
    ...(uniform() < 0.3 ? { psuEfficiency: uniform(0.5, 1) } : {}),
    pStateFrequenciesGHz: Array.from({ length: states }, (_, p) => 3 - 0.5 * p),
    tasks,
    ...standby,
  };
}
