/** Called repeatedly while the air of a room is computed; true ends the computation. */
export type ShouldStop = () => boolean;

/** A `ShouldStop` that never stops. */
export const TO_THE_END: ShouldStop = () => false;

/** The computation of a room's air was ended, because `shouldStop` returned true. */
export class AirflowStopped extends Error {
  override readonly name = 'AirflowStopped';
}
