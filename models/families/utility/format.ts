/** Value of "format" in an instance file. */
export const UTILITY_FORMAT = 'plenum.utility';
/** Version of that format, a count. */
export const UTILITY_FORMAT_VERSION = 1;
