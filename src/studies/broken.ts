/** Result of a run that threw an error. Other runs of the study continue. */
export interface Broken {
  readonly failure: string;
}
export function brokenBy(error: unknown): Broken {
  return { failure: error instanceof Error ? error.message : String(error) };
}
