import { z } from 'zod';
import * as quantity from '../fields/quantities.js';

/** Fields for power and air flow on standby (asleep or off), of node types and of node groups. */

export const standbyPowers = {
  sleepPowerW: quantity
    .nodePowerW('Power of a node that sleeps; at the output of the power supply if psuEfficiency is given.', {
      fallback: 'its nodes cannot sleep',
    })
    .optional(),
  offPowerW: quantity
    .nodePowerW('Power of a node that is switched off; given like sleepPowerW.', {
      fallback: 'its nodes cannot be switched off',
    })
    .optional(),
};

export const standbyOfGroup = {
  mayBeOff: z
    .boolean()
    .meta({
      description: 'true if nodes without work may sleep or be switched off, whichever draws less.',
      fallback: 'false',
    })
    .optional(),
  minimumOn: z
    .number()
    .int()
    .min(0)
    .max(1_000_000)
    .meta({ description: 'Least number of these nodes that are on, at most count; with mayBeOff only.', fallback: '0' })
    .optional(),
};
