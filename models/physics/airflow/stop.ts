/**
 * A function of the caller that is called repeatedly while the air of a room is computed. If it returns true, the
 * computation stops.
 */
export type ShouldStop = () => boolean;

/** A `ShouldStop` that never stops. */
export const TO_THE_END: ShouldStop = () => false;

/** Error: the computation of a room's air was stopped, because `shouldStop` returned true. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}
