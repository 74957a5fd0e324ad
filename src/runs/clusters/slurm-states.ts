/**
 * Stage of a task. A "pending" task has no nodes yet. A "held" task gets no nodes until someone releases it. A
 * "running" task has nodes. An "ended" task will make no further run.
 */
export type TaskStage = 'pending' | 'held' | 'running' | 'ended';

/**
 * Stage for each state of Slurm. Other states come from a newer or modified Slurm; Plenum does not know their meaning.
 */
const STAGES: Readonly<Record<string, TaskStage>> = {
  PENDING: 'pending',
  CONFIGURING: 'pending',
  POWER_UP_NODE: 'pending',
  REQUEUED: 'pending',
  REQUEUE_FED: 'pending',
  // A sibling on another cluster of the federation makes the runs.
  REVOKED: 'pending',
  REQUEUE_HOLD: 'held',
  SPECIAL_EXIT: 'held',
  RESV_DEL_HOLD: 'held',
  RUNNING: 'running',
  COMPLETING: 'running',
  RESIZING: 'running',
  SIGNALING: 'running',
  STAGE_OUT: 'running',
  STOPPED: 'running',
  SUSPENDED: 'running',
  BOOT_FAIL: 'ended',
  CANCELLED: 'ended',
  COMPLETED: 'ended',
  DEADLINE: 'ended',
  FAILED: 'ended',
  NODE_FAIL: 'ended',
  OUT_OF_MEMORY: 'ended',
  PREEMPTED: 'ended',
  TIMEOUT: 'ended',
};

/** Returns the stage of a task by its state in Slurm. Null for an unknown state, which does not count as ended. */
export function stageOf(state: string): TaskStage | null {
  return Object.hasOwn(STAGES, state) ? STAGES[state]! : null;
}

/** Why a task ended without records, and what the user can do, by its final state in Slurm. */
const ENDS: Readonly<Record<string, readonly [text: string, remedy: string]>> = {
  OUT_OF_MEMORY: ['ran out of memory', 'Submit again with more: -- --mem=8G.'],
  TIMEOUT: ['ran out of time', 'Submit again with more (-- --time=60), or fewer --tasks-per-job.'],
  DEADLINE: ['missed its deadline', 'Submit again without one.'],
  NODE_FAIL: ['lost its node', 'Submit again.'],
  BOOT_FAIL: ['lost its node', 'Submit again.'],
  PREEMPTED: ['had to make room for another job', 'Submit again.'],
  CANCELLED: ['was cancelled', 'Submit again.'],
  FAILED: ['failed', 'Look into its log, and submit again.'],
  COMPLETED: ['completed', 'Look into its log: does the node see this folder, and the same Plenum?'],
};

/** Returns why a task with this final state ended without records, and what the user can do. */
export function endOf(state: string): readonly [text: string, remedy: string] {
  return ENDS[state]!;
}
