import {
  type GeneratedTasks,
  ROBUST_FORMAT,
  ROBUST_FORMAT_VERSION,
  type RobustInstance,
} from '../../../../models/problems/robust/instance.js';
import { withSchemaKey } from '../../../instances/schema-text.js';
import { jsonText } from '../../../instances/json-text.js';
import { robustJsonSchema } from './schema.js';
import { specNodes, specNodeTypes } from './spec-nodes.js';
import { tinyRobustInstances } from './tiny.js';

/** Mean time of a task by instance, s: found by search (docs/decisions/robust-calibration.md). */
const MEAN_S = { thesis25: 640, tight25: 723, thesis250: 630, tight250: 686, affinity: 470 } as const;
/** Task types of appendix A: TT0 to TT15 depend on the frequency by 25 to 100 %. */
const TASK_TYPES = Array.from({ length: 16 }, (_, type) => ({
  name: `TT${type}`,
  frequencySensitivity: (25 + 5 * type) / 100,
}));
/** Size, deadline and energy budget of the small instances (section 2.7). */
const SMALL = { copies: 1, count: 10_000, deadlineS: 15_500, energyBudgetJ: 58e6 } as const;
/** Size, deadline and energy budget of the large instances (section 2.7). */
const LARGE = { copies: 10, count: 100_000, deadlineS: 13_500, energyBudgetJ: 580e6 } as const;
/** Seed of the generated times. Ours: the first. */
const SEED = 1;

interface Spec {
  readonly name: string;
  readonly size: typeof SMALL | typeof LARGE;
  readonly meanS: number;
  /** Flag, true for energy variance as in the thesis. */
  readonly printed: boolean;
  readonly affinity?: 'high' | 'low';
  readonly description: string;
}

/** Choices that make each bundled instance of Table A.1. */
const SPECS: readonly Spec[] = [
  {
    name: 'spec25-thesis',
    size: SMALL,
    meanS: MEAN_S.thesis25,
    printed: true,
    description: "Table A.1, 10,000 tasks; mean time such that the thesis' heuristics keep the budget of 58 MJ.",
  },
  {
    name: 'spec25-tight',
    size: SMALL,
    meanS: MEAN_S.tight25,
    printed: false,
    description: 'Table A.1, 10,000 tasks; mean time such that 58 MJ is tight for the best plans there can be.',
  },
  {
    name: 'spec250-thesis',
    size: LARGE,
    meanS: MEAN_S.thesis250,
    printed: true,
    description: "Ten copies of Table A.1, 100,000 tasks; mean time such that the thesis' heuristics keep 580 MJ.",
  },
  {
    name: 'spec250-tight',
    size: LARGE,
    meanS: MEAN_S.tight250,
    printed: false,
    description:
      'Ten copies of Table A.1, 100,000 tasks; mean time such that 580 MJ is tight for the best plans there can be.',
  },
  {
    name: 'spec25-high-affinity',
    size: SMALL,
    meanS: MEAN_S.affinity,
    printed: true,
    affinity: 'high',
    description:
      'Table A.1, 10,000 tasks; which node suits a task differs much from task to task. Mean time as in spec25-low-affinity.',
  },
  {
    name: 'spec25-low-affinity',
    size: SMALL,
    meanS: MEAN_S.affinity,
    printed: true,
    affinity: 'low',
    description:
      'Table A.1, 10,000 tasks; a node that is fast for one task is fast for nearly all. Mean time as in spec25-high-affinity.',
  },
];

function specInstance({ name, size, meanS, printed, affinity, description }: Spec): RobustInstance {
  const tasks: GeneratedTasks = {
    source: 'generated',
    count: size.count,
    seed: SEED,
    meanS,
    taskCoV: 0.25,
    columnCoV: 0.2,
    timeCoV: 0.25,
    varianceTaskCoV: 0.25,
    varianceColumnCoV: 0.25,
    columns: 'per-node-type',
    affinity,
  };
  return {
    format: ROBUST_FORMAT,
    formatVersion: ROBUST_FORMAT_VERSION,
    name,
    description,
    facility: { nodeTypes: specNodeTypes(), nodes: specNodes(size.copies) },
    workload: { taskTypes: TASK_TYPES, tasks },
    limits: {
      deadlineS: size.deadlineS,
      energyBudgetJ: size.energyBudgetJ,
      energyRobustness: 0.9,
      makespanRobustness: 0.9,
    },
    energyVariance: printed ? 'printed' : undefined,
  };
}

export interface BundledRobustInstance {
  /** Path relative to the repository. */
  readonly file: string;
  readonly instance: RobustInstance;
}

/** The instances under instances/robust. */
export function bundledRobustInstances(): BundledRobustInstance[] {
  return [...SPECS.map(specInstance), ...tinyRobustInstances()].map((instance) => ({
    file: `instances/robust/${instance.name}.json`,
    instance,
  }));
}

/** Committed files of the family that are generated from the code. */
export function robustGeneratedFiles(): { readonly file: string; readonly text: string }[] {
  return [
    ...bundledRobustInstances().map(({ file, instance }) => ({ file, text: jsonText(instance) })),
    { file: 'instances/robust.schema.json', text: jsonText(withSchemaKey(robustJsonSchema())) },
  ];
}
