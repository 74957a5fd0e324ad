/** Value of "format" in an instance file. Ours. */
export const UTILITY_FORMAT = 'plenum.utility';
/** Version of that format, a count. Ours. */
export const UTILITY_FORMAT_VERSION = 1;
