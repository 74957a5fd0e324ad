/** How a series stands in a file: its columns, the meaning of its time stamps, and its unit. */
export interface CsvSource {
  /** Header of the column with the time stamps; empty for the column without one. */
  readonly timeColumn: string;
  /** Header of the column with the time of day, or the number of the hour, if `timeColumn` has dates alone. */
  readonly hourColumn?: string | undefined;
  readonly valueColumn: string;
  /** Texts by column that the rows of this series have, in a file with several series. */
  readonly filter?: Readonly<Record<string, string>> | undefined;
  readonly timeConvention: `${'utc' | 'local-standard' | 'local'}-${'beginning' | 'ending'}`;
  /** Length of the interval of one row, min. */
  readonly intervalMinutes: number;
  /** Factor that converts values of the file to the unit wanted. */
  readonly scale: number;
}
