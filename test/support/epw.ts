export interface EpwChanges {
  /** Irradiance by hour of the year, from 0, W/m2. */
  readonly irradiance?: (hour: number) => number;
  readonly windMPerS?: (hour: number) => number;
  readonly timeZone?: number;
  readonly leapYear?: boolean;
}

/** An EnergyPlus weather file: header of 8 lines, then one row per hour, 20 C, 101,325 Pa and 5 m/s throughout. */
export function epwText({ irradiance, windMPerS, timeZone = -8, leapYear = false }: EpwChanges = {}): string {
  const header = [
    `LOCATION,Somewhere,CA,USA,Test,000000,37.62,${15 * timeZone - 2.4},${timeZone},2.0`,
    'DESIGN CONDITIONS,0',
    'TYPICAL/EXTREME PERIODS,0',
    'GROUND TEMPERATURES,0',

    'HOLIDAYS/DAYLIGHT SAVINGS,No,0,0,0',
    'COMMENTS 1,"a, b"',
    'COMMENTS 2,',
    'DATA PERIODS,1,1,Data,Sunday,1/1,12/31',
  ];
  const start = Date.UTC(leapYear ? 2000 : 2001, 0, 1);
  const rows = Array.from({ length: leapYear ? 8784 : 8760 }, (_, hour) => {
    const date = new Date(start + hour * 3_600_000);
    const stamp = [1999, date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCHours() + 1, 0, '?9'];
    const air = [20, 10, 50, 101_325, 0, 0, 300, irradiance?.(hour) ?? 0, 0, 0, 0, 0, 0, 0, 180];
    return [...stamp, ...air, windMPerS?.(hour) ?? 5, 0, 0].join(',');
  });
  return [...header, ...rows].join('\n');
}
