/** Format word of a geo instance file. */
export const GEO_FORMAT = 'plenum.geo';
/** Version of the format. */
export const GEO_FORMAT_VERSION = 1;
