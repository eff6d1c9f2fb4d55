/** Whether random and exhaustive tests go over all their cases: `npm run test:long` sets THETIS_LONG=1. */
export const LONG = process.env.THETIS_LONG === "1";
