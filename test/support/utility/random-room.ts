import { compileFacility } from '../../../models/facility/compiled.js';
import type { Facility, NodeType } from '../../../models/facility/facility.js';
import { importMatrix } from '../../../models/physics/airflow/imported.js';
import { sparseRows } from '../../../models/physics/thermal/sparse-rows.js';
import type { UtilityInstance } from '../../../models/families/utility/instance.js';
import type { PlannedRun, UtilityPlan } from '../../../models/families/utility/plan.js';
import { utilityRoom } from '../../../models/families/utility/room.js';
import { facilityPools, withPools } from '../../../src/families/utility/instances/facility/pools.js';
import { type LoadedUtility, loadJudgedUtility } from '../../../src/families/utility/instances/load.js';
import { randomStream } from '../../../src/random/stream.js';

/** Length of a day, s. */
const DAY_S = 86_400;
/** Length of the mapping interval, s. Ours: few events. */
export const INTERVAL_S = 600;
/** Air flow of every CRAC and node, m3/s: all alike, so that any doubly stochastic matrix conserves air. */
const FLOW = 0.05;
/** Heat that warms the air of one of them by 1 K, W: dry air at 20 C and sea level. */
const W_PER_K = 1.204 * 1006 * FLOW;
const [PSU, UPS, OTHER_W] = [0.9, 0.95, 10];
/** Coefficient of performance at a set-point (Moore et al., 2005). */
const cop = (setC: number): number => 0.0068 * setC * setC + 0.0008 * setC + 0.458;

/** Two node types: cores, idle power and power of a core on task types a and b in P-states 0 and 1, W. */
const NODE_W = {
  S: { cores: 2, idleW: 30, coreW: { a: [20, 8], b: [12, 5] } },
  F: { cores: 3, idleW: 40, coreW: { a: [30, 14], b: [18, 9] } },
} as const;

/** Time of task types a and b alone in P-state 0 on node type S, s; on F 0.7 of it, in P-state 1 1.7 times. Their memory intensities. */
const [ALONE_S, INTENSITY] = [
  { a: 2000, b: 4500 },
  { a: 0.001, b: 0.004 },
];
/** Time that each busy neighbour adds, s, and a unit of mean memory intensity of the company beyond a task's own, s. */
const COMPANY = { perNeighbourS: 200, perAverageIntensityS: 50_000 };

const nodeType = (name: 'S' | 'F', slower: number): NodeType => {
  const { cores, idleW, coreW } = NODE_W[name];
  const task = (taskType: 'a' | 'b') => ({
    taskType,
    memoryIntensity: INTENSITY[taskType],
    timeS: { atHighestFrequency: ALONE_S[taskType] * slower, atLowestFrequency: 1.7 * ALONE_S[taskType] * slower },
    corePowerW: { atHighestFrequency: coreW[taskType][0], atLowestFrequency: coreW[taskType][1] },
  });
  return {
    name,
    cores,
    idlePowerW: idleW,
    airFlowM3PerS: FLOW,
    psuEfficiency: PSU,
    pStateFrequenciesGHz: [2, 1],
    tasks: [task('a'), task('b')],
    interference: { M: COMPANY },
  };
};

/** A random room of three nodes, or its work, as a loader returns it; and its weights of air for sums by hand. */
export interface RandomRoom {
  readonly instance: UtilityInstance;
  /** Weights of air, row = sink: CRACs A and B, then the three nodes. */
  readonly weights: readonly (readonly number[])[];
  readonly open: (instance: UtilityInstance) => LoadedUtility;
}

/** Room of two CRACs, perhaps at two set-points, and three nodes; two days with tasks about the midnight between them, and no limits at all. */
export function randomRoom(seed: number): RandomRoom {
  const { uniform, integer } = randomStream(seed, 'room');
  const weights = mixedAir(randomStream(seed, 'air'));
  const facility: Facility = {
    nodeTypes: [nodeType('S', 1), nodeType('F', 0.7)],
    nodeGroups: [
      { nodeType: 'S', count: 1, rack: 'R1' },
      { nodeType: 'S', count: 1, rack: 'R1' },
      { nodeType: 'F', count: 1, rack: uniform() < 0.5 ? 'R1' : 'R2' },
    ],
    cracs: ['A', 'B'].map((name) => ({ name, airFlowM3PerS: FLOW, setPointMinC: 10, setPointMaxC: 35 })),
    airflow: {
      source: 'matrix',
      file: 'none.csv',
      kind: 'influence',
      rowsPer: 'nodeGroup',
      nodeAirflowFactor: 1,
      provenance: 'drawn',
    },
    coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
    colocation: { model: seed % 2 === 0 ? 'anchored' : 'none' },
    upsEfficiency: UPS,
    otherLoadW: OTHER_W,
  };
  const warmerC = uniform() < 0.4 ? 0 : 0.5;
  const tasks = Array.from({ length: integer(5, 8) }, () => DAY_S + Math.round(uniform(-9000, 5000)))
    .sort((a, b) => a - b)
    .map((arrivalS, n) => ({
      name: `task-${n}`,
      taskType: uniform() < 0.6 ? 'a' : 'b',
      arrivalS,
      cores: integer(1, 2),
      startingUtility: integer(1, 8),
      urgency: 0.3,
      utilityClass: uniform() < 0.5 ? 'line' : 'decay',
    }));
  const instance = withPools({
    format: 'plenum.utility',
    formatVersion: 1,
    name: 'random-room',
    environment: 'parallel',
    seed: 1,
    period: { durationS: 2 * DAY_S, measuredFromS: DAY_S },
    eventIntervalS: INTERVAL_S,
    droppingThreshold: 0,
    urgencyUnitS: 3600,
    energyPrice: { source: 'series', usdPerKwh: Array.from({ length: 24 }, () => integer(1, 8) / 20) },
    facility,
    operation: {
      setPointsC: { A: 18, B: 18 + warmerC },
      ...(uniform() < 0.4 ? { poolsPer: 'rack' as const } : {}),
      ...(seed % 4 === 0 ? { busyShare: 0.5 } : {}),
    },
    utility: {
      classes: [
        { name: 'line', shape: 'points', points: [0, 40_000].map((ageS) => ({ ageS, utility: 1 - ageS / 50_000 })) },
        {
          name: 'decay',
          shape: 'intervals',
          intervals: [{ startS: 0, fraction: 1, approaches: 0.2, urgencyModifier: 1 }],
        },
      ],
    },
    taskTypes: { source: 'facility', types: ['a', 'b'].map((name) => ({ name, memoryClass: 'M', mostCores: 2 })) },
    arrivals: { source: 'table', tasks },
  });
  const open = (changed: UtilityInstance): LoadedUtility => {
    const imported = importMatrix(changed.facility!, { rows: 5, columns: 5, entries: sparseRows(weights.flat()) });
    if (!imported.accepted) throw new Error(JSON.stringify(imported.faults));
    const { matrix } = imported;
    const zonesOfPool = facilityPools(changed.facility!, changed.operation!).map(({ zones }) => zones);
    const room = utilityRoom(compileFacility(changed.facility!, [], matrix), changed.operation!, zonesOfPool);
    const source = { file: '', bytes: new Uint8Array(), room: { ok: true as const, room, matrix } };
    const loaded = loadJudgedUtility(changed, source);
    if (!loaded.ok) throw new Error(JSON.stringify(loaded.faults));
    return loaded;
  };
  return { instance, weights, open };
}

/** Doubly stochastic weights: three permutations and evenly mixed air. No zone breathes its own air alone. */
function mixedAir({ uniform, integer }: ReturnType<typeof randomStream>): number[][] {
  const shares = [uniform(0.2, 1), uniform(0.2, 1), uniform(0.2, 1), 0.6];
  const all = shares.reduce((sum, share) => sum + share, 0);
  const weights = Array.from({ length: 5 }, () => new Array<number>(5).fill(shares[3]! / all / 5));
  for (const share of shares.slice(0, 3)) {
    const columns = [0, 1, 2, 3, 4];
    for (const row of weights) row[columns.splice(integer(0, columns.length - 1), 1)[0]!]! += share / all;
  }
  return weights;
}

/** Time of a run by hand, s: alone, and with the company that is taken for granted where the model is anchored. */
export function handTimeS({ instance }: RandomRoom, { task, pool, pState }: PlannedRun): number {
  const { facility, operation, pools, arrivals } = instance;
  const { zones } = facilityPools(facility!, operation!)[pools.findIndex(({ name }) => name === pool)]!;
  const isFast = facility!.nodeGroups[zones[0]!]!.nodeType === 'F';
  const rows = arrivals.source === 'table' ? arrivals.tasks : [];
  const type = rows.find(({ name }) => name === task)!.taskType as 'a' | 'b';
  const aloneS = ALONE_S[type] * (isFast ? 0.7 : 1) * (pState === 0 ? 1 : 1.7);
  if (facility!.colocation.model === 'none') return aloneS;
  const neighbours = (operation!.busyShare ?? 1) * (isFast ? 2 : 1);
  // As many core-seconds arrive of each type as it takes.
  const mean = (2000 * 0.001 + 4500 * 0.004) / (2000 + 4500);
  const average = (INTENSITY[type] + neighbours * mean) / (1 + neighbours);
  const { perNeighbourS, perAverageIntensityS } = COMPANY;
  return aloneS + Math.max(0, perNeighbourS * neighbours + perAverageIntensityS * (average - INTENSITY[type]));
}

/** Effect of a schedule on a random room, by hand: energies and costs that work adds by day, greatest figures with the idle room. */
export interface RoomLedger {
  readonly energyJ: readonly number[];
  readonly costUsd: readonly number[];
  readonly idleW: number;
  /** Cost of the idle room by day, USD. */
  readonly idleUsd: readonly number[];
  /** Greatest values over time: inlet of any node, C; power at the meter, W; heat of each CRAC, W. */
  readonly inletC: number;
  readonly meterW: number;
  readonly heatW: readonly number[];
}

/** Sums over all moments at which something starts or ends, each with the temperatures of the whole room solved by sweeps. */
export function roomLedger({ instance, weights }: RandomRoom, runs: readonly PlannedRun[]): RoomLedger {
  const { facility, operation, pools, energyPrice, arrivals } = instance;
  const types = facility!.nodeGroups.map((group) => group.nodeType as 'S' | 'F');
  const own = facilityPools(facility!, operation!);
  const setC = ['A', 'B'].map((name) => operation!.setPointsC[name]!);
  const typeOf = new Map(
    arrivals.source === 'table' ? arrivals.tasks.map(({ name, taskType }) => [name, taskType as 'a' | 'b']) : [],
  );
  const at = (atS: number): { inletC: number; meterW: number; heatW: number[] } => {
    const nodeW = types.map((type): number => NODE_W[type].idleW / PSU);
    for (const { task, pool, nodes, pState, pieces } of runs) {
      if (!pieces.some(([startS, endS]) => startS <= atS && atS < endS)) continue;
      const { zones } = own[pools.findIndex(({ name }) => name === pool)]!;
      const watts = (nodes * NODE_W[types[zones[0]!]!].coreW[typeOf.get(task)!][pState]!) / PSU;
      for (const z of zones) nodeW[z]! += watts / zones.length;
    }
    const outC = [...setC, ...types.map(() => setC[0]!)];
    const inOf = (sink: number): number =>
      weights[sink]!.reduce((sum, share, source) => sum + share * outC[source]!, 0);
    for (let sweep = 0; sweep < 400; sweep++) {
      for (const [z, watts] of nodeW.entries()) outC[2 + z] = inOf(2 + z) + watts / W_PER_K;
    }
    const heatW = setC.map((setPointC, c) => W_PER_K * (inOf(c) - setPointC));
    const coolingW = heatW.reduce((sum, watts, c) => sum + watts / cop(setC[c]!), 0);
    return {
      inletC: Math.max(...nodeW.map((_, z) => inOf(2 + z))),
      meterW: nodeW.reduce((sum, watts) => sum + watts, 0) / UPS + coolingW + OTHER_W,
      heatW,
    };
  };
  const idle = at(-1);
  const edges = runs.flatMap(({ pieces }) => pieces.flat());
  const hours = Array.from({ length: 49 }, (_, h) => h * 3600);
  const moments = [...new Set([...edges, ...hours])].filter((s) => s <= 2 * DAY_S).sort((a, b) => a - b);
  const [energyJ, costUsd, idleUsd] = [
    [0, 0],
    [0, 0],
    [0, 0],
  ];
  const most = { inletC: idle.inletC, meterW: idle.meterW, heatW: [...idle.heatW] };
  for (const [k, fromS] of moments.slice(0, -1).entries()) {
    const now = at(fromS);
    const lastsS = moments[k + 1]! - fromS;
    const day = Math.floor(fromS / DAY_S);
    const usdPerJ = energyPrice!.usdPerKwh[Math.floor((fromS % DAY_S) / 3600)]! / 3.6e6;
    energyJ[day]! += (now.meterW - idle.meterW) * lastsS;
    costUsd[day]! += (now.meterW - idle.meterW) * lastsS * usdPerJ;
    idleUsd[day]! += idle.meterW * lastsS * usdPerJ;
    most.inletC = Math.max(most.inletC, now.inletC);
    most.meterW = Math.max(most.meterW, now.meterW);
    most.heatW = most.heatW.map((watts, c) => Math.max(watts, now.heatW[c]!));
  }
  return { energyJ, costUsd, idleW: idle.meterW, idleUsd, ...most };
}

/** Plan with one run changed. */
export const withRunAt = (plan: UtilityPlan, at: number, change: (run: PlannedRun) => PlannedRun): UtilityPlan => ({
  ...plan,
  runs: plan.runs.map((run, n) => (n === at ? change(run) : run)),
});
