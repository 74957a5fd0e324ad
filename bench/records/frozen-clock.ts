/**
 * Stands still: loaded before the program (`node --import`), so that no record holds a time that differs from run to run.
 * Replaces every clock the program reads; timers still fire.
 */
const INSTANT = new Date('2000-01-01T00:00:00Z').getTime();

Date.now = () => INSTANT;
performance.now = () => 0;
process.hrtime.bigint = () => 0n;
process.cpuUsage = () => ({ user: 0, system: 0 });
