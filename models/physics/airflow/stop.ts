/** Function that is called repeatedly while the air of a room is computed. If it returns true, the computation ends. */
export type ShouldStop = () => boolean;

/** A `ShouldStop` that never stops. */
export const TO_THE_END: ShouldStop = () => false;

/** Thrown if the computation of a room's air was ended, because `shouldStop` returned true. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}
