import { REWARD_RATE_FORMAT, REWARD_RATE_FORMAT_VERSION } from '../../../../../models/families/reward-rate/format.js';
import type { RewardRateInstance } from '../../../../../models/families/reward-rate/instance.js';
import { type WorkloadName, WORKLOADS } from '../../../../facility/thesis/benchmarks.js';
import { thesisNodeTypes } from '../../../../facility/thesis/node-types.js';
import { type AirRegime, thesisRoom } from '../../../../facility/thesis/rooms.js';
import { thesisTasks, withTaskCopies } from '../../../../facility/thesis/task-copies.js';
import { thesisWorkload } from './workload.js';

/** Number of nodes in a rack (section 3.5.1). */
const NODES_PER_RACK = 36;

export interface ThesisOptions {
  /** Number of racks: 30 (1,080 compute nodes, one CRAC) or a multiple of 60. */
  readonly racks: number;
  readonly workload: WorkloadName;
  /**
   * Number of task types; by default, one for each benchmark of the workload. A smaller number takes the first
   * benchmarks. A larger one adds copies of benchmarks, with other measured times and powers.
   */
  readonly taskTypes?: number | undefined;
  readonly airflow: AirRegime;
  readonly coldAisles: 'open' | 'isolated';
  readonly powerCapW: number;
  readonly redLineC: number;
  readonly seed: number;
}

/** First words of the description of a generated instance, by name of its workload. */
const WORKLOAD_TITLE: Readonly<Record<WorkloadName, string>> = {
  memory: 'Memory-intensive workload of the thesis',
  hybrid: 'Hybrid workload of the thesis',
  cpu: 'CPU-intensive workload of the thesis',
  all: 'All ten benchmarks of the thesis',
};

function taskTypesText({ workload, taskTypes }: ThesisOptions): string {
  const named = WORKLOADS[workload].length;
  if (taskTypes === undefined || taskTypes === named) return '';
  return taskTypes < named ? ` (first ${taskTypes} task types)` : ` and copies of them (${taskTypes} task types)`;
}

/** Returns an instance with the servers, benchmarks, machine room and CRACs of the thesis (Section 3.5, Appendix F). */
export function thesisInstance(options: ThesisOptions): RewardRateInstance {
  const { racks, workload, airflow, coldAisles, powerCapW, redLineC, seed } = options;
  const room = thesisRoom({ racks, coldAisles, airflow });
  const benchmarks = WORKLOADS[workload];
  const tasks = thesisTasks(benchmarks, options.taskTypes);
  const nodeTypes = withTaskCopies(thesisNodeTypes(benchmarks), tasks, seed);
  return {
    format: REWARD_RATE_FORMAT,
    formatVersion: REWARD_RATE_FORMAT_VERSION,
    name: thesisInstanceName(options),
    description:
      `${WORKLOAD_TITLE[workload]}${taskTypesText(options)} in its room of ${racks * NODES_PER_RACK} nodes, ` +
      `${coldAisles} cold aisles, ${airflow === 'calibrated' ? 'calibrated air' : `${airflow} node air flow`}. Rewards, deadlines and arrivals drawn with seed ${seed} (docs/decisions/workload-parameters.md).`,
    facility: {
      nodeTypes,
      nodeGroups: room.nodeGroups,
      cracs: room.cracs,
      airflow: room.airflow,
      coolingPerformance: { quadraticPerC2: 0.0068, linearPerC: 0.0008, constant: 0.458 },
      colocation: { model: 'anchored' },
    },
    workload: { taskTypes: thesisWorkload(tasks, nodeTypes, room.nodeGroups, seed) },
    limits: { powerCapW, redLineC },
  };
}

/**
 * Returns the name of an instance, such as room-1080-hybrid-isolated. The defaults, balanced air flow and open cold
 * aisles, are not in it.
 */
export function thesisInstanceName(options: ThesisOptions): string {
  const { racks, workload, airflow, coldAisles, taskTypes } = options;
  const many = taskTypes === undefined || taskTypes === WORKLOADS[workload].length ? '' : `-${taskTypes}-types`;
  const regime = `${coldAisles === 'isolated' ? '-isolated' : ''}${airflow === 'balanced' ? '' : `-${airflow}`}`;
  return `room-${racks * NODES_PER_RACK}-${workload}${many}${regime}`;
}
