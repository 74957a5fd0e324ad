import type { Fault } from '../../../instances/fault.js';

/**
 * Returns the fault for a command that needs a database with all nodes on, but got one whose nodes may be on standby.
 * `why` is the reason that the fault gives.
 */
export function standbyRefused(database: string, why: string): Fault {
  return {
    file: database,
    path: '',
    value: 'templates whose nodes may be on standby',
    allowed: `a database with all nodes on: ${why}`,
    remedy: 'Build another one: plenum templates build <instance> --standby never --out <file>.',
  };
}
