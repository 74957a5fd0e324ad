import { Z_SENTINEL } from '../../../../models/problems/robust/infinite-z.js';
import {
  type EnergyVariance,
  ROBUST_FORMAT,
  ROBUST_FORMAT_VERSION,
  type RobustInstance,
  type RobustLimits,
  type RobustNodeType,
  type RobustTaskType,
  type TaskRow,
} from '../../../../models/problems/robust/instance.js';

/** Instances small enough to try every plan. */
export function tinyRobustInstances(): RobustInstance[] {
  return [
    oneTask(),
    twoNodes(),
    printedVariance(),
    moreCoresThanTasks(),
    fitsOneNode(),
    zeroVariance(),
    budgetTooSmall(),
    infeasible(),
  ];
}

interface Tiny {
  readonly name: string;
  readonly description: string;
  readonly nodeTypes: readonly RobustNodeType[];
  readonly tasks: readonly TaskRow[];
  readonly limits: RobustLimits;
  readonly energyVariance?: EnergyVariance;
  readonly makespanZ: number | null;
  readonly energyZ: number | null;
  readonly derivation: string;
}

/** Task types of the tiny instances. */
const TASK_TYPES: readonly RobustTaskType[] = [
  { name: 'compute', frequencySensitivity: 1 },
  { name: 'memory', frequencySensitivity: 0.25 },
];

/** Instance with one node per type, which has the type's name in small letters. */
function tiny(parts: Tiny): RobustInstance {
  const used = new Set(parts.tasks.map(({ taskType }) => taskType));
  return {
    format: ROBUST_FORMAT,
    formatVersion: ROBUST_FORMAT_VERSION,
    name: parts.name,
    description: parts.description,
    facility: {
      nodeTypes: parts.nodeTypes,
      nodes: parts.nodeTypes.map(({ name }) => ({ name: name.toLowerCase(), nodeType: name })),
    },
    workload: {
      taskTypes: TASK_TYPES.filter(({ name }) => used.has(name)),
      tasks: { source: 'table', tasks: parts.tasks },
    },
    limits: parts.limits,
    energyVariance: parts.energyVariance,
    knownOptimum: { makespanZ: parts.makespanZ, energyZ: parts.energyZ, derivation: parts.derivation },
  };
}

/** Node type with a static power of a core of 10 W and 4 W. */
const FAST: RobustNodeType = {
  name: 'Fast',
  cores: 1,
  idlePowerW: 30,
  overheadPowerW: 20,
  pStates: [
    { frequencyGHz: 3, dynamicPowerW: 40 },
    { frequencyGHz: 1.5, dynamicPowerW: 10 },
  ],
};
/** Node type of the tiny instances: one slow core. */
const SLOW: RobustNodeType = {
  name: 'Slow',
  cores: 1,
  idlePowerW: 9,
  overheadPowerW: 5,
  pStates: [
    { frequencyGHz: 2, dynamicPowerW: 12 },
    { frequencyGHz: 1, dynamicPowerW: 3 },
  ],
};
/** Node type with a static power of a core of 2 W. */
const DUAL: RobustNodeType = { ...SLOW, name: 'Dual', cores: 2, idlePowerW: 14, overheadPowerW: 10 };

/** Tasks of the tiny instances with two node types; times vary. */
const THREE_TASKS: readonly TaskRow[] = [
  { name: 'a', taskType: 'compute', meanS: { Fast: 60, Slow: 100 }, varianceS2: { Fast: 36, Slow: 225 } },
  { name: 'b', taskType: 'compute', meanS: { Fast: 60, Slow: 120 }, varianceS2: { Fast: 36, Slow: 225 } },
  { name: 'c', taskType: 'memory', meanS: { Fast: 80, Slow: 90 }, varianceS2: { Fast: 64, Slow: 100 } },
];
/** Tasks of the tiny instances with one node type; times are fixed. */
const THREE_FIXED: readonly TaskRow[] = ['a', 'b', 'c'].map((name) => ({
  name,
  taskType: 'compute',
  meanS: { Dual: 60 },
  coefficientOfVariation: 0,
}));

/** Least probabilities of both limits: 0.9. */
const NINETY = { energyRobustness: 0.9, makespanRobustness: 0.9 };

function oneTask(): RobustInstance {
  return tiny({
    name: 'tiny-one-task',
    description: 'One task on one core: fast or frugal.',
    nodeTypes: [
      {
        name: 'Single',
        cores: 1,
        idlePowerW: 3,
        overheadPowerW: 2,
        pStates: [
          { frequencyGHz: 2, dynamicPowerW: 10 },
          { frequencyGHz: 1, dynamicPowerW: 2 },
        ],
      },
    ],
    tasks: [{ name: 'a', taskType: 'compute', meanS: { Single: 100 }, varianceS2: { Single: 100 } }],
    limits: { deadlineS: 250, energyBudgetJ: 1200, ...NINETY },
    makespanZ: 2.5,
    energyZ: 200 / Math.sqrt(5200),
    derivation:
      'Core and overhead draw 11 + 2 W in P-state 0: 100 s, 1300 J, over the budget (z = -100 / sqrt(12500)). In P-state 1 they draw 3 + 2 W: ' +
      '200 s with variance 400, z = 50 / 20; 1000 J with variance 3^2 400 + 2^2 400 = 5200, z = 200 / sqrt(5200), both above 1.2816.',
  });
}

function twoNodes(): RobustInstance {
  return tiny({
    name: 'tiny-two-nodes',
    description: 'A fast and a frugal node; the two problems have different plans.',
    nodeTypes: [FAST, SLOW],
    tasks: THREE_TASKS,
    limits: { deadlineS: 240, energyBudgetJ: 8000, ...NINETY },
    makespanZ: -70 / Math.sqrt(550),
    energyZ: 350 / Math.sqrt(179187.5),
    derivation:
      'MO-EC: one task on Fast costs at least 7650 J with variance 179187.5, z 0.83 and short of 1.2816; so all run on Slow, best in P-state 0: ' +
      '310 s with variance 550, 6510 J. EO-MC: that misses the deadline; b on Fast and a, c on Slow, a in P-state 0 and c in P-state 1, end at 60 s and ' +
      '100 + 112.5 s (variance 225 + 156.25, z 1.41) and cost 3000 + 1600 + 787.5 + 1200 + 1062.5 = 7650 J, variance 90000 + 57600 + 7656.25 + 14400 + 9531.25.',
  });
}

function printedVariance(): RobustInstance {
  return tiny({
    name: 'tiny-printed-variance',
    description:
      'As tiny-two-nodes with a budget at which Eq. 10 as printed admits a plan that correlated energies do not.',
    nodeTypes: [FAST, SLOW],
    tasks: THREE_TASKS,
    limits: { deadlineS: 230, energyBudgetJ: 9000, energyRobustness: 0.97, makespanRobustness: 0.9 },
    energyVariance: 'printed',
    makespanZ: 40 / Math.sqrt(325),
    energyZ: 810 / Math.sqrt(135725),
    derivation:
      'b on Fast, a and c on Slow, all in P-state 0: 60 s and 190 s with variance 325; 3000 + 1600 + 1440 + 1200 + 950 = 8190 J. Variance as printed ' +
      '(40^2 + 10^2) 36 + (12^2 + 4^2) (225 + 100) + 20^2 36 + 5^2 325 = 135725: z 2.20, above 1.8808. Correlated it is 195725, z 1.83: refused.',
  });
}

function moreCoresThanTasks(): RobustInstance {
  return tiny({
    name: 'tiny-more-cores-than-tasks',
    description: 'Two tasks on four cores: idle cores cost nothing and are certain to be done.',
    nodeTypes: [
      {
        name: 'Quad',
        cores: 4,
        idlePowerW: 44,
        overheadPowerW: 20,
        pStates: [
          { frequencyGHz: 2, dynamicPowerW: 14 },
          { frequencyGHz: 1, dynamicPowerW: 4 },
        ],
      },
    ],
    tasks: [
      { name: 'a', taskType: 'compute', meanS: { Quad: 100 }, varianceS2: { Quad: 100 } },
      { name: 'b', taskType: 'compute', meanS: { Quad: 80 }, varianceS2: { Quad: 64 } },
    ],
    limits: { deadlineS: 190, energyBudgetJ: 6100, ...NINETY },
    makespanZ: 9,
    energyZ: 500 / Math.sqrt(105600),
    derivation:
      'A core of its own for each task, both in P-state 0: a ends at 100 s with deviation 10, z = 90 / 10 (b: 110 / 8). 20 W (100 + 80) s + 20 W 100 s = ' +
      '5600 J, variance 20^2 (100 + 64) + 20^2 100 + ... = 105600. A slower or shared core keeps the overhead on for longer and costs more.',
  });
}

function fitsOneNode(): RobustInstance {
  return tiny({
    name: 'tiny-fits-one-node',
    description: 'Two of the tasks can run on one node only.',
    nodeTypes: [FAST, SLOW],
    tasks: [
      { name: 'a', taskType: 'compute', meanS: { Fast: 60 }, varianceS2: { Fast: 36 } },
      { name: 'b', taskType: 'compute', meanS: { Fast: 60, Slow: 150 }, varianceS2: { Fast: 36, Slow: 225 } },
      { name: 'c', taskType: 'compute', meanS: { Slow: 80 }, varianceS2: { Slow: 64 } },
    ],
    limits: { deadlineS: 140, energyBudgetJ: 10800, ...NINETY },
    makespanZ: 20 / Math.sqrt(72),
    energyZ: 720 / Math.sqrt(226784),
    derivation:
      'b on Slow alone takes 150 s, so a and b are on Fast, in P-state 0 (120 s, variance 72); c on Slow takes 80 s in P-state 0 and 160 s in P-state 1, too long. ' +
      '50 W 120 s + 16 W 80 s + 20 W 120 s + 5 W 80 s = 10080 J, variance 50^2 72 + 16^2 64 + 20^2 72 + 5^2 64 = 226784.',
  });
}

function zeroVariance(): RobustInstance {
  return tiny({
    name: 'tiny-zero-variance',
    description: 'Nothing varies and both limits are met with equality: both probabilities are 1.',
    nodeTypes: [DUAL],
    tasks: THREE_FIXED,
    limits: { deadlineS: 120, energyBudgetJ: 3480, ...NINETY },
    makespanZ: Z_SENTINEL,
    energyZ: Z_SENTINEL,
    derivation:
      'Two tasks in P-state 0 on one core and one in P-state 1 on the other end at 120 s and cost 14 W 120 s + 5 W 120 s + 10 W 120 s = 3480 J.',
  });
}

function budgetTooSmall(): RobustInstance {
  return tiny({
    name: 'tiny-budget-too-small',
    description: 'No plan keeps the budget with 90 %, so MO-EC has none; EO-MC has a best one all the same.',
    nodeTypes: [FAST, SLOW],
    tasks: THREE_TASKS,
    limits: { deadlineS: 240, energyBudgetJ: 6000, ...NINETY },
    makespanZ: null,
    energyZ: -1650 / Math.sqrt(179187.5),
    derivation:
      'MO-EC: the cheapest plans run all tasks on Slow and c in P-state 1, 5970 J with deviation 371 J: z 0.08, short of 1.2816. EO-MC: the plan of tiny-two-nodes, 7650 J.',
  });
}

function infeasible(): RobustInstance {
  return tiny({
    name: 'tiny-infeasible',
    description: 'The deadline is below the fastest finish and the budget below the least energy.',
    nodeTypes: [DUAL],
    tasks: THREE_FIXED,
    limits: { deadlineS: 110, energyBudgetJ: 3000, ...NINETY },
    makespanZ: null,
    energyZ: null,
    derivation: 'Three tasks of at least 60 s on two cores end at 120 s or later; no plan costs less than 3480 J.',
  });
}
