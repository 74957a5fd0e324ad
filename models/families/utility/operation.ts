import type { Declared } from '../../fields/declared.js';
import { z } from 'zod';
import * as quantity from '../../fields/quantities.js';
import { celsius, fraction, named, whole } from '../../fields/fields.js';
import { MAX_P_STATES } from './definitions.js';

/** Schema of the set-points and limits for an instance's facility. */
export const operation = z
  .strictObject({
    setPointsC: z
      .record(named('Name of a CRAC.'), celsius('Outlet temperature, the same all day.'))
      .meta({ description: 'Set-point of each CRAC at work, by its name.' }),
    redLineC: celsius('Greatest inlet temperature of any node; absent: no limit.').optional(),
    powerCapW: quantity.capPowerW('Greatest power at the meter; absent: no limit.').optional(),
    poolsPer: z
      .enum(['zone', 'rack'])
      .meta({
        description:
          'Nodes of one pool: of one thermal zone, or those of one type in one rack, whose work is then spread evenly over its zones.',
        fallback: '"zone"',
      })
      .optional(),
    pStates: z
      .array(whole(0, MAX_P_STATES - 1, 'A P-state.'))
      .min(1)
      .max(MAX_P_STATES)
      .meta({
        description: 'P-states in use, ascending from 0; those that a node type lacks are left out.',
        fallback: 'all',
      })
      .optional(),
    busyShare: fraction('Share of the other cores of a node that is taken to be busy when times are estimated.', {
      fallback: '1',
    }).optional(),
  })
  .meta({ description: 'How the facility is run; needed with one.' });

/** Set-points and limits for an instance's facility, which are the same all day. */
export type FacilityOperation = Declared<typeof operation>;
