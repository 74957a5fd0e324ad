import type { Fault } from '../../../instances/fault.js';

/** Returns the fault that a database has nodes on standby, for commands that require all nodes on. */
export function standbyRefused(database: string, why: string): Fault {
  return {
    file: database,
    path: '',
    value: 'templates whose nodes may be on standby',
    allowed: `a database with all nodes on: ${why}`,
    remedy: 'Build another one: plenum templates build <instance> --standby never --out <file>.',
  };
}
