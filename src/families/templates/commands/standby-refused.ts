import type { Fault } from '../../../instances/fault.js';

/** Returns the fault of a database with nodes on standby, for commands that can only show or simulate all nodes on. */
export function standbyRefused(database: string, why: string): Fault {
  return {
    file: database,
    path: '',
    value: 'templates whose nodes may be on standby',
    allowed: `a database with all nodes on: ${why}`,
    remedy: 'Build another one: plenum templates build <instance> --standby never --out <file>.',
  };
}
