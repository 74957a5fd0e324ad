/** Asked again and again while the air of a room is computed. */
export type ShouldStop = () => boolean;

/** A `ShouldStop` that never stops. */
export const TO_THE_END: ShouldStop = () => false;

/** Whoever asked for the air of a room had it stopped. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}
