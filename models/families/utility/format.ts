/** Value of the field "format" in a utility instance file. */
export const UTILITY_FORMAT = 'plenum.utility';
/** Version of the utility instance format. */
export const UTILITY_FORMAT_VERSION = 1;
