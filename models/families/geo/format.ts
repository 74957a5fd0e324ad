/** Value of the field `format` in a geo instance file. */
export const GEO_FORMAT = 'plenum.geo';
/** Version of the geo instance format. */
export const GEO_FORMAT_VERSION = 1;
