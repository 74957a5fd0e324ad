/**
 * Kind of reason why a task in the queue has not started.
 * - "waiting": it starts after some time or when other jobs end.
 * - "held": it starts when someone releases it.
 * - "never": it cannot start as it was submitted.
 * - "unknown": Plenum does not know the reason.
 */
export type ReasonKind = 'waiting' | 'held' | 'never' | 'unknown';

/** Explanation of why a task in the queue has not started. */
export interface WaitingReason {
  readonly kind: ReasonKind;
  /** Predicate of a sentence about the tasks, such as "wait for their turn (Priority)". */
  readonly text: string;
  /** What the user can do; null if there is nothing to do. */
  readonly remedy: string | null;
}

type Rule = readonly [
  reason: RegExp,
  kind: ReasonKind,
  text: (found: RegExpExecArray) => string,
  remedy: (found: RegExpExecArray) => string | null,
];

/** Option of sbatch for each resource in Slurm's reasons. Other resources are shown in Slurm's words. */
const OPTIONS: Readonly<Record<string, string>> = {
  Cpu: '--cpus-per-task',
  Mem: '--mem',
  Memory: '--mem',
  Node: '--nodes',
  WallDuration: '--time',
  GRES: '--gres',
  License: '--licenses',
  BB: '--bb',
};

/**
 * Returns advice for tasks that can never start: cancel them, because they stay in the queue, and submit again.
 *
 * @param how what to change in the new submission
 */
function anew(how: string): string {
  return `Cancel them (scancel <job>) and submit again ${how}.`;
}

/**
 * Returns words on which option to lower in a new submission to need less of `resource`.
 *
 * @param isMinutes true for limits in minutes, for which a lower --time also helps
 */
function less(resource: string, isMinutes: boolean): string {
  const own = OPTIONS[resource] ?? `less ${resource}`;
  return own.startsWith('--') ? `with a lower ${own}${isMinutes ? ' or --time' : ''}` : `with ${own} or a lower --time`;
}

const others = (): string => 'Wait, or name another with -- --account or --qos.';
const said = (text: string) => (): string => text;
const nothing = (): null => null;

/** Explanations of Slurm's reasons why tasks have not started. The first pattern that matches counts. */
const RULES: readonly Rule[] = [
  [
    /^(?:None|Priority|Resources|JobArrayTaskLimit|BeginTime|Cleaning|Prolog|Reservation|Licenses|Constraints|FedJobLock|SchedDefer|PowerNotAvail|PowerReserved|BurstBufferResources|BurstBufferStageIn)$/,
    ...(['waiting', said('for their turn'), nothing] as const),
  ],
  [
    /^JobHeldAdmin$/,
    'held',
    said('by an administrator'),
    said('Only an administrator can release them: scontrol release <job>.'),
  ],
  [
    /^JobHoldMaxRequeue$/,
    ...(['held', said('since they were requeued too often')] as const),
    said('Look into their logs for what goes wrong, then release them: scontrol release <job>.'),
  ],
  [/^JobHeldUser$|\bheld\b/i, 'held', said('until they are released'), said('Release them: scontrol release <job>.')],
  [
    /^MaxMemPerLimit$/,
    ...(['never', said('they ask for more memory per CPU or node than is allowed')] as const),
    said(anew('with a lower --mem or --mem-per-cpu')),
  ],
  [
    /^(?:Assoc|QOS)Max([A-Za-z]+?)(Minutes)?Per(?:Job|Node)(?:Limit)?$/,
    ...(['never', said('they ask for more than a job of the account or quality of service may have')] as const),
    (found) => anew(`${less(found[1]!, found[2] !== undefined)}, or another -- --account or --qos`),
  ],
  [
    /^QOSMin([A-Za-z]+?)(?:NotSatisfied)?$/,
    ...(['never', said('they ask for less than a job of the quality of service must have')] as const),
    (found) =>
      anew(
        `with ${OPTIONS[found[1]!] === undefined ? `more ${found[1]!}` : `a higher ${OPTIONS[found[1]!]!}`}, or another -- --qos`,
      ),
  ],
  [
    /^PartitionTimeLimit$/,
    ...(['never', said('they ask for more time than the partition gives')] as const),
    said(anew('with a lower --time, or another -- --partition (sinfo -o "%P %l")')),
  ],
  [
    /^PartitionConfig$/,
    ...(['never', said('they ask for more than the partition gives')] as const),
    said(`Compare the options of sbatch with scontrol show partition. ${anew('with less (--time, --mem, --nodes)')}`),
  ],
  [
    /^PartitionNodeLimit$/,
    ...(['unknown', said('for more nodes than the partition gives, or for nodes that are down')] as const),
    said('Compare --nodes with scontrol show partition; sinfo says which nodes are up.'),
  ],
  [
    /^BadConstraints$/,
    ...(['never', said('no node has what they ask for')] as const),
    said(`Compare the options of sbatch with scontrol show nodes. ${anew('with what there is')}`),
  ],
  [
    /^(?:AccountNotAllowed|InvalidAccount)$|account not permitted/i,
    ...(['never', said('the account may not use this partition, or is none')] as const),
    said(anew('with another -- --account or --partition')),
  ],
  [
    /^(?:QOSNotAllowed|InvalidQOS)$|QOS not permitted/i,
    ...(['never', said('the quality of service may not be used here, or is none')] as const),
    said(anew('with another -- --qos or --partition')),
  ],
  [
    /^DependencyNeverSatisfied$/,
    'never',
    said('the job that they depend on did not end as they need'),
    said(anew('without --dependency')),
  ],
  [/^Dependency\b/, 'waiting', said('for another job'), said('See the dependency with scontrol show job <job>.')],
  [/^DeadLine$/i, 'never', said('they cannot meet their deadline'), said(anew('without --deadline'))],
  [
    /^Reservation(?:Deleted|Invalid)$/,
    ...(['never', said('the reservation that they ask for is gone')] as const),
    said(anew('without --reservation, or with another')),
  ],
  [
    /^Nodes required for job are DOWN, DRAINED or reserved/i,
    ...(['waiting', said('for nodes that are reserved for jobs of other partitions, down or drained')] as const),
    said('Often a mere wait; sinfo -R says which nodes are down and why.'),
  ],
  [
    /^ReqNodeNotAvail\b.*UnavailableNodes:[^\s()]/,
    ...(['waiting', said('for nodes that are down, drained or do not respond')] as const),
    said('sinfo -R says why; only an administrator brings them back. Choose others with -- --partition.'),
  ],
  [
    /^ReqNodeNotAvail\b/,
    ...(['waiting', said('for nodes that are in use or reserved')] as const),
    said('scontrol show reservation says until when, sinfo -R what else keeps them.'),
  ],
  [
    /^(?:NodeDown|FrontEndDown|PartitionDown|PartitionInactive)$/,
    ...(['waiting', said('for a node or partition that is down')] as const),
    said('sinfo says which is up; choose it with -- --partition.'),
  ],
  // What past jobs used counts here: the end of others frees nothing.
  [
    /^(?:Assoc|QOS)Grp(?!.*RunMin)[A-Za-z]*Minutes(?:Limit)?$|^(?:Association|QOS)TimeLimit$/,
    ...(['unknown', said('since the minutes of the account or quality of service are used up')] as const),
    said(
      'Ask who administers the account whether and when there are more, or name another with -- --account or --qos.',
    ),
  ],
  [
    /^(?:Assoc|QOS)Grp|^(?:Association|QOS)(?:Job|Resource)Limit$|^Max[A-Za-z]+PerAccount$/,
    ...(['waiting', said('for other jobs of the account or quality of service')] as const),
    others,
  ],
  [
    /^QOSMax[A-Za-z]+PerUser(?:Limit)?$|^AssocMax(?:Submit)?Jobs?Limit$/,
    ...(['waiting', said('for your other jobs, of which no more may run')] as const),
    others,
  ],
];

/** Verb that begins the sentence about a reason of each kind. */
const BEGINNINGS: Readonly<Record<ReasonKind, string>> = {
  waiting: 'wait ',
  unknown: 'wait ',
  held: 'are held ',
  never: 'never start: ',
};

/** Returns the explanation of squeue's reason why a task has not started. */
export function waitingReason(reason: string | null): WaitingReason {
  const word = reason ?? 'None';
  for (const [pattern, kind, text, remedy] of RULES) {
    const found = pattern.exec(word);
    if (found !== null) return { kind, text: `${BEGINNINGS[kind]}${text(found)} (${word})`, remedy: remedy(found) };
  }
  const remedy = 'squeue(1) explains the word, scontrol show job <job> the rest.';
  return { kind: 'unknown', text: `wait for a reason that Plenum does not know (${word})`, remedy };
}

/**
 * Returns the explanation of a reason for which Slurm holds a task.
 *
 * @param state in Slurm's words
 * @param reason in Slurm's words
 */
export function heldReason(state: string, reason: string | null): WaitingReason {
  const own = waitingReason(reason);
  if (own.kind === 'held') return own;
  const because = reason === null ? state : `${state}, ${reason}`;
  return {
    kind: 'held',
    text: `are held until they are released (${because})`,
    remedy: 'Release them: scontrol release <job>.',
  };
}
