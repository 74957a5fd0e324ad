/** Meaning of Slurm's words for the state of a task for its runs (slurm.schedmd.com/job_state_codes.html; squeue(1) and sacct(1), "JOB STATE CODES"). */

/**
 * Stage of a task: "pending", it has no nodes; "held", and gets none until it is released; "running", it holds nodes; "ended", it makes no
 * further run.
 */
export type TaskStage = 'pending' | 'held' | 'running' | 'ended';

/** Stages by state. A state that is not here is one of a newer or an altered Slurm: what it means is not known. */
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

/** Stage of a task by its state; null for a state that is not known, which is no end. */
export function stageOf(state: string): TaskStage | null {
  return Object.hasOwn(STAGES, state) ? STAGES[state]! : null;
}

/** Words on how a task ended without writing its records, by its state. */
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

/** Words on the end of a task that left no record: text, remedy. */
export function endOf(state: string): readonly [text: string, remedy: string] {
  return ENDS[state]!;
}
