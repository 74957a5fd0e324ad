import { Z_SENTINEL } from './infinite-z.js';
import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import { ROBUST_FORMAT, ROBUST_FORMAT_VERSION } from './format.js';
import * as quantity from '../../fields/quantities.js';
import { fraction, type FieldNotes, named, prose, seed, whole } from '../../fields/fields.js';

/** Maximum number of task types of an instance. It is limited because a task's type is stored in a byte. */
const MAX_TASK_TYPES = 256;
/** Maximum number of P-states of a node type. It is limited because a P-state is stored in a byte. */
const MAX_P_STATES = 255;
/** Maximum number of cores of a node. */
const MAX_CORES_PER_NODE = 1024;
/** Maximum number of tasks of an instance. Our choice: ten times the number in the thesis' large instance. */
export const MAX_TASKS = 1_000_000;
/**
 * Maximum coefficient of variation of generated task times. Our choice: the shape of the gamma distributions then stays
 * at 1/4 or above. With smaller ones, nearly all draws are almost 0.
 */
const MAX_COV = 2;

const coefficientOfVariation = (meaning: string, notes: FieldNotes = {}): z.ZodNumber =>
  z
    .number()
    .min(0)
    .max(MAX_COV)
    .meta({ description: meaning, ...notes });

/** Maximum energy budget, J. Our choice: well above 1e12, which a machine of 30 MW draws in ten hours. */
const MAX_BUDGET_J = 1e18;
/** Minimum energy budget, J. Our choice: a microjoule. */
const MIN_BUDGET_J = 1e-6;

/**
 * Returns the schema of a probability with which a limit must be kept. With 0, the limit would demand nothing. With 1,
 * no plan with normally distributed times could keep it.
 */
const probability = (meaning: string): z.ZodNumber => z.number().gt(0).lt(1).meta({ description: meaning });

const zValue = (meaning: string): z.ZodNullable<z.ZodNumber> =>
  z.number().min(-Z_SENTINEL).max(Z_SENTINEL).nullable().meta({ description: meaning });

const nodeType = z.strictObject({
  name: named('Unique; node groups and columns of times refer to it.'),
  description: prose('For readers.').optional(),
  cores: whole(1, MAX_CORES_PER_NODE, 'Cores per node.'),
  idlePowerW: quantity.nodePowerW(
    'Power of the whole node with no core working: overhead and static power of all cores.',
  ),
  overheadPowerW: quantity.nodePowerW(
    'Memory, drives, cards: drawn until the last core of the node is done. At most idlePowerW; the rest, divided by the cores, is the static power of one core.',
  ),
  pStates: z
    .array(
      z.strictObject({
        frequencyGHz: quantity.frequencyGHz('Clock frequency; 2400 MHz are 2.4.'),
        dynamicPowerW: quantity.corePowerW('Dynamic power of one working core, beside its static power.'),
      }),
    )
    .min(1)
    .max(MAX_P_STATES)
    .meta({ description: 'P-state 0 first: frequencies strictly decreasing, dynamic power not rising.' }),
});

const facility = z.strictObject({
  nodeTypes: z.array(nodeType).min(1).meta({ description: 'Kinds of compute nodes.' }),
  nodes: z
    .array(
      z.strictObject({
        name: named('Unique; of a group with a count above 1 the nodes are called name-1, name-2, ...'),
        nodeType: named('Name of a type in facility.nodeTypes.'),
        count: whole(1, 1_000_000, 'Nodes alike.', { fallback: '1' }).optional(),
      }),
    )
    .min(1)
    .meta({ description: 'The nodes.' }),
});

const varianceS2 = quantity.varianceS2('Variance of the time in P-state 0.');

const taskTable = z.strictObject({
  source: z.literal('table').meta({ description: 'Times spelled out.' }),
  tasks: z
    .array(
      z.strictObject({
        name: named('Unique.'),
        taskType: named('Name of a type in workload.taskTypes.'),
        meanS: z
          .record(
            named('Name of a node, or of a node type for its nodes without a column of their own.'),
            quantity.timeS('Mean time in P-state 0.'),
          )
          .meta({ description: 'Mean time in P-state 0 by column (s); a column not named cannot run the task.' }),
        varianceS2: z
          .record(named('As in meanS.'), varianceS2)
          .meta({
            description:
              'Variance (not standard deviation) of the time in P-state 0 by column (s2): the columns of meanS. Needed unless coefficientOfVariation is given.',
          })
          .optional(),
        coefficientOfVariation: quantity
          .spread('Standard deviation over mean in every column, in place of varianceS2.')
          .optional(),
      }),
    )
    .min(1)
    .max(MAX_TASKS)
    .meta({ description: 'The tasks.' }),
});

const taskFile = z.strictObject({
  source: z.literal('csv').meta({ description: 'Times in a CSV file.' }),
  file: prose('Its name, relative to the instance file.'),
});

const generatedTasks = z.strictObject({
  source: z.literal('generated').meta({ description: 'Times drawn by the coefficient-of-variation method.' }),
  count: whole(1, MAX_TASKS, 'Tasks.'),
  seed: seed('The same seed gives the same times everywhere.'),
  meanS: quantity.timeS('Mean over tasks and columns of the mean time in P-state 0.'),
  taskCoV: coefficientOfVariation('Coefficient of variation of mean times between tasks.'),
  columnCoV: coefficientOfVariation('The same between columns, for one task.'),
  timeCoV: coefficientOfVariation(
    "Of a task's time about its mean: the variance is (timeCoV x mean)^2 times the two factors below.",
  ),
  varianceTaskCoV: coefficientOfVariation(
    'Coefficient of variation of a factor of mean 1 on the variance, between tasks.',
  ),
  varianceColumnCoV: coefficientOfVariation('The same between columns, for one task.'),
  columns: z
    .enum(['per-node-type', 'per-node'])
    .meta({
      description:
        'per-node-type: copies of a server take the same times. per-node: every node has a column of its own.',
    }),
  affinity: z
    .enum(['as-drawn', 'high', 'low'])
    .meta({
      description: 'How far columns differ in which tasks suit them (docs/decisions/robust-affinity.md).',
      fallback: '"as-drawn"',
    })
    .optional(),
});

const workload = z.strictObject({
  taskTypes: z
    .array(
      z.strictObject({
        name: named('Unique; tasks refer to it.'),
        frequencySensitivity: fraction(
          'Share s of a slowdown in frequency that shows in time: time(f) = time(f0) (1 + s (f0 / f - 1)); 1 compute-bound.',
        ),
      }),
    )
    .min(1)
    .max(MAX_TASK_TYPES)
    .meta({ description: 'Kinds of tasks.' }),
  tasks: z
    .discriminatedUnion('source', [taskTable, taskFile, generatedTasks])
    .meta({ description: 'The bag: a table, a CSV file or a generator.' }),
});

const limits = z.strictObject({
  deadlineS: quantity.timeS('delta: when every core is to be done.'),
  energyBudgetJ: z
    .number()
    .min(MIN_BUDGET_J)
    .max(MAX_BUDGET_J)
    .meta({ description: 'Delta: the energy of the whole bag.', unit: 'J' }),
  energyRobustness: probability('eta: the least probability of staying within the budget that MO-EC admits.'),
  makespanRobustness: probability('Gamma: the least probability of meeting the deadline that EO-MC admits.'),
});

export const robustSchema = z
  .strictObject({
    format: z.literal(ROBUST_FORMAT).meta({ description: 'Says what the file is.' }),
    formatVersion: z.literal(ROBUST_FORMAT_VERSION).meta({ description: 'Version of this format.' }),
    name: named('Name of the instance; plans refer to it.'),
    description: prose('For readers.').optional(),
    facility,
    workload,
    limits,
    energyVariance: z
      .enum(['printed', 'correlated'])
      .meta({
        description:
          'How the energy of one task varies. printed: Eqs. 6, 8, 10, dynamic and static energy as if independent. correlated: both come from the same time.',
        fallback: '"correlated"',
      })
      .optional(),
    knownOptimum: z
      .strictObject({
        makespanZ: zValue(
          'MO-EC: standard normal quantile of the best probability of meeting the deadline; null if no plan is feasible.',
        ),
        energyZ: zValue('EO-MC: the same of staying within the budget.'),
        derivation: prose('How it follows.'),
      })
      .meta({ description: 'For instances small enough to try every plan; infinite quantiles are 1e308.' })
      .optional(),
  })
  .meta({ title: 'Plenum robust bag-of-tasks instance' });

/**
 * A robust bag-of-tasks instance as stored in a file (thesis chapter 2): nodes, tasks with random execution times, a
 * deadline, and an energy budget.
 */
export type RobustInstance = Declared<typeof robustSchema>;
export type EnergyVariance = NonNullable<RobustInstance['energyVariance']>;
export type RobustFacility = RobustInstance['facility'];
export type RobustNodeType = RobustFacility['nodeTypes'][number];
export type RobustPState = RobustNodeType['pStates'][number];
/** Group of `count` equal nodes. They are named `name` if count is 1, otherwise `name-1`, `name-2`, ... */
export type RobustNodeGroup = RobustFacility['nodes'][number];
export type RobustWorkload = RobustInstance['workload'];
export type RobustTaskType = RobustWorkload['taskTypes'][number];
/** A task with the mean and variance of its execution times. */
export type TaskRow = Declared<typeof taskTable>['tasks'][number];
/**
 * Tasks with mean execution times drawn by the coefficient-of-variation method (thesis appendix A; Ali et al. 2000).
 * Equal seeds give equal times on every machine.
 */
export type GeneratedTasks = Declared<typeof generatedTasks>;
export type RobustLimits = RobustInstance['limits'];
