/**
 * Instant at which all clocks stand still. This module is loaded before the program (`node --import`) and replaces
 * every clock that the program reads, so that recorded outputs contain no varying times. Timers still fire.
 */
const INSTANT = new Date('2000-01-01T00:00:00Z').getTime();

Date.now = () => INSTANT;
performance.now = () => 0;
process.hrtime.bigint = () => 0n;
process.cpuUsage = () => ({ user: 0, system: 0 });
