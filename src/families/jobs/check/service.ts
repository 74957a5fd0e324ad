import type { JobsInstance } from '../../../../models/families/jobs/instance.js';
import type { JobsWorkload } from '../../../../models/families/jobs/workload.js';
import { compensatedSum } from '../../../check/compensated-sum.js';
import { type Waiting, waitingOf } from '../../../check/waiting.js';
import type { CheckedNodeType } from './platform.js';
import type { JudgedRuns } from './runs.js';

/** How long jobs waited and how busy cores were in the period. */
export interface Service extends Waiting {
  /** Number of jobs that ran to their end. Waiting times and slowdowns are theirs. */
  readonly ran: number;
  /** Core-seconds of the period that jobs held over all its core-seconds, as a fraction. */
  readonly utilisation: number;
  /** Fraction of core-seconds in use, by node type in the order of the platform. */
  readonly nodeTypes: readonly { readonly name: string; readonly utilisation: number }[];
}

/** Returns how long jobs waited and how busy cores were, for runs without violations. */
export function serviceOf(
  { period: { durationS } }: JobsInstance,
  { arrivalS }: JobsWorkload,
  nodeTypes: readonly CheckedNodeType[],
  { runs, inUse }: JudgedRuns,
): Service {
  const held = nodeTypes.map((_, type) =>
    compensatedSum(
      inUse.filter(({ nodeType }) => nodeType === type),
      ({ cores, startS, endS }) => cores * Math.max(0, Math.min(endS, durationS) - startS),
    ),
  );
  const all = nodeTypes.map(({ nodes, cores }) => nodes * cores * durationS);
  const share = (coreS: number, of: number): number => Math.min(1, coreS / of);
  const total = (values: readonly number[]): number => compensatedSum(values, (one) => one);
  return {
    ran: runs.length,
    ...waitingOf(runs.map(({ job, startS, endS }) => ({ responseS: endS - arrivalS[job]!, ranS: endS - startS }))),
    utilisation: share(total(held), total(all)),
    nodeTypes: nodeTypes.map(({ name }, type) => ({ name, utilisation: share(held[type]!, all[type]!) })),
  };
}
