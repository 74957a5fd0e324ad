import type { Calibration } from '../paper.js';

/** Name of the factor whose levels multiply the arrivals of the bundled groups. */
const DEMAND = 'demand';
/**
 * Levels of the factor "demand". At 1 arrivals are 25 to 60 % of what all nodes can serve when each runs all task types,
 * at 0.6 they are 15 to 36 %. The thesis prints no arrival rates: they are a sinusoid that peaks in business hours, and
 * the system is under-subscribed (sections 4.4.1 and 4.5.1), which both are.
 */
export const DEMANDS = ['1', '0.6'] as const;

/** What the thesis does not print of its groups and of which a second choice is run: how much work arrives. */
export const GEO_CALIBRATION: Calibration = { factors: [DEMAND], isAdmissible: () => true };
