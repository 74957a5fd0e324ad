/** Sentences on why a task waits, and what may be done where it never starts. */

/** Reason of a waiting task. */
export interface WaitingReason {
  /** Flag, true if waiting alone does not help. */
  readonly isStuck: boolean;
  /** Sentence without its subject: "wait for their turn (Priority)". */
  readonly text: string;
  /** Instruction; null where there is nothing to do. */
  readonly remedy: string | null;
}

/** Reasons that time alone solves (squeue(1), "JOB REASON CODES"). */
const TURN =
  /^(?:None|Priority|Resources|JobArrayTaskLimit|BeginTime|Cleaning|Prolog|Reservation|Licenses|QOSJobLimit|ReqNodeNotAvail\(.*reserved.*\))$/i;

/** Obstacles to the start of a task, by the beginning of the reason; the same source. */
const STUCK: readonly (readonly [reason: RegExp, text: string, remedy: string])[] = [
  [
    /^ReqNodeNotAvail/,
    'the nodes they may use are down, drained or reserved',
    'sinfo -R says why; choose others with -- --partition.',
  ],
  [
    /^Node|^PartitionDown|^PartitionInactive/,
    'node or partition is down',
    'sinfo says which is up; choose it with -- --partition.',
  ],
  [/^BadConstraints/, 'no node has what they ask for', 'Compare the options of sbatch with scontrol show nodes.'],
  [
    /^Partition(?:Config|NodeLimit|TimeLimit)/,
    'they ask for more than the partition gives (nodes, time, memory)',
    'Compare the options of sbatch with scontrol show partition.',
  ],
  [/^Dependency/, 'they wait for another job', 'See the dependency with scontrol show job.'],
  [/^JobHeld|held/i, 'they are held', 'Release them: scontrol release <job>.'],
  [
    /^(?:Assoc|QOS|MaxJobs|InvalidQOS|InvalidAccount|AccountNotAllowed)/,
    'account or quality of service has no more to give',
    'Wait for your other jobs, or name another with -- --account, --qos.',
  ],
];

/** Reason of tasks that wait, by squeue's word for it. */
export function waitingReason(reason: string | null): WaitingReason {
  const word = reason ?? 'None';
  if (TURN.test(word)) return { isStuck: false, text: `wait for their turn (${word})`, remedy: null };
  const [, text, remedy] = STUCK.find(([pattern]) => pattern.test(word)) ?? [];
  if (text === undefined) {
    return {
      isStuck: false,
      text: `wait (${word})`,
      remedy: 'squeue(1) explains the word, scontrol show job the rest.',
    };
  }
  return { isStuck: true, text: `do not start: ${text} (${word})`, remedy: remedy! };
}

/** Words on how a task ended without writing its records, by its state (sacct(1), "JOB STATE CODES"). */
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
  return ENDS[state] ?? [`ended as ${state}`, 'Look into its log, and submit again.'];
}

/** States of tasks that have not ended but do not run (squeue(1)). */
const PENDING = new Set([
  'PENDING',
  'CONFIGURING',
  'REQUEUED',
  'REQUEUE_HOLD',
  'REQUEUE_FED',
  'SPECIAL_EXIT',
  'RESV_DEL_HOLD',
]);
/** States of tasks that hold nodes. */
const RUNNING = new Set(['RUNNING', 'COMPLETING', 'SUSPENDED', 'STOPPED', 'STAGE_OUT', 'SIGNALING', 'RESIZING']);

/** Stage of a task by its state. */
export function stageOf(state: string): 'pending' | 'running' | 'ended' {
  if (PENDING.has(state)) return 'pending';
  return RUNNING.has(state) ? 'running' : 'ended';
}
