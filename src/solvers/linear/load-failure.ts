/** An engine cannot be loaded because an optional package is missing. The error is no bug in Plenum. */
export class EngineUnavailableError extends Error {
  override readonly name = 'EngineUnavailableError';
}

/**
 * Returns a short error for an engine that cannot be loaded. With the original as `cause`, Node would print the whole
 * one-line source of a bundled package.
 */
export function loadFailure(engine: string, remedy: string, error: unknown): EngineUnavailableError {
  return new EngineUnavailableError(
    `The LP engine ${engine} could not be loaded: ${shortMessage(error)}\nMaybe it is not installed: ${remedy}`,
  );
}

/** Returns the first line of an error's message, at most 200 characters. */
export function shortMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split('\n', 1)[0]!;
  return firstLine.length > 200 ? `${firstLine.slice(0, 200)}…` : firstLine;
}
