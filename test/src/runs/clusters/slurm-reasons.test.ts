import { describe, expect, it } from 'vitest';
import { heldReason, type ReasonKind, waitingReason } from '../../../../src/runs/clusters/slurm-reasons.js';

/** Resources in the names of limits, with their option of sbatch; by how Slurm spells them for accounts and for qualities of service. */
const RESOURCES = [
  ...([
    ['Cpu', '--cpus-per-task'],
    ['Node', '--nodes'],
    ['GRES', '--gres'],
    ['License', '--licenses'],
  ] as const),
  ...([
    ['BB', '--bb'],
    ['Energy', 'Energy'],
    ['Billing', 'Billing'],
    ['Unknown', 'Unknown'],
  ] as const),
] as const;

/** Names of slurm.schedmd.com/job_reason_codes.html that stand for limits, by what they mean. */
function limitsOf(kind: ReasonKind): string[] {
  const own = (name: string, names: readonly string[]): string[] => names.map((one) => `${name}${one}`);
  const resources = RESOURCES.map(([name]) => name);
  if (kind === 'never') {
    const perJob = resources.flatMap((one) => own(`Max${one}`, ['PerJob', 'PerNode', 'MinutesPerJob']));
    const old = ['CpuPerJobLimit', 'CpuMinutesPerJobLimit', 'NodePerJobLimit', 'WallDurationPerJobLimit'];
    return [
      ...['Assoc', 'QOS'].flatMap((of) => [...own(of, perJob), ...own(`${of}Max`, old)]),
      ...own('AssocMaxMem', ['PerJob', 'PerNode', 'MinutesPerJob']),
      ...own('QOSMaxMemory', ['PerJob', 'PerNode', 'MinutesPerJob']),
      ...own('QOSMin', ['CpuNotSatisfied', 'Memory', 'Node', 'GRES', 'License', 'BB', 'Energy', 'Billing', 'Unknown']),
    ];
  }
  if (kind === 'held') return [];
  const grouped = ['Energy', 'GRES', 'License', 'BB', 'Billing', 'Unknown', 'Node', 'Mem', 'Memory'];
  if (kind === 'unknown') {
    return ['AssocGrp', 'QOSGrp'].flatMap((of) =>
      own(of, [
        ...own(
          '',
          grouped.map((one) => `${one}Minutes`),
        ),
        'CPUMinutesLimit',
      ]),
    );
  }
  return [
    ...['AssocGrp', 'QOSGrp'].flatMap((of) => [
      ...own(
        of,
        grouped.flatMap((one) => [one, `${one}RunMinutes`]),
      ),
      ...own(of, [
        'CpuLimit',
        'CPURunMinutesLimit',
        'JobsLimit',
        'MemLimit',
        'NodeLimit',
        'SubmitJobsLimit',
        'WallLimit',
      ]),
    ]),
    ...own('QOSMax', [
      'CpuPerUserLimit',
      'JobsPerUserLimit',
      'NodePerUserLimit',
      'SubmitJobPerUserLimit',
      'MemoryPerUser',
    ]),
    ...resources.flatMap((one) => [`QOSMax${one}PerUser`, `Max${one}PerAccount`]),

    'MaxMemoryPerAccount',
    'MaxJobsPerAccount',
    'MaxSubmitJobsPerAccount',
    'AssocMaxJobsLimit',
    'AssocMaxSubmitJobLimit',
  ];
}

/** Other names of that page, and texts that Slurm puts in their place. */
const OTHERS: Readonly<Record<ReasonKind, readonly string[]>> = {
  waiting: [
    'None',
    'Priority',
    'Resources',
    'JobArrayTaskLimit',
    'BeginTime',
    'Cleaning',
    'Prolog',
    'Reservation',
    'Licenses',
    'Constraints',
    'FedJobLock',
    'SchedDefer',
    'BurstBufferResources',
    'BurstBufferStageIn',
    'Dependency',

    'NodeDown',
    'PartitionDown',
    'PartitionInactive',
    'ReqNodeNotAvail',
    'ReqNodeNotAvail, UnavailableNodes:n[1-3]',
    'ReqNodeNotAvail, May be reserved for other job',
    'ReqNodeNotAvail, UnavailableNodes:',
    'AssociationJobLimit',
    'AssociationResourceLimit',
    'QOSJobLimit',
    'QOSResourceLimit',
    'Nodes required for job are DOWN, DRAINED or reserved for jobs in higher priority partitions',
  ],
  held: [
    'JobHeldUser',
    'JobHeldAdmin',
    'JobHoldMaxRequeue',
    'job requeued in held state',
    'launch failed requeued held',
  ],
  never: [
    'MaxMemPerLimit',
    'PartitionTimeLimit',
    'PartitionConfig',
    'BadConstraints',
    'DeadLine',
    'DependencyNeverSatisfied',
    'AccountNotAllowed',
    'InvalidAccount',
    'QOSNotAllowed',
    'InvalidQOS',
    'ReservationDeleted',
    "Job's account not permitted to use this partition (gpu allows a not b)",
  ],
  unknown: [
    'PartitionNodeLimit',
    'AssociationTimeLimit',
    'QOSTimeLimit',
    'QOSUsageThreshold',
    'AccountingPolicy',
    'BurstBufferOperation',
    'InactiveLimit',
    'JobLaunchFailure',
    'NonZeroExitCode',
    'OutOfMemory',
    'SystemFailure',
    'TimeLimit',
    'SomethingNew',
    'constructor',
    '',
  ],
};

describe('a reason for which tasks wait', () => {
  it.each(['waiting', 'held', 'never', 'unknown'] as const)(
    'that Slurm documents is %s where its page says so',
    (kind) => {
      for (const word of [...limitsOf(kind), ...OTHERS[kind]]) {
        const found = waitingReason(word);
        expect([word, found.kind]).toEqual([word, kind]);
        expect(found.text).toContain(`(${word})`);
        if (kind === 'held') expect(found.remedy).toContain('scontrol release');
        if (kind === 'never') expect(found.remedy).toContain('scancel');
        if (kind === 'never') expect(found.text).toMatch(/^never start/);
        else expect(found.text).not.toContain('never');
      }
    },
  );

  it.each(RESOURCES)('that is a limit on %s says what to lower', (resource, option) => {
    for (const of of ['Assoc', 'QOS']) {
      expect(waitingReason(`${of}Max${resource}PerJob`).remedy).toContain(option);
      expect(waitingReason(`${of}Max${resource}MinutesPerJob`).remedy).toContain('--time');
    }
    expect(waitingReason(`QOSMin${resource}`).remedy).toMatch(new RegExp(`(?:higher|more) ${option}`));
  });

  it.each([
    ['MaxMemPerLimit', '--mem'],
    ['QOSMaxWallDurationPerJobLimit', 'a lower --time'],
    ['AssocMaxMemPerNode', 'a lower --mem'],
    ['QOSMaxMemoryPerJob', 'a lower --mem'],
    ['PartitionTimeLimit', '--time'],
    ['JobHeldAdmin', 'Only an administrator'],
    ['Nodes required for job are DOWN, DRAINED or reserved', 'Often a mere wait'],
    ['ReqNodeNotAvail, UnavailableNodes:n1', 'sinfo -R'],
  ])('%s: %s', (reason, remedy) => {
    expect(waitingReason(reason).remedy).toContain(remedy);
  });

  it('of a task that Slurm holds is a hold, whatever its word for it', () => {
    for (const reason of [null, 'None', 'Priority', 'job requeued in held state', 'BeginTime']) {
      const { kind, remedy } = heldReason('REQUEUE_HOLD', reason);
      expect([kind, remedy]).toEqual(['held', expect.stringContaining('scontrol release')]);
    }
  });
});
