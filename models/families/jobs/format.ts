/** Value of the field "format" in a jobs instance file. */
export const JOBS_FORMAT = 'plenum.jobs';
/** Version of the jobs instance format. */
export const JOBS_FORMAT_VERSION = 1;

/** Days of the week in order. The last two are the weekend. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Rules for the CRACs' common set-point. "constant" has one set-point for the whole month. "following" has, at each
 * moment, the highest set-point at which every inlet keeps its red line.
 */
export const SET_POINT_RULES = ['constant', 'following'] as const;
export type SetPointRule = (typeof SET_POINT_RULES)[number];
