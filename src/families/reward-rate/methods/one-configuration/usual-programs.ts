/** Default maximum number of LPs in the search for one configuration per node: some seconds for tens of nodes. */
export const USUAL_PROGRAMS = 2000;
