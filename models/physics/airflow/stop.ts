/** Function that is asked repeatedly while the air of a room is computed; true stops the computation. */
export type ShouldStop = () => boolean;

/** A `ShouldStop` that never stops. */
export const TO_THE_END: ShouldStop = () => false;

/** Error: the computation of a room's air was stopped on request. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}
