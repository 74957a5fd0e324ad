import type { Making } from '../generate.js';
import { TASK_TYPES_OPTION, WORKLOAD_OPTION } from '../making-options.js';

/** More do not fit the air model's limit of work (models/physics/airflow/room-faults.ts). */
const MAX_RACKS = 2880;

/** `plenum generate --racks n`: the thesis' room at any size. */
export const ROOM_MAKING: Making = {
  asks: {
    name: 'racks',
    flags: '--racks <n>',
    kind: { is: 'whole', least: 1, most: MAX_RACKS },
    help: 'racks of a new room (36 nodes each): 30 or a multiple of 60',
  },
  allowed: '30 or a multiple of 60',
  makes: 'a new room',
  options: [
    WORKLOAD_OPTION,
    TASK_TYPES_OPTION,
    {
      name: 'airflow',
      flags: '--airflow <regime>',
      kind: { is: 'choice', of: ['balanced', 'nominal'] },
      help: 'fans of a new room',
      preset: 'balanced',
    },
    {
      name: 'coldAisles',
      flags: '--cold-aisles <kind>',
      kind: { is: 'choice', of: ['open', 'isolated'] },
      help: 'containment of a new room; larger ones are isolated unless you say open',
      preset: 'open',
    },
    {
      name: 'powerCap',
      flags: '--power-cap <W>',
      kind: { is: 'number', least: 0 },
      help: 'cap of a new room, W (default: 190 kW per 30 racks, 250 kW in larger rooms with open aisles)',
    },
    {
      name: 'redLine',
      flags: '--red-line <C>',
      kind: { is: 'number', least: -50 },
      help: 'red line of a new room, C',
      preset: 30,
    },
  ],
};
