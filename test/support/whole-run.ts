/** Whether all tests run, or a person picked some. */

/** Set by the verify script only. */
export const IS_WHOLE_RUN = process.env['TOMORI_WHOLE_RUN'] === '1';
