/** What a reader is asked for. */
export interface ImportAsked {
  readonly files: readonly string[];
  /** Time zone of times that state none; undefined if the user named none. */
  readonly zone: string | undefined;
  /** Name of the source in the folder of the site; absent if it has that of its kind. */
  readonly name?: string;
  /** Values of the kind's own options, by name. */
  readonly words: Readonly<Record<string, unknown>>;
}
