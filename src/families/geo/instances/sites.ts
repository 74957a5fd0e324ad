import type { HallName } from './hall.js';

/** A location of a data centre in the bundled instances. */
export interface Site {
  readonly name: string;
  readonly place: string;
  /** Latitude of the weather station, degrees. */
  readonly latitudeDeg: number;
  /** Longitude of the weather station, degrees; negative in the west. */
  readonly longitudeDeg: number;
  readonly timeZone: string;
  /** Global horizontal irradiation in the typical year, kWh/m2. */
  readonly yearlyKwhPerM2: number;
  /** Mean wind speed in the typical year at 10 m above ground, m/s. */
  readonly meanWindMPerS: number;
  /** Name of the site's hall (room with a mix of node types). Our choice: the thesis does not tell the mixes. */
  readonly hall: HallName;
}

/**
 * Sixteen airports of the United States from west to east, four in each time zone. Positions and yearly means are those
 * of typical meteorological years (TMY3: S. Wilcox and W. Marion, User's Manual for TMY3 Data Sets, NREL/TP-581-43156,
 * 2008; Seattle: TMYx 2007-2021, climate.onebuilding.org).
 */
export const SITES: readonly Site[] = [
  site('seattle', 'Seattle-Tacoma, WA', 47.444, -122.314, 'America/Los_Angeles', 1252, 3.21, 'hall-mixed'),
  site('portland', 'Portland, OR', 45.6, -122.62, 'America/Los_Angeles', 1286, 3.38, 'hall-many-ts140'),
  site('san-francisco', 'San Francisco, CA', 37.62, -122.4, 'America/Los_Angeles', 1716, 4.67, 'hall-many-z820'),
  site('las-vegas', 'Las Vegas, NV', 36.08, -115.15, 'America/Los_Angeles', 2032, 4.46, 'hall-mixed'),
  site('phoenix', 'Phoenix, AZ', 33.45, -111.98, 'America/Phoenix', 2094, 2.76, 'hall-many-ts140'),
  site('tucson', 'Tucson, AZ', 32.17, -110.88, 'America/Phoenix', 2002, 3.28, 'hall-many-z820'),
  site('helena', 'Helena, MT', 46.6, -111.97, 'America/Denver', 1459, 3.25, 'hall-mixed'),
  site('denver', 'Denver, CO', 39.83, -104.65, 'America/Denver', 1670, 3.92, 'hall-many-ts140'),
  site('oklahoma-city', 'Oklahoma City, OK', 35.53, -97.65, 'America/Chicago', 1619, 5.2, 'hall-without-ts140'),
  site('dallas', 'Dallas-Fort Worth, TX', 32.9, -97.02, 'America/Chicago', 1784, 4.56, 'hall-without-z600'),
  site('duluth', 'Duluth, MN', 46.83, -92.22, 'America/Chicago', 1342, 4.63, 'hall-many-ts140'),
  site('chicago', "Chicago O'Hare, IL", 41.98, -87.92, 'America/Chicago', 1407, 4.56, 'hall-mixed'),
  site('atlanta', 'Atlanta, GA', 33.63, -84.43, 'America/New_York', 1686, 4.04, 'hall-many-z820'),
  site('pittsburgh', 'Pittsburgh, PA', 40.35, -79.92, 'America/New_York', 1229, 3.87, 'hall-without-z600'),
  site('baltimore', 'Baltimore, MD', 39.17, -76.68, 'America/New_York', 1488, 3.92, 'hall-mixed'),
  site('new-york', 'New York JFK, NY', 40.65, -73.8, 'America/New_York', 1430, 4.91, 'hall-without-ts140'),
];

/** Groups of 4, 8 and 16 sites, evenly spread from coast to coast as the thesis asks (section 4.5.1). */
export const SITE_GROUPS: Readonly<Record<4 | 8 | 16, readonly string[]>> = {
  4: ['san-francisco', 'denver', 'chicago', 'new-york'],
  8: ['seattle', 'san-francisco', 'phoenix', 'denver', 'dallas', 'chicago', 'atlanta', 'new-york'],
  16: SITES.map(({ name }) => name),
};

function site(
  name: string,
  place: string,
  latitudeDeg: number,
  longitudeDeg: number,
  timeZone: string,
  yearlyKwhPerM2: number,
  meanWindMPerS: number,
  hall: HallName,
): Site {
  return { name, place, latitudeDeg, longitudeDeg, timeZone, yearlyKwhPerM2, meanWindMPerS, hall };
}
