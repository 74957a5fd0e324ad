/** Value of "format" in an instance file. */
export const JOBS_FORMAT = 'plenum.jobs';
/** Version of that format, a count. */
export const JOBS_FORMAT_VERSION = 1;

/** Days of the week in their order; those of a weekend are the last two. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * Ways to run the CRACs: one set-point for the whole month, or at each moment the highest that keeps every red line
 * then.
 */
export const SET_POINT_RULES = ['constant', 'following'] as const;
export type SetPointRule = (typeof SET_POINT_RULES)[number];
