import type { AirMixing } from '../../models/physics/airflow/air-mixing.js';

/** How the air of one room of an instance mixes. `room` names it in instances with several rooms. */
export interface RoomMixing extends AirMixing {
  readonly room?: string;
}
