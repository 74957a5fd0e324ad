import type { Fault } from '../../../instances/fault.js';

/** Returns the fault for a command that needs all nodes on (reason: `why`) and got a database with standby. */
export function standbyRefused(database: string, why: string): Fault {
  return {
    file: database,
    path: '',
    value: 'templates whose nodes may be on standby',
    allowed: `a database with all nodes on: ${why}`,
    remedy: 'Build another one: plenum templates build <instance> --standby never --out <file>.',
  };
}
