import type { Fault } from '../../../instances/fault.js';

/**
 * Returns the refusal of a database whose nodes may be on standby, by a command that would show or simulate all of them
 * on.
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
