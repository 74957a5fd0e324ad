import type { CoolingPerformance, NodeGroup, NodeType, RoomAirflow } from '../../../../models/facility/facility.js';
import {
  type Limits,
  REWARD_RATE_FORMAT,
  REWARD_RATE_FORMAT_VERSION,
  type RewardRateInstance,
  type RewardRateNodeGroup,
  type RewardRateNodeType,
  type TaskType,
  type Uncertainty,
} from '../../../../models/problems/reward-rate/instance.js';

/**
 * Instances small enough to solve by hand. Their one rack stands in a room whose air is perfectly mixed (mixing fraction
 * 1), so that every inlet is at T + P / (rho c AF_CRAC) for node power P and set-point T, whatever the layout.
 */
export function tinyInstances(): RewardRateInstance[] {
  return [
    unlimited(),
    arrivals(),
    powerCap(),
    deadline(),
    colocation(),
    twoNodeTypes(),
    rackLimit(),
    redLine(),
    sleep(),
    still(),
    wake(),
    uncertain(),
    survive(),
  ];
}

interface Tiny {
  readonly name: string;
  readonly description: string;
  readonly nodeTypes: readonly RewardRateNodeType[];
  readonly nodeGroups: readonly RewardRateNodeGroup[];
  readonly taskTypes: readonly TaskType[];
  readonly limits: Limits;
  readonly cooling?: CoolingPerformance;
  readonly colocated?: boolean;
  readonly uncertainty?: Uncertainty;
  /** Names of the CRACs, one by default, placed in `airflow`. */
  readonly cracs?: readonly string[];
  readonly airflow?: RoomAirflow;
  readonly rewardPerS: number;
  readonly derivation: string;
}

/** CoP of 4 at every set-point: total power is 1.25 times node power. */
const CONSTANT_COP: CoolingPerformance = { quadraticPerC2: 0, linearPerC: 0, constant: 4 };
/** CoP of the thesis' CRACs by set-point: 0.0068 T^2 + 0.0008 T + 0.458 (section 3.5). */
const THESIS_COP: CoolingPerformance = { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 };

function tiny(parts: Tiny): RewardRateInstance {
  return {
    format: REWARD_RATE_FORMAT,
    formatVersion: REWARD_RATE_FORMAT_VERSION,
    name: parts.name,
    description: parts.description,
    facility: {
      nodeTypes: parts.nodeTypes,
      nodeGroups: parts.nodeGroups,
      cracs: (parts.cracs ?? ['CRAC1']).map((name) => ({
        name,
        airFlowM3PerS: 0.05,
        setPointMinC: 10,
        setPointMaxC: 35,
      })),
      airflow: parts.airflow ?? MIXED_ROOM,
      coolingPerformance: parts.cooling ?? CONSTANT_COP,
      colocation: { model: parts.colocated === true ? 'anchored' : 'none' },
    },
    workload: { taskTypes: parts.taskTypes },
    limits: parts.limits,
    ...(parts.uncertainty === undefined ? {} : { uncertainty: parts.uncertainty }),
    knownOptimum: { rewardPerS: parts.rewardPerS, derivation: parts.derivation },
  };
}

/** Small room whose air comes out perfectly mixed. */
const MIXED_ROOM: RoomAirflow = {
  source: 'room',
  layout: {
    lengthXM: 3,
    widthYM: 4.2,
    heightZM: 2.8,
    cellM: { x: 0.3, y: 0.3, z: 0.35 },
    levelsPerRack: 1,
    racks: [{ name: 'R1', xM: 1.5, yM: 1.8, widthXM: 0.6, depthYM: 1.2, heightZM: 2.1, slots: 4, inletSide: '-y' }],
    tiles: [{ name: 'T1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, opening: 1 }],
    aisles: [{ name: 'A1', xM: 1.5, yM: 0.6, widthXM: 0.6, depthYM: 1.2, containmentHeightM: 2.1 }],
    cracPlacements: [{ crac: 'CRAC1', xM: 0, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 }],
  },
  nodeAirflowFactor: 1,
  floorLeakageFraction: 0,
  coldAisles: 'open',
  mixingFraction: 1,
};

/** Node type with two P-states, 2 GHz and 1 GHz. */
function server(
  name: string,
  cores: number,
  idlePowerW: number,
  tasks: readonly { taskType: string; timesS: readonly [number, number]; powersW: readonly [number, number] }[],
): NodeType {
  return {
    name,
    cores,
    idlePowerW,
    airFlowM3PerS: 0.02,
    pStateFrequenciesGHz: [2, 1],
    tasks: tasks.map(({ taskType, timesS, powersW }) => ({
      taskType,
      timeS: { atHighestFrequency: timesS[0], atLowestFrequency: timesS[1] },
      corePowerW: { atHighestFrequency: powersW[0], atLowestFrequency: powersW[1] },
      memoryIntensity: 0.001,
    })),
  };
}

function task(name: string, rewardPerTask: number, arrivalRatePerS: number, deadlineS: number): TaskType {
  return { name, memoryClass: 'M', rewardPerTask, arrivalRatePerS, deadlineS };
}

/** Node type with four cores and one task type. */
const FOUR_CORES = server('S', 4, 20, [{ taskType: 'a', timesS: [10, 16], powersW: [10, 4] }]);
/** Facility of one node. */
const ONE_NODE: readonly NodeGroup[] = [{ nodeType: 'S', count: 1, rack: 'R1' }];

function unlimited(): RewardRateInstance {
  return tiny({
    name: 'tiny-unlimited',
    description: 'One node, one task type, no limit binds.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 1000, redLineC: 30 },
    rewardPerS: 2,
    derivation: 'All four cores run a at 2 GHz: 4 / 10 s = 0.4 tasks/s, below the 1 that arrive; times reward 5.',
  });
}

function arrivals(): RewardRateInstance {
  return tiny({
    name: 'tiny-arrivals',
    description: 'Fewer tasks arrive than the node can do.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 0.25, 60)],
    limits: { powerCapW: 1000, redLineC: 30 },
    rewardPerS: 1.25,
    derivation:
      'At most 0.25 tasks/s earn anything, and three cores at 2 GHz (0.3) or four at 1 GHz (0.25) do them: 5 x 0.25.',
  });
}

function powerCap(): RewardRateInstance {
  return tiny({
    name: 'tiny-power-cap',
    description: 'The cap decides between few fast cores and many slow ones.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 45, redLineC: 30 },
    rewardPerS: 1.25,
    derivation:
      'CoP is 4, so nodes may draw 45 / 1.25 = 36 W and cores 36 - 20 = 16 W. Four cores at 1 GHz draw 16 W and do 4 / 16 = 0.25 tasks/s; ' +
      'one at 2 GHz and one at 1 GHz draw 14 W and do 0.1625. So 5 x 0.25.',
  });
}

function deadline(): RewardRateInstance {
  return tiny({
    name: 'tiny-deadline',
    description: 'As tiny-power-cap, but the deadline rules the slow P-state out.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 1, 16)],
    limits: { powerCapW: 45, redLineC: 30 },
    rewardPerS: 0.5,
    derivation:
      'At 1 GHz a takes 16 s, which is not below its deadline. 16 W are enough for one core at 2 GHz: 5 x 0.1.',
  });
}

function colocation(): RewardRateInstance {
  const type = server('S', 2, 20, [
    { taskType: 'a', timesS: [10, 20], powersW: [10, 4] },
    { taskType: 'b', timesS: [10, 20], powersW: [10, 4] },
  ]);
  return tiny({
    name: 'tiny-colocation',
    description: 'A neighbour of any kind costs more than it earns: one idle core is better than a full node.',
    nodeTypes: [{ ...type, interference: { M: { perNeighbourS: 30, perAverageIntensityS: 0 } } }],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 10, 1, 60), task('b', 1, 1, 60)],
    limits: { powerCapW: 1000, redLineC: 30 },
    colocated: true,
    rewardPerS: 1,
    derivation:
      'One a alone at 2 GHz: 10 / 10 s = 1. With a neighbour every time grows by 30 s: two a earn 20 / 40 = 0.5, a and b 11 / 40 = 0.275.',
  });
}

function twoNodeTypes(): RewardRateInstance {
  return tiny({
    name: 'tiny-two-node-types',
    description: 'A fast and an efficient node compete for the power under the cap.',
    nodeTypes: [
      server('F', 1, 10, [{ taskType: 'a', timesS: [5, 10], powersW: [30, 12] }]),
      server('E', 1, 10, [{ taskType: 'a', timesS: [8, 12.5], powersW: [16, 6] }]),
    ],
    nodeGroups: [
      { nodeType: 'F', count: 1, rack: 'R1' },
      { nodeType: 'E', count: 1, rack: 'R1' },
    ],
    taskTypes: [task('a', 4, 1, 60)],
    limits: { powerCapW: 62.5, redLineC: 30 },
    rewardPerS: 0.9,
    derivation:
      'CoP is 4, so nodes may draw 50 W and the two cores 50 - 20 = 30 W. F at 2 GHz takes all 30 W and does 0.2 tasks/s. ' +
      'F at 1 GHz and E at 2 GHz draw 28 W and do 0.1 + 0.125; both at 1 GHz do 0.18. So 4 x 0.225.',
  });
}

function rackLimit(): RewardRateInstance {
  return tiny({
    name: 'tiny-rack-limit',
    description: 'The rack may draw less than the facility.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: [{ nodeType: 'S', count: 2, rack: 'R1' }],
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 1000, redLineC: 30, rackPowerLimits: [{ rack: 'R1', powerLimitW: 60 }] },
    rewardPerS: 1.5625,
    derivation:
      'Two idle nodes draw 40 of the 60 W. A core at 1 GHz does 1 / 64 tasks per joule, one at 2 GHz 1 / 100: five cores at 1 GHz ' +
      'take the remaining 20 W and do 5 / 16 = 0.3125 tasks/s. So 5 x 0.3125.',
  });
}

function redLine(): RewardRateInstance {
  return tiny({
    name: 'tiny-red-line',
    description:
      'The red line decides how warm the CRAC may blow, that its efficiency, and that how many cores fit under the cap.',
    nodeTypes: [server('S', 3, 40, [{ taskType: 'a', timesS: [10, 40], powersW: [30, 20] }])],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 137, redLineC: 20 },
    cooling: THESIS_COP,
    rewardPerS: 1,
    derivation:
      'Mixed air: the inlet is at T + P / (1.204 x 1006 x 0.05) = T + P / 60.56. Two cores at 2 GHz: P = 100 W, so T <= 20 - 1.651 = 18.349 C, ' +
      'CoP 2.762, total 100 + 36.2 = 136.2 <= 137 W: 5 x 0.2. Three cores at 1 GHz also draw 100 W but do 0.075 tasks/s; any more than 100 W ' +
      'exceeds 137 W (110 W: CoP 2.721, 150.4 W). At the coldest set-point, 10 C, CoP is 1.146 and only one core would fit.',
  });
}

function sleep(): RewardRateInstance {
  return tiny({
    name: 'tiny-sleep',
    description: 'As tiny-power-cap with a second node that is worth more switched off than idle.',
    nodeTypes: [{ ...FOUR_CORES, sleepPowerW: 3, offPowerW: 1 }],
    nodeGroups: [{ nodeType: 'S', count: 2, rack: 'R1', mayBeOff: true }],
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 52.5, redLineC: 30 },
    rewardPerS: 1.25,
    derivation:
      'CoP is 4, so nodes may draw 52.5 / 1.25 = 42 W. With both nodes on 2 W are left for cores, which is enough for none. With one ' +
      'switched off (1 W) the other has 42 - 1 - 20 = 21 W for its cores: four at 1 GHz draw 16 W and do 4 / 16 = 0.25 tasks/s; one at ' +
      '2 GHz and two at 1 GHz draw 18 W and do 0.225, two at 2 GHz 0.2; one at 2 GHz and three at 1 GHz would need 22 W. So 5 x 0.25.',
  });
}

function still(): RewardRateInstance {
  return tiny({
    name: 'tiny-still',
    description: 'As tiny-sleep, but a node that is switched off draws nothing and its fans stop.',
    nodeTypes: [{ ...FOUR_CORES, offPowerW: 0, offAirFlowM3PerS: 0 }],
    nodeGroups: [{ nodeType: 'S', count: 2, rack: 'R1', mayBeOff: true }],
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 52, redLineC: 30 },
    rewardPerS: 1.25,
    derivation:
      'CoP is 4, so nodes may draw 52 / 1.25 = 41.6 W. With both nodes on 1.6 W are left for cores, which is enough for none. With one ' +
      'switched off the other has 21.6 W: four cores at 1 GHz draw 16 W and do 4 / 16 = 0.25 tasks/s; one at 2 GHz and three at 1 GHz would ' +
      'need 22 W. So 5 x 0.25. Half the air then passes the nodes, but mixes before it comes back: the inlet is at T + P / 60.56 as before.',
  });
}

function wake(): RewardRateInstance {
  return tiny({
    name: 'tiny-wake',
    description: 'Two nodes that may be switched off and take a minute and 3 kJ to wake, for days of epochs.',
    nodeTypes: [{ ...FOUR_CORES, offPowerW: 1, wakeTimeS: 60, wakeEnergyJ: 3000 }],
    nodeGroups: [{ nodeType: 'S', count: 2, rack: 'R1', mayBeOff: true }],
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 250, redLineC: 30 },
    rewardPerS: 4,
    derivation:
      'All eight cores at 2 GHz do 8 / 10 = 0.8 tasks/s, fewer than arrive. They draw 2 x 20 + 8 x 10 = 120 W, with cooling 150 W, and warm the ' +
      'inlet by 120 / 60.56 = 1.98 K: no limit is met. So 5 x 0.8.',
  });
}

function uncertain(): RewardRateInstance {
  return tiny({
    name: 'tiny-uncertain',
    description:
      'One node whose powers, times and air are not exactly as stated, and whose plan must hold all the same.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: [{ nodeType: 'S', count: 1, rack: 'R1' }],
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 75, redLineC: 11 },
    uncertainty: {
      robust: true,
      inletRise: { least: 0.8, most: 1.2, supplyShare: 0.5 },
      nodePower: { least: 0.8, most: 1.25 },
      taskTime: { least: 0.8, most: 1.25 },
      scale: 1,
    },
    rewardPerS: 1,
    derivation:
      'At worst the node draws 25 W idle and its cores 12.5 W at 2 GHz and 5 W at 1 GHz, tasks take 12.5 s and 20 s, and the inlet is at ' +
      'T + 1.2 P / 60.56. With T = 10 C, the coldest, P <= 50.47 W, which leaves 25.47 W for cores: four at 1 GHz draw 20 W and do 0.2 tasks/s; ' +
      'one at 2 GHz and two at 1 GHz draw 22.5 W and do 0.18, two at 2 GHz 25 W and 0.16; one and three would need 27.5 W. So 5 x 0.2. As stated ' +
      'four at 2 GHz would do: 60 W, 75 W with cooling, 10.99 C, 5 x 0.4.',
  });
}

/** The mixed room with a second CRAC on the other side. */
const MIXED_ROOM_OF_TWO: RoomAirflow = {
  ...MIXED_ROOM,
  layout: {
    ...MIXED_ROOM.layout,
    cracPlacements: [
      ...MIXED_ROOM.layout.cracPlacements,
      { crac: 'CRAC2', xM: 2.4, yM: 1.8, widthXM: 0.6, depthYM: 0.6, heightZM: 2.1 },
    ],
  },
};

function survive(): RewardRateInstance {
  return tiny({
    name: 'tiny-survive',
    description: 'Two CRACs, and a plan that keeps the red line when either fails.',
    nodeTypes: [FOUR_CORES],
    nodeGroups: ONE_NODE,
    taskTypes: [task('a', 5, 1, 60)],
    limits: { powerCapW: 1000, redLineC: 10.8, survive: 'any-crac' },
    cracs: ['CRAC1', 'CRAC2'],
    airflow: MIXED_ROOM_OF_TWO,
    rewardPerS: 1.625,
    derivation:
      'Mixed air: with both CRACs at T the inlet is at T + P / (1.204 x 1006 x 0.1) = T + P / 121.12, with one at T + P / 60.56. At the coldest ' +
      '10 C that asks for P <= 48.45 W when one fails, which leaves 28.45 W for cores: two at 2 GHz and two at 1 GHz draw 28 W and do ' +
      '0.2 + 0.125 tasks/s; three at 2 GHz would need 30 W, one and three draw 22 W and do 0.2875. So 5 x 0.325. With both at work alone all ' +
      'four at 2 GHz would do: 60 W, 10.50 C, 5 x 0.4.',
  });
}
