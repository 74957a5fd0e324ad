import type { Making } from '../generate.js';
import { TASK_OPTIONS } from '../making-options.js';
import type { Options } from '../options.js';

/**
 * Maximum number of racks of a generated room: the most that the limit on the work of the air-flow model allows
 * (models/physics/airflow/room-faults.ts).
 */
const MAX_RACKS = 2880;

/** Options of `plenum generate` for a new room. */
export const ROOM_OPTIONS = {
  racks: {
    flags: '--racks <n>',
    verbs: ['generate'],
    kind: { is: 'whole', least: 1, most: MAX_RACKS },
    help: 'racks of a new room (36 nodes each): 30 or a multiple of 60',
  },
  ...TASK_OPTIONS,
  airflow: {
    flags: '--airflow <regime>',
    verbs: ['generate'],
    kind: { is: 'choice', of: ['balanced', 'nominal', 'calibrated'] },
    help: "air of a new room; calibrated: 30 racks, as warm as the thesis' numbers ask for",
    preset: 'balanced',
  },
  coldAisles: {
    flags: '--cold-aisles <kind>',
    verbs: ['generate'],
    kind: { is: 'choice', of: ['open', 'isolated'] },
    help: 'containment of a new room; larger ones are isolated unless you say open',
    preset: 'open',
  },
  powerCap: {
    flags: '--power-cap <W>',
    verbs: ['generate'],
    kind: { is: 'number', least: 0 },
    help: 'cap of a new room, W (default: 190 kW per 30 racks, 250 kW in larger rooms with open aisles)',
  },
  redLine: {
    flags: '--red-line <C>',
    verbs: ['generate'],
    kind: { is: 'number', least: -50 },
    help: 'red line of a new room, C',
    preset: 30,
  },
} as const satisfies Options;

/** Declares `plenum generate --racks n`, which makes a room like that of the thesis in another size. */
export const ROOM_MAKING: Making = { asks: 'racks', allowed: '30 or a multiple of 60', makes: 'a new room' };
